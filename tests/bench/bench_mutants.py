"""Planted violations of GJ47: what the rules and the audit find, and what an independent reading confirms.

Every violation is judged by `tests.oracle` before it counts: what that reading does not call illegal is left
out of the table of the rules and listed.  ``MUTANTS`` in the environment is how many a clause,
``MUTANTS_SECONDS`` the time after which the bench ends with what it has.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
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
from toolkit.play.gj47.mutation_lists import LOOKS_LEGAL, NOT_BREAKABLE, NOT_SHOWN, TWINS
from toolkit.play.gj47.recording import house_rules
from toolkit.rules.gj47 import game
from toolkit.vassal.containers import open_container

_ALL, _EACH = 0.99, 0.95
_GAMES = 400
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


@dataclass(slots=True)
class ByRules:
    """What the rules say of mutants that the independent reading confirms.

    Attributes
    ----------
    world : World
    settings : dict of str to str
    tally : Tally
    doubted : list of str
        Mutants that were not confirmed.
    """

    world: World
    settings: dict[str, str]
    tally: Tally = field(default_factory=Tally)
    doubted: list[str] = field(default_factory=list)

    def ask(self, mutant: Mutant) -> None:
        """Judge a mutant."""
        if not confirmed(self.world, mutant, self.settings):
            self.doubted.append(
                f"{mutant.clause}, seed {mutant.seed}, action {mutant.moment}: {mutant.actions}"
            )
            return
        outcome, named = judged(mutant)
        hedged = () if outcome == "legal" else (str(outcome),)
        kind = kind_of(mutant.clause, list(named)[:1], named, hedged)
        self.tally.add(mutant, kind, named or outcome)


def unshown(data: ModuleData, order: Order, rules: ByRules) -> None:
    """Ask the rules about the clauses that no table shows broken."""
    harvest = Harvest(order.per_clause, frozenset(NOT_SHOWN))
    order = replace(order, clauses=harvest.clauses)
    for begun in games(data, order, harvest):
        for moment, action in played(begun.position, begun.seed, begun.turns):
            for mutant in harvest.of(begun.position, begun.seed, moment, action):
                rules.ask(mutant)
            if harvest.complete:
                return


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


def limits(what: str, tally: Tally) -> list[Limit]:
    """Hold the recall of all clauses together, and of each, against its limit."""
    clauses = [clause for clause in CLAUSES if tally.planted(clause)]
    shares = {clause: tally.found(clause) / tally.planted(clause) for clause in clauses}
    share = tally.found() / max(1, tally.planted())
    least = min(shares, key=lambda clause: shares[clause], default="")
    low = shares.get(least, 0.0)
    return [
        Limit(what, f"{tally.found()} of {tally.planted()}: {100 * share:.1f} %", "99 %", share >= _ALL),
        Limit(f"{what}, the least of a clause", f"{100 * low:.0f} % ({least})", "95 %", low >= _EACH),
    ]


def numbers(tally: Tally, wanted: int) -> Limit:
    """Hold the number of mutants of each clause against what is wanted."""
    counts = {clause: tally.planted(clause) for clause in CLAUSES if clause not in NOT_SHOWN}
    few = ", ".join(f"{clause}: {count}" for clause, count in counts.items() if count < wanted)
    return Limit("clauses with fewer mutants from logs", few or "none", f"{wanted} each", not few)


def run() -> Section:
    """Plant, confirm, judge, audit."""
    built = sorted(BUILT.glob("*.vmod"))
    if not built:
        return Section([], [Limit("a built module", "none", "build/gj47", False)])
    data = read_module(built[0])
    order = Order(
        per_clause=int(os.environ.get("MUTANTS", "10")),
        games=_GAMES,
        seconds=float(os.environ.get("MUTANTS_SECONDS", "7200")),
    )
    rules = ByRules(read_world(data.game), house_rules(data, None))

    def told(mutant: Mutant, kind: Kind) -> None:
        if kind is not Kind.UNSHOWN:
            rules.ask(mutant)

    container = open_container(built[0], name=built[0].name)
    saves = {name: container.read(f"{name}.vsav") for name in (SET_UP, IN_PLAY)}
    logs = in_logs(data, saves, order, told)
    unshown(data, order, rules)
    heads = ["clause", "planted", "positions", "decisive", "named", "twin", "other rule", "none", "recall"]
    beside = sum(logs.beside.values())
    return Section(
        [Table("By the rules", heads, rows(rules.tally)), Table("From logs", heads, rows(logs))],
        [
            *limits("found by the rules", rules.tally),
            *limits("found in logs", logs),
            numbers(logs, order.per_clause),
            Limit(
                f"false findings on {logs.turns} untouched turns", str(len(logs.false)), "0", not logs.false
            ),
            Limit("mutants not confirmed", str(len(rules.doubted)), "0", not rules.doubted),
        ],
        [
            f"{beside} findings in these logs are about what follows from a planted violation.",
            *(f"Not confirmed by the independent reading, {line}." for line in rules.doubted),
            *(f"False: {line}." for line in logs.false),
            *(f"Not named, {clause}: {line}." for clause in CLAUSES for line in logs.samples.get(clause, ())),
            *(f"No mutator for {clause}: {why}." for clause, why in NOT_BREAKABLE.items()),
            *(f"By the rules only, {clause}: {why}." for clause, why in NOT_SHOWN.items()),
            *(f"Not planted, {clause}: {why}." for clause, why in LOOKS_LEGAL.items()),
            *(f"{clause} is also answered by {', '.join(o)}: {why}." for clause, (o, why) in TWINS.items()),
        ],
    )
