"""Clauses that say nothing of their own beside others: heads, definitions, what cannot be broken."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tests.games.gj47.rules.country import Country
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.activation import is_active
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.course import Cause, Command, Phase
from toolkit.games.gj47.rules.difficult_terrain import free_first_step
from toolkit.games.gj47.rules.losses import take_step
from toolkit.games.gj47.rules.movement import along_hexes, within_allowance
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.sequence import in_sequence
from toolkit.games.gj47.rules.special import supplied_at_start
from toolkit.games.gj47.rules.supply import owed
from toolkit.games.gj47.rules.units import Owner


def test_5_0_4_1_the_movement_segment() -> None:
    """5.0(4)1: units move in it, and in no other phase."""
    assert [phase for phase in Phase if in_sequence(phase, a.Move(0, 0, 1))] == [Phase.MOVEMENT]


def test_6_1_3_looking_is_no_action() -> None:
    """6.1(3): no action records where a player looks, so nothing can be held against anybody."""
    names = [kind.__name__.lower() for kind in RULE_BOOK.effects]
    assert not any("look" in name or "peek" in name for name in names)


def test_8_2_4_distance_over_anything() -> None:
    """8.2(4): terrain, great rivers, enemies and their zones do not count."""
    sea = " ".join(f"06{row:02}" for row in range(1, 11))
    table = Country({"HQ": "HQ 0505", "A": "Inf 0905"}, {"S": "Rifle 0705"}, terrain={"sea": sea})
    then = tuple(table.position.hex_of)
    table.phase(Phase.MOVEMENT).position.set_command(Command("supply", hq=table.unit("HQ"), hexes_then=then))
    assert is_active(table.position, table.unit("A"), table.rulings())


def test_9_1_2_hex_by_hex() -> None:
    """9.1(2): each hex of a way is a neighbour of the one before."""
    table = Country()
    assert along_hexes(table.data.board, table.hexes("0505 0506 0507"))
    assert along_hexes(table.data.board, table.hexes("0505"))
    assert not along_hexes(table.data.board, table.hexes("0505 0507"))


def test_9_2_1_costs_add_up() -> None:
    """9.2(1): the sum of the steps, in half points."""
    assert within_allowance(2 + 2 + 4, 4)
    assert not within_allowance(2 + 2 + 4 + 1, 4)


@pytest.mark.parametrize(("steps", "minimum", "free"), [(1, True, True), (2, True, False), (1, False, False)])
def test_9_2_5_no_minimum_move(steps: int, minimum: bool, free: bool) -> None:
    """9.2(5): without the points a hex is closed, unless a game fixed a minimum move (U-17)."""
    assert "no_minimum_move" in {field.name for field in fields(Reading)}
    assert free_first_step(steps, Reading(no_minimum_move=not minimum)) is free


def test_10_5_1_1_and_2_the_two_ways_to_lose_a_step() -> None:
    """10.5(1)1, 10.5(1)2: turned over while there is another face, else removed."""
    table = Country({"A": "Inf 0505", "R": "Inf reduced 0505", "B": "Inf one 0506"})
    for unit in range(3):
        take_step(table.position, unit, Cause.COMBAT)
    assert [unit for unit in range(3) if table.position.hex_of[unit] >= 0] == [0]
    assert table.position.reduced[0]


def test_16_0_2_supplied_at_start() -> None:
    """16.0(2): a unit without a line acts like others until the supply chit comes."""
    table = Country({"HQ": "HQ 0505", "A": "Inf 0605"}, sources=("", ""))
    assert supplied_at_start(table.position)
    assert owed(table.position, Owner.AXIS, table.rulings()) == ()
    assert table.position.allowance(table.unit("A")) == 5
    table.phase(Phase.SUPPLY_SOVIET).do(a.Attrition(Owner.SOVIET, ()))
    assert not supplied_at_start(table.position)
    assert owed(table.position, Owner.AXIS, table.rulings()) == table.units("HQ A")
    assert table.broken(a.Attrition(Owner.AXIS, ())) == ("11.1",)
