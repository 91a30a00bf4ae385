"""What a reinforcement chit lets arrive (chapter 12), worked out for both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.battles import chit_owner
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.headquarters import came_back
from toolkit.games.gj47.rules.pools import classed, column_numbers, pool
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.waiting import waiting
from toolkit.games.gj47.rules.withdrawal import DICE
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

RAIL_BOX_UNITS = 2


@dataclass(frozen=True, slots=True)
class Entitlement:
    """What may still arrive under the chit in play.

    Attributes
    ----------
    numbers : mapping of str to int
        Class → how many more of it.
    from_box : int
        How many more units of the rail box.
    """

    numbers: Mapping[str, int]
    from_box: int = 0


def entitled(position: Position, rulings: Rulings, *, late: bool = True) -> Entitlement:
    """Return what the chit in play still lets arrive, beside headquarters that return (13.0(2)).

    Without `late`, Soviet units are left out that found no room before (U-49).
    """
    command = position.command
    owner = chit_owner(position)
    came: Counter[str] = Counter()
    box = returned = 0
    for unit, source in zip(command.arrived, command.sources, strict=False):
        if came_back(position, unit, source):
            returned += 1
        elif source is Box.RAIL:
            box += 1
        else:
            came[classed(position, unit, rulings)] += 1
    if owner is Owner.SOVIET:
        due = Counter(column_numbers(position, position.turn.column))
        if late:
            due.update(waiting(position, rulings))
        return Entitlement(_left(due, came))
    numbers = position.data.charts.axis_reinforcement.roll(command.die) if command.die in DICE else {}
    if returned and rulings.says("U-36", "hq-counts"):
        box += returned
    return Entitlement(_left(numbers, came), max(0, RAIL_BOX_UNITS - box))


def _left(numbers: Mapping[str, int], came: Mapping[str, int]) -> Mapping[str, int]:
    return {name: max(0, count - came.get(name, 0)) for name, count in numbers.items()}


def beyond(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Return what is wrong with the class of a unit that comes from the pool."""
    kind, box = position.data.units[action.unit], position.box_of[action.unit]
    if box is not Box.POOL and (box is not Box.ELIMINATED or kind.headquarters):
        return None
    name = classed(position, action.unit, rulings)
    if any(entitled(position, rulings, late=late).numbers.get(name, 0) for late in (False, True)):
        return None
    return f"no (more) unit of class {name or kind.pool_type} is due"


@rule("12.2(2)", "What the pool does not have is lost.", Kind.EFFECT)
@rule("12.3(2)", "What the pool does not have is lost.", Kind.EFFECT)
def due_of(position: Position, owner: Owner, rulings: Rulings) -> Mapping[str, int]:
    """Return what a side still receives of each class, as far as its pool has it.

    Checks: Column or roll against the pool. Nothing takes the place of what is missing, and it does not come
    later.
    Legal: The column names three mechanised corps, the pool has two: two arrive. A 4 while the pool has no SS
    division: the others arrive.
    Illegal: A tank corps arrives in the place of the third, or a panzer division in that of the SS division.
    Unclear: U-30: whether eliminated units are in the pool again.
    """
    there = Counter(classed(position, unit, rulings) for unit in pool(position, owner, rulings))
    return {n: min(count, there[n]) for n, count in entitled(position, rulings).numbers.items() if there[n]}
