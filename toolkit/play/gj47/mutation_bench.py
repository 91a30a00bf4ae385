"""The bench of the audit: games are played, violations planted, and counted what is found of them."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction
from toolkit.play.desk import Desk
from toolkit.play.gj47.mutant_logs import Recorder, audited, findings
from toolkit.play.gj47.mutants import Harvest, Mutant, judged, played
from toolkit.play.gj47.mutation_lists import NOT_SHOWN, NOTICES, TWINS
from toolkit.play.gj47.mutators import MUTATORS
from toolkit.play.gj47.recording import PLAYERS, agree, house_rules
from toolkit.play.gj47.staging import Stage, Theme, show, stage
from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.position import Phase, Position
from toolkit.rules.gj47.start import start
from toolkit.rules.verdict import Outcome

SET_UP, IN_PLAY = "empty", "june-28-1942"
_SAMPLES = 3
_LONG = 9
"""Games that are played before what is rare gets stages of its own."""
_WHOLE, _SHORT = 99, 2
"""Turns of a game that is played to its end, and of one on a stage."""
_THEMES: Mapping[Theme, frozenset[str]] = MappingProxyType(
    {
        Theme.COAST: frozenset({"10.6(3)2", "10.7(6)2"}),
        Theme.STRAIT: frozenset({"10.1(5)", "10.7(6)1"}),
        Theme.FORTS: frozenset({"14.3(1)", "14.3(2)"}),
        Theme.MOUNTAINS: frozenset({"9.2(4)1", "9.2(4)2", "10.6(3)3"}),
        Theme.VICTORY: frozenset({"15.0(3)"}),
    }
)
"""Clauses that want a stage of their own."""
_CYCLE = (*_THEMES, None)
CLAUSES: tuple[str, ...] = tuple(dict.fromkeys(mutator.clause for mutator in MUTATORS))


class Kind(StrEnum):
    """What became of a mutant; the values are the columns of the table."""

    FIRST = "decisive"
    NAMED = "named"
    TWIN = "twin"
    NOTICE = "notice"
    OTHER = "other rule"
    HEDGED = "not sure"
    MISSED = "missed"
    UNSHOWN = "not shown"


FOUND = (Kind.FIRST, Kind.NAMED, Kind.TWIN, Kind.NOTICE)


@dataclass(slots=True)
class Tally:
    """What was found.

    Attributes
    ----------
    counts : dict of str to Counter of str
        Clause → what became of its mutants.
    places : dict of str to set
        Clause → positions (seed, moment) they were planted in.
    samples : dict of str to list of str
        Clause → a few that were not named, for people.
    false : list of str
        Findings on untouched games.
    turns : int
        Untouched turns that were audited.
    seconds : float
        Processor time a mutant took, all together.
    beside : Counter of str
        Clause → findings in its logs about something that was not planted.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    places: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    samples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    false: list[str] = field(default_factory=list)
    turns: int = 0
    seconds: float = 0.0
    beside: Counter[str] = field(default_factory=Counter)

    def add(self, mutant: Mutant, kind: Kind, said: object) -> None:
        """Count a mutant."""
        self.counts[mutant.clause][kind] += 1
        if kind is not Kind.UNSHOWN:
            self.places[mutant.clause].add((mutant.seed, mutant.moment))
        poor = kind in (Kind.OTHER, Kind.HEDGED, Kind.MISSED)
        if poor and len(self.samples[mutant.clause]) < _SAMPLES:
            what = f"seed {mutant.seed}, action {mutant.moment}: {mutant.actions}; said {said}"
            self.samples[mutant.clause].append(what)

    def planted(self, clause: str | None = None) -> int:
        """Return how many mutants were shown, of a clause or of all."""
        chosen = self.counts if clause is None else {clause: self.counts[clause]}
        return sum(sum(count.values()) - count[Kind.UNSHOWN] for count in chosen.values())

    def found(self, clause: str | None = None) -> int:
        """Return how many were found: the clause or its twin named, or a notice that is its answer."""
        chosen = self.counts if clause is None else {clause: self.counts[clause]}
        return sum(count[k] for count in chosen.values() for k in FOUND)


def kind_of(
    clause: str,
    decisive: Collection[str],
    rules: Collection[str],
    hedged: Collection[str],
    notices: Collection[str] = (),
) -> Kind:
    """Return what became of a mutant, from the rules that were named and the notices."""
    if clause in decisive:
        return Kind.FIRST
    if clause in rules:
        return Kind.NAMED
    if clause in TWINS and set(TWINS[clause][0]) & set(rules):
        return Kind.TWIN
    if rules:
        return Kind.OTHER
    if clause in NOTICES and NOTICES[clause][0] in notices:
        return Kind.NOTICE
    return Kind.HEDGED if hedged else Kind.MISSED


@dataclass(frozen=True, slots=True)
class Order:
    """What a run of the bench is to do.

    Attributes
    ----------
    per_clause, seed : int
    clauses : frozenset of str
        Empty for all.
    games : int
        At most.
    seconds : float
        Wall time after which the bench ends with what it has.
    """

    per_clause: int = 10
    seed: int = 1
    clauses: frozenset[str] = frozenset()
    games: int = 40
    seconds: float = 3600.0


