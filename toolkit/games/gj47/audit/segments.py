"""Movement segments as a log shows them, and the moves inside.

A segment lasts from one command chit to the next (``ChitSeq`` in the log), or, where no chits are logged,
until the other side moves.  Inside it all drags of a unit are one move, from where the unit stood first to
where it was dropped last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from toolkit.audit.actor import Actor
from toolkit.games.gj47.audit.records import Moment
from toolkit.games.gj47.rules.basics import overstacked
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.judge import check_stacking, is_legal
from toolkit.games.gj47.rules.movement import resumed
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Basis, Outcome, Verdict

_RANK = (Outcome.LEGAL, Outcome.UNPROVABLE, Outcome.UNCLEAR, Outcome.UNVERIFIED, Outcome.ILLEGAL)


@dataclass(frozen=True, slots=True)
class Leg:
    """One drag of one unit."""

    step: Moment
    origin: int
    target: int
    actor: Actor


@dataclass(slots=True)
class UnitMove:
    """All drags of a unit that make one move.

    Attributes
    ----------
    start : int
        Hex before the first drag.
    legs : list of Leg
        Empty when the unit was put back.
    verdict : Verdict or None
        Of the whole move as it stands; None without legs.
    after_combat : bool
        Whether combat had begun, so that the drag may be a retreat or an advance.
    march : bool
        Whether its player said that it marches.
    """

    unit: int
    start: int
    legs: list[Leg] = field(default_factory=list)
    verdict: Verdict | None = None
    after_combat: bool = False
    march: bool = False

    @property
    def end(self) -> int:
        """Hex where it was dropped last."""
        return self.legs[-1].target if self.legs else self.start

    @property
    def moved(self) -> bool:
        """Whether it ended elsewhere than it began."""
        return bool(self.legs) and self.end != self.start

    @property
    def steps(self) -> set[Moment]:
        """Steps of its drags."""
        return {leg.step for leg in self.legs}

    def add(self, leg: Leg) -> None:
        """Add a drag; one that ends where the move began undoes the ones before it."""
        self.legs.append(leg)
        if leg.target == self.start:
            self.legs.clear()
            self.verdict = None


@dataclass(slots=True)
class OpenSegment:
    """The segment that a log is in.

    Attributes
    ----------
    owner : Owner or None
        Whose segment it is, once known.
    marked : bool
        Whether the log shows its beginning.
    current : dict of int to UnitMove
        The move of each unit that may still go on.
    done : list of UnitMove
        Moves that are over, by a later drag of the same unit.
    vacated : set of int
        Hexes that either side left since combat began.
    fighting : set of int
        Units whose drags were taken for retreats or advances.
    placed : set of int
        Units that came onto the map in it: reinforcements, corrections.
    used : bool
        Whether anything moved in it.
    marching : set of int
        Units that are said to march.
    left : set of int or None
        Hexes that the other side's units left in the segment before, where no chits are logged; None when
        there was none.  While it is set, a drag may still belong to combat that the log does not show.
    """

    number: int
    owner: Owner | None = None
    label: str = ""
    marked: bool = False
    current: dict[int, UnitMove] = field(default_factory=dict)
    done: list[UnitMove] = field(default_factory=list)
    combat: bool = False
    vacated: set[int] = field(default_factory=set)
    fighting: set[int] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)
    used: bool = False
    marching: set[int] = field(default_factory=set)
    left: frozenset[int] | None = None

    @property
    def moves(self) -> list[UnitMove]:
        """All moves that ended elsewhere than they began, in the order of their last drags."""
        found = [move for move in (*self.done, *self.current.values()) if move.moved]
        return sorted(found, key=lambda move: (move.legs[-1].step, move.unit))

    def interrupted(self, move: UnitMove, *, before: Moment | None = None) -> bool:
        """Return whether another unit moved between two drags of `move` (9.1(1)).

        Units that were once dragged together with it as a stack do not count: which of them moved first is
        then open.  Nor do units that were put back.

        Parameters
        ----------
        before : int, optional
            A further drag of the unit, by its step, that is not yet among its legs.
        """
        steps = move.steps | ({before} if before is not None else set())
        others = [other for other in self.moves if other.unit != move.unit and not other.steps & steps]
        order = sorted((step, other.unit) for other in others for step in other.steps)
        order += [(step, move.unit) for step in steps]
        return resumed([unit for _, unit in sorted(order)], move.unit)


def arrivals(moves: Iterable[UnitMove], h: int) -> list[UnitMove]:
    """Return the moves that ended in hex `h`, latest first."""
    found = [move for move in moves if move.end == h and not move.after_combat]
    by_unit = sorted(found, key=lambda move: move.unit)
    return sorted(by_unit, key=lambda move: move.legs[-1].step, reverse=True)


def crowded(position: Position, moves: Sequence[UnitMove], *, over: bool = True) -> dict[int, Verdict]:
    """Return the units whose move left too many in a hex, the latest arrivals first; `over`: movement is."""
    found: dict[int, Verdict] = {}
    for h in sorted({move.end for move in moves if not move.after_combat}):
        verdict = check_stacking(position, h, segment_over=over)
        if not verdict.legal:
            here = [move for move in arrivals(moves, h) if position.hex_of[move.unit] == h]
            found |= {move.unit: verdict for move in here[: len(overstacked(position, h))]}
    return found


IN_MARCH_FORMATION = "in march formation"
"""How a move is shown that was said to be a march."""

RESUMED = ("9.1(1)", "8.1(3)")
"""A unit that moves on after another one has moved: its move had not ended, or it moves twice."""


def taken_back(position: Position, move: UnitMove) -> bool:
    """Return whether the last drag of a move only shortens it: the unit goes back along its way.

    It stands then on a shortest way of one of the drags before; that is a correction, and nothing it could
    not have done at once.
    """
    board, end = position.data.board, move.end
    near = board.distances(end)
    ways = ((leg.origin, leg.target) for leg in move.legs[:-1])
    return any(near[start] + near[stop] == board.distances(start)[stop] for start, stop in ways)


def in_order(position: Position, segment: OpenSegment, move: UnitMove, verdict: Verdict) -> Verdict:
    """Add 9.1(1) and 8.1(3) to the verdict on a move where another unit moved between its drags.

    They lead where each stretch of the move would be legal by itself: then the order is what is wrong.

    Parameters
    ----------
    verdict : Verdict
        On the move from its first hex to its last.
    """
    if verdict.outcome is Outcome.UNPROVABLE or not segment.interrupted(move):
        # What may have been a retreat or an advance breaks no order of moves.
        return verdict
    reason = "it moved on after another unit had moved"
    if verdict.legal and (taken_back(position, move) or _put_right(position, move)):
        return verdict
    if verdict.outcome is not Outcome.ILLEGAL:
        return Verdict(Outcome.ILLEGAL, RESUMED, (), reason, Basis.RULES)
    rest = tuple(rule for rule in verdict.rules if rule not in RESUMED)
    if all(_stretch_is_legal(position, move, leg) for leg in move.legs):
        return replace(verdict, rules=(*RESUMED, *rest), reason=f"{reason}; {verdict.reason}")
    return replace(verdict, rules=(*rest, *RESUMED), reason=f"{verdict.reason}; {reason}")


def _put_right(position: Position, move: UnitMove) -> bool:
    """Return whether a unit had been dropped where it may not go: a slip, and no move that ended."""
    return any(not _stretch_is_legal(position, move, leg) for leg in move.legs[:-1])


def _stretch_is_legal(position: Position, move: UnitMove, leg: Leg) -> bool:
    here = position.hex_of[move.unit]
    position.place(move.unit, leg.origin)
    found = is_legal(position, Move(move.unit, leg.origin, leg.target, march=move.march))
    position.place(move.unit, here)
    return found


def both(first: Verdict, second: Verdict) -> Verdict:
    """Join two verdicts on one action: the heavier leads, and only rules of that weight are kept."""
    if first.legal or second.legal:
        return second if first.legal else first
    if first.outcome is not second.outcome:
        return max(first, second, key=lambda verdict: _RANK.index(verdict.outcome))
    rules = first.rules + tuple(rule for rule in second.rules if rule not in first.rules)
    unclear = tuple(sorted({*first.unclear, *second.unclear}))
    reason, barrier = f"{first.reason}; {second.reason}", first.barrier or second.barrier
    return replace(first, rules=rules, unclear=unclear, reason=reason, barrier=barrier)
