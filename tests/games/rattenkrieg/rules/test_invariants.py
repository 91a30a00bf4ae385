"""Each invariant notices a position that breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.rattenkrieg.rules.table import G, S, table
from toolkit.games.rattenkrieg.rules.invariants import faults
from toolkit.games.rattenkrieg.rules.position import Act, Phase, Position

UNITS = "71@airfield rifle_3@airfield rifle_1@orlovka t34@tractor_factory 13gds@soviet_rear"


def sound() -> Position:
    return table(UNITS, isolated="rifle_3", steps="71:2C rifle_1:2H 13gds:3H")


def lost_card(position: Position) -> None:
    position.deck.pop()


def twice(position: Position) -> None:
    position.pile.append("2C")


def too_many(position: Position) -> None:
    position.give(position.deck[-1], "rifle_1")


def of_nobody(position: Position) -> None:
    position.where["71"] = "off_map"


def big_hand(position: Position) -> None:
    for card in position.deck[-4:]:
        position.give(card, "german")


def strange_cover(position: Position) -> None:
    position.covered["AS"] = G


def enemy_rear(position: Position) -> None:
    position.where["rifle_1"] = "german_rear"


def own_isolated(position: Position) -> None:
    position.cut_off[0].add("rifle_1")


def down_off_map(position: Position) -> None:
    position.down.add("16pz")


def acting_down(position: Position) -> None:
    position.act = Act("71")
    position.down.add("71")


def together(position: Position) -> None:
    position.cut_off[0].clear()


def alone(position: Position) -> None:
    position.held[0]["orlovka"] = G


def out_of_phase(position: Position) -> None:
    position.phase = Phase.REPLENISHMENT
    position.act = Act("71")


def forgotten_tank(position: Position) -> None:
    position.where["t34"] = "gone"


BREAKS = (
    (lost_card, "cards missing"),
    (twice, "cards missing"),
    (too_many, "rifle_1 has 2 steps"),
    (of_nobody, "71 has steps and is not"),
    (big_hand, "the german hand has 6"),
    (strange_cover, "a card that is not in the pile"),
    (enemy_rear, "rifle_1 is in the enemy's rear"),
    (own_isolated, "rifle_1 is isolated in an own area"),
    (down_off_map, "16pz is off the map"),
    (acting_down, "71 acts face-down"),
    (together, "free units of both sides are in airfield"),
    (alone, "orlovka does not belong"),
    (out_of_phase, "in the phase of replenishment"),
    (forgotten_tank, "the T-34 is gone"),
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
    assert [position.place_of(card) for card in ("4H", "5H", "2C")] == ["german", "soviet", "71"]
    position.lay("4H", G)
    assert (position.place_of("4H"), position.covered) == ("pile", {"4H": G})
    position.give("4H", S.id)
    assert (position.place_of("4H"), position.covered) == ("soviet", {})
    with pytest.raises(KeyError):
        position.place_of("1S")
