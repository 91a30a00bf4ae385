"""Battles judged: what the log shows of each is put into the order of the rules, and checked step by step.

Where a log leaves something open (who attacked, which way a unit retreated, for what a step was lost) all
readings are tried, and the one with least against it counts: what no reading makes legal is illegal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from toolkit.audit.actor import Actor, Known
from toolkit.games.gj47.audit.attackers import Elsewhere, attacker_sets, elsewhere, hit, targets
from toolkit.games.gj47.audit.bench import (
    LEGAL,
    NOBODY,
    WEIGHT,
    Bench,
    Entry,
    Told,
    mildest,
    named_too,
    weight,
    without_proof,
)
from toolkit.games.gj47.audit.early import early, judge_early
from toolkit.games.gj47.audit.fights import Fight, Fights, collect, drop_taken_back, mark_late
from toolkit.games.gj47.audit.outcome import (
    BattleOutcome,
    advances,
    outcomes,
    possible_ways,
    reordered,
    retreats,
)
from toolkit.games.gj47.audit.records import ChitRecord, Drag, Fact, Moment, Said, Turned
from toolkit.games.gj47.audit.strays import away_from, judge_stray, out_of_the_game, without_enemies
from toolkit.games.gj47.audit.unassigned_rolls import by_hexes, deal, named_afterwards, rows
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.activation import GERMANS
from toolkit.games.gj47.rules.battles import attacking_side
from toolkit.games.gj47.rules.course import OFF_MAP, Phase
from toolkit.games.gj47.rules.game import apply
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import due
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Outcome

_ODDS = ("10.3(4)",)
_READINGS = 400


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a battle: what was attacked by whom, with which die (0: none was thrown).

    `thrown` are dice that were thrown before it for the same battle: only the first one counts (10.4(1)).
    """

    target: int
    attackers: tuple[int, ...]
    die: int
    announced: bool
    thrown: tuple[int, ...] = ()


def judge_fights(bench: Bench, record: ChitRecord, facts: Sequence[Fact], owner: Owner) -> None:
    """Judge the combat segment of a command, and its end."""
    found = collect(bench.position, facts, owner, dice_seen=bench.dice_seen, dice_named=bench.dice_named)
    alone = set() if bench.hidden or not bench.dice_seen else without_enemies(bench.position)
    if record.over and not bench.hidden and (bench.dice_named or (bench.dice_seen and _all_marked(found))):
        alone |= away_from(bench.position, [fight.target for fight in found.fights if fight.aimed])
    gone = out_of_the_game(bench.position)
    if not bench.dice_seen:
        found.fights = [one for fight in found.fights for one in by_hexes(bench.position, fight, owner)]
    named_afterwards(bench.position, found, owner)
    all_said = next((f.at for f in facts if isinstance(f, Said) and f.what == "Declared"), None)
    drop_taken_back(found, all_said)
    mark_late(found, all_said)
    bench.enter(Phase.DECLARATION)
    first = min((fight.dice[0].at for fight in found.fights if fight.rolled), default=None)
    more = not record.over and all_said is None and first is None
    for fight in found.fights:
        late = fight.begun is not None and first is not None and fight.begun > first
        if fight.aimed and not late and not (more and _too_weak(bench, fight)):
            _declare(bench, fight)
    bench.apply(a.EndDeclaration())
    order = sorted(found.fights, key=lambda f: f.dice[0].at if f.rolled else f.closed or f.begun or (99, 0))
    in_a_row = {id(row[0]): row for row in rows(order)}
    unsettled: set[int] = set()
    for place, fight in enumerate(order):
        row = in_a_row.get(id(fight), [])
        # All that came of them stands with the last: it says nothing yet of who fought where.
        apart = [other for other in found.fights if not any(other is one for one in row)]
        if row and not deal(bench, row, owner, partial(_tried, owner=owner, fights=apart)):
            unsettled |= set(map(id, row))
        fight.actor = fight.actor if fight.actor.side is not None else Actor(owner.id, Known.INFERRED)
        complete = record.over or fight.closed is not None or any(f.rolled for f in order[place + 1 :])
        # The key that ends the chit closes what is open: nobody has called that off.
        fight.dropped = fight.dropped and fight.closed != record.end
        before = any(die.at.step == 0 for die in fight.dice)
        # Without markers a die before the log begins may be the one that was meant.
        before = before or (record.partial and not place and not fight.aimed)
        cut = not complete and not record.over
        others = elsewhere(bench.position, found.fights, fight, owner)
        _fight(
            bench, fight, owner, others,
            complete=complete, announced_all=all_said, alone=alone,
            shown=not before and id(fight) not in unsettled and (not cut or fight.advancing is not None),
        )  # fmt: skip
    for stray in found.strays:
        exact = any(fight.aimed or _fought_by(fight, stray.at) for fight in found.fights)
        judge_stray(bench, stray, owner, exact=exact, alone=alone, gone=gone)
    if record.over:
        _end(bench, record)


