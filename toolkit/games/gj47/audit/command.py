"""A headquarters' chit: who was activated, what moved, and where movement ends and combat begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from toolkit.games.gj47.audit.bench import Bench, Told, weight
from toolkit.games.gj47.audit.combat import judge_fights
from toolkit.games.gj47.audit.out_of_place import settled
from toolkit.games.gj47.audit.records import (
    Activated,
    Aimed,
    BattleMarked,
    ChitRecord,
    ControlShown,
    Drag,
    Fact,
    FortSeen,
    Marched,
    Moment,
    Said,
    Thrown,
    Turned,
)
from toolkit.games.gj47.audit.routes import passed
from toolkit.games.gj47.audit.segments import (
    IN_MARCH_FORMATION,
    Leg,
    OpenSegment,
    UnitMove,
    both,
    crowded,
    in_order,
)
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.activation import may_act
from toolkit.games.gj47.rules.basics import STACKING_LIMIT
from toolkit.games.gj47.rules.course import OFF_MAP, Move, Phase
from toolkit.games.gj47.rules.game import apply
from toolkit.games.gj47.rules.judge import MARCHED_INTO, only_by_march
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome, Verdict


def judge_command(bench: Bench, record: ChitRecord, owner: Owner) -> None:
    """Judge all that was done with a headquarters' chit."""
    if _other_side_acts(bench, record, owner):
        owner = owner.enemy
    record = settled(bench, record, owner)
    parts = split(bench, record, owner)
    if not parts.active and not record.partial and not _took_germans(bench, record):
        _set_aside(bench, record)
        return
    _activate(bench, record, parts, owner)
    _move(bench, parts, over=record.over or parts.boundary is not None)
    judge_fights(bench, record, parts.combat, owner)


def commanded(record: ChitRecord) -> bool:
    """Return whether a headquarters was called by its own key, whatever the chit says, and units moved."""
    called = any(isinstance(fact, Activated) and fact.order and fact.number for fact in record.facts)
    return called and any(isinstance(fact, Drag) and _over_the_map(fact) for fact in record.facts)


def _other_side_acts(bench: Bench, record: ChitRecord, owner: Owner) -> bool:
    """Return whether a headquarters of the other side was called by its own key, and moved (7.1(2))."""
    units = bench.position.data.units
    called = {
        fact.unit for fact in record.facts if isinstance(fact, Activated) and fact.order and fact.number
    }
    called = {unit for unit in called if units[unit].owner is not owner}
    return any(isinstance(fact, Drag) and fact.unit in called for fact in record.facts)


def _took_germans(bench: Bench, record: ChitRecord) -> bool:
    """Return whether Germans were marked as taken along by an allied headquarters, whatever they did then."""
    chit = bench.position.data.chits[record.chit]
    return chit.hq is not None and bool(_germans(bench, record, chit.hq, set()))


def _set_aside(bench: Bench, record: ChitRecord) -> None:
    told = Told((record.begin,), record.actor, "set aside", chit=record.chit)
    bench.do(a.SetAside(), told, silent=True)


# -- movement and combat -----------------------------------------------------------------------------


@dataclass(slots=True)
class Parts:
    """What was done with a chit, sorted.

    Attributes
    ----------
    moves : list of UnitMove
        In the order in which they ended.
    segment, foreign : OpenSegment
        The same by side, for questions about their order: of the side whose chit it is, and of the other,
        whose units have no business there (8.1(1)) unless they retreat.
    combat : list of Fact
        What belongs to the combat segment.
    boundary : Moment or None
        Where combat begins; None when there is none.
    active : bool
        Whether anything was done at all.
    """

    moves: list[UnitMove] = field(default_factory=list)
    segment: OpenSegment = field(default_factory=lambda: OpenSegment(1))
    foreign: OpenSegment = field(default_factory=lambda: OpenSegment(1))
    combat: list[Fact] = field(default_factory=list)
    controls: list[ControlShown] = field(default_factory=list)
    boundary: Moment | None = None

    @property
    def active(self) -> bool:
        """Whether a unit moved or fought; one that is only turned over did neither."""
        return bool(self.moves) or any(
            not isinstance(fact, Said | Activated | Turned) for fact in self.combat
        )


