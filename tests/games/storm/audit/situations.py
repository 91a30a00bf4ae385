"""Situations at the Storm table: what people do, and what a referee has to say of it by the texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.games.storm.audit.people import Fault, G, People, S
from tests.play.begin import set_begin
from tests.violations.storm.staging import lay_table
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.storm.play.recording import begin, house_rules
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, Step

LATER = 4
"""So many steps after a fault it may still be named: with drags it shows only when the next one begins."""

Script = Callable[[People], None]


situation = pytest.mark.situation
"""Says how the table of a test lies that takes `at`: with what a `Situation` is made of."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A table as people find it, and what else than their faults may be said.

    Attributes
    ----------
    where : mapping of str to str
        Units that stand elsewhere than in the set-up.
    spent, german, soviet, markers : str
        Spent units, the hands, fire markers; each with blanks between.
    held : mapping of str to str
        Areas in other hands.
    rules : mapping of str to str or None
        House rules beside the proposed ones.
    hedged : int
        How many actions may be left open.
    """

    where: Mapping[str, str] = field(default_factory=dict)
    spent: str = ""
    german: str = "g_stukas g_smoke g_massed_fire"
    soviet: str = "s_rubble s_snipers s_minefield"
    turn: int = 1
    phase: Phase = Phase.IMPULSES
    held: Mapping[str, str] = field(default_factory=dict)
    markers: str = ""
    rules: Mapping[str, str] | None = None
    hedged: int = 0


def people(module: Path, data: ModuleData, said: Situation) -> People:
    """Sit people down at a situation's table."""
    game = begin(module, house_rules(data) if said.rules is None else {**house_rules(data), **said.rules})
    position = game.position
    for unit, known in position.data.units.items():
        if 0 < known.enters < said.turn and unit not in said.where:
            position.put(unit, ELIMINATED)
    for unit, area in said.where.items():
        position.put(unit, area)
    for area, holder in said.held.items():
        position.held[area] = ALL if holder == S else 0
    position.turn, position.phase = said.turn, said.phase
    for side, hand in ((Side.GERMAN, said.german), (Side.SOVIET, said.soviet)):
        position.hands[side].extend(hand.split())
        position.decks[side].extend(card for card in position.data.decks[side] if card not in hand.split())
    at = People(game)
    lay_table(at.paper, position)
    for card in (*said.german.split(), *said.soviet.split()):
        at.paper.send(card, at.box(card, "hand"))
        at.desk.mask(card, at.owner(card))
    at.paper.turn_over(said.spent.split(), down=True)
    for marker in said.markers.split():
        at.desk.change(f"fire-{marker}", {"Fire": 1})
    at.paper.set(NextSide=G)
    set_begin(at.desk)
    return at


@dataclass(frozen=True, slots=True)
class Judged:
    """What an audit says beside what is expected."""

    accused: tuple[tuple[tuple[str, ...], int], ...]
    wrongly: tuple[str, ...]
    missed: tuple[str, ...]
    hedged: tuple[str, ...]
    notices: tuple[str, ...]


def compared(report: Report, faults: Sequence[Fault]) -> Judged:
    """Hold a report against the faults: each has to be named once, and nothing else."""
    found = [action for action in report.actions if action.outcome is Outcome.ILLEGAL]
    rest, missed = list(found), []
    for fault in faults:
        hit = next(
            (a for a in rest if a.rules[0] in fault.rules and fault.first <= a.step <= fault.last + LATER),
            None,
        )
        if hit is None:
            missed.append(f"{'/'.join(fault.rules)} in {fault.first}-{fault.last}")
        else:
            # The same again in the same steps: it is one fault, whatever it is counted by.
            rest = [a for a in rest if a.rules[0] != hit.rules[0] or not fault.first <= a.step <= fault.last]
            rest = [a for a in rest if a is not hit]
    hedged = [a for a in report.shown if a.outcome is not Outcome.ILLEGAL]
    return Judged(
        tuple((a.rules, a.step) for a in found),
        tuple(f"{a.step} {a.action} {a.unit} {a.rules}: {a.reason}" for a in rest),
        tuple(missed),
        tuple(f"{a.step} {a.action} {a.unit} {a.outcome} {a.rules}{a.unclear}: {a.reason}" for a in hedged),
        tuple(f"{n.step} {n.code} {n.message}" for n in report.notices),
    )


def steps_from(log: Log, first: int) -> Log:
    """Return a log that begins only after some steps, as saved then."""
    begin = (*log.begin, *(command for step in log.steps[:first] for command in step.commands))
    rest = tuple(Step(number, step.commands) for number, step in enumerate(log.steps[first:], 1))
    return replace(log, begin=begin, steps=rest)
