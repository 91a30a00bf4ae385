"""Costs, allowances, closed ways; turns and phases; control at the start."""

from __future__ import annotations

import pytest

from tests.rules.mechanisms.little import UNITS, Table, board
from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.control import ControlStart, Held
from toolkit.rules.mechanisms.forces import Units
from toolkit.rules.mechanisms.movement import Allowance, Closed, FeatureCost, SideCost
from toolkit.rules.mechanisms.sequence import FirstPhase, Phase, PhaseUnits, Sequence, TurnKinds, holds_when

BOARD = board()


def test_an_allowance_is_printed_stated_or_a_part_of_it() -> None:
    assert Allowance().of(5) == 5
    assert Allowance(3).of(5) == 3
    assert Allowance(times=0.5).of(5) == 2


@pytest.mark.parametrize(
    ("allowance", "holds"),
    [
        (Allowance(), True),
        (Allowance(units=Units(classes=("horse",))), False),
        (Allowance(phases=("march",)), False),
        (Allowance(not_phases=("move",)), False),
        (Allowance(when=("mud",)), False),
    ],
)
def test_an_allowance_holds_for_units_phases_and_turns(allowance: Allowance, holds: bool) -> None:
    assert allowance.holds(UNITS["r1"], "move", frozenset()) is holds


def test_costs() -> None:
    assert FeatureCost({"town": 2}).of(BOARD, "g") == "town"
    assert FeatureCost({"town": 2}).of(BOARD, "f") is None
    assert SideCost({"river": 1}).of(BOARD, ("e", "f")) == 1
    assert SideCost({"river": "no"}).of(BOARD, ("e", "f")) == "no"
    assert SideCost({"river": "all"}).of(BOARD, ("e", "f")) == "all"
    assert SideCost({"river": 1}, unless_links=("road",)).of(BOARD, ("e", "f")) is None
    assert SideCost({"river": 1}).of(BOARD, ("d", "e")) is None


def test_closed_ways() -> None:
    woods, river = Closed(places=Places(terrain=("woods",))), Closed(sides=("river",))
    table = Table({"r1": "f"})
    assert woods.bars(table, "red", ("c", "d"))
    assert not woods.bars(table, "red", ("d", "c"))
    assert river.bars(table, "red", ("f", "e"))
    assert not Closed(sides=("river",), unless_links=("road",)).bars(table, "red", ("f", "e"))


@pytest.mark.parametrize(
    ("stands", "woods", "river"),
    [("d", False, True), ("c", True, True), ("e", True, False), ("f", True, False)],
)
def test_units_open_the_place_where_they_are_and_the_hexsides_around_it(
    stands: str, woods: bool, river: bool
) -> None:
    table, opened = Table({"r1": stands}), Units(ids=("r1",))
    place = Closed(places=Places(terrain=("woods",)), unless_with=opened)
    side = Closed(sides=("river",), unless_with=opened)
    assert place.bars(table, "red", ("c", "d")) is woods
    assert side.bars(table, "red", ("f", "e")) is river
    assert place.bars(table, "blue", ("c", "d"))


@pytest.mark.parametrize(
    ("when", "kinds", "holds"),
    [
        ((), {"mud"}, True),
        (("mud",), {"mud"}, True),
        (("not mud",), {"mud"}, False),
        (("not mud",), {"snow"}, True),
        (("not mud",), set(), True),
        (("snow", "not mud"), {"mud"}, False),
        (("snow", "not mud"), {"mud", "snow"}, True),
    ],
)
def test_not_names_all_other_kinds(when: tuple[str, ...], kinds: set[str], holds: bool) -> None:
    assert holds_when(when, frozenset(kinds)) is holds


def test_places_are_chosen_by_every_list() -> None:
    assert BOARD.chosen(Places(ids=("c", "d"), terrain=("woods",))) == {"d"}
    assert BOARD.chosen(Places(features=("west", "east"), not_ids=("a",))) == {"h"}
    assert BOARD.chosen(Places(towns=("town",))) == {"g"}
    assert BOARD.chosen(Places()) == set(BOARD.places)
    assert BOARD.distance("a", "x") == 3


PHASES = (
    Phase("set_up", ("red", "blue"), ("set_up",)),
    Phase("move", ("red",), ("move",)),
    Phase("dig", ("red",), ("move",), when=("mud",)),
    Phase("fight", ("red",), ("fight",)),
)
ORDER = Sequence(PHASES, 3, TurnKinds({"mud": (2,)}), {1: FirstPhase("fight").begins})


def test_turns_run_through_their_phases() -> None:
    found, at = [], ORDER.opening(setting_up=True)
    while at[0] <= 3:
        found.append((at[0], PHASES[at[1]].id))
        at = ORDER.after(*at)
    assert found == [
        (0, "set_up"), (1, "fight"), (2, "move"), (2, "dig"), (2, "fight"), (3, "move"), (3, "fight"),
    ]  # fmt: skip
    assert ORDER.opening(setting_up=False) == (1, 3)


def test_only_some_units_act_in_a_phase() -> None:
    only = PhaseUnits(("move",), Units(classes=("horse",)))
    assert only.bars("move", UNITS["r1"])
    assert not only.bars("move", UNITS["r2"])
    assert not only.bars("fight", UNITS["r1"])


def test_who_holds_what_at_the_start() -> None:
    start = ControlStart((Held("red", Places(features=("west",))), Held("blue")))
    assert (start.of(BOARD, "a"), start.of(BOARD, "g")) == ("red", "blue")
    assert ControlStart(()).of(BOARD, "a") == ""
