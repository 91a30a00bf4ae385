"""Moves of a whole game that are plainly legal, seen without asking every rule.

Chapter by chapter the plain check asks each rule of a move under every reading.  Nearly all moves are legal
under all of them; here the same questions are put once, cheapest first.  Anything else than a plain yes is
left to ``game.check``.
"""

from __future__ import annotations

from toolkit.games.gj47.rules.activation import why_inactive
from toolkit.games.gj47.rules.basics import too_many
from toolkit.games.gj47.rules.course import Command, Move, Phase
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.judge import is_legal
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.rulings import explore

_MOVEMENT = Phase.MOVEMENT


def plainly_legal(position: Position, move: Move, fast: FastCheck) -> bool:
    """Return whether no rule has anything against a move under any reading.

    Parameters
    ----------
    position : Position
        Before the move.
    fast : FastCheck
        A fast checker that follows `position`.

    Returns
    -------
    bool
        False: ask the rules one by one; the move may still be legal.
    """
    turn = position.turn
    command = turn.command
    if turn.phase is not _MOVEMENT or command is None or move.unit in command.moved:
        return False
    if position.hex_of[move.unit] != move.start:
        return False
    own = position.present[position.data.units[move.unit].owner]
    if too_many(position, move.end, own[move.end] + (move.start != move.end)):
        return False
    return is_legal(position, move, fast) and _may_act(position, command, move.unit)


def _may_act(position: Position, command: Command, unit: int) -> bool:
    """Return whether a unit is active under every reading (8.1 to 8.3), which no move changes."""
    state = (command.chit, command.hq, command.germans, command.hexes_then)
    kept = position.memo.get("active")
    if kept is None or kept[0] is not position.data or kept[1] != state:
        kept = position.memo["active"] = (position.data, state, {})
    known: dict[int, bool] = kept[2]
    if unit not in known:
        answers = explore(position.data.points, lambda rulings: why_inactive(position, unit, rulings) is None)
        known[unit] = all(answer.result for answer in answers)
    return known[unit]
