"""Reinforcement chits: the Axis roll, arrivals, the Soviet column."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from toolkit.audit.actor import Actor
from toolkit.games.gj47.audit.bench import Bench, Entry, Told, as_move, mildest, weight, without_proof
from toolkit.games.gj47.audit.records import ChitRecord, ColumnSet, Drag, Moment, Thrown, Turned
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.game import apply
from toolkit.games.gj47.rules.sequence import end_chit, enter
from toolkit.games.gj47.rules.terrain import RAIL
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome

_CUT = "the log shows a part of these reinforcements only"


@dataclass(slots=True)
class _Arrival:
    unit: int
    hex: int
    moments: list[Moment]
    actor: Actor
    reduced: bool


@dataclass(slots=True)
class _Arrivals:
    units: dict[int, _Arrival] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    thrown: list[Moment] = field(default_factory=list)
    column: int = 0
    moved: Moment | None = None
    strays: list[Drag] = field(default_factory=list)


def judge_reinforcement(bench: Bench, record: ChitRecord, owner: Owner) -> None:
    """Judge what was done with a reinforcement chit."""
    found = _sorted(bench, record)
    if not found.units and not found.dice and not found.column:
        told = Told((record.begin,), record.actor, "set aside", chit=record.chit)
        for stray in found.strays:
            _stray(bench, stray)
        bench.enter(Phase.EXECUTION)
        bench.do(a.SetAside(), told, silent=True)
        return
    dice: list[int | None] = [None]
    if owner is Owner.AXIS:
        # Where no die was thrown, only that is held against them: what came may be of any.
        dice = list(dict.fromkeys(found.dice)) or [1, 2, 3, 4, 5, 6]
    elif any(fact.what == "axis_reinforcement" for fact in record.facts if isinstance(fact, Thrown)):
        dice = list(dict.fromkeys(found.dice))
    plans = (partial(_play, bench, record, found, die, owner) for die in dice)
    entries, _ = mildest(plans, len(dice))
    if record.partial or not record.over:
        entries = without_proof(entries, _CUT)
    for entry in entries:
        bench.apply(entry.action)
        bench.note(entry)
    for stray in found.strays:
        _stray(bench, stray)
    end_chit(bench.position)


def _sorted(bench: Bench, record: ChitRecord) -> _Arrivals:
    found = _Arrivals()
    reduced = {unit: bool(face) for unit, face in enumerate(bench.position.reduced)}
    facts = net(record.facts)
    reduced |= {fact.unit: fact.reduced for fact in facts if isinstance(fact, Turned)}
    for fact in facts:
        match fact:
            case Thrown(what=what) if what in ("axis_reinforcement", ""):
                found.dice.append(fact.value)
                found.thrown.append(fact.at)
            case ColumnSet():
                found.column, found.moved = fact.column, fact.at
            case Drag() if fact.target >= 0:
                known = found.units.get(fact.unit)
                if known is not None:
                    known.hex = fact.target
                    known.moments.append(fact.at)
                elif fact.origin < 0:
                    arrival = _Arrival(fact.unit, fact.target, [fact.at], fact.actor, reduced[fact.unit])
                    found.units[fact.unit] = arrival
                else:
                    found.strays.append(fact)
            case Drag() if fact.unit in found.units:
                del found.units[fact.unit]
            case _:
                continue
    return found


def _play(
    bench: Bench, record: ChitRecord, found: _Arrivals, die: int | None, owner: Owner, _within: float
) -> tuple[int, list[Entry]]:
    trial = bench.position.copy()
    entries: list[Entry] = []

    def play(action: Action, told: Told, *, silent: bool = False, seen: Action | None = None) -> None:
        verdict = bench.verdict(seen or action, trial)
        entries.append(Entry(action, told, verdict, silent, bench.others(seen or action, verdict, trial)))
        apply(trial, action)

    when = tuple(found.thrown) or (record.begin,)
    thrown = die if die in found.dice or not bench.dice_seen else None
    told = Told(when, record.actor, "reinforcement", chit=record.chit,
                detail="" if thrown is None else f"die {thrown}",
                dice=(thrown,) if thrown in found.dice else ())  # fmt: skip
    play(a.Reinforce(die), told, seen=a.Reinforce(thrown))
    enter(trial, Phase.REINFORCEMENT)
    for arrival in found.units.values():
        told = Told(
            tuple(arrival.moments), arrival.actor, "arrival", arrival.unit, end=arrival.hex
        )  # fmt: skip
        play(a.Enter(arrival.unit, arrival.hex, arrival.reduced), told)
    column = found.column or (trial.turn.column if owner is Owner.SOVIET else 0)
    if record.over or found.column:
        last = found.moved or max([m for x in found.units.values() for m in x.moments], default=when[-1])
        detail = f"column {column}" if column else ""
        told = Told((last,), record.actor, "end of reinforcements", detail=detail)
        play(a.EndReinforcement(column), told, silent=True)
    return weight(entry.verdict for entry in entries), entries


def _stray(bench: Bench, stray: Drag) -> None:
    action, told = as_move(stray)
    bench.enter(Phase.REINFORCEMENT)
    verdict = bench.verdict(action)
    if verdict.outcome is Outcome.ILLEGAL and bench.position.data.board.on_line(stray.target, RAIL):
        # It looks like an arrival of a unit that has been there all the time.
        more = bench.verdict(a.Enter(stray.unit, stray.target, bool(bench.position.reduced[stray.unit])))
        rules = tuple(rule for rule in more.rules if rule in ("12.0", "13.0(2)"))
        verdict = replace(verdict, rules=(*verdict.rules, *rules))
    bench.note(Entry(action, told, verdict))
    bench.position.place(stray.unit, stray.target)
