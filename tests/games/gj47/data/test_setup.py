"""The set-up of 28 June 1942 by chapter 4: read off the data, then through the checker with faults."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.diagnostics import Finding
from toolkit.games.gj47.data.checking import check_data
from toolkit.geometry.map import Map
from toolkit.source.counters import Counter
from toolkit.source.game import GameSource
from toolkit.source.setups import Setup, SetupHex

Start = tuple[GameSource, Map, dict[str, Counter]]


@pytest.fixture(scope="module")
def start(game: tuple[GameSource, Map]) -> Start:
    source, built = game
    return source, built, {counter.id: counter for counter in source.counters}


def check(start: Start, *setups: Setup, **changes: Any) -> list[Finding]:
    """Return what is said of some set-ups alone."""
    return check_data(replace(start[0], setups=setups, **changes), start[1])


@pytest.fixture(scope="module")
def june(start: Start) -> Setup:
    return next(setup for setup in start[0].setups if setup.id == "june-28-1942")


def test_both_set_ups_are_legal(start: Start) -> None:
    source, built, _ = start
    assert [finding.key() for finding in check_data(source, built)] == []
    assert sorted((setup.id, setup.empty) for setup in source.setups) == [
        ("empty", True),
        ("june-28-1942", False),
    ]


def test_every_counter_has_a_place(start: Start) -> None:
    source = start[0]
    everything = {counter.id for counter in source.counters}
    for setup in source.setups:
        assert set(setup.placements) == everything


def test_stacks_by_chapter_4(start: Start, june: Setup) -> None:
    _, _, counters = start
    for names in june.by_hex().values():
        units = [counters[name] for name in names]
        assert len(units) <= 2
        assert len({(unit.side, unit.nationality) for unit in units}) == 1


def test_one_front_line_unit_a_symbol(start: Start, june: Setup) -> None:
    source, _, counters = start
    symbols = [symbol.hex for symbol in source.setup_hexes if symbol.kind == "front"]
    units = Tally(number for name, number in june.on_map.items() if counters[name].assignment == "front")
    assert units == Tally(symbols)
    assert len(set(symbols)) == len(symbols)


def test_second_line_stands_alone_in_soviet_towns(start: Start, june: Setup) -> None:
    _, built, counters = start
    towns = {built.grid.number(place.hex) for place in built.places if place.control == "soviet"}
    second = [number for name, number in june.on_map.items() if counters[name].assignment == "second"]
    assert second
    assert set(second) <= towns
    assert all(len(june.by_hex()[number]) == 1 for number in second)


def test_no_unit_starts_across_the_line_or_beside_nobody(start: Start, june: Setup) -> None:
    _, built, counters = start
    axis = [built.grid.hex(n) for name, n in june.on_map.items() if counters[name].side == "axis"]
    for name, number in june.on_map.items():
        if counters[name].assignment == "front":
            assert min(built.grid.distance(built.grid.hex(number), other) for other in axis) == 1, number


def test_the_attack_sectors_are_stronger(start: Start, june: Setup) -> None:
    """Rows 6 to 19 (Voronezh, Donets) hold more strength a row than the Mius, rows 20 and below."""
    _, _, counters = start

    def strength(rows: range) -> float:
        hexes = {n: names for n, names in june.by_hex().items() if int(n[2:]) in rows}
        axis = [counters[name] for names in hexes.values() for name in names]
        attack = sum(unit.full.attack for unit in axis if unit.side == "axis" and unit.full is not None)
        return attack / len(rows)

    assert strength(range(6, 20)) > 1.5 * strength(range(20, 28))


def moved(setup: Setup, name: str, place: str) -> Setup:
    on_map = {key: value for key, value in setup.on_map.items() if key != name}
    in_boxes = {key: value for key, value in setup.in_boxes.items() if key != name}
    return replace(
        setup,
        on_map=on_map | ({name: place} if place.isdigit() else {}),
        in_boxes=in_boxes | ({} if place.isdigit() else {name: place}),
    )


Change = Callable[[Setup], Setup]

# What is done to the legal set-up, and the rules that are broken: each with the unit that breaks it, "" where
# only the whole shows it.
FAULTS: dict[str, tuple[Change, list[tuple[str, str]]]] = {
    "headquarters off its place": (lambda s: moved(s, "ger-hq-4pza", "0109"), [("4.0(2)", "ger-hq-4pza")]),
    "wrong army": (lambda s: moved(s, "ger-inf-82", "0313"), [("4.0(3)", ""), ("4.0(3)", "ger-inf-82")]),
    "third unit": (lambda s: moved(s, "ger-inf-323", "0309"), [("4.0(3)", "")]),
    "empty set-up hex": (lambda s: moved(s, "ger-inf-45", "0304"), [("4.0(3)", "")]),
    "Germans with Hungarians": (
        lambda s: moved(s, "ger-inf-45", "0311"),
        [("4.0(3)", ""), ("4.0(3)", "ger-inf-45")],
    ),
    "Hungarian armour needs no panzer symbol": (lambda s: moved(s, "hun-arm-1", "0311"), []),
    "panzer off the symbols": (lambda s: moved(s, "ger-mot-3", "0405"), [("4.0(3)", "ger-mot-3")]),
    "two front-line units": (lambda s: moved(s, "sov-rifle-15", "0508"), [("4.0(4)1", "")]),
    "front line in the rear": (
        lambda s: moved(s, "sov-rifle-15", "0608"),
        [("4.0(4)1", ""), ("4.0(4)1", "sov-rifle-15")],
    ),
    "second line in the steppe": (lambda s: moved(s, "sov-tk-1", "0806"), [("4.0(4)2", "sov-tk-1")]),
    "second line stacked": (lambda s: moved(s, "sov-tk-1", "0708"), [("4.0(4)2", "")]),
    "second line in an enemy town": (lambda s: moved(s, "sov-tk-1", "0109"), [("4.0(4)2", "sov-tk-1")]),
    "pool on the map": (lambda s: moved(s, "sov-rifle-112", "1109"), [("4.0(5)", "sov-rifle-112")]),
    "unit left in a tray": (lambda s: moved(s, "ger-inf-82", "tray-4pza"), [("4.0(3)", "")]),
    "both sides in a hex": (
        lambda s: moved(s, "sov-rifle-15", "0404"),
        [("4.0(4)1", ""), ("4.0(4)1", "sov-rifle-15")],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found_and_nothing_else(start: Start, june: Setup, name: str) -> None:
    change, expected = FAULTS[name]
    found = check(start, change(june))
    assert {finding.code for finding in found} <= {"SET035"}
    assert sorted((f.citation, f.data.get("counter", "")) for f in found) == expected
    assert all(finding.message and finding.place.file for finding in found)


def test_a_unit_waits_in_the_pool_of_its_side(start: Start, june: Setup) -> None:
    (found,) = check(start, moved(june, "sov-rifle-112", "pool-axis"))
    assert found.key()[:2] == ("SET028", "/boxes/pool-soviet/28")


@given(st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_any_other_choice_that_chapter_4_leaves_is_legal(start: Start, june: Setup, random: Random) -> None:
    """Front-line units change hexes, second-line units change towns, an army's infantry changes stacks."""
    _, built, counters = start
    on_map = dict(june.on_map)
    second = [name for name in on_map if counters[name].assignment == "second"]
    taken = {number for name, number in on_map.items() if name not in second}
    towns = {built.grid.number(place.hex) for place in built.places if place.control == "soviet"}
    on_map.update(zip(second, random.sample(sorted(towns - taken), len(second)), strict=True))
    for army in {counter.assignment for counter in counters.values()} - {"second", None}:
        group = [
            name
            for name in june.on_map
            if (counter := counters[name]).assignment == army
            and counter.kind == "unit"
            and not counter.mechanised
        ]
        numbers = [june.on_map[name] for name in group]
        random.shuffle(numbers)
        on_map.update(zip(group, numbers, strict=True))
    assert [finding.key() for finding in check(start, replace(june, on_map=on_map))] == []