def _all_marked(found: Fights) -> bool:
    """Return whether there are battles, and markers and attackers show all that dice were thrown for."""
    marked = any(fight.aimed for fight in found.fights)
    return marked and not found.dice and all(fight.aimed or not fight.rolled for fight in found.fights)


def _tried(bench: Bench, fight: Fight, *, owner: Owner, fights: Sequence[Fight]) -> tuple[int, Bench]:
    """Judge a battle that is shown by its die and results only; return what stands against it, and go on."""
    trial = replace(
        bench, position=bench.position.copy(), judged=[], notices=[], doubtful=set(bench.doubtful)
    )
    if fight.effects:
        others = elsewhere(trial.position, fights, fight, owner)
        _fight(trial, fight, owner, others, complete=True, announced_all=None, shown=True, alone=())
    return sum(WEIGHT[action.outcome] for action in trial.judged), trial


def _fought_by(fight: Fight, at: Moment) -> bool:
    """Return whether a battle had shown its die and something of what came of it by then."""
    return fight.rolled and fight.dice[0].at < at and any(effect.at < at for effect in fight.effects)


def _too_weak(bench: Bench, fight: Fight) -> bool:
    """Return whether all that stands against a battle is that others may still join it."""
    return bench.verdict(a.Declare(fight.target, tuple(fight.attackers))).rules == _ODDS


def _declare(bench: Bench, fight: Fight) -> None:
    names = _names(bench, fight.attackers)
    told = Told(fight.moments(), fight.actor, "declare", end=fight.target, detail=names)
    verdict = bench.do(a.Declare(fight.target, tuple(fight.attackers)), told)
    if verdict.outcome is Outcome.ILLEGAL:
        fight.wrong = verdict.rules[0]


def _names(bench: Bench, units: Sequence[int]) -> str:
    return ", ".join(bench.name(unit) for unit in units)


def _end(bench: Bench, record: ChitRecord) -> None:
    last = record.facts[-1].at if record.facts else record.begin
    bench.do(a.EndCommand(), Told((last,), record.actor, "end of the chit", chit=record.chit), silent=True)


# -- one battle --------------------------------------------------------------------------------------


def _fight(
    bench: Bench,
    fight: Fight,
    owner: Owner,
    others: Elsewhere,
    *,
    complete: bool,
    announced_all: Moment | None,
    shown: bool,
    alone: Collection[int],
) -> None:
    paid = fight.early and fight.rolled
    if paid and _paid_early(bench, fight, owner, announced_all, others, complete=complete):
        return
    judge_early(bench, fight)
    if not fight.rolled and not fight.effects:
        if fight.dropped and fight.aimed:
            moments = (fight.closed or fight.moments()[-1],)
            told = Told(moments, fight.actor, "call off", end=fight.target)
            bench.do(a.CallOff(fight.target), told)
        return
    thrown = [die for die in fight.dice if not die.edited]
    if len(thrown) > 1:
        rolls = [die.value for die in thrown]
        where = bench.number(fight.target)
        text = f"the battle for {where} was rolled for {len(rolls)} times: {', '.join(map(str, rolls))}"
        bench.notice("AUD021", thrown[1].at, text, hex=where, rolls=rolls)
    judged = list(_readings(bench, fight, owner, announced_all, others))
    plans = (
        partial(_play, bench, fight, reading, outcome, complete=complete)
        for reading in judged
        for outcome in outcomes(bench, fight, reading.target, owner)
    )
    equals: list[list[Entry]] = []
    entries, all_tried = mildest(plans, _READINGS, equals)
    if weight(entry.verdict for entry in entries):
        ordered = _in_another_order(bench, fight, judged, owner, complete=complete)
        entries, all_tried = (ordered, True) if ordered else (entries, all_tried)
    if fight.aimed:
        entries = named_too(entries, equals)
    if not entries:
        for effect in fight.effects:
            judge_stray(bench, effect, owner, exact=False, alone=alone)
        return
    entries = _one_fault(entries, fight)
    sure = fight.aimed or fight.late or (bool(fight.effects) and bench.dice_seen)
    if not shown:
        entries = without_proof(entries, "the log shows a part of this battle only")
    if not all_tried or (not sure and weight(e.verdict for e in entries)):
        entries = without_proof(entries, "the log does not show this battle well enough to judge it")
    _commit(bench, fight, entries, owner)


