"""The frame of a turn: set-up, choice and drawing of chits, the end of the turn; and a table in mid-game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from toolkit.audit.actor import Known
from toolkit.audit.report import Private, Segment
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.bench import LEGAL, NOBODY, Bench, Told, weight
from toolkit.games.gj47.audit.reader import CHIT_NUMBER
from toolkit.games.gj47.audit.records import (
    ChitRecord,
    ChoiceRecord,
    Drag,
    Moment,
    SetUpRecord,
    TurnRecord,
)
from toolkit.games.gj47.audit.table_state import ACTIVE, SHOWS, Standing, TableState, forts_of
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Cause, Command, Loss, Phase, Turn
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter, next_turn
from toolkit.games.gj47.rules.set_up_hexes import left_over
from toolkit.games.gj47.rules.start import BOXES
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Basis, Outcome, Verdict

_CHOICE = ("6", "5.0(1)", "7.1(1)", "16.0(1)")
_SET_UP = "set-up"
_NAMED = 5  # units of a wrong start that its notice names
# When the game ends it is nowhere written who has won.
_WON = ("15.0(3)", "15.0(4)")


# -- a table in mid-game -----------------------------------------------------------------------------


def take(position: Position, game: CompiledGame, state: TableState) -> None:
    """Take over a table: places, faces, forts, boxes, control markers, and the course of the turn."""
    kinds = {box.id: box.kind for box in game.boxes}
    index = {box.id: box.index for box in game.boxes}
    for name, where in state.units.items():
        unit = position.data.index.get(name)
        if unit is not None:
            _stand(position, unit, where, kinds, index)
    position.forts.update(forts_of(state))
    column, spent, placed = 1, 0, 0
    for marker in state.markers.values():
        if marker.kind == "control" and marker.hex >= 0 and marker.level in SHOWS:
            for held in position.control:
                if marker.hex in held:
                    held[marker.hex] = SHOWS[marker.level]
        elif marker.kind == "soviet_reinforcement" and kinds.get(marker.box) == "reinforcement":
            column = index.get(marker.box) or 1
        elif marker.kind == "fort":
            placed += 1
            spent += marker.hex >= 0 or kinds.get(marker.box) == "eliminated"
    _held_by_units(position)
    turn = Turn(
        phase=Phase.CHOICE,
        column=column,
        fort_markers=max(placed - spent, 0) if placed else position.data.forts.markers,
    )
    position.turn = _course(position, state, turn, kinds, index)


def doubtful_towns(position: Position, state: TableState) -> set[int]:
    """Return the towns and VP hexes of which a table in mid-game does not show who controls them.

    A unit or a control marker shows it.  Before the first chit everything is as at start.
    """
    turn = position.turn
    if turn.number == 1 and not turn.drawn and not position.losses:
        return set()
    marked = {marker.hex for marker in state.markers.values() if marker.kind == "control"}
    return {h for h in position.control[0] if h not in marked and not position.owners_in(h)}


def _held_by_units(position: Position) -> None:
    """Give each town that holds units to their side: they entered it last."""
    for held in position.control:
        for h in held:
            owners = position.owners_in(h)
            if len(owners) == 1:
                held[h] = owners[0]


def _stand(
    position: Position, unit: int, where: Standing, kinds: dict[str, str], index: dict[str, int | None]
) -> None:
    if where.hex >= 0:
        position.place(unit, where.hex)
    else:
        kind = kinds.get(where.box, "")
        meant = BOXES.get(kind, Box.TRAY)
        position.send(unit, meant)
        if meant is Box.WAITING:
            position.column_of[unit] = index.get(where.box) or 1
        if meant is Box.RAIL and position.data.units[unit].headquarters and where.reduced:
            # It was lost and waits for its return; one that goes by rail for its own sake is mostly full.
            meant = Box.ELIMINATED
            position.send(unit, meant)
        if meant is Box.ELIMINATED:
            position.losses.append(Loss(unit, Cause.COMBAT, 0))
    position.reduced[unit] = int(where.reduced)


def _course(
    position: Position, state: TableState, turn: Turn, kinds: dict[str, str], index: dict[str, int | None]
) -> Turn:
    """Return the course of the turn as chits and turn marker show it."""
    number = state.turn
    for marker in state.markers.values():
        if marker.kind == "turn" and kinds.get(marker.box) == "turn":
            # Players move the marker or the tracker on; the other one stays behind.
            number = max(number, index.get(marker.box) or 0)
    lying = {
        chit: "active" if box == ACTIVE else kinds.get(box, "")
        for chit, box in state.chits.items()
        if chit in position.data.chits
    }
    cup = frozenset(chit for chit, kind in lying.items() if kind == "cup")
    used = tuple(sorted(chit for chit, kind in lying.items() if kind == "chits_used"))
    active = tuple(chit for chit, kind in lying.items() if kind == "active")
    turn = replace(turn, number=number or 1)
    if not used and not active:
        return turn
    drawn = (*used, *active)
    command = Command(active[0], hexes_then=tuple(position.hex_of)) if active else None
    return replace(
        turn,
        phase=Phase.EXECUTION if active else Phase.DRAW,
        ready=frozenset(Owner),
        chosen=cup | frozenset(drawn),
        cup=cup,
        drawn=drawn,
        command=command,
    )


def take_up(position: Position, chit: str) -> None:
    """Put a chit into play that a log begins with; it may have been dragged aside, to be read, before."""
    turn = position.turn
    if turn.command is None:
        position.turn = replace(
            turn,
            phase=Phase.EXECUTION,
            ready=frozenset(Owner),
            chosen=turn.chosen | {chit},
            cup=turn.cup - {chit},
            drawn=(*(other for other in turn.drawn if other != chit), chit),
            command=Command(chit, hexes_then=tuple(position.hex_of)),
        )


# -- set-up ------------------------------------------------------------------------------------------


def judge_set_up(bench: Bench, record: SetUpRecord) -> None:
    """Judge where units were put before play, as they stand when both sides are ready."""
    if not record.over:
        return
    bench.segment = Segment(0, _SET_UP, False)
    last: dict[int, Drag] = {}
    for fact in net(record.facts):
        if isinstance(fact, Drag):
            last[fact.unit] = fact
    units = bench.position.data.units
    bench.enter(Phase.SETUP)
    for owner in Owner:
        moment, wrong = record.begin, dict[int, tuple[str, ...]]()
        for unit, drag in last.items():
            if units[unit].owner is owner and drag.target >= 0:
                told = Told((drag.at,), drag.actor, "place", unit, end=drag.target)
                verdict = bench.do(a.Place(unit, drag.target), told)
                moment = max(moment, drag.at)
                if not verdict.legal:
                    wrong[unit] = verdict.rules
        told = Told((moment,), NOBODY, "end of the set-up")
        bench.do(a.EndSetUp(owner), told, silent=True, verdict=_whole_set_up(bench, owner, wrong))


def start_of(position: Position, state: TableState) -> Mapping[int, int]:
    """Return which unit stands where before the first chit of the game; nothing for a table in mid-game."""
    turn = position.turn
    begun = turn.number > 1 or turn.column > 1 or turn.drawn or position.losses
    if begun or state.properties.get(CHIT_NUMBER, "") not in ("", "0"):
        return {}
    return {unit: h for unit, h in enumerate(position.hex_of) if h != OFF_MAP}


def say_start(bench: Bench, start: Mapping[int, int], at: Moment) -> None:
    """Say where the game begins otherwise than its set-up tells; `at`: the first chit.

    Nobody of the log laid it out, and players may have agreed on another start: a notice, and no offence.
    A unit that is in its place by then was put right, and one that has left it moved before its chit came.
    """
    units, trial = bench.position.data.units, bench.position.copy()
    for unit, h in start.items():
        trial.place(unit, h)
    turn = trial.turn
    trial.turn = Turn(phase=Phase.SETUP, column=turn.column, fort_markers=turn.fort_markers)
    amiss, rules = list[str](), set[str]()
    for owner in Owner:
        for unit, h in start.items():
            verdict = bench.verdict(a.Place(unit, h), trial) if units[unit].owner is owner else LEGAL
            now = bench.position.hex_of[unit]
            if verdict.legal:
                continue
            if now != OFF_MAP and bench.verdict(a.Place(unit, now), trial).legal:
                trial.place(unit, now)
            else:
                amiss.append(bench.name(unit))
                rules.update(verdict.rules)
        rules.update(bench.verdict(a.EndSetUp(owner), trial).rules)
        trial.turn = replace(trial.turn, ready=trial.turn.ready | {owner})
    if rules:
        what = ", ".join(amiss[:_NAMED]) + (", ..." if amiss[_NAMED:] else "")
        text = f"the game begins otherwise than chapter 4 sets it up ({', '.join(sorted(rules))})"
        bench.notice("AUD060", at, f"{text}: {what}" if what else text, units=amiss, rules=sorted(rules))


def _whole_set_up(bench: Bench, owner: Owner, wrong: Mapping[int, tuple[str, ...]]) -> Verdict:
    """Judge a set-up as a whole, but for what follows from units that were put in wrong places.

    Such a unit leaves its own place empty, or makes a stack wrong that is right without it: one fault in all.
    """
    verdict = bench.verdict(a.EndSetUp(owner))
    named = {rule for rules in wrong.values() for rule in rules}
    if named.issuperset(verdict.rules):
        return LEGAL
    return LEGAL if any(named.issuperset(found) for found in _without(bench, owner, wrong)) else verdict


def _without(bench: Bench, owner: Owner, wrong: Collection[int]) -> Iterator[tuple[str, ...]]:
    """Yield what a set-up breaks without the units in wrong places, and with others where they stood."""
    trial, end = bench.position.copy(), a.EndSetUp(owner)
    places = [trial.hex_of[unit] for unit in wrong]
    for unit in wrong:
        trial.send(unit, Box.TRAY)
    yield bench.verdict(end, trial).rules
    for unit in left_over(trial, owner) if len(places) == 1 else ():
        if unit not in wrong:
            trial.place(unit, places[0])
            yield bench.verdict(end, trial).rules
            trial.send(unit, Box.TRAY)


# -- choosing and drawing ----------------------------------------------------------------------------


def judge_choice(bench: Bench, record: ChoiceRecord) -> None:
    """Judge the choice of chits of a turn, where the log shows it."""
    bench.unseen = () if record.known else _CHOICE
    bench.enter(Phase.CHOICE)
    bench.segment = Segment(bench.segment.number, "choice", False, bench.position.turn.number)
    if not record.known:
        _all_ready(bench)
        return
    foreign, counted = record.foreign(), set[str]()
    for owner in Owner:
        chits = _choice_of(bench, record, foreign, owner)
        counted |= {chit for chit in chits if bench.position.data.chits[chit].owner is owner}
        if not chits and record.declared:
            # Nothing of this side was in the cup: the first draw came too early (5.0(1)).
            continue
        at = record.moments.get(owner, record.begin)
        names = ", ".join(bench.position.data.chits[chit].name for chit in chits)
        actor = record.actors.get(owner, NOBODY)
        told = Told((at,), actor, "choose", detail=names, private=Private(owner.id))
        bench.do(a.Choose(owner, chits), told)
    if foreign:
        # What came from a strange hand is in the cup, and nobody's choice.
        turn = bench.position.turn
        own = turn.chosen - (foreign.keys() - counted)
        bench.position.turn = replace(turn, chosen=own, cup=turn.cup & own)
    if not record.declared:
        _all_ready(bench)
    _late(bench, record)


def _choice_of(
    bench: Bench, record: ChoiceRecord, foreign: Mapping[str, Owner], owner: Owner
) -> tuple[str, ...]:
    """Return the chits that a player put into the cup, those of the other side included (6.1(1)).

    A chit of their own that the other player put there counts where the number needs it.
    """
    own = tuple(record.chits.get(owner, ()))
    alone = tuple(chit for chit in own if chit not in foreign)
    strange = tuple(chit for chit, hand in foreign.items() if hand is owner)
    choices = dict.fromkeys([alone, own])
    chits = min(choices, key=lambda chosen: weight([bench.verdict(a.Choose(owner, chosen))]))
    return (*chits, *strange)


def _all_ready(bench: Bench) -> None:
    turn = bench.position.turn
    if turn.phase is Phase.CHOICE:
        bench.position.turn = replace(turn, phase=Phase.DRAW, ready=frozenset(Owner))


def _late(bench: Bench, record: ChoiceRecord) -> None:
    """Judge chits put into the cup after the first was drawn: all of a player as one choice.

    Of one whose cup was empty they are the choice itself, and the draw was too early (5.0(1)).  From another
    they come on top, and make nothing void that was drawn before (6.2).
    """
    turn, known = bench.position.turn, bench.position.data.chits
    added: set[str] = set()
    bench.late.clear()
    for owner in Owner:
        late = [put for put in record.late if known[put[1]].owner is owner]
        if not late:
            continue
        bench.enter(Phase.CHOICE)
        before = [chit for chit in turn.chosen if known[chit].owner is owner] if owner in turn.ready else []
        chits = tuple(dict.fromkeys([*sorted(before), *(chit for _, chit, _ in late)]))
        names = ", ".join(known[chit].name for _, chit, _ in late)
        at, _, hand = late[-1]
        actor = hand if hand.known is Known.LOGGED else record.actors.get(owner, NOBODY)
        told = Told((at,), actor, "choose", detail=names, private=Private(owner.id))
        bench.do(a.Choose(owner, chits), told)
        if owner in turn.ready:
            bench.late |= set(chits) - turn.chosen
        else:
            added |= set(chits)
    bench.position.turn = replace(turn, chosen=turn.chosen | added, cup=turn.cup | (added - set(turn.drawn)))


def judge_draw(bench: Bench, record: ChitRecord) -> Verdict:
    """Judge how a chit came into play; return what is said of it.

    Whatever else is chosen, a chit from beside the cup was not.
    """
    unseen = bench.unseen
    bench.unseen = () if record.beside else unseen
    verdict = _drawn(bench, record)
    bench.unseen = unseen
    return verdict


def _drawn(bench: Bench, record: ChitRecord) -> Verdict:
    position = bench.position
    if record.foreign or record.chit in bench.late:
        # That it was put into the cup has been told of; that it comes up is no second fault.
        enter(position, Phase.DRAW)
        bench.apply(a.Draw(record.chit))
        return LEGAL
    if position.turn.phase is not Phase.DRAW:
        enter(position, Phase.DRAW)
    turn = position.turn
    told = Told((record.begin,), record.actor, "draw", chit=record.chit)
    owner = position.data.chits[record.chit].owner
    first = turn.number == 1 and not turn.drawn and owner is Owner.AXIS
    by_key = record.known.value == "declared"
    # The module draws from the cup only: a used chit that comes up otherwise is played by its own key.
    free = (record.source == "chits_hand" and (first or by_key)) or (record.source == "chits_used" and by_key)
    if free:
        return bench.do(a.FreeChit(record.chit), replace(told, kind="free chit"))
    if bench.unseen:
        # The cup was never used: what is drawn is taken to have been chosen.
        known = frozenset({record.chit})
        position.turn = replace(turn, chosen=turn.chosen | known, cup=turn.cup | known)
    verdict = bench.do(a.Draw(record.chit), told)
    # One draw too early is one finding.
    position.turn = replace(position.turn, ready=frozenset(Owner))
    return verdict


def begin_turn(bench: Bench) -> None:
    """Leave the chit that was in play behind: the next one can be drawn."""
    if bench.position.turn.phase is not Phase.OVER:
        bench.position.turn = replace(bench.position.turn, phase=Phase.DRAW, command=None)


# -- the end of a turn -------------------------------------------------------------------------------


def judge_turn_end(bench: Bench, record: TurnRecord) -> None:
    """Judge the end of a turn: the cup, supply, victory, the turn marker."""
    position = bench.position
    if record.partial:
        position.turn = replace(next_turn(position.turn), number=record.number)
        return
    number = position.turn.number
    bench.segment = Segment(bench.segment.number, "end of the turn", False, number)
    shown = number + 1
    if record.again and record.first not in (0, shown):
        text = f"the turn is set from {number} to {record.first}, and nothing was played in between"
        bench.notice("AUD028", record.begin, text, before=str(number), after=str(record.first))
        shown = record.first
    for at, set_to in record.ahead:
        text = f"the turn is set from {number} to {set_to} with a chit in play, which goes on"
        bench.notice("AUD028", at, text, before=str(number), after=str(set_to))
    if record.number == number:
        return
    position.turn = replace(position.turn, phase=Phase.DRAW, command=None)
    for at, set_to in record.again:
        text = f"the turn is set from {shown} to {set_to}, and nothing was played in between"
        bench.notice("AUD028", at, text, before=str(shown), after=str(set_to))
        shown = set_to
    told = Told((record.begin,), record.actor, "end of the turn", detail=f"turn {record.number}")
    if not position.turn.drawn and not position.turn.cup:
        bench.unseen = (*bench.unseen, "6.2(4)")
    if record.final or number >= len(position.data.charts.turn_track):
        bench.unseen = (*bench.unseen, *_WON)
    bench.do(a.EndTurn(), told, silent=True)
    if record.number != number + 1 and record.marked:
        reason = f"the turn marker went from {number} to {record.number}"
        bench.judged.append(bench.shown(told, Verdict(Outcome.ILLEGAL, ("5.0(5)",), (), reason, Basis.RULES)))
        position.turn = replace(position.turn, number=record.number)
    if not record.marked:
        text = f"turn {record.number} began although the turn marker was not moved"
        bench.notice("AUD023", record.begin, text, turn=record.number)
    bench.unseen = ()
