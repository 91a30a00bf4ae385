"""Each invariant notices a position that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.games.storm.rules.table import G, S, table
from toolkit.games.storm.rules.invariants import faults
from toolkit.games.storm.rules.position import JustDone, Phase, Position, Shot, Toll


def sound() -> Position:
    return table("a1@west a2@west b1@park r1@park t1@station f1@north_ferry", german="guns", soviet="rubble")


def lost_card(position: Position) -> None:
    position.decks[G].pop()


def twice(position: Position) -> None:
    position.piles[S].append("rubble")


def crowded(position: Position) -> None:
    object.__setattr__(position.data, "figures", replace(position.data.figures, stacking=1))


def elsewhere(position: Position) -> None:
    position.where["a1"] = "camp"


def in_the_box(position: Position) -> None:
    position.put("a1", "north_ferry")


def nowhere(position: Position) -> None:
    position.where["c1"] = "kiev"


def spent_off_map(position: Position) -> None:
    position.spent.add("c1")


def not_his(position: Position) -> None:
    position.held["west"] = 15


def no_reading(position: Position) -> None:
    position.held["west"] = 16


def out_of_phase(position: Position) -> None:
    position.phase = Phase.HANDS
    position.done = JustDone(G, ("a1",), "west")


def tired(position: Position) -> None:
    position.phase = Phase.ARRIVALS
    position.spent.add("a1")


def marked(position: Position) -> None:
    position.phase = Phase.ARRIVALS
    position.markers.add(("west", G))


def both_due(position: Position) -> None:
    position.shot = Shot(G, ("a1",), "west", "park", ("r1",))
    position.toll = Toll(S, S, ("r1",), "park", 1)


BREAKS = (
    (lost_card, "cards missing or there twice"),
    (twice, "cards missing or there twice: rubble"),
    (crowded, "2 units of the german side in west"),
    (elsewhere, "the stack of west differs"),
    (in_the_box, "Germans in north_ferry"),
    (nowhere, "c1 is in kiev"),
    (spent_off_map, "c1 is off the map and spent"),
    (not_his, "west does not belong"),
    (no_reading, "control of west is no set of readings"),
    (out_of_phase, "in the phase of hands an act is under way"),
    (tired, "units are spent or fire markers left"),
    (marked, "units are spent or fire markers left"),
    (both_due, "a roll and losses are due at once"),
)


def test_a_sound_position_has_no_faults() -> None:
    assert faults(sound()) == []


@pytest.mark.parametrize(("change", "expected"), BREAKS)
def test_each_fault_is_noticed(change: Callable[[Position], None], expected: str) -> None:
    position = sound()
    change(position)
    assert any(fault.startswith(expected) for fault in faults(position)), faults(position)


def test_where_a_card_is() -> None:
    position = sound()
    assert [position.place_of(card) for card in ("guns", "rubble", "sniper")] == ["hand", "hand", "deck"]
    position.pile(("guns", "rubble"), G)
    assert (position.place_of("guns"), position.place_of("rubble")) == ("pile", "hand")
    assert position.place_of("of nobody") == ""