def split(bench: Bench, record: ChitRecord, owner: Owner) -> Parts:
    """Sort the facts of a command into movement and combat."""
    parts = Parts(boundary=_boundary(bench, record, owner))
    parts.segment.marked = True
    units = bench.position.data.units
    marching: dict[int, bool] = {}
    for fact in record.facts:
        if isinstance(fact, ControlShown):
            parts.controls.append(fact)
        early = parts.boundary is None or fact.at < parts.boundary
        if isinstance(fact, Marched):
            marching[fact.unit] = fact.on if early else marching.get(fact.unit, False)
        elif isinstance(fact, Drag) and early and _over_the_map(fact):
            segment = parts.segment if units[fact.unit].owner is owner else parts.foreign
            move = segment.current.setdefault(fact.unit, UnitMove(fact.unit, fact.origin))
            move.add(Leg(fact.at, fact.origin, fact.target, fact.actor))
        else:
            parts.combat.append(fact)
    moves = [*parts.segment.moves, *parts.foreign.moves]
    for move in moves:
        # Said before or after the drags, and not taken back.
        move.march = marching.get(move.unit, False)
    parts.moves = sorted(moves, key=lambda move: (move.legs[-1].step, move.unit))
    return parts


def _over_the_map(fact: Drag) -> bool:
    return fact.origin >= 0 and fact.target >= 0


def _boundary(bench: Bench, record: ChitRecord, owner: Owner) -> Moment | None:
    """Return the first moment that belongs to combat without doubt: a battle's die, a loss, a retreat.

    A common die is none: it may have been thrown for anything.  A unit of the other side that is dragged
    before the first sign of a battle does not retreat from one.  Where the command shows neither dice nor
    markers, because they are beside the table, one that had an enemy beside it may well retreat.
    """
    units = bench.position.data.units
    signs = [f.at for f in record.facts if isinstance(f, Thrown | BattleMarked | Aimed)]
    stays = {id(fact) for fact in net(record.facts)}
    # A step lost first may be the last of a battle that was fought before the log begins.
    no_sign = bench.dice_named or (bench.hidden and not record.partial)
    for fact in record.facts:
        match fact:
            case Said(what="Declared", value=value) if value not in ("", "0"):
                if not record.number or value == str(record.number):
                    return fact.at
            case Thrown(what="battle"):
                return fact.at
            case Turned(reduced=True) if signs and signs[0] < fact.at:
                if id(fact) in stays:
                    return fact.at
            case Turned(reduced=True):
                # Far from every enemy a step is lost in no battle, whatever the log shows of battles.
                if id(fact) in stays and not no_sign and _beside(bench, record, fact):
                    return fact.at
            case FortSeen() if fact.after < fact.before and id(fact) in stays:
                return fact.at
            case Drag(unit=unit) if units[unit].owner is not owner or fact.target < 0:
                fought = signs[0] < fact.at if signs else _unseen_battle(bench, record, fact)
                lost = fact.target < 0 and _beside(bench, record, fact)
                if _stays_away(record, fact) and (lost or fought):
                    return fact.at
            case _:
                continue
    return None


def _unseen_battle(bench: Bench, record: ChitRecord, drag: Drag) -> bool:
    """Return whether a unit may retreat from a battle whose die was thrown beside the table."""
    unseen = record.partial or not bench.dice_seen
    return unseen and _beside(bench, record, drag)


