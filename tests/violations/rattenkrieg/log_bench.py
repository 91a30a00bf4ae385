"""The bench of the audit: violations planted in games that are written as logs, and what the audit says.

A game is played and written once.  At each mutant the table is copied, the violation done on the copy, the
game played on for a little, and the log, from the first deal on, audited.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.violations.planting import (
    AFTER,
    Begun,
    Bench,
    Seen,
    findings,
    hedged,
    log_of,
)
from tests.violations.rattenkrieg.mutants import Mutant, new_harvest
from tests.violations.rattenkrieg.mutation_bench import CLAUSES
from tests.violations.rattenkrieg.mutation_lists import NOT_SHOWN, TWINS
from tests.violations.rattenkrieg.not_in_logs import why_not_in_logs
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.play.recording import Recording, begin, house_rules
from toolkit.games.rattenkrieg.rules.actions import Action, DealHand, DealSteps, EndSetUp, Shuffle
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.play.seats import settled
from toolkit.vassal.log import Log


def planted(game: Recording, mutant: Mutant) -> Log | str:
    """Return the log of a game with a mutant as its latest action, or why no log shows it."""
    fork = game.fork()
    *first, last = mutant.actions
    fork.act(first)
    before = fork.position.copy()
    why = why_not_in_logs(mutant, before, ())
    if why is not None:
        return why
    fork.act([last])
    following = list(_played_on(fork, mutant.seed, AFTER))
    if before.phase is Phase.SETUP:
        _deal_out(fork)
        list(_played_on(fork, mutant.seed, AFTER))
    fork.desk.end_step()
    return why_not_in_logs(mutant, before, following) or log_of(fork)


def _played_on(fork: Recording, seed: int, most: int) -> Iterator[Action]:
    """Play on for a little; after a violation there may be nothing legal to do."""
    following = play_on(fork.position, seed)
    while most > 0:
        try:
            action = next(following, None)
        except (LookupError, ValueError):
            return
        if action is None:
            return
        # Until the first card is dealt units count where they lie: the set-up is played to its end.
        most -= fork.position.phase is not Phase.SETUP
        fork.perform(action)
        yield action


def _deal_out(fork: Recording) -> None:
    """End a set-up that cannot be ended legally any more: the cards are dealt to whatever lies there."""
    position = fork.position
    if position.phase is not Phase.SETUP:
        return
    if not position.deck and not any(position.steps.values()):
        fork.act([Shuffle(tuple(fork.hands.paper.deck_cards()))])
    for unit, known in position.data.units.items():
        missing = known.steps - len(position.steps[unit])
        if position.on_map(unit) and missing > 0:
            fork.act([DealSteps(unit, tuple(reversed(position.deck[-missing:])))])
    for side, size in ((Side.SOVIET, 4), (Side.GERMAN, 3)):
        missing = size - len(position.hands[side])
        if missing > 0:
            fork.act([DealHand(side, tuple(reversed(position.deck[-missing:])))])
    fork.act([EndSetUp()])


def audited(game: Recording, mutant: Mutant) -> Seen:
    """Plant a mutant and audit its log."""
    log = planted(game, mutant)
    if isinstance(log, str):
        return Seen(False, {})
    report = audit_read([log], game.data)
    found = findings(report)
    first = {action.rules[0]: None for action in found[:1] if action.rules}
    rest = {rule: None for action in found for rule in action.rules}
    return Seen(True, first | rest, hedged(report))


def _foreseen(game: CompiledGame, seed: int, _theme: None) -> Iterator[tuple[Position, Action]]:
    position = Position(rules_data(game, settled(game)))
    return ((position, action) for action in play_on(position, seed))


def _begun(module: Path, seed: int, _theme: None) -> Begun[Recording, Action]:
    game = begin(module, house_rules(read_module(module)))
    return Begun(seed, game, play_on(game.position, seed))


_BENCH = Bench({None: frozenset(CLAUSES)}, NOT_SHOWN, new_harvest, _foreseen, _begun, audited, TWINS)
in_logs = _BENCH.in_logs