def _one_fault(entries: Sequence[Entry], fight: Fight) -> list[Entry]:
    """Take back what only repeats that a battle should not have been fought.

    Where nothing was carried out of it, players saw that for themselves.
    """
    blamed = {fight.wrong} - {""}
    found = []
    for entry in entries:
        again = False
        if entry.verdict.outcome is Outcome.ILLEGAL:
            void = isinstance(entry.action, a.CloseBattle) and bool(blamed) and not fight.effects
            again = void or entry.verdict.rules[0] in blamed
            if isinstance(entry.action, a.Declare | a.Roll):
                blamed.add(entry.verdict.rules[0])
        found.append(replace(entry, verdict=LEGAL) if again else entry)
    return found


def _paid_early(
    bench: Bench,
    fight: Fight,
    owner: Owner,
    announced_all: Moment | None,
    others: Elsewhere,
    *,
    complete: bool,
) -> bool:
    """Judge a battle whose result was paid before its die was thrown: too early (10.2(3)), and in full.

    Returns
    -------
    bool
        Whether that is how it was; else nothing is judged.
    """
    paid = replace(fight, effects=[*fight.early, *fight.effects], early=[])
    plans = (
        partial(_play, bench, paid, reading, outcome, complete=complete)
        for reading in _readings(bench, paid, owner, announced_all, others)
        for outcome in outcomes(bench, paid, reading.target, owner)
    )
    entries, all_tried = mildest(plans, _READINGS, most=0)
    if not entries or not all_tried:
        return False
    for entry in early(bench, fight):
        bench.note(entry)
    _commit(bench, paid, entries, owner)
    return True


def _in_another_order(
    bench: Bench, fight: Fight, judged: Sequence[Reading], owner: Owner, *, complete: bool
) -> list[Entry]:
    """Let units retreat in another order than the one shown, where that leaves nothing to say against it.

    A full hex pushes a unit on (10.6(5)), and players who know where all will end drag in any order.
    Nothing is returned where it does not help.
    """
    plans = (
        partial(_play, bench, fight, reading, changed, complete=complete)
        for reading in judged
        for each in (False, True)
        for outcome in outcomes(bench, fight, reading.target, owner, each=each)
        for changed in (*((outcome,) if each else ()), *reordered(outcome))
    )
    return mildest(plans, _READINGS, most=0)[0]


def _readings(
    bench: Bench, fight: Fight, owner: Owner, announced_all: Moment | None, others: Elsewhere
) -> Iterator[Reading]:
    dice = list(dict.fromkeys(die.value for die in fight.dice))
    if not dice:
        # Where no die is in the whole log it was thrown elsewhere.
        dice = [0] if bench.dice_seen else [1, 2, 3, 4, 5, 6]
    if fight.aimed:
        known = bench.position.command.battle(fight.target) is not None
        too_late = announced_all is not None and fight.begun is not None and fight.begun > announced_all
        # Of two readings with as much against them the one that answers the later die says more.
        for place in range(len(dice) - 1, -1, -1):
            thrown = tuple(dice[:place]) if fight.dice else ()
            yield Reading(fight.target, tuple(fight.attackers), dice[place], known or too_late, thrown)
        return
    for target in [fight.target] if fight.target >= 0 else targets(bench.position, fight, owner, others):
        for attackers in attacker_sets(bench.position, fight, target, owner, others):
            for die in dice:
                yield Reading(target, attackers, die, fight.late)


