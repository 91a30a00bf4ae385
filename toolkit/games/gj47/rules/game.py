"""The whole game: judge any action, and carry it out.

`check` says what an action breaks; `apply` changes the position and trusts its caller, so that a referee
can go on from the table as it is after an illegal action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.fast_game import plainly_legal
from toolkit.games.gj47.rules.judge import MARCHED_INTO, check_stack, check_stacking, only_by_march
from toolkit.games.gj47.rules.judge import check as check_move
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import in_sequence
from toolkit.rules.judging import Breach, broken, judge
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Basis, Outcome, Verdict

_LEGAL = Verdict(Outcome.LEGAL)


def check(position: Position, action: Action, fast: FastCheck | None = None) -> Verdict:
    """Judge an action.

    Parameters
    ----------
    position : Position
        Before the action.
    fast : FastCheck, optional
        A fast checker that follows `position`; without it moves are judged rule by rule and by the plain
        search.

    Returns
    -------
    Verdict
        Out of sequence (chapter 5) stands alone: other rules are not asked about what has no place.
    """
    if fast is not None and isinstance(action, a.Move) and plainly_legal(position, action, fast):
        return _LEGAL
    if not in_sequence(position.turn.phase, action):
        phase = position.turn.phase
        return Verdict(Outcome.ILLEGAL, ("5.0",), (), f"this belongs to another phase than {phase}")
    basis = basis_of(position)
    verdict = judge(position.data.points, lambda rulings: breaches(position, action, rulings), basis)
    if isinstance(action, a.Move):
        own = position.present[position.data.units[action.unit].owner]
        after = own[action.end] + (action.start != action.end)
        crowd = check_stack(position, action.end, after, segment_over=False)
        if crowd.outcome is Outcome.ILLEGAL and only_by_march(position, action):
            crowd = replace(crowd, rules=(*crowd.rules, MARCHED_INTO))
        return _worse(_worse(verdict, check_move(position, action, fast)), crowd)
    if isinstance(action, a.EndMovement):
        moved_to = {position.hex_of[unit] for unit in position.command.moved} - {OFF_MAP}
        crowds = [_crowd(position, h) for h in sorted(moved_to)]
        return reduce(_worse, crowds, verdict)
    return verdict


def _crowd(position: Position, h: int) -> Verdict:
    """Judge the stack that movement left in a hex, with 9.3(2) where a unit can only have marched there."""
    found = check_stacking(position, h, segment_over=True)
    then = position.command.hexes_then
    if found.outcome is not Outcome.ILLEGAL or not then:
        return found
    trial = position.copy()
    for unit in position.command.moved:
        if position.hex_of[unit] != h or then[unit] in (h, OFF_MAP):
            continue
        trial.place(unit, then[unit])
        if only_by_march(trial, a.Move(unit, then[unit], h)):
            return replace(found, rules=(*found.rules, MARCHED_INTO))
        trial.place(unit, h)
    return found


def breaches(position: Position, action: Action, rulings: Rulings) -> list[Breach]:
    """Return what an action breaks under one reading, in printed order; moves over the map apart."""
    return broken(RULE_BOOK, position, action, rulings)


def apply(position: Position, action: Action) -> None:
    """Carry an action out as it was done, legal or not."""
    RULE_BOOK.effects[type(action)](position, action)


def basis_of(position: Position) -> Callable[[str], Basis]:
    """Return what a verdict rests on that names a rule: our map and counters, unless it needs neither."""
    text_alone = {"5", "6", "7"}

    def basis(rule: str) -> Basis:
        if rule.split(".", maxsplit=1)[0] in text_alone:
            return Basis.RULES
        # Asked only for what is broken: most actions are legal.
        sourced = position.data.board_sourced and all(unit.sourced for unit in position.data.units)
        return Basis.SOURCED if sourced else Basis.RECONSTRUCTED

    return basis


def _worse(one: Verdict, other: Verdict) -> Verdict:
    """Return the graver of two verdicts on one action; when both are illegal, with the rules of both."""
    rank = [Outcome.LEGAL, Outcome.UNVERIFIED, Outcome.UNPROVABLE, Outcome.UNCLEAR, Outcome.ILLEGAL]
    if one.outcome is other.outcome is Outcome.ILLEGAL:
        rules = tuple(dict.fromkeys((*one.rules, *other.rules)))
        reason = "; ".join(dict.fromkeys((one.reason, other.reason)))
        return Verdict(
            Outcome.ILLEGAL, rules, (), reason, one.basis, other.trail, one.barrier or other.barrier
        )
    return max(other, one, key=lambda verdict: rank.index(verdict.outcome))