def _beside(bench: Bench, record: ChitRecord, fact: Drag | Turned) -> bool:
    """Return whether a unit had an enemy beside it before it was dragged, or where it was turned over."""
    units, position = bench.position.data.units, bench.position
    enemy = units[fact.unit].owner.enemy
    drags = [one for one in record.facts if isinstance(one, Drag) and one.at <= fact.at]
    came = {one.target for one in drags if units[one.unit].owner is enemy}
    own = [one for one in drags if one.unit == fact.unit]
    here = position.hex_of[fact.unit]
    if own:
        here = own[0].origin if isinstance(fact, Drag) else own[-1].target
    near = [n for n, _ in position.data.board.steps[here]] if here >= 0 else []
    return any(position.present[enemy][n] or n in came for n in near)


def _stays_away(record: ChitRecord, fact: Drag) -> bool:
    """Return whether a unit is not back where it was when all is over: else it was only looked under."""
    later = [f for f in record.facts if isinstance(f, Drag) and f.unit == fact.unit]
    first, last = later[0], later[-1]
    return (first.origin, first.origin_box) != (last.target, last.target_box)


# -- activation --------------------------------------------------------------------------------------


def _activate(bench: Bench, record: ChitRecord, parts: Parts, owner: Owner) -> None:
    """Find out who was activated, and judge it."""
    candidates = list(_leaders(bench, record))
    if not candidates:
        return
    acting = _acting(bench, parts, owner)
    actions = [a.Activate(hq, _germans(bench, record, hq, acting)) for hq in candidates]
    action = (
        min(actions, key=lambda found: _against(bench, found, acting)) if len(actions) > 1 else actions[0]
    )
    told = Told(
        (record.begin,), record.actor, "activate", action.hq, record.chit,
        start=bench.position.hex_of[action.hq],
        detail=", ".join(bench.name(unit) for unit in action.germans),
    )  # fmt: skip
    bench.do(action, told)
    bench.enter(Phase.MOVEMENT)
    if bench.position.hex_of[action.hq] == OFF_MAP:
        # That nobody is in the range of a headquarters that is not there is no further fault (13.0(3)).
        bench.unseen = (*bench.unseen, "8.", "10.1(2)")
    if record.partial:
        _as_shown(bench, record, action)


def _as_shown(bench: Bench, record: ChitRecord, action: a.Activate) -> None:
    """Take the units activated before the log begins from their badges; without any it may be all."""
    marked = {fact.unit for fact in record.facts if isinstance(fact, Activated) and fact.at.step == 0}
    here = bench.position.hex_of[action.hq]
    if not marked:
        bench.unseen = (*bench.unseen, "8.", "10.1(2)")
        everywhere = (here,) * len(bench.position.hex_of)
        bench.position.set_command(replace(bench.position.command, hexes_then=everywhere))
        return
    then = tuple(here if unit in marked else OFF_MAP for unit in range(len(bench.position.hex_of)))
    units = bench.position.data.units
    germans = tuple(sorted(unit for unit in marked if units[unit].german and units[action.hq].allied))
    bench.position.set_command(replace(bench.position.command, hexes_then=then, germans=germans))


def _leaders(bench: Bench, record: ChitRecord) -> Iterator[int]:
    """Yield the headquarters that may have been activated: one where the log shows it."""
    data = bench.position.data
    chit = data.chits[record.chit]
    ordered = [
        fact.unit
        for fact in record.facts
        if isinstance(fact, Activated) and fact.order and fact.number and data.units[fact.unit].headquarters
    ]
    if chit.hq is not None and (not ordered or chit.hq in ordered):
        yield chit.hq
        # Another one called by its own key counts where it explains what was done.
        yield from (unit for unit in ordered[-1:] if unit != chit.hq)
    elif ordered:
        yield ordered[-1]
    else:
        shown = {fact.unit for fact in record.facts if isinstance(fact, Activated) and fact.at.step == 0}
        there = [
            unit
            for unit, kind in enumerate(data.units)
            if kind.headquarters and kind.owner is chit.owner and bench.position.hex_of[unit] != OFF_MAP
        ]
        # Where the log begins with units that are activated, their headquarters is one of them.
        yield from [unit for unit in there if unit in shown] or there