@dataclass(frozen=True, slots=True)
class Begun:
    """A game before its first action.

    Attributes
    ----------
    seed : int
    setup : str
    position : Position
    stage : Stage
        For things that games seldom show.
    turns : int
        How many are played.
    """

    seed: int
    setup: str
    position: Position
    stage: Stage
    turns: int


def games(data: ModuleData, order: Order, harvest: Harvest) -> Iterator[Begun]:
    """Yield games to be played until every clause has its mutants."""
    rules = house_rules(data, None)
    until = time.monotonic() + order.seconds
    for number in range(order.games):
        if harvest.complete or time.monotonic() > until:
            return
        seed = order.seed + number
        # Set-up is short and its clauses many: every third game begins with it.
        setup = SET_UP if number % 3 == 0 and _wants_set_up(order) else IN_PLAY
        theme, turns = None, _WHOLE
        if number >= _LONG and setup == IN_PLAY:
            # What long games have not shown by then wants many beginnings.
            theme = _CYCLE[number % len(_CYCLE)]
            turns = _WHOLE if theme is None else _SHORT
            if not _wanted(theme, harvest.missing()):
                continue
        position = start(data.game, setup, rules)
        staged = theme is not None or (number < _LONG and number % 3 == 1)
        yield Begun(seed, setup, position, stage(position, seed, theme) if staged else Stage(), turns)


def _wanted(theme: Theme | None, missing: set[str]) -> bool:
    """Return whether a stage, or with None a long game, may show what is missing."""
    return bool(missing.difference(*_THEMES.values()) if theme is None else missing & _THEMES[theme])


def _wants_set_up(order: Order) -> bool:
    return not order.clauses or any(clause.startswith("4.") for clause in order.clauses)


def at_rules(data: ModuleData, order: Order) -> Tally:
    """Ask the rules about each mutant."""
    tally, harvest = Tally(), Harvest(order.per_clause, order.clauses)
    until = time.monotonic() + order.seconds
    for begun in games(data, order, harvest):
        seed, position = begun.seed, begun.position
        for moment, action in played(position, seed, begun.turns):
            for mutant in harvest.of(position, seed, moment, action):
                started = time.process_time()
                outcome, rules = judged(mutant)
                tally.seconds += time.process_time() - started
                hedged = () if outcome is Outcome.LEGAL else (str(outcome),)
                tally.add(mutant, kind_of(mutant.clause, list(rules)[:1], rules, hedged), rules or outcome)
            if harvest.complete or time.monotonic() > until:
                break
    return tally


def in_logs(
    data: ModuleData,
    saves: Mapping[str, bytes],
    order: Order,
    told: Callable[[Mutant, Kind], None] = lambda _mutant, _kind: None,
) -> Tally:
    """Audit a log for each mutant, and the untouched turns of the same games.

    Parameters
    ----------
    data : ModuleData
    saves : mapping of str to bytes
        Set-up → the module's saved game.
    order : Order
    told : callable
        Told of each mutant and what became of it.
    """
    shown = frozenset(clause for clause in order.clauses or CLAUSES if clause not in NOT_SHOWN)
    order = Order(order.per_clause, order.seed, shown, order.games, order.seconds)
    tally, harvest = Tally(), Harvest(order.per_clause, shown)
    until = time.monotonic() + order.seconds
    for begun in games(data, order, harvest):
        seed, position = begun.seed, begun.position
        desk = Desk.of(data, saves[begun.setup], PLAYERS)
        markers = show(desk, position, begun.stage)
        agree(desk, house_rules(data, None))
        recorder = Recorder(desk, position, forts=markers)
        for moment, action in played(position, seed, begun.turns):
            for mutant in harvest.of(position, seed, moment, action):
                if _one(recorder, mutant, data, tally, told) is Kind.UNSHOWN:
                    harvest.give_back(mutant)
            if isinstance(action, a.EndTurn) or harvest.complete:
                _untouched(recorder, data, tally, seed)
            recorder.do(action)
            over = position.turn.phase is Phase.OVER or time.monotonic() > until
            if harvest.complete or over:
                break
    return tally


def _one(
    recorder: Recorder,
    mutant: Mutant,
    data: ModuleData,
    tally: Tally,
    told: Callable[[Mutant, Kind], None],
) -> Kind:
    started = time.process_time()
    seen = audited(recorder, mutant, data)
    tally.seconds += time.process_time() - started
    kind = Kind.UNSHOWN
    if seen.shown:
        kind = kind_of(mutant.clause, seen.decisive, seen.rules, seen.hedged, seen.notices)
    tally.add(mutant, kind, sorted(seen.rules) or seen.hedged or "nothing")
    tally.beside[mutant.clause] += seen.beside
    told(mutant, kind)
    return kind


def _untouched(recorder: Recorder, data: ModuleData, tally: Tally, seed: int) -> None:
    """Audit the turn as it was played."""
    log = recorder.log(recorder.desk)
    if log.steps:
        tally.turns += 1
        tally.false += [_said(seed, found) for found in findings(audit_read([log], data))]


def _said(seed: int, found: JudgedAction) -> str:
    return f"seed {seed}, turn {found.segment.turn}, step {found.step}: {found.rules[:2]} {found.reason}"
