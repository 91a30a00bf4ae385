"""Moves as a report shows them, where movement alone is judged."""

from __future__ import annotations

from toolkit.audit.instead import Deed
from toolkit.audit.report import JudgedAction, Segment, ShownStep, ShownTrail
from toolkit.games.gj47.audit.records import Stranger
from toolkit.games.gj47.audit.segments import IN_MARCH_FORMATION, OpenSegment, UnitMove
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.verdict import Outcome, Trail, Verdict


def shown_move(position: Position, segment: OpenSegment, move: UnitMove, verdict: Verdict) -> JudgedAction:
    """Return a judged move of a segment."""
    data = position.data
    numbers = data.board.numbers
    kind = data.units[move.unit]
    last = move.legs[-1]
    via = tuple(numbers[leg.target] for leg in move.legs[:-1])
    mode = IN_MARCH_FORMATION if move.march else ""
    return JudgedAction.of(
        verdict,
        [leg.step for leg in move.legs],
        Deed("move", kind.id, kind.name or kind.id, numbers[move.start], numbers[move.end], via, mode),
        actor=last.actor,
        segment=_segment(segment),
        allowance=position.allowance(move.unit),
        trail=None if verdict.trail is None else shown_trail(position, verdict.trail),
        barrier=verdict.barrier if verdict.outcome is Outcome.ILLEGAL else None,
    )


def shown_stranger(position: Position, segment: OpenSegment, move: Stranger) -> JudgedAction:
    """Return the drag of a counter that the game's data do not have."""
    numbers = position.data.board.numbers
    return JudgedAction.of(
        Verdict(Outcome.UNVERIFIED, reason="the game's data has no such counter"),
        [move.at],
        Deed("move", move.name, move.name, numbers[move.origin], numbers[move.target]),
        actor=move.actor,
        segment=_segment(segment),
    )


def _segment(segment: OpenSegment) -> Segment:
    return Segment(segment.number, segment.label, not segment.marked)


def shown_trail(position: Position, trail: Trail) -> ShownTrail:
    """Return a way in printed numbers and points."""
    numbers = position.data.board.numbers
    steps = tuple(ShownStep(numbers[s.hex], s.halves / 2, s.reasons) for s in trail.steps)
    return ShownTrail(steps, trail.halves / 2, trail.mode, trail.waived)