def _play(
    bench: Bench, fight: Fight, reading: Reading, outcome: BattleOutcome, within: float, *, complete: bool
) -> tuple[int, list[Entry]]:
    """Play a battle as one reading has it, on a copy; return what is against it, and its actions.

    Once more than `within` stands against it, it goes no further.
    """
    trial = bench.position.copy()
    entries: list[Entry] = []
    play = partial(_step, bench, trial, entries)
    when = fight.moments() or (outcome.last,)
    if not reading.announced:
        _take_along(trial, reading.attackers)
        trial.turn = replace(trial.turn, phase=Phase.DECLARATION)
        told = Told(when, fight.actor, "declare", end=reading.target, detail=_names(bench, reading.attackers))
        play(a.Declare(reading.target, reading.attackers), told)
        trial.turn = replace(trial.turn, phase=Phase.COMBAT)
    for value in (*reading.thrown, *((reading.die,) if reading.die else ())):
        die = next((d for d in fight.dice if d.value == value), None)
        moment = (die.at,) if die is not None else when
        edited = die is not None and die.edited
        told = Told(
            moment, NOBODY if edited else fight.actor, "roll", end=reading.target,
            detail=f"the die is changed to {value} by hand" if edited else f"die {value}",
            dice=() if die is None else (value,),
        )  # fmt: skip
        play(a.Roll(reading.target, value), told)
    for lost in outcome.losses(reading.target):
        play(lost.action, lost.told)
    for unit in outcome.retreating:
        if weight(entry.verdict for entry in entries) > within:
            break
        _best(bench, trial, entries, retreats(trial, outcome, unit, reading.target))
    if weight(entry.verdict for entry in entries) > within:
        return weight(entry.verdict for entry in entries), entries
    owed = _owed(bench, trial, fight, outcome, reading.target)
    entries += owed
    for unit in outcome.advancing:
        _best(bench, trial, entries, advances(trial, outcome, unit, reading.target))
        if owed and entries[-1].verdict.rules[:1] == (_ENTERED,):
            entries[-1] = replace(entries[-1], follows=owed[0].told.steps[-1])
    if complete and not owed:
        last = fight.closed or outcome.last
        entries.append(_closed(bench, trial, last, reading.target))
    return weight(entry.verdict for entry in entries), list(_once(entries))


