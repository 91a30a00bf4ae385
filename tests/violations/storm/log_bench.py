"""The bench of the audit: violations planted in games of Storm that are written as logs, and what is said.

A game is played and written once.  At each mutant the table is copied, the violation done on the copy, the
game played on for a little, and the log audited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tests.play.begin import set_begin
from tests.violations.planting import (
    AFTER,
    Begun,
    Bench,
    Seen,
    findings,
    hedged,
    log_of,
)
from tests.violations.storm.mutants import Mutant, new_harvest, with_bids
from tests.violations.storm.mutants import begun as on_paper
from tests.violations.storm.mutation_bench import THEMES, clauses_of
from tests.violations.storm.mutation_lists import NOT_SHOWN
from tests.violations.storm.not_in_logs import TWINS_IN_LOGS, why_not_in_logs
from tests.violations.storm.staging import Theme, lay_table, played, stage
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.play.recording import Recording, begin, house_rules
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.position import Position
from toolkit.vassal.log import Log

_STUCK = (LookupError, ValueError)
"""What a player raises who has nothing legal to do, or nothing to do it with."""


def planted(game: Recording, mutant: Mutant) -> Log | None:
    """Return the log of a game with a mutant and what follows it, None where no table shows it."""
    fork = game.fork()
    before = len(fork.desk.steps)
    *first, last = mutant.actions
    with suppress(*_STUCK):
        fork.act(first)
        if why_not_in_logs(mutant, fork.position) is not None:
            return None
        fork.act([last])
        _go_on(fork, mutant)
    fork.desk.end_step()
    return log_of(fork) if len(fork.desk.steps) > before else None


def _go_on(fork: Recording, mutant: Mutant) -> None:
    """Play on for a little; where a violation leaves nothing legal, players do what they had in mind."""
    try:
        for _, action in zip(range(AFTER), play_on(fork.position, mutant.seed), strict=False):
            fork.perform(action)
    except _STUCK:
        if not _puts_right(mutant):
            fork.perform(mutant.legal)


def _puts_right(mutant: Mutant) -> bool:
    """Return whether what was done in the game is the violation done rightly."""
    last, legal = mutant.actions[-1], mutant.legal
    alike = type(last) is type(legal)
    return alike and getattr(last, "side", None) is getattr(legal, "side", None)


def audited(game: Recording, mutant: Mutant) -> Seen:
    """Plant a mutant and audit its log."""
    log = planted(game, mutant)
    if log is None:
        return Seen(False, {})
    report = audit_read([log], game.data)
    found = findings(report)
    data = game.position.data
    first = _clauses(data, (action.rules[0] for action in found[:1] if action.rules))
    rest = _clauses(data, (rule for action in found for rule in action.rules))
    return Seen(True, first | rest, hedged(report))


def _clauses(data: RulesData, rules: Iterable[str]) -> dict[str, None]:
    return {clause: None for rule in rules for clause in clauses_of(data, rule)}


def begun(module: Path, seed: int, theme: Theme = Theme.GAME) -> Begun[Recording, Action]:
    """Return a game that begins with the set-up, with bids, or with a table that was set (`stage`)."""
    game = begin(module, house_rules(read_module(module)) | with_bids(seed, theme))
    if stage(game.position, seed, theme):
        lay_table(game.hands.paper, game.position)
        set_begin(game.desk)
    return Begun(seed, game, played(game.position, seed, theme))


def _foreseen(game: CompiledGame, seed: int, theme: Theme) -> Iterator[tuple[Position, Action]]:
    position = on_paper(game, seed, theme)
    return ((position, action) for action in played(position, seed, theme))


_BENCH = Bench(THEMES, NOT_SHOWN, new_harvest, _foreseen, begun, audited, TWINS_IN_LOGS)
in_logs = _BENCH.in_logs
