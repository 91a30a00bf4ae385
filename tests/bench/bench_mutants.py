"""Planted violations of GJ47: what the rules and the audit find, and what an independent reading confirms.

Every violation is judged by `tests.oracle` before it counts: what that reading does not call illegal is left
out of the table of the rules and listed.  ``MUTANTS`` in the environment is how many a clause.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from pathlib import Path

from tests.bench.report import Limit, Section, Table
from tests.oracle.gj47.judge import confirms
from tests.oracle.gj47.world import World, read_world
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.play.gj47.mutants import Harvest, Mutant, judged, played
from toolkit.play.gj47.mutation_bench import (
    CLAUSES,
    IN_PLAY,
    SET_UP,
    Kind,
    Order,
    Tally,
    games,
    in_logs,
    kind_of,
)
from toolkit.play.gj47.mutation_lists import NOT_BREAKABLE, NOT_SHOWN, TWINS
from toolkit.play.gj47.recording import house_rules
from toolkit.rules.gj47 import game
from toolkit.vassal.containers import open_container

BUILT = Path(__file__).resolve().parents[2] / "build" / "gj47"


def confirmed(world: World, mutant: Mutant, rules: dict[str, str]) -> set[str]:
    """Return the clauses that the independent reading sees broken, none when it sees the mutant as legal."""
    position = mutant.position.copy()
    broken: set[str] = set()
    for number, action in enumerate(mutant.actions, 1):
        broken |= confirms(world, position, action, rules)
        if number < len(mutant.actions):
            game.apply(position, action)
    return broken


def by_rules(data: ModuleData, order: Order) -> tuple[Tally, list[str]]:
    """Return what the rules say of each confirmed mutant, and those that were not confirmed."""
    world, rules = read_world(data.game), house_rules(data, None)
    tally, harvest, doubted = Tally(), Harvest(order.per_clause, order.clauses), []
    for begun in games(data, order, harvest):
        seed, position = begun.seed, begun.position
        for moment, action in played(position, seed):
            for mutant in harvest.of(position, seed, moment, action):
                if not confirmed(world, mutant, rules):
                    doubted.append(f"{mutant.clause}, seed {seed}, action {moment}: {mutant.actions}")
                    continue
                outcome, named = judged(mutant)
                hedged = () if outcome == "legal" else (str(outcome),)
                tally.add(mutant, kind_of(mutant.clause, list(named)[:1], named, hedged), named or outcome)
            if harvest.complete:
                return tally, doubted
    return tally, doubted


def rows(tally: Tally) -> list[list[str]]:
    """Return a row for each clause."""
    found = []
    for clause in CLAUSES:
        count, planted = tally.counts[clause], tally.planted(clause)
        poor = sum(count[kind] for kind in (Kind.OTHER, Kind.HEDGED, Kind.MISSED))
        share = f"{100 * tally.found(clause) / planted:.0f} %" if planted else "–"
        cells = [count[Kind.FIRST], count[Kind.NAMED], count[Kind.TWIN], count[Kind.OTHER], poor]
        cells[4] -= cells[3]
        found.append([clause, str(planted), str(len(tally.places[clause])), *map(str, cells), share])
    return found


def limit(what: str, tally: Tally) -> Limit:
    """Hold the recall of all clauses against the limit."""
    share = tally.found() / max(1, tally.planted())
    return Limit(what, f"{tally.found()} of {tally.planted()}: {100 * share:.1f} %", "99 %", share >= 0.99)


def run() -> Section:
    """Plant, confirm, judge, audit."""
    built = sorted(BUILT.glob("*.vmod"))
    if not built:
        return Section([], [Limit("a built module", "none", "build/gj47", False)])
    data = read_module(built[0])
    order = Order(per_clause=int(os.environ.get("MUTANTS", "10")), games=30)
    rules, doubted = by_rules(data, order)
    container = open_container(built[0], name=built[0].name)
    logs = in_logs(data, {name: container.read(f"{name}.vsav") for name in (SET_UP, IN_PLAY)}, order)
    heads = ["clause", "planted", "positions", "decisive", "named", "twin", "other rule", "none", "recall"]
    clauses: dict[str, Counter[str]] = defaultdict(Counter)
    for line in doubted:
        clauses["not confirmed"][line.split(",")[0]] += 1
    return Section(
        [Table("By the rules", heads, rows(rules)), Table("From logs", heads, rows(logs))],
        [
            limit("found by the rules", rules),
            limit("found in logs", logs),
            Limit("false findings on untouched turns", str(len(logs.false)), "0", not logs.false),
            Limit("mutants not confirmed", str(len(doubted)), "0", not doubted),
        ],
        [
            f"Not confirmed by the independent reading: {dict(clauses['not confirmed'])}.",
            *(f"No mutator for {clause}: {why}." for clause, why in NOT_BREAKABLE.items()),
            *(f"By the rules only, {clause}: {why}." for clause, why in NOT_SHOWN.items()),
            *(f"{clause} is also answered by {', '.join(o)}: {why}." for clause, (o, why) in TWINS.items()),
        ],
    )