def _acting(bench: Bench, parts: Parts, owner: Owner) -> set[int]:
    """Return the units that moved or attacked; who lost a step or advanced in combat attacked."""
    units = bench.position.data.units
    aimed = {fact.unit for fact in parts.combat if isinstance(fact, Aimed) and fact.battle}
    effects = (f for f in net(parts.combat) if isinstance(f, Drag) or (isinstance(f, Turned) and f.reduced))
    fought = {fact.unit for fact in effects}
    # Who is not on the map can be nobody's to activate.
    fought = {unit for unit in fought if bench.position.hex_of[unit] != OFF_MAP}
    return (
        {move.unit for move in parts.segment.moves} | aimed | {u for u in fought if units[u].owner is owner}
    )


def _germans(bench: Bench, record: ChitRecord, hq: int, acting: set[int]) -> tuple[int, ...]:
    """Return the German units that an allied headquarters took along: marked ones, and those that acted."""
    units = bench.position.data.units
    if not units[hq].allied:
        return ()
    marked: dict[int, int] = {}
    ends = {
        fact.at for fact in record.facts if isinstance(fact, Activated) and fact.order and not fact.number
    }
    for fact in record.facts:
        # With the end of the chit all badges come off; that takes nobody back.
        if isinstance(fact, Activated) and fact.number in (0, record.number) and fact.at not in ends:
            marked[fact.unit] = fact.number
    found = {unit for unit, number in marked.items() if number} | acting
    return tuple(sorted(unit for unit in found if units[unit].german))


def _against(bench: Bench, action: a.Activate, acting: set[int]) -> int:
    """Return how many of the acting units a headquarters would not have activated."""
    trial = bench.position.copy()
    verdict = bench.verdict(action, trial)
    apply(trial, action)
    return 2000 * sum(not may_act(trial, unit) for unit in acting) + weight([verdict])


def _move(bench: Bench, parts: Parts, *, over: bool) -> None:
    """Judge the moves in the order in which they ended, then the stacks they left.

    Where the log ends before movement is `over`, those who are too many may still go on.
    """
    bench.enter(Phase.MOVEMENT)
    verdicts: list[tuple[UnitMove, Verdict]] = []
    marched: set[int] = set()
    for move in parts.moves:
        via = tuple(leg.target for leg in move.legs[:-1])
        action = Move(move.unit, move.start, move.end, via, move.march)
        if bench.position.hex_of[move.unit] != move.start:
            bench.position.place(move.unit, move.start)
        verdict = bench.verdict(action)
        present = bench.position.present[bench.position.data.units[move.unit].owner]
        if present[move.end] >= STACKING_LIMIT and only_by_march(bench.position, action):
            marched.add(move.unit)
        verdict = in_order(bench.position, parts.segment, move, verdict)
        if bench.hidden and move in parts.foreign.moves and verdict.outcome is Outcome.ILLEGAL:
            verdict = replace(verdict, outcome=Outcome.UNPROVABLE, unclear=(), reason=_BEFORE)
        bench.apply(Move(move.unit, move.start, move.end, passed(bench, action, parts.controls)))
        verdicts.append((move, verdict))
    full = crowded(bench.position, parts.moves, over=over)
    last = {move.unit: move for move, _ in verdicts}
    for move, verdict in verdicts:
        if last[move.unit] is move and move.unit in full:
            crowd = full[move.unit]
            if move.unit in marched and crowd.outcome is Outcome.ILLEGAL:
                crowd = replace(crowd, rules=(*crowd.rules, MARCHED_INTO))
            verdict = both(verdict, crowd)
        bench.judged.append(bench.shown(told_move(move), verdict))
    bench.apply(a.EndMovement())


def told_move(move: UnitMove) -> Told:
    """Return how a move is shown."""
    return Told(
        tuple(leg.step for leg in move.legs), move.legs[-1].actor, "move", move.unit,
        start=move.start, end=move.end, via=tuple(leg.target for leg in move.legs[:-1]),
        detail=IN_MARCH_FORMATION if move.march else "",
    )  # fmt: skip


_BEFORE = "it may end a battle that was fought before the log begins"
