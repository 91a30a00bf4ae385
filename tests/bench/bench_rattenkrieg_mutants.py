"""Planted violations of Rattenkrieg: what the rules find, and what an independent reading confirms.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.bench.report import Limit, Section, Table
from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.judge import confirms
from toolkit.compile.game import compile_game
from toolkit.play.rattenkrieg.mutants import Mutant, new_harvest
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES, FOUND, Kind, Tally, at_rules
from toolkit.play.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.rules.rattenkrieg import game as rules
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "rattenkrieg"


def confirmed(mutant: Mutant) -> bool:
    """Return whether the independent reading calls the last action illegal, and those before legal."""
    position, world = mutant.position.copy(), read_world(mutant.position.data)
    *before, last = mutant.actions
    for action in before:
        if confirms(world, position, action):
            return False
        rules.apply(position, action)
    return bool(confirms(world, position, last))


def rows(tally: Tally) -> list[list[str]]:
    """Return a row for each clause."""
    found = []
    for clause in CLAUSES:
        count, planted = tally.counts[clause], tally.planted(clause)
        share = f"{100 * tally.found(clause) / planted:.0f} %" if planted else "–"
        poor = count[Kind.HEDGED] + count[Kind.MISSED]
        cells = [*(count[kind] for kind in FOUND), count[Kind.OTHER], poor]
        found.append([clause, str(planted), str(len(tally.places[clause])), *map(str, cells), share])
    return found


def run() -> Section:
    """Plant, confirm, judge."""
    source, _ = load_game(DATA)
    game, _ = compile_game(source)
    harvest = new_harvest(int(os.environ.get("MUTANTS", "10")))
    tally = at_rules(game, harvest, range(1, int(os.environ.get("GAMES", "300")) + 1), confirmed)
    share = tally.found() / max(1, tally.planted())
    poorest = min(tally.found(clause) / max(1, tally.planted(clause)) for clause in CLAUSES)
    few = [c for c in CLAUSES if tally.planted(c) < 10 or len(tally.places[c]) < 5]
    heads = ["clause", "planted", "positions", "decisive", "named", "twin", "other rule", "none", "recall"]
    return Section(
        [Table("By the rules", heads, rows(tally))],
        [
            Limit(
                "found by the rules",
                f"{tally.found()} of {tally.planted()}: {100 * share:.1f} %",
                "99 %",
                share >= 0.99,
            ),
            Limit("poorest clause", f"{100 * poorest:.0f} %", "95 %", poorest >= 0.95),
            Limit(
                "false findings on untouched actions",
                f"{len(tally.false)} of {tally.untouched}",
                "0",
                not tally.false,
            ),
            Limit("mutants not confirmed", str(len(tally.doubted)), "0", not tally.doubted),
            Limit(
                "clauses with fewer than 10 mutants or 5 positions", ", ".join(few) or "none", "none", not few
            ),
        ],
        [
            *(f"No mutator for {clause}: {why}." for clause, why in NOT_BREAKABLE.items()),
            *(f"{clause} is also answered by {', '.join(o)}: {why}." for clause, (o, why) in TWINS.items()),
            *(line for lines in tally.samples.values() for line in lines),
        ],
    )
