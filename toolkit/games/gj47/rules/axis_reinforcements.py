"""Chapters 12.3 and 12.4: Axis reinforcements by a roll, and units of the rail box."""

from __future__ import annotations

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.battles import chit_owner
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.entitlement import RAIL_BOX_UNITS, beyond, entitled
from toolkit.games.gj47.rules.headquarters import came_back
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.withdrawal import DICE
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "12.3",
    "When the Axis reinforcement chit is executed, one die on its table says what comes.",
    Kind.PROCEDURE,
)
def axis_rolls(position: Position, action: a.Reinforce, _rulings: Rulings) -> str | None:
    """Judge the roll of the Axis reinforcement.

    Checks: That there is one, and shows 1 to 6.
    Legal: A 6 is rolled before anything is placed.
    Illegal: Divisions are taken from the pool without a roll.
    """
    if chit_owner(position) is Owner.AXIS and action.die not in DICE:
        return "no roll on the reinforcement table"
    return None


@rule(
    "12.3(1)",
    "The row of the roll names the numbers of each class; the player picks divisions of it.",
    Kind.EFFECT,
)
def named_by_the_roll(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the class of an Axis arrival from the pool.

    Checks: The number of arrivals of its class against the row of the roll.
    Legal: A 6: one panzer, one SS, one infantry and one Romanian division.
    Illegal: A 6: two Romanian divisions.
    Unclear: U-35: what counts as infantry or SS. U-50: whether allied infantry may come.
    """
    if position.data.units[action.unit].owner is not Owner.AXIS or chit_owner(position) is not Owner.AXIS:
        return None
    if position.data.units[action.unit].headquarters and position.box_of[action.unit] is Box.POOL:
        return "no headquarters is due"
    return beyond(position, action, rulings)


@rule("12.4", "Two units of the rail box may arrive besides, with the face they had.", Kind.EFFECT)
def from_the_box(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge arrivals from the rail box.

    Checks: Their number, and that a reduced unit arrives reduced.
    Legal: A full and a reduced division of the box arrive as they are.
    Illegal: A third unit of the box arrives, or a reduced one at full strength.
    Unclear: U-36: whether a lost headquarters that returns counts among the two.
    """
    kind = position.data.units[action.unit]
    if kind.owner is not Owner.AXIS or chit_owner(position) is not Owner.AXIS:
        return None
    box = position.box_of[action.unit]
    returning = came_back(position, action.unit, box)
    if box is Box.RAIL and not returning and action.reduced != bool(position.reduced[action.unit]):
        return "a unit of the rail box keeps its face"
    counted = box is Box.RAIL and not returning
    if returning and len(position.command.arrived) >= RAIL_BOX_UNITS:  # else the box cannot be used up
        counted = rulings.says("U-36", "hq-counts")
    full = counted and not entitled(position, rulings).from_box
    return "two units have come from the rail box" if full else None
