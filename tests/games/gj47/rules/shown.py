"""Rules that no function of their own decides while a game is played: what in an action shows them.

``counting`` of the battery counts how often a rule's function is asked.  Some rules are facts of the map or
of the order of play, or are decided inside a search; a game has shown them when it held one of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import STACKING_LIMIT
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.entitlement import due_of, entitled
from toolkit.games.gj47.rules.headquarters import may_return
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.supply import owed
from toolkit.games.gj47.rules.terrain import BRIDGE, GREAT_RIVER, ROAD, WATER
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

OTHERWISE = (
    "2.1(1)3", "3.1(3)", "3.2(2)", "3.2(3)", "3.3", "3.4(1)", "8.2(3)", "9.1(2)", "9.1(3)", "9.2(1)1",
    "9.2(3)1", "11.1(2)", "11.4", "12.2(2)", "12.3(2)", "13.0", "13.0(2)1", "13.0(2)2", "16.0(2)",
)  # fmt: skip


def shown(position: Position, action: a.Action) -> Iterator[str]:
    """Yield the rules of `OTHERWISE` that a legal action is an example of."""
    match action:
        case a.Move():
            yield from _move(position, action)
        case a.Declare():
            rulings = Rulings(position.data.points.settled())
            owner = position.data.units[action.attackers[0]].owner
            if set(action.attackers) & set(owed(position, owner, rulings)):
                yield "11.1(2)"
        case a.Attrition():
            yield "3.3"
        case a.BuildFort() if action.hexes:
            yield "11.4"
        case a.Activate() if position.turn.number == 1:
            yield "16.0(2)"
        case a.Enter():
            yield from _enter(position, action)
        case a.EndReinforcement():
            yield from _short(position)


def _move(position: Position, action: a.Move) -> Iterator[str]:
    """Yield what a move shows: it has gone from hex to hex, in one mode, within its allowance."""
    yield from ("9.1(2)", "9.1(3)", "9.2(1)1")
    board, unit = position.data.board, position.data.units[action.unit]
    enemies = position.present[Owner.SOVIET if unit.owner is Owner.AXIS else Owner.AXIS]
    zones = sum(bool(enemies[h]) for h, _ in board.steps[action.end])
    yield from ("3.2(3)",) * (zones > 0)
    yield from ("3.2(2)",) * (zones > 1)
    sides = [
        board.features(one, other) or 0 for one, other in pairwise((action.start, *action.via, action.end))
    ]
    if any(side & WATER and side & BRIDGE for side in sides):
        yield "2.1(1)3"
    if any(side & GREAT_RIVER and not side & ROAD for side in sides):
        yield "9.2(3)1"
    if any(position.present[unit.owner][h] >= STACKING_LIMIT for h in action.via):
        yield "3.1(3)"
    if action.end in board.towns:
        yield "3.4(1)"
    if unit.headquarters:
        yield "13.0"
    command = position.command
    if command is not None and command.hq is not None and command.hexes_then:
        reach = position.data.units[command.hq].command_range
        if board.distances(command.hexes_then[command.hq])[action.end] > reach:
            yield "8.2(3)"


def _enter(position: Position, action: a.Enter) -> Iterator[str]:
    rulings = Rulings(position.data.points.settled())
    unit = position.data.units[action.unit]
    if not unit.headquarters or position.hex_of[action.unit] != OFF_MAP:
        return
    if unit.owner is Owner.SOVIET and action.unit in position.column_of:
        yield "13.0(2)1"
    if unit.owner is Owner.AXIS and may_return(position, action.unit, rulings):
        yield "13.0(2)2"


def _short(position: Position) -> Iterator[str]:
    """Yield the rule by which reinforcements are lost that the pool did not have."""
    rulings = Rulings(position.data.points.settled())
    command = position.command
    if command is None:
        return
    owner = Owner.AXIS if command.die else Owner.SOVIET
    if sum(entitled(position, rulings).numbers.values()) > sum(due_of(position, owner, rulings).values()):
        yield "12.3(2)" if owner is Owner.AXIS else "12.2(2)"
