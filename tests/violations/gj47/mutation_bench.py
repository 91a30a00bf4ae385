"""The benches of rules and audit: games are played, violations planted, and counted what is found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tests.violations import mutation
from tests.violations.gj47.mutant_logs import Recorder, audited
from tests.violations.gj47.mutants import Harvest, Mutant, new_harvest, played
from tests.violations.gj47.mutation_lists import NOT_SHOWN, TWINS_IN_LOGS
from tests.violations.gj47.mutators import MUTATORS
from tests.violations.gj47.staging import Stage, Theme, show, stage
from tests.violations.mutation import Kind, kind_of
from tests.violations.planting import Order, by_turns, findings
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction
from toolkit.games.gj47.play.recording import house_rules
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.play.desk import Desk
from toolkit.play.seats import agree, players_of

Tally = mutation.Tally[Position, a.Action]
CLAUSES: tuple[str, ...] = tuple(dict.fromkeys(mutator.clause for mutator in MUTATORS))
SET_UP, IN_PLAY = "empty", "june-28-1942"
_WHOLE, _SHORT = 99, 1
"""Turns of a game that is played to its end, and of one on a stage."""
_STAGED = 3
"""One whole game of so many begins on a stage."""
THEMES: Mapping[Theme, frozenset[str]] = MappingProxyType(
    {
        Theme.COAST: frozenset({"10.6(3)2", "10.7(6)2"}),
        Theme.STRAIT: frozenset({"10.1(5)", "10.7(6)1"}),
        Theme.MOUNTAINS: frozenset({"9.2(4)", "9.2(4)1", "9.2(4)2", "10.6(3)3"}),
        Theme.RIVER: frozenset({"9.2(3)2", "9.2(3)3", "10.6(3)4"}),
        Theme.EDGE: frozenset({"10.1(3)", "10.6(3)1", "10.7(6)3"}),
        Theme.FORTS: frozenset({"10.4(2)1", "14.3(1)", "14.3(2)"}),
        Theme.WORN: frozenset({"10.5(1)"}),
        Theme.RUBBLE: frozenset({"14.3(3)"}),
        Theme.VICTORY: frozenset({"15.0(3)"}),
    }
)
"""Clauses that games seldom show, and the stages that do."""
_SET_UP_CLAUSES = frozenset(clause for clause in CLAUSES if clause.startswith("4."))
_ELSEWHERE = frozenset(CLAUSES) - _SET_UP_CLAUSES.union(*THEMES.values())


@dataclass(frozen=True, slots=True)
class Begun:
    """A game before its first action.

    Attributes
    ----------
    stage : Stage
        For things that games seldom show.
    turns : int
        How many are played; 0: the set-up alone.
    """

    seed: int
    setup: str
    position: Position
    stage: Stage
    turns: int

    def played(self) -> Iterator[tuple[int, a.Action]]:
        """Play it: yield each action and its number before it is carried out."""
        for moment, action in played(self.position, self.seed, self.turns or 1):
            if not self.turns and self.position.turn.phase is not Phase.SETUP:
                return
            yield moment, action


def games(data: ModuleData, order: Order, harvest: Harvest) -> Iterator[Begun]:
    """Yield whole games, set-ups and stages by turns, until every clause has its mutants."""
    rules = house_rules(data, None)
    shown: dict[str | Theme, frozenset[str]] = {IN_PLAY: _ELSEWHERE, SET_UP: _SET_UP_CLAUSES}
    shown.update(THEMES.items())
    for number, kind in by_turns(shown, harvest, order):
        setup = SET_UP if kind == SET_UP else IN_PLAY
        position = start(data.game, setup, rules)
        theme = kind if isinstance(kind, Theme) else None
        staged = theme is not None or (kind == IN_PLAY and number % _STAGED == 1)
        begun = stage(position, number, theme) if staged else Stage()
        turns = _SHORT if theme else 0 if setup == SET_UP else _WHOLE
        yield Begun(number, setup, position, begun, turns)


@dataclass(slots=True)
class _Run:
    """A run of the bench of logs: what it is to do, and what it found so far."""

    data: ModuleData
    harvest: Harvest
    tally: Tally
    told: Callable[[Mutant, Kind], None]
    confirmed: Callable[[Mutant], bool]

    def game(self, begun: Begun, recorder: Recorder, until: float) -> None:
        """Play and write a game; plant mutants in it, and audit their turns without them as well."""
        planted = False
        for moment, action in begun.played():
            for mutant in self.harvest.of(begun.position, begun.seed, moment, action):
                planted = True
                self._one(recorder, mutant)
            done = self.harvest.complete or time.monotonic() > until
            if planted and (done or isinstance(action, a.EndTurn)):
                self._untouched(recorder, begun.seed)
                planted = False
            recorder.do(action)
            if done:
                return
        if planted:
            self._untouched(recorder, begun.seed)

    def _one(self, recorder: Recorder, mutant: Mutant) -> None:
        if not self.confirmed(mutant):
            self.tally.doubted.append(mutant)
            return
        kind = Kind.NOT_IN_LOGS
        if mutant.clause not in NOT_SHOWN:
            seen = audited(recorder, mutant, self.data)
            if seen.shown:
                kind = kind_of(mutant.clause, seen.named, TWINS_IN_LOGS, sure=not seen.hedged)
            else:
                self.harvest.renew(mutant)
            self.tally.add(mutant, kind, list(seen.named) or seen.hedged or "nothing")
            self.tally.beside[mutant.clause] += seen.beside
        self.told(mutant, kind)

    def _untouched(self, recorder: Recorder, seed: int) -> None:
        """Audit the turn as it was played."""
        log = recorder.log(recorder.desk)
        if log.steps:
            self.tally.untouched += 1
            self.tally.false += [_said(seed, found) for found in findings(audit_read([log], self.data))]


def in_logs(
    data: ModuleData,
    saves: Mapping[str, bytes],
    order: Order,
    told: Callable[[Mutant, Kind], None] | None = None,
    confirmed: Callable[[Mutant], bool] = lambda _mutant: True,
) -> Tally:
    """Audit a log for each mutant, and the untouched turns of the same games.

    Parameters
    ----------
    saves : mapping of str to bytes
        Set-up → the module's saved game.
    told : callable, optional
        Told of each mutant and what became of it, also of those of clauses that no log shows; without it
        those are left out.
    confirmed : callable
        Another reading: whether a mutant breaks the rules at all.
    """
    asked = order.clauses or frozenset(CLAUSES)
    harvest = new_harvest(order.wanted, asked if told is not None else asked - NOT_SHOWN.keys())
    run = _Run(data, harvest, Tally(), told or (lambda _mutant, _kind: None), confirmed)
    until = time.monotonic() + order.seconds
    desks: dict[str, Desk] = {}
    for begun in games(data, order, harvest):
        if begun.setup not in desks:
            desks[begun.setup] = Desk.of(data, saves[begun.setup], players_of(data.game))
        desk = desks[begun.setup].copy()
        markers = show(desk, begun.position, begun.stage)
        agree(desk, house_rules(data, None))
        run.game(begun, Recorder(desk, begun.position, forts=markers), until)
    return run.tally


def _said(seed: int, found: JudgedAction) -> str:
    return f"seed {seed}, turn {found.segment.turn}, step {found.step}: {found.rules[:2]} {found.reason}"
