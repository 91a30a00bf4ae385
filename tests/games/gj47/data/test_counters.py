"""The counter sheet: what the rules and the reference say of it, counted."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from toolkit.games.gj47.data.charts import Charts
from toolkit.source.counters import Counter, Factors
from toolkit.source.provenance import ProvenanceKind

Sheet = dict[str, Counter]


def of_kind(counters: Sheet, kind: str) -> list[Counter]:
    return [counter for counter in counters.values() if counter.kind == kind]


def test_the_sheet_has_252_counters(counters: Sheet) -> None:
    kinds = Tally(counter.kind for counter in counters.values())
    assert sum(kinds.values()) == 252
    assert kinds == {"chit": 19, "marker": 4, "hq": 13, "unit": 216}


def test_gpids_are_unique_and_positive(counters: Sheet) -> None:
    numbers = [counter.gpid for counter in counters.values()]
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) > 0


def test_chits_are_those_of_6_2(counters: Sheet) -> None:
    copies = Tally(chit.short for chit in of_kind(counters, "chit"))
    single = ["VrnzFront", "StrgFront", "CSFront", "SthFront", "SWFront", "SEFront", "SOVIET REINF", "STAVKA"]
    single += ["6A", "17A", "H2A", "It8A", "R3A", "AXIS REINF", "SUPPLY"]
    assert copies == {**dict.fromkeys(single, 1), "1PzA": 2, "4PzA": 2}


def test_chit_groups_follow_the_numbers_of_the_turn_track(counters: Sheet) -> None:
    chits = [chit for counter in of_kind(counters, "chit") if (chit := counter.chit) is not None]
    groups = Tally(chit.group for chit in chits)
    assert groups == {"su_com": 6, "soviet_special": 2, "ger_com": 6, "axis_rnf_com": 4, "always": 1}
    for counter in of_kind(counters, "chit"):
        assert counter.chit is not None
        if counter.chit.hq is not None:
            hq = counters[counter.chit.hq]
            assert (hq.kind, hq.short, hq.side) == ("hq", counter.short, counter.side)


def test_headquarters_on_the_map_at_start(counters: Sheet) -> None:
    start = Tally(hq.nationality for hq in of_kind(counters, "hq") if hq.assignment)
    assert start == {"soviet": 3, "german": 4, "hungarian": 1, "italian": 1, "romanian": 1}


def test_waiting_headquarters_match_the_track(counters: Sheet, charts: Charts) -> None:
    waiting = [hq for hq in of_kind(counters, "hq") if hq.assignment is None]
    track = charts.soviet_reinforcement
    assert len(waiting) == sum(track.column(number).get("HQ", 0) for number in range(1, 10))


@pytest.mark.parametrize("division", ["44", "62", "68"])
def test_errata_of_the_german_infantry(counters: Sheet, division: str) -> None:
    counter = counters[f"ger-inf-{division}"]
    assert counter.reduced == Factors(2, 2, 5)
    assert counter.provenance["reduced"].kind is ProvenanceKind.RULES


@pytest.mark.parametrize("division", ["79", "110"])
def test_errata_of_the_soviet_cavalry(counters: Sheet, division: str) -> None:
    counter = counters[f"sov-cav-{division}"]
    assert counter.short == f"{division}C"
    assert (counter.full, counter.reduced) == (Factors(2, 2, 5), Factors(1, 1, 5))
    assert counter.provenance["reduced"].kind is ProvenanceKind.RULES


SOVIET_VALUES = {
    "HQ": Factors(2, 2, 8),
    "Tk": Factors(4, 3, 6),
    "Mech": Factors(3, 4, 6),
    "Cav": Factors(2, 2, 5),
    "Rifle": Factors(2, 2, 4),
    "G-Mech": Factors(3, 5, 6),
    "G-Cav": Factors(3, 3, 5),
    "G-Rifle": Factors(3, 3, 4),
    "NKVD-Mot": Factors(1, 2, 6),
}


def test_soviet_full_values_are_those_of_the_track(counters: Sheet) -> None:
    for counter in counters.values():
        if counter.side == "soviet" and counter.kind in ("unit", "hq"):
            assert counter.pool_type is not None
            assert counter.full == SOVIET_VALUES[counter.pool_type], counter.id
            assert counter.provenance["full"].kind is ProvenanceKind.RULES
            assert counter.mechanised == (counter.pool_type in ("Tk", "Mech", "G-Mech", "NKVD-Mot"))


def test_only_the_errata_are_sourced_among_axis_values(counters: Sheet) -> None:
    sourced = {
        (counter.id, group)
        for counter in counters.values()
        if counter.side == "axis" and counter.kind in ("unit", "hq")
        for group in ("full", "reduced", "command_range")
        if group in counter.provenance and counter.provenance[group].kind in ("rules", "published")
    }
    assert sourced == {(f"ger-inf-{division}", "reduced") for division in (44, 62, 68)}


def test_every_value_says_where_it_comes_from(counters: Sheet) -> None:
    for counter in counters.values():
        assert "identity" in counter.provenance
        if counter.full is not None:
            assert {"full", "reduced"} <= set(counter.provenance), counter.id
        if counter.pool_type is not None:
            assert "pool_type" in counter.provenance


def test_reduced_faces_are_weaker(counters: Sheet) -> None:
    for counter in counters.values():
        full, reduced = counter.full, counter.reduced
        if full is None or reduced is None:
            continue
        assert reduced.attack <= full.attack
        assert reduced.defence <= full.defence
        assert reduced.attack + reduced.defence < full.attack + full.defence, counter.id
        assert reduced.movement == full.movement


def test_no_counter_is_printed_by_the_dozen(counters: Sheet) -> None:
    units = of_kind(counters, "unit")
    assert len({unit.names for unit in units}) == len(units)
    for nation in ("german", "hungarian", "italian", "romanian", "soviet"):
        own = [unit for unit in units if unit.nationality == nation]
        assert len({unit.short for unit in own if unit.symbol == "infantry"}) == sum(
            unit.symbol == "infantry" for unit in own
        )
    german = Tally((unit.full, unit.reduced) for unit in units if unit.nationality == "german")
    assert len(german) >= 15
    assert german.most_common(1)[0][1] < len(units) / 8


def test_names_in_three_languages(counters: Sheet) -> None:
    assert [counter.id for counter in counters.values() if not (counter.names.ja and counter.names.zh)] == []


def test_pool_holds_something_of_every_class_a_table_can_bring(counters: Sheet, charts: Charts) -> None:
    pool = Tally(
        (unit.side, unit.pool_type)
        for unit in counters.values()
        if unit.kind in ("unit", "hq") and not unit.assignment
    )
    axis = charts.axis_reinforcement
    for die in range(1, 7):
        for name, count in axis.roll(die).items():
            assert pool["axis", name] >= count, name
    track = charts.soviet_reinforcement
    for number in range(1, 10):
        for name, count in track.column(number).items():
            assert pool["soviet", name] >= count, (number, name)


def test_forts_have_one_point_at_level_two_only(counters: Sheet) -> None:
    forts = [marker for marker in of_kind(counters, "marker") if marker.role == "fort"]
    assert len(forts) == 2
    for fort in forts:
        assert fort.full is not None
        assert fort.reduced is not None
        assert (fort.full.defence, fort.reduced.defence) == (1, 0)