def test_unknown_names_suggest_the_nearest(start: Start, june: Setup) -> None:
    broken = replace(june, on_map={**june.on_map, "ger-pz-99": "0208"})
    (found,) = check(start, broken)
    assert (found.code, found.data["counter"]) == ("SET010", "ger-pz-99")
    assert "ger-pz-9" in found.message
    (found,) = check(start, moved(june, "fort-1", "marker"))
    assert found.code == "SET011"
    assert "markers" in found.message
    (found,) = check(start, moved(june, "sov-rifle-15", "9999"))
    assert (found.code, found.data["counter"]) == ("SET011", "sov-rifle-15")


def test_counter_without_a_place(start: Start, june: Setup) -> None:
    boxes = {name: box for name, box in june.in_boxes.items() if name != "fort-1"}
    found = check(start, replace(june, in_boxes=boxes))
    assert [(finding.code, finding.data["counter"]) for finding in found] == [("SET012", "fort-1")]
    assert found[0].place.file is not None


def test_symbols_off_the_map_across_the_line_and_without_an_enemy(start: Start) -> None:
    source = start[0]
    first = source.setup_hexes[0]
    front = next(symbol for symbol in source.setup_hexes if symbol.kind == "front")

    def codes(*more: SetupHex) -> list[tuple[str, str | None]]:
        found = check(start, setup_hexes=(*source.setup_hexes, *more))
        return [(finding.code, finding.severity.value) for finding in found]

    assert codes(replace(first, hex="9901")) == [("SET040", "error")]
    assert codes(replace(first, hex="1419")) == [("SET042", "error")]
    assert codes(replace(front, hex="0313")) == [("SET042", "error")]
    assert codes(replace(front, hex="1419")) == [("SET043", "warning")]


def test_own_set_up_keeps_the_headquarters_on_their_places(start: Start) -> None:
    source, _, counters = start
    empty = next(setup for setup in source.setups if setup.empty)
    assert {counters[name].kind for name in empty.on_map} == {"hq"}
    assert len(empty.on_map) == 10
    for name, box in empty.in_boxes.items():
        counter = counters[name]
        if counter.kind == "unit" and counter.assignment:
            assert box == f"tray-{counter.assignment.lower()}"
