"""The bench of the audit: violations planted in games of Storm that are written as logs, and what is said.

A game is played and written once.  At each mutant the table is copied, the violation done on the copy, the
game played on for a little, and the log audited.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.play import mutation
from toolkit.play.planting import AFTER, Order, Seen, findings, hedged, log_of
from toolkit.play.storm.mutants import BIDDING, Mutant, new_harvest
from toolkit.play.storm.mutation_bench import CLAUSES, FOUND, Kind, Tally, clauses_of
from toolkit.play.storm.mutation_lists import NOT_SHOWN
from toolkit.play.storm.recording import Recording, house_rules
from toolkit.play.storm.staging import stage
from toolkit.play.storm.unshown import TWINS_IN_LOGS, why_unshown
from toolkit.rules.storm.data import RulesData
from toolkit.rules.storm.player import play_on
from toolkit.rules.storm.position import Phase
from toolkit.vassal.log import Log

__all__ = ["CLAUSES", "FOUND", "Kind", "Order", "Seen", "in_logs", "log_of"]


def planted(game: Recording, mutant: Mutant) -> Log | None:
    """Return the log of a game with a mutant as its latest action, None where no table shows it."""
    fork = game.fork()
    before = len(fork.desk.steps)
    *first, last = mutant.actions
    try:
        fork.act(first)
        if why_unshown(mutant, fork.position) is not None:
            return None
        fork.act([last])
        done = len(fork.desk.steps)
        following = play_on(fork.position, mutant.seed)
        for _, action in zip(range(AFTER), following, strict=False):
            fork.perform(action)
    except (LookupError, ValueError):
        # After a violation there may be nothing legal to do, or nothing to do it with: the log ends here.
        done = len(fork.desk.steps)
        fork.desk.end_step()
    return log_of(fork) if max(done, len(fork.desk.steps)) > before else None


def audited(game: Recording, mutant: Mutant) -> Seen:
    """Plant a mutant and audit its log."""
    log = planted(game, mutant)
    if log is None:
        return Seen(False, {})
    report = audit_read([log], game.data)
    found = findings(report)
    data = game.rules
    first = _clauses(data, (action.rules[0] for action in found[:1] if action.rules))
    rest = _clauses(data, (rule for action in found for rule in action.rules))
    return Seen(True, first | rest, hedged(report))


def _clauses(data: RulesData, rules: Iterable[str]) -> dict[str, None]:
    return {clause: None for rule in rules for clause in clauses_of(data, rule)}


def begun(module: Path, seed: int) -> Recording:
    """Return a game that begins with the set-up, with bids, or with a table that was set (`stage`)."""
    rules = house_rules(read_module(module))
    if seed % BIDDING == 0:
        rules["St-9"] = "bid"
    game = Recording(module, rules)
    if stage(game.position, seed):
        game.begin_here()
    return game


def in_logs(
    module: Path,
    order: Order,
    told: Callable[[Mutant, Kind, Seen], None] = lambda _m, _k, _s: None,
    confirmed: Callable[[Mutant], bool] = lambda _mutant: True,
) -> Tally:
    """Audit a log for each mutant, and each game as it was played.

    Parameters
    ----------
    module : Path
        A built module.
    order : Order
    told : callable
        Told of each mutant, what became of it, and what was said.
    confirmed : callable
        Another reading: whether a mutant breaks the rules at all.
    """
    shown = frozenset(clause for clause in order.clauses or CLAUSES if clause not in NOT_SHOWN)
    tally, harvest = Tally(), new_harvest(order.wanted, shown)
    until = time.monotonic() + order.seconds
    for seed in range(order.seed, order.seed + order.games):
        game = begun(module, seed)
        for moment, action in enumerate(play_on(game.position, seed)):
            for mutant in harvest.of(game.position, seed, moment, action):
                if not confirmed(mutant):
                    tally.doubted.append(mutant)
                    continue
                seen = audited(game, mutant)
                kind = Kind.UNSHOWN
                if seen.shown:
                    kind = mutation.kind_of(mutant.clause, seen.named, TWINS_IN_LOGS, sure=not seen.hedged)
                if kind is Kind.UNSHOWN:
                    harvest.replace(mutant)
                tally.add(mutant, kind, list(seen.named) or seen.hedged or "nothing")
                told(mutant, kind, seen)
            game.perform(action)
            if harvest.complete or time.monotonic() > until or game.position.phase is Phase.OVER:
                break
        report = audit_read([log_of(game)], game.data)
        tally.untouched += len(report.actions)
        tally.false += [f"seed {seed}, step {a.step}: {a.rules[:2]} {a.reason}" for a in findings(report)]
        if harvest.complete or time.monotonic() > until:
            break
    return tally
