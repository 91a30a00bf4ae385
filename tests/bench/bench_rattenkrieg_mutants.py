"""Planted violations of Rattenkrieg: what rules and audit find, each confirmed by an independent reading.

``MUTANTS`` in the environment is how many a way to break a clause, ``GAMES`` how many games at most; ``LOGS``
the same number for the audit of logs.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.report import Limit, Section, Table
from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.judge import confirms
from toolkit.compile.game import compile_game
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.play.rattenkrieg.log_bench import Order, in_logs
from toolkit.play.rattenkrieg.mutants import Mutant, new_harvest
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES, FOUND, Kind, Tally, at_rules
from toolkit.play.rattenkrieg.mutation_lists import NOT_BREAKABLE, NOT_SHOWN, TWINS
from toolkit.play.rattenkrieg.unshown import UNSHOWN
from toolkit.rules.rattenkrieg import game as rules
from toolkit.source.game import load_game
from toolkit.vassal.containers import write_container

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


def _text_module(folder: Path) -> Path:
    """Write the module without its pictures: nothing that an audit reads is in them."""
    game = compile_game(load_game(DATA)[0])[0]
    return write_container(
        folder / "rattenkrieg.vmod", text_entries(game_parts(game, load_equipment(DATA)[0]))
    )


def _limits(what: str, tally: Tally) -> list[Limit]:
    planted = max(1, tally.planted())
    share = tally.found() / planted
    asked = [clause for clause in CLAUSES if tally.planted(clause)]
    poorest = min((tally.found(clause) / tally.planted(clause) for clause in asked), default=0.0)
    found = f"{tally.found()} of {tally.planted()}: {100 * share:.1f} %"
    false = f"{len(tally.false)} of {tally.untouched}"
    return [
        Limit(f"found by {what}", found, "99 %", share >= 0.99),
        Limit(f"poorest clause, {what}", f"{100 * poorest:.0f} %", "95 %", poorest >= 0.95),
        Limit(f"false findings on untouched actions, {what}", false, "0", not tally.false),
        Limit(f"mutants not confirmed, {what}", str(len(tally.doubted)), "0", not tally.doubted),
    ]


def run() -> Section:
    """Plant, confirm, judge; by the rules and from logs."""
    game = compile_game(load_game(DATA)[0])[0]
    wanted, games = int(os.environ.get("MUTANTS", "10")), int(os.environ.get("GAMES", "300"))
    tally = at_rules(game, new_harvest(wanted), range(1, games + 1), confirmed)
    with TemporaryDirectory() as folder:
        order = Order(int(os.environ.get("LOGS", str(wanted))), games=games, seconds=7200.0)
        logs = in_logs(_text_module(Path(folder)), order, confirmed=confirmed)
    few = [c for c in CLAUSES if tally.planted(c) < 10 or len(tally.places[c]) < 5]
    heads = ["clause", "planted", "positions", "decisive", "named", "twin", "other rule", "none", "recall"]
    return Section(
        [Table("By the rules", heads, rows(tally)), Table("From logs", heads, rows(logs))],
        [
            *_limits("the rules", tally),
            *_limits("the audit of logs", logs),
            Limit(
                "clauses with fewer than 10 mutants or 5 positions", ", ".join(few) or "none", "none", not few
            ),
        ],
        [
            *(f"No mutator for {clause}: {why}." for clause, why in NOT_BREAKABLE.items()),
            *(f"{clause} is also answered by {', '.join(o)}: {why}." for clause, (o, why) in TWINS.items()),
            *(f"No log shows {clause}: {why}." for clause, why in NOT_SHOWN.items()),
            *(f"No log shows some ways to break {', '.join(way.clauses)}: {way.why}." for way in UNSHOWN),
            *(line for lines in (tally.samples | logs.samples).values() for line in lines),
        ],
    )
