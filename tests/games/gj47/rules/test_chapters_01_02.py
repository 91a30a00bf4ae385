"""Chapters 1 and 2 and the errata: the game's data hold each statement, and spoilt data would not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.rules import basics, statements, statements_counters
from toolkit.games.gj47.rules.terrain import GREAT_RIVER, RAIL, RIVER, ROAD
from toolkit.rules.registry import Enforcement, RuleBook
from toolkit.source.counters import Factors

MODULES = (statements, statements_counters)
STATED = {
    entry.number: getattr(module, entry.function.rpartition(".")[2])
    for module in MODULES
    for entry in RuleBook.of("gj47", (module,), ())
    if entry.enforcement is Enforcement.STATED
}


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


SPOILT: dict[str, list[Callable[[CompiledGame], CompiledGame]]] = {
    "1.0": [counters("rom-", side="romanian"), charts(turn_track=of_next_year)],
    "1.0(1)1": [pitch(40.0), pitch(12.0)],
    "1.0(1)2": [charts(turn_track=in_june)],
    "1.0(1)3": [counters("ger-pz-24", size="corps")],
    "1.0(1)4": [counters("sov-tk-", size="army")],
    "2.0(1)": [lambda g: replace(g, area_map=object())],
    "2.0(2)": [dropped("fort-1")],
    "2.0(3)": [charts(withdrawal=lambda c: replace(c.withdrawal, rows=()))],
    "2.1(1)": [on_the_map(places=lambda m: tuple(p for p in m.places if p.hex < 800))],
    "2.1(1)1": [on_the_map(grid=lambda m: replace(m.grid, columns=1, rows=1))],
    "2.1(1)2": [symbols(lambda s: s.army != "6A")],
    "2.1(2)1": [charts(crt=lambda c: replace(c.crt, ratios=c.crt.ratios[::-1]))],
    "2.1(2)2": [boxes("turn"), charts(turn_track=lambda c: c.turn_track[1:])],
    "2.1(2)3": [boxes("reinforcement")],
    "2.1(2)4": [charts(terrain_effects=lambda c: c.terrain_effects[1:])],
    "2.1(2)5": [boxes("rail")],
    "2.1(2)6": [charts(withdrawal=lambda c: replace(c.withdrawal, classes=("Pz", "SS", "Rum")))],
    "2.1(2)7": [charts(axis_reinforcement=lambda c: replace(c.axis_reinforcement, classes=("Pz",)))],
    "2.2": [counters("fort-1", kind="note"), dropped("fort", "marker")],
    "2.21(1)": [counters("rom-", nationality="soviet"), counters("sov-tk", nationality=None)],
    "2.21(2)1": [counters("ger-pz-24", symbol=None)],
    "2.21(2)2": [counters("ger-pz-24", assignment="11A")],
    "2.21(2)3": [counters("ger-pz-24", short="")],
    "2.21(2)4": [counters("sov-tk-", assignment="6A")],
    "2.21(2)5": [counters("ger-inf-62", full=Factors(4, 5, 5)), counters("hun-", reduced=Factors(2, 1, 5))],
    "2.21(2)6": [counters("ger-inf-62", full=Factors(4, 4, 0)), counters("ger-inf-62", full=None)],
    "2.21(3)": [counters("ger-inf-62", reduced=Factors(9, 9, 5)), counters("", reduced=None)],
    "2.22": [counters("ger-hq-6a", mechanised=True)],
    "2.22(1)": [chit("chit-1pza-b", hq="ger-hq-6a"), dropped("chit-4pza-b")],
    "2.22(2)": [symbols(lambda s: (s.army, s.kind) != ("6A", "hq"))],
    "2.22(3)": [counters("ger-hq-6a", command_range=None), counters("ger-inf-62", command_range=3)],
    "2.22(4)": [counters("ger-hq-6a", full=Factors(0, 0, 6))],
    "2.22(5)": [counters("ger-hq-6a", full=Factors(3, 3, 0))],
    "2.23": [dropped("chit-17a"), counters("chit-17a", chit=None)],
    "2.23(1)": [chit("chit-6a", hq=None), chit("chit-6a", hq="sov-hq-sw")],
    "2.23(2)": [counters("chit-stavka", side="axis"), dropped("chit-stavka")],
    "2.23(3)": [dropped("chit-axis-reinf"), counters("chit-soviet-reinf", side="axis")],
    "2.23(4)": [counters("chit-supply", side="axis")],
    "2.24(1)": [dropped("marker-turn")],
    "2.24(2)": [dropped("marker-soviet-reinforcement")],
    "2.24(3)": [counters("fort-2", side="axis"), dropped("fort-2")],
    "Errata (1)": [counters("ger-inf-62", reduced=Factors(3, 3, 5)), counters("ger-inf-44", reduced=None)],
    "Errata (2)": [counters("sov-cav-79", reduced=Factors(2, 2, 5))],
}  # fmt: skip


@pytest.mark.parametrize("number", STATED)
def test_the_data_hold_it(game: CompiledGame, number: str) -> None:
    """Each statement holds for the game's data."""
    assert STATED[number](game) is True


@pytest.mark.parametrize(
    ("number", "case"), [(n, i) for n, cases in SPOILT.items() for i in range(len(cases))]
)
def test_spoilt_data_would_not(game: CompiledGame, number: str, case: int) -> None:
    """Each statement fails for data that contradict it."""
    assert STATED[number](SPOILT[number][case](game)) is False


def test_every_statement_has_its_contradiction() -> None:
    """No statement holds whatever the data say."""
    assert set(SPOILT) == set(STATED)


@pytest.mark.parametrize(("number", "whole"), [(7 / 2, 3), (3.0, 3), (0.5, 0), (5.5, 5)])
def test_1_0_2_fractions_are_dropped(number: float, whole: int) -> None:
    """1.0(2): half of seven is three."""
    assert statements.without_fraction(number) == whole


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
