"""From facts to judged moves: a small state machine with the tolerance that real tables need.

* Several drags of a unit in one segment are one move, judged from its first hex to its last: a drag hides its
  route, so any legal way between them will do.  A unit put back did not move.
* Units dragged as a stack move each by itself.
* After an illegal move the table is taken as it is.
* Once combat has begun a drag may be a retreat or an advance: what is no legal move is then *unprovable*
  where it could be one of these.
* Where no chit is logged, a second move of a unit after others have moved may belong to a new command; it is
  held against nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from toolkit.audit.actor import Known
from toolkit.audit.instead import Wording
from toolkit.audit.report import JudgedAction, Segment
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.command import told_move
from toolkit.games.gj47.audit.records import (
    ChitRecord,
    Drag,
    Fact,
    FortSeen,
    Marched,
    Moment,
    Record,
    Stranger,
    Turned,
)
from toolkit.games.gj47.audit.segments import (
    Leg,
    OpenSegment,
    UnitMove,
    both,
    crowded,
    in_order,
    taken_back,
)
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.judge import check, check_stacking, is_legal
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Basis, Outcome, Verdict

_LONGEST_RETREAT = 4
_LONGEST_ADVANCE = 2
_INTERRUPTED = "9.1(1)"
# What closes a hex to a retreat and an advance as well.
_CLOSED = (("3.1(2)",), ("9.2(1)2",))


class MoveAudit:
    """Judges the moves of one game, record after record.

    Parameters
    ----------
    bench : Bench
        Its position is changed.
    judging : bool
        False while the game is still being set up.
    doubtful : bool
        Whether play may not have begun: the log draws its first chit later.  Until then nothing is called
        illegal.
    number : int
        Of the first segment.
    owners : mapping of str to Owner
        Whose each chit is.
    """

    def __init__(
        self,
        bench: Bench,
        *,
        judging: bool = True,
        doubtful: bool = False,
        number: int = 1,
        owners: Mapping[str, Owner] = MappingProxyType({}),
    ) -> None:
        self.bench, self.position = bench, bench.position
        self.judging = judging
        self.doubtful = doubtful
        self._segment = OpenSegment(number)
        self._first = number
        self._owners = owners
        self._judged: list[JudgedAction] = []
        self._passing: dict[int, tuple[int, Verdict]] = {}
        self._last_movers: tuple[int, ...] = ()

    # -- events ------------------------------------------------------------------------------------

    def take(self, record: Record) -> None:
        """Take in a stretch of play."""
        self._close()
        ended = None
        if isinstance(record, ChitRecord):
            ended = record.end
            if record.known is Known.DECLARED and not record.partial:
                self._under(record.chit)
        steps: dict[Moment, list[Fact]] = {at: [] for at in record.fights}
        for fact in record.facts:
            steps.setdefault(fact.at, []).append(fact)
        for at in sorted(steps):
            if ended is not None and at >= ended:
                self._close()
                ended = None
            if at in record.fights:
                self._end_movement()
                self._segment.combat = True
            self._step(steps[at])

    def _under(self, chit: str) -> None:
        """Begin the segment of a chit that the log shows."""
        self.judging, self.doubtful = True, False
        self._segment.marked, self._segment.label = True, chit
        self._segment.owner = self._owners.get(chit)

    def _step(self, facts: Sequence[Fact]) -> None:
        self._relocations([fact for fact in facts if isinstance(fact, Drag | Stranger)])
        for fact in facts:
            match fact:
                case Turned():
                    self.position.reduced[fact.unit] = int(fact.reduced)
                case Marched():
                    self._march(fact)
                case FortSeen():
                    self.position.set_fort(fact.hex, fact.after)
                case _:
                    pass

    @property
    def segments(self) -> int:
        """How many segments anything moved in."""
        return self._segment.number - self._first + self._segment.used

    def finish(self) -> tuple[JudgedAction, ...]:
        """Judge what is still open and return all actions in the order of the log."""
        self._close()
        return tuple(sorted(self._judged, key=lambda action: (action.log, action.step, action.unit)))

    def _march(self, said: Marched) -> None:
        """Take a word on how a unit moves, for the drags to come and for those just made."""
        if self._segment.combat:
            return
        marching = self._segment.marching
        (marching.add if said.on else marching.discard)(said.unit)
        move = self._segment.current.get(said.unit)
        if move is not None:
            move.march = said.on
            move.verdict = self._verdict(move, move.end) if move.moved else move.verdict

    # -- drags -------------------------------------------------------------------------------------

    def _relocations(self, facts: Sequence[Drag | Stranger]) -> None:
        on_map = [fact for fact in facts if fact.origin >= 0 and fact.target >= 0]
        for fact in on_map:
            if isinstance(fact, Stranger) and self.judging:
                self._judged.append(self._strange(fact))
        for fact in facts:
            if isinstance(fact, Drag) and (fact.origin < 0 or fact.target < 0):
                self._on_or_off(fact)
        units = self.position.data.units
        for owner in Owner:
            group = [fact for fact in on_map if isinstance(fact, Drag) and units[fact.unit].owner is owner]
            if group:
                self._enter_segment(owner, group)
                self._others_have_ended(tuple(drag.unit for drag in group))
                for drag in group:
                    self._drag(drag.unit, Leg(drag.at, drag.origin, drag.target, drag.actor))

    def _enter_segment(self, owner: Owner, group: Sequence[Drag]) -> None:
        """Begin a segment where the log does not show one: another side moves, or combat is plainly over."""
        segment = self._segment
        if segment.marked:
            if segment.owner not in (None, owner) and not segment.combat:
                # In another's command a side only moves to retreat.
                self._end_movement()
                segment.combat = True
            return
        if segment.combat:
            if not any(map(self._combat_result, group)):
                self._close()
        elif segment.owner not in (None, owner):
            left = frozenset(move.start for move in segment.moves)
            self._close()
            self._segment.left = left
        if self._segment.left is not None and not all(map(self._unseen_result, group)):
            self._segment.left = None
        if self._segment.owner is None:
            self._segment.owner = owner

    def _combat_result(self, move: Drag) -> bool:
        leg = Leg(move.at, move.origin, move.target, move.actor)
        return move.unit in self._segment.fighting or self._maybe_combat_result(move.unit, leg)

    def _unseen_result(self, move: Drag) -> bool:
        """Return whether a drag may be a retreat or an advance of a combat that was fought outside the log.

        Sides take turns then: the owner retreats the beaten unit, and the attacker follows into the hex
        that it left.  Only what a side does first, before it moves anything else, can be that.
        """
        left = self._segment.left or frozenset()
        board, enemy = self.position.data.board, self.position.data.units[move.unit].owner.enemy
        begun = self._segment.current.get(move.unit)
        origin = move.origin if begun is None else begun.start
        distance = board.distances(move.target)[origin]
        if distance > _LONGEST_ADVANCE or self.position.present[enemy][move.target]:
            return False
        near = {h for h, _ in board.steps[origin]}
        entered = {move.target} if distance == 1 else near & {h for h, _ in board.steps[move.target]}
        return self.position.beside(enemy, origin) or bool(entered & left)

    def _on_or_off(self, move: Drag) -> None:
        unit = move.unit
        done = self._segment.current.pop(unit, None)
        if done is not None:
            self._segment.done.append(done)
        if self.position.hex_of[unit] >= 0:
            self._segment.vacated.add(self.position.hex_of[unit])
        if move.target >= 0:
            self._segment.placed.add(unit)
        self.position.place(unit, move.target)

    def _drag(self, unit: int, leg: Leg) -> None:
        segment, position = self._segment, self.position
        if unit in segment.placed:
            self._drag_after_placing(unit, leg)
            return
        if segment.combat:
            segment.vacated.add(leg.origin)
            self._drag_after_combat(unit, leg)
            return
        move = segment.current.get(unit)
        if move is not None and not segment.marked and self._moves_anew(move, leg):
            segment.done.append(move)
            move = None
        if move is None:
            move = segment.current[unit] = UnitMove(unit, leg.origin, march=unit in segment.marching)
        move.add(leg)
        if move.moved:
            move.verdict = self._verdict(move, leg.target)
            closed = move.verdict.rules[:1] in _CLOSED
            if segment.left is not None and move.verdict.outcome is Outcome.ILLEGAL and not closed:
                reason = "the other side has just moved: this may be a retreat or an advance"
                move.verdict = replace(move.verdict, outcome=Outcome.UNPROVABLE, unclear=(), reason=reason)
        position.place(unit, leg.target)

    def _moves_anew(self, move: UnitMove, leg: Leg) -> bool:
        """Return whether a drag, where no chits are logged, may belong to another command than those before.

        It does where another unit moved meanwhile; or, once others have moved, where each part by itself is
        legal, and together they are not.
        """
        if leg.target == move.start or self._verdict(move, leg.target).legal:
            return False
        if self._segment.interrupted(move, before=leg.step):
            return True
        others = any(other.unit != move.unit for other in self._segment.moves)
        first = move.verdict is not None and move.verdict.legal
        anew = UnitMove(move.unit, leg.origin, march=move.march)
        return others and first and self._verdict(anew, leg.target).legal

    def _drag_after_placing(self, unit: int, leg: Leg) -> None:
        """Take a drag of a unit that came onto the map in this segment: it may be looking for its hex."""
        verdict = self._verdict(UnitMove(unit, leg.origin), leg.target)
        if not verdict.legal:
            reason = "the unit came onto the map just before: it may have been put in its place"
            verdict = Verdict(Outcome.UNPROVABLE, verdict.rules, (), reason, verdict.basis, verdict.trail)
            self._segment.done.append(UnitMove(unit, leg.origin, [leg], verdict, after_combat=True))
        self.position.place(unit, leg.target)

    def _drag_after_combat(self, unit: int, leg: Leg) -> None:
        old = self._segment.current.pop(unit, None)
        if old is not None:
            self._segment.done.append(old)
        move = UnitMove(unit, leg.origin, [leg], after_combat=True)
        verdict = self._verdict(move, leg.target)
        result = unit in self._segment.fighting or self._maybe_combat_result(unit, leg)
        if result:
            self._segment.fighting.add(unit)
        if verdict.outcome is not Outcome.LEGAL and result:
            reason = "combat had begun: this may be a retreat or an advance"
            verdict = Verdict(Outcome.UNPROVABLE, verdict.rules, (), reason, verdict.basis, verdict.trail)
        move.verdict = verdict
        self._segment.current[unit] = move
        self.position.place(unit, leg.target)

    def _verdict(self, moved: UnitMove, end: int) -> Verdict:
        """Judge a move from its start to `end`, wherever the unit stands now."""
        here = self.position.hex_of[moved.unit]
        self.position.place(moved.unit, moved.start)
        via = tuple(leg.target for leg in moved.legs if leg.target != end)
        move = Move(moved.unit, moved.start, end, via, moved.march)
        verdict = self._doubt(move) if self.doubtful else check(self.position, move, self.bench.fast)
        self.position.place(moved.unit, here)
        return verdict

    def _doubt(self, move: Move) -> Verdict:
        """Judge without reasons: before play nothing is called illegal."""
        if is_legal(self.position, move, self.bench.fast):
            return Verdict(Outcome.LEGAL)
        reason = "before the first chit of the log: the set-up may still have been arranged"
        return Verdict(Outcome.UNPROVABLE, reason=reason)

    def _maybe_combat_result(self, unit: int, leg: Leg) -> bool:
        board, enemy = self.position.data.board, self.position.data.units[unit].owner.enemy
        distance = board.distances(leg.target)[leg.origin]
        if distance > _LONGEST_RETREAT or self.position.present[enemy][leg.target]:
            return False
        followed = any(h in self._segment.vacated for h, _ in board.steps[leg.origin])
        return self.position.beside(enemy, leg.origin) or (distance <= _LONGEST_ADVANCE and followed)

    # -- stacking ----------------------------------------------------------------------------------

    def _others_have_ended(self, movers: tuple[int, ...]) -> None:
        """Note hexes that are overstacked although the units that entered them last have ended their move."""
        for unit in self._last_movers:
            h = self.position.hex_of[unit]
            if unit not in movers and h >= 0 and unit not in self._passing:
                verdict = check_stacking(self.position, h, segment_over=False)
                move = self._segment.current.get(unit)
                if not verdict.legal and move is not None and move.moved:
                    self._passing[unit] = (h, verdict)
        self._last_movers = movers

    def _stacking(self, moves: Sequence[UnitMove]) -> dict[int, Verdict]:
        """Return the units whose move left too many in a hex."""
        found = crowded(self.position, moves)
        for unit, (h, verdict) in self._passing.items():
            ended_there = any(move.unit == unit and move.end == h for move in moves)
            if ended_there and unit not in found:
                found[unit] = verdict
        return found

    # -- reports -----------------------------------------------------------------------------------

    @property
    def _part(self) -> Segment:
        return Segment(self._segment.number, self._segment.label, not self._segment.marked)

    def _shown(self, move: UnitMove, verdict: Verdict) -> JudgedAction:
        """Return a judged move of a segment."""
        return replace(self.bench.shown(told_move(move), verdict), segment=self._part)

    def _strange(self, move: Stranger) -> JudgedAction:
        """Return the drag of a counter that the game's data do not have."""
        start, end = self.bench.number(move.origin), self.bench.number(move.target)
        wording = Wording("move", move.name, move.name, start, end)
        verdict = Verdict(Outcome.UNVERIFIED, reason="the game's data has no such counter")
        return JudgedAction.of(verdict, [move.at], wording, actor=move.actor, segment=self._part)

    # -- the end of a segment ----------------------------------------------------------------------

    def _close(self) -> None:
        self._end_movement()
        self._segment = OpenSegment(self._segment.number + self._segment.used)

    def _end_movement(self) -> None:
        """Judge all moves so far; what follows in this segment is another part of it."""
        segment = self._segment
        moves = segment.moves
        segment.used = segment.used or bool(moves)
        crowded = self._stacking(moves) if self.judging else {}
        # Only the last move of a unit can have left it where it is.
        last = {move.unit: move for move in moves}
        for move in moves if self.judging else ():
            verdict = move.verdict
            if verdict is None:
                continue
            if not move.after_combat:
                verdict = self._with_order(move, verdict)
                if last[move.unit] is move and move.unit in crowded:
                    verdict = both(verdict, crowded[move.unit])
            if self.doubtful and not verdict.legal:
                reason = "before the first chit of the log: the set-up may still have been arranged"
                verdict = replace(verdict, outcome=Outcome.UNPROVABLE, reason=reason)
            self._judged.append(self._shown(move, verdict))
        segment.current.clear()
        segment.done.clear()
        self._passing.clear()
        self._last_movers = ()

    def _with_order(self, move: UnitMove, verdict: Verdict) -> Verdict:
        """Add 9.1(1) where another unit moved between the drags of a move."""
        if self._segment.marked:
            return in_order(self.position, self._segment, move, verdict)
        if not verdict.legal:
            return verdict
        goes_on = self._segment.interrupted(move) and not taken_back(self.position, move)
        if not goes_on and not self._straight_on(move):
            return verdict
        reason = "it moved on although it had moved, unless a new command began that the log does not show"
        return Verdict(Outcome.UNPROVABLE, (_INTERRUPTED,), (), reason, Basis.RULES)

    def _straight_on(self, move: UnitMove) -> bool:
        """Return whether a unit moved before, and nobody between that move and this one."""
        moves = self._segment.moves
        place = moves.index(move)
        return place > 0 and moves[place - 1].unit == move.unit and not moves[place - 1].after_combat
