"""Stacking: REF 3.6 and SEED 移動4."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import name
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "REF 3.6",
    "The limit counts the units of one side; markers and the other side's units do not count.",
    Kind.DEFINITION,
)
def stack(position: Position, area: str, side: Side) -> int:
    """Return how many units of a side count against the limit of an area.

    Checks: Nothing of its own: moves, reinforcements and replacements ask it.
    Legal: Ten Germans stand in an area with ten Soviets and a fire marker of each side.
    Illegal: An eleventh German enters it.
    """
    return len(position.units_in(area, side))


@rule("SEED 移動4", "At most ten units of a side are in an area, while units move as well.", Kind.RESTRICTION)
def no_more_than_ten(position: Position, action: a.Move, _rulings: Rulings) -> str | None:
    """Judge every area that a group enters.

    Checks: The units that stand in each area of the path, the group itself added.
    Legal: Two units enter an area with eight of their side.
    Illegal: They go through an area with nine.
    """
    group, limit = set(action.units), position.data.figures.stacking
    for area in action.path:
        if area in position.data.ferries or area not in position.data.areas:
            continue
        staying = sum(unit in group for unit in position.units_in(area, action.side))
        there = stack(position, area, action.side) - staying + len(group)
        if there > limit:
            return f"{name(position, area)} is full: {there} units, {limit} are allowed"
    return None