def _once(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield what was done; losses that nobody takes are one fault, found at each retreat and at the close."""
    first: dict[tuple[str, ...], Moment] = {}
    for entry in entries:
        rules, last = entry.verdict.rules, entry.told.steps[-1]
        line = rules[:1] if isinstance(entry.action, a.Retreat | a.CloseBattle) else ()
        if entry.verdict.outcome is Outcome.ILLEGAL and line and line[0].startswith(_LINES):
            found = first.setdefault(line, last)
            entry = entry if found == last else replace(entry, follows=found)
        yield entry


def _owed(bench: Bench, trial: Position, fight: Fight, outcome: BattleOutcome, target: int) -> list[Entry]:
    """Return what was left of a result when the attackers began to advance, who do it last (10.2)."""
    drags = (drag.at for unit in outcome.advancing for drag in outcome.drags[unit])
    begun = fight.advancing or next(drags, None)
    if begun is None or not fight.aimed:
        return []
    found = _closed(bench, trial, begun, target)
    owes = found.verdict.outcome is Outcome.ILLEGAL and found.verdict.rules[0].startswith(_RESULT)
    return [found] if owes else []


_RESULT = ("10.4", "10.6")
_LINES = "10.4(2)"
_ENTERED = "10.7(1)"


def _closed(bench: Bench, trial: Position, at: Moment, target: int) -> Entry:
    """Return the end of a battle: whether its result is carried out."""
    told = Told((at,), _debtor(trial, target), "result", end=target)
    action = a.CloseBattle(target)
    return Entry(action, told, bench.verdict(action, trial), silent=True)


def _debtor(position: Position, target: int) -> Actor:
    """Return who owes what is left of a result: the attacker, unless it is the defender alone."""
    battle = position.command.battle(target)
    if battle is None:
        return NOBODY
    owner = attacking_side(position, battle)
    if battle.die and not battle.closed:
        left = due(position, battle, Rulings(position.data.points))
        owner = owner.enemy if (left.defender or left.retreating) and not left.attacker else owner
    return Actor(owner.id, Known.INFERRED)


def _take_along(position: Position, attackers: Sequence[int]) -> None:
    """Let an allied headquarters take along the Germans that attack, where the log does not show whom."""
    command, units = position.command, position.data.units
    if command.hq is None or not units[command.hq].allied:
        return
    more = tuple(unit for unit in attackers if units[unit].german and unit not in command.germans)
    if more and len(command.germans) + len(more) <= GERMANS:
        position.set_command(replace(command, germans=(*command.germans, *more)))


def _step(bench: Bench, trial: Position, entries: list[Entry], action: Action, told: Told) -> None:
    entries.append(Entry(action, told, bench.verdict(action, trial)))
    apply(trial, action)


def _best(
    bench: Bench, trial: Position, entries: list[Entry], choices: Iterator[tuple[Action, Told]]
) -> None:
    """Take the first of several ways that is legal, else the one with least against it.

    What other ways with as much against them break is named as well: the log does not say which it was.
    """
    best: list[Entry] = []
    least = 0
    for action, told in choices:
        entry = Entry(action, told, bench.verdict(action, trial))
        against = weight([entry.verdict])
        if not best or against < least:
            best, least = [entry], against
        elif against == least:
            best.append(entry)
        if not against:
            break
    if best:
        entries += named_too(best[:1], ([other] for other in best[1:]))
        apply(trial, best[0].action)


def _commit(bench: Bench, fight: Fight, entries: Sequence[Entry], owner: Owner) -> None:
    """Carry out what was judged, and write it down."""
    guess = not fight.aimed and not fight.effects
    hit_before = bool(hit(bench.position, fight, owner))
    for entry in entries:
        if guess:
            if isinstance(entry.action, a.Roll):
                bench.note(entry)
            continue
        if isinstance(entry.action, a.Declare):
            _take_along(bench.position, entry.action.attackers)
            bench.enter(Phase.DECLARATION)
        unseen = _passed_unseen(bench, fight, entry.action)
        bench.apply(entry.action)
        bench.doubtful |= unseen
        bench.enter(Phase.COMBAT)
        bench.note(entry)
    if not fight.aimed and not guess and entries:
        _forget_guesses(bench, fight, entries, owner, hit_before=hit_before)


def _passed_unseen(bench: Bench, fight: Fight, action: Action) -> set[int]:
    """Return the enemy's towns that a retreat or an advance may have passed where no drag shows its way."""
    if not isinstance(action, a.Retreat | a.Advance):
        return set()
    position = bench.position
    owner, held = position.data.units[action.unit].owner, position.control[0]
    stops = {e.target for e in fight.effects if isinstance(e, Drag) and e.unit == action.unit}
    if action.path and stops.issuperset(action.path):
        return set()
    ways = {h for way in possible_ways(position, action) for h in way} - stops
    return {h for h in ways if h in bench.doubtful or held.get(h) is owner.enemy}


def _forget_guesses(
    bench: Bench, fight: Fight, entries: Sequence[Entry], owner: Owner, *, hit_before: bool
) -> None:
    """Keep only those attackers that the log shows, and a target where it shows one.

    Others may have fought elsewhere.
    """
    declared = next((e.action for e in entries if isinstance(e.action, a.Declare)), None)
    battle = None if declared is None else bench.position.command.battle(declared.target)
    if battle is None:
        return
    units = bench.position.data.units
    shown = {e.unit for e in fight.effects if isinstance(e, Drag | Turned) and units[e.unit].owner is owner}
    attackers = tuple(unit for unit in battle.attackers if unit in shown)
    origins = tuple(o for u, o in zip(battle.attackers, battle.origins, strict=False) if u in shown)
    sure = fight.target >= 0 or hit_before or any(unit in battle.advanced for unit in shown)
    changed = replace(
        battle, target=battle.target if sure else OFF_MAP, attackers=attackers, origins=origins, closed=True
    )
    command = bench.position.command
    battles = tuple(changed if known is battle else known for known in command.battles)
    bench.position.set_command(replace(command, battles=battles))
