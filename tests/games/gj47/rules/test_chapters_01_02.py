"""Chapters 1 and 2 and the errata: the game's data hold each statement, and spoilt data would not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.games.gj47.rules import statements as s
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.rules import basics, fractions
from toolkit.games.gj47.rules.terrain import GREAT_RIVER, RAIL, RIVER, ROAD
from toolkit.rules.books import manual_of
from toolkit.rules.registry import Enforcement
from toolkit.source.counters import Factors


def counters(*which: str, **changes: Any) -> Callable[[CompiledGame], CompiledGame]:
    """Return a change of the counters whose id begins with one of these."""

    def spoil(game: CompiledGame) -> CompiledGame:
        changed = tuple(replace(c, **changes) if c.id.startswith(which) else c for c in game.counters)
        assert changed != game.counters
        return replace(game, counters=changed)

    return spoil


def dropped(*which: str) -> Callable[[CompiledGame], CompiledGame]:
    """Return a change that takes counters away."""
    return lambda game: replace(game, counters=tuple(c for c in game.counters if not c.id.startswith(which)))


def charts(**changes: Any) -> Callable[[CompiledGame], CompiledGame]:
    def spoil(game: CompiledGame) -> CompiledGame:
        found = charts_of(game)
        return replace(game, charts=replace(found, **{k: v(found) for k, v in changes.items()}).to_json())

    return spoil


def boxes(kind: str) -> Callable[[CompiledGame], CompiledGame]:
    """Return a change that takes the last box of a kind away."""

    def spoil(game: CompiledGame) -> CompiledGame:
        last = [box for box in game.boxes if box.kind == kind][-1]
        return replace(game, boxes=tuple(box for box in game.boxes if box is not last))

    return spoil


def chit(which: str, **changes: Any) -> Callable[[CompiledGame], CompiledGame]:
    def spoil(game: CompiledGame) -> CompiledGame:
        found = next(c for c in game.counters if c.id == which)
        assert found.chit is not None
        return counters(which, chit=replace(found.chit, **changes))(game)

    return spoil


def on_the_map(**changes: Any) -> Callable[[CompiledGame], CompiledGame]:
    return lambda game: replace(
        game, hex_map=replace(game.map, **{k: v(game.map) for k, v in changes.items()})
    )


def symbols(keep: Callable[[Any], bool]) -> Callable[[CompiledGame], CompiledGame]:
    return lambda game: replace(game, setup_hexes=tuple(s for s in game.setup_hexes if keep(s)))


def in_june(found: Any) -> Any:
    return tuple(replace(turn, dates={"en": "June 1942"}) for turn in found.turn_track)


def of_next_year(found: Any) -> Any:
    return tuple(replace(turn, dates={"en": "May 1943"}) for turn in found.turn_track)


def pitch(km: float) -> Callable[[CompiledGame], CompiledGame]:
    return on_the_map(grid=lambda found: replace(found.grid, pitch=km))


Holds = Callable[[CompiledGame], bool]
Spoils = Callable[[CompiledGame], CompiledGame]
SPOILT: dict[str, tuple[Holds, list[Spoils]]] = {
    "1.0": (s.two_sides_in_1942, [counters("rom-", side="romanian"), charts(turn_track=of_next_year)]),
    "1.0(1)1": (s.size_of_a_hex, [pitch(40.0), pitch(12.0)]),
    "1.0(1)2": (s.length_of_a_turn, [charts(turn_track=in_june)]),
    "1.0(1)3": (s.axis_units_are_divisions, [counters("ger-pz-24", size="corps")]),
    "1.0(1)4": (s.soviet_units_are_divisions_to_corps, [counters("sov-tk-", size="army")]),
    "2.0(1)": (s.one_map, [lambda g: replace(g, area_map=object())]),
    "2.0(2)": (s.one_sheet_of_counters, [dropped("fort-1")]),
    "2.0(3)": (s.one_die, [charts(withdrawal=lambda c: replace(c.withdrawal, rows=()))]),
    "2.1(1)": (s.the_whole_area, [on_the_map(places=lambda m: tuple(p for p in m.places if p.hex < 800))]),
    "2.1(1)1": (s.hexes_with_neighbours, [on_the_map(grid=lambda m: replace(m.grid, columns=1, rows=1))]),
    "2.1(1)2": (s.symbols_of_the_setup, [symbols(lambda s: s.army != "6A")]),
    "2.1(2)1": (s.combat_results, [charts(crt=lambda c: replace(c.crt, ratios=c.crt.ratios[::-1]))]),
    "2.1(2)2": (s.turn_track, [boxes("turn"), charts(turn_track=lambda c: c.turn_track[1:])]),
    "2.1(2)3": (s.soviet_track, [boxes("reinforcement")]),
    "2.1(2)4": (s.terrain_key, [charts(terrain_effects=lambda c: c.terrain_effects[1:])]),
    "2.1(2)5": (s.rail_box, [boxes("rail")]),
    "2.1(2)6": (s.withdrawal_table,
        [charts(withdrawal=lambda c: replace(c.withdrawal, classes=("Pz", "SS", "Rum")))]),
    "2.1(2)7": (s.axis_reinforcement_table,
        [charts(axis_reinforcement=lambda c: replace(c.axis_reinforcement, classes=("Pz",)))]),
    "2.2": (s.kinds_of_counters, [counters("fort-1", kind="note"), dropped("fort", "marker")]),
    "2.21(1)": (s.nationality,
        [counters("rom-", nationality="soviet"), counters("sov-tk", nationality=None)]),
    "2.21(2)1": (s.branch, [counters("ger-pz-24", symbol=None)]),
    "2.21(2)2": (s.army_of_the_setup, [counters("ger-pz-24", assignment="11A")]),
    "2.21(2)3": (s.name_of_a_unit, [counters("ger-pz-24", short="")]),
    "2.21(2)4": (s.where_a_unit_starts, [counters("sov-tk-", assignment="6A")]),
    "2.21(2)5": (s.strengths,
        [counters("ger-inf-62", full=Factors(4, 5, 5)), counters("hun-", reduced=Factors(2, 1, 5))]),
    "2.21(2)6": (s.allowance,
        [counters("ger-inf-62", full=Factors(4, 4, 0)), counters("ger-inf-62", full=None)]),
    "2.21(3)": (s.two_faces, [counters("ger-inf-62", reduced=Factors(9, 9, 5)), counters("", reduced=None)]),
    "2.22": (s.headquarters_on_foot, [counters("ger-hq-6a", mechanised=True)]),
    "2.22(1)": (s.kinds_of_headquarters, [chit("chit-1pza-b", hq="ger-hq-6a"), dropped("chit-4pza-b")]),
    "2.22(2)": (s.place_of_a_headquarters, [symbols(lambda s: (s.army, s.kind) != ("6A", "hq"))]),
    "2.22(3)": (s.ranges,
        [counters("ger-hq-6a", command_range=None), counters("ger-inf-62", command_range=3)]),
    "2.22(4)": (s.strength_of_headquarters, [counters("ger-hq-6a", full=Factors(0, 0, 6))]),
    "2.22(5)": (s.movement_of_headquarters, [counters("ger-hq-6a", full=Factors(3, 3, 0))]),
    "2.23": (s.chits, [dropped("chit-17a"), counters("chit-17a", chit=None)]),
    "2.23(1)": (s.chits_of_headquarters, [chit("chit-6a", hq=None), chit("chit-6a", hq="sov-hq-sw")]),
    "2.23(2)": (s.stavka, [counters("chit-stavka", side="axis"), dropped("chit-stavka")]),
    "2.23(3)": (s.reinforcement_chits,
        [dropped("chit-axis-reinf"), counters("chit-soviet-reinf", side="axis")]),
    "2.23(4)": (s.supply_chit, [counters("chit-supply", side="axis")]),
    "2.24(1)": (s.turn_marker, [dropped("marker-turn")]),
    "2.24(2)": (s.number_marker, [dropped("marker-soviet-reinforcement")]),
    "2.24(3)": (s.fort_markers, [counters("fort-2", side="axis"), dropped("fort-2")]),
    "Errata (1)": (s.errata_of_infantry,
        [counters("ger-inf-62", reduced=Factors(3, 3, 5)), counters("ger-inf-44", reduced=None)]),
    "Errata (2)": (s.errata_of_cavalry, [counters("sov-cav-79", reduced=Factors(2, 2, 5))]),
}  # fmt: skip


@pytest.mark.parametrize("number", SPOILT)
def test_the_data_hold_it_and_spoilt_data_would_not(game: CompiledGame, number: str) -> None:
    """Each statement holds for the game's data, and fails for data that contradict it."""
    holds, spoilers = SPOILT[number]
    assert holds(game) is True
    assert [holds(spoil(game)) for spoil in spoilers] == [False] * len(spoilers)


def test_every_statement_has_its_contradiction() -> None:
    """No statement holds whatever the data say."""
    assert set(SPOILT) == {e.number for e in manual_of("gj47") if e.enforcement is Enforcement.STATED}


@pytest.mark.parametrize(("number", "whole"), [(7 / 2, 3), (3.0, 3), (0.5, 0), (5.5, 5)])
def test_1_0_2_fractions_are_dropped(number: float, whole: int) -> None:
    """1.0(2): half of seven is three."""
    assert fractions.without_fraction(number) == whole


@pytest.mark.parametrize(
    ("features", "bridge"),
    [
        (RIVER | ROAD, True),
        (GREAT_RIVER | RAIL, True),
        (GREAT_RIVER, False),
        (ROAD, False),
        (0, False),
    ],
)
def test_2_1_1_3_bridges(features: int, bridge: bool) -> None:
    """2.1(1)3: a road or railway over a river (U-02: the side, not the hex)."""
    assert basics.is_bridge(features) is bridge
