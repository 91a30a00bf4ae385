"""The audit of a game with written decisions: logs are read, put in order and judged by its own referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from toolkit.audit.actor import Actor
from toolkit.audit.audited import Audited
from toolkit.audit.decisions.account import glimpses
from toolkit.audit.decisions.broken import stretches
from toolkit.audit.decisions.chain import chain
from toolkit.audit.decisions.dropping import as_if, edits_of, elsewhere_in
from toolkit.audit.decisions.interruptions import pressed_again, undisturbed
from toolkit.audit.decisions.judged import Judged
from toolkit.audit.decisions.reader import ReadLog, read_game, table_before
from toolkit.audit.decisions.records import Laid
from toolkit.audit.decisions.slips import without_slips
from toolkit.audit.decisions.vocabulary import Vocabulary
from toolkit.audit.folding import Elsewhere, Instead, as_given, fold, left_of
from toolkit.audit.joining import Link, parts
from toolkit.audit.ledger import Sums
from toolkit.audit.module_data import ModuleData, require_own
from toolkit.audit.other_hand import attributed, drags_of_others
from toolkit.audit.report import JudgedAction, Notice
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.rulings import Points
from toolkit.source.options import Option
from toolkit.vassal.commands import Command
from toolkit.vassal.log import Log


class Judge(Protocol):
    """Judges logs that follow each other.

    It takes their rules, what the module calls sides and areas → ids, and the unclear points.  In a `trial`
    only what is found counts, and not what the rules would have allowed in its place.
    """

    def __call__(
        self,
        games: Sequence[ReadLog],
        rules: Any,
        names: Mapping[str, str],
        options: Sequence[Option],
        /,
        *,
        trial: bool,
    ) -> Judged:
        """Return verdicts, notices, sums of the ledger."""


class Rules(Protocol):
    """What a game's rules know of one match."""

    @property
    def points(self) -> Points:
        """The unclear points."""


@dataclass(frozen=True, slots=True)
class AuditableGame:
    """What the audit asks of a game.

    Attributes
    ----------
    words : Vocabulary
        What its module writes.
    rules : callable
        A compiled game, and the points that players settled → its rules.
    part : str
        What the game calls the parts of a turn.
    others_may : callable
        Whether the rules give an action with a unit to the other side.
    """

    words: Vocabulary
    rules: Callable[[CompiledGame, Mapping[str, str]], Rules]
    judge: Judge
    part: str
    others_may: Callable[[JudgedAction], bool] = lambda _action: False


def audit_decisions(logs: Sequence[Log], data: ModuleData, game: AuditableGame) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    games = [read_game(log, data, game.words) for log in logs]
    require_own(logs, data, (data.knows_any(read.begin.units) for read in games))
    joined = chain(games, [log.name for log in logs])
    fixed: dict[str, str] = {}
    for link in joined.links:
        fixed |= link.game.settings
    rules, named = game.rules(data.game, fixed), names(data)
    actions: list[JudgedAction] = []
    notices: list[Notice] = list(joined.notices)
    ledger = Sums()
    winner = ""
    before: Laid | None = None
    for part in parts(joined, edited=True):
        logs_read = [link.game for link in part]
        again = [frozenset(pressed_again(log.steps, game.words)) for log in logs_read]
        read = [
            replace(log, steps=undisturbed(log.steps, game.words, twice))
            for log, twice in zip(logs_read, again, strict=True)
        ]
        edited = edits_of(None if part[0].gap else before, read[0].begin)
        before = read[-1].end
        given = [link.log for link in part]

        def judge(read: Sequence[ReadLog], trial: bool) -> Judged:
            return game.judge(read, rules, named, data.game.options, trial=trial)

        def begins(log: int, step: int, mends: Iterable[Command], given: Sequence[int] = given) -> Laid:
            return table_before(logs[given[log]], data, game.words, step, mends)

        for first, stretch in stretches(read, judge, begins):
            elsewhere = elsewhere_in(data.game, stretch, game.words.pile)
            judged = judge_and_fold(stretch, judge, elsewhere, {} if first else edited, game.words)
            ledger += judged.sums
            winner = judged.winner
            # A report counts logs as they were given.
            actions += (as_given(action, given[first:]) for action in judged.actions)
            notices += (replace(notice, log=given[first + notice.log]) for notice in judged.notices)
        notices += (replace(seen, log=link.log) for link in part for seen in glimpses(link.game.glimpses))
        notices += (
            Notice("AUD059", step, "the key was pressed twice; it counts once", {}, link.log)
            for link, twice in zip(part, again, strict=True)
            for step in sorted(twice)
        )
    notices += (replace(doubt, log=link.log) for link in joined.links for doubt in link.game.doubts)
    owners = {c.id: (c.side, c.names.en) for c in data.game.counters if c.kind == "unit" and c.side}
    others = list(drags_of_others(_dragged(joined.links), owners.get))
    done, told = attributed(actions, others, game.others_may)
    opened = tuple(point for point, values in rules.points.values.items() if len(values) > 1)
    taken_back = tuple(read.taken_back for read in games)
    settled = tuple(sorted(fixed.items()))
    tables = tuple(read.table for read in games)
    return Audited(done, (*notices, *told), taken_back, settled, opened, ledger, game.part, winner, tables)


def judge_and_fold(
    read: Sequence[ReadLog],
    judge: Callable[[Sequence[ReadLog], bool], Judged],
    elsewhere: Elsewhere,
    edited: Instead,
    words: Vocabulary,
) -> Judged:
    """Judge the logs of a game that follow each other, consequences folded under their causes.

    `judge` is told whether it is a trial; `edited` is what `edits_of` says of a start that was changed.
    """
    read, judged, slips = without_slips(read, judge(read, False), judge, words)
    moved = {
        (log, step.number): frozenset(shift.counter for shift in step.shifts)
        for log, game in enumerate(read)
        for step in game.steps
    }
    nothing = frozenset[str]()
    folded = fold(
        judged.actions,
        list(moved),
        lambda instead: judge(as_if(read, instead, words.pile), True).actions,
        lambda step: moved.get(step, nothing),
        elsewhere,
        edited=edited,
    )
    notices = left_of(
        judged.notices, folded, lambda instead: judge(as_if(read, instead, words.pile), True).notices
    )
    return judged._replace(actions=folded.actions, notices=(*notices, *slips))


def names(data: ModuleData) -> Mapping[str, str]:
    """Return what the module calls sides and areas, with their ids."""
    labels = data.game.labels.get("side", {})
    known = {label.en: side for side, label in labels.items()}
    return known | {name: area for area, name in data.manifest.get("areas", {}).items()}


def plays_both(log: ReadLog) -> bool:
    """Return whether a lone player plays several sides, as keys that speak for them show.

    Changing sides is not logged: whose hand drags a unit then says nothing.
    """
    spoken = {told.by for step in log.steps for told in step.told if told.by}
    hands = {shift.actor.side for step in log.steps for shift in step.shifts if shift.actor}
    return len(hands) == 1 < len(spoken)


def _dragged(links: Sequence[Link[ReadLog]]) -> Iterator[tuple[int, int, str, Actor | None]]:
    """Yield the units that were dragged without a key, as `drags_of_others` takes them."""
    for link in links:
        if plays_both(link.game):
            continue
        for step in link.game.steps:
            if not step.told:
                yield from (
                    (link.log, step.number, shift.counter, shift.actor)
                    for shift in step.shifts
                    if shift.kind == "unit"
                )
