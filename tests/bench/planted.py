"""The tables of the benches that plant violations, and the size in which they run.

In the environment: ``MUTANTS``, how many a way to break a clause; ``MUTANTS_SEED``, the first game;
``GAMES``, how many at most; ``MUTANTS_SECONDS``, after which time a bench ends with what there is;
``CLAUSES``, only these, with commas between them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bench.report import Limit, Section, Table
from tests.real_area_games import compiled
from tests.violations.mutation import FOUND, Kind, Mutant, Mutator, Tally, Twins
from tests.violations.planting import Order
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.vassal.packing import write_container

_HEADS = ["clause", "planted", "positions", "decisive", "named", "twin", "other rule", "none", "recall"]


def confirmed(
    mutant: Mutant[Any, Any],
    read_world: Callable[[Any], Any],
    confirms: Callable[[Any, Any, Any], object],
    apply: Callable[[Any, Any], None],
) -> bool:
    """Return whether an independent reading calls the last action illegal, and those before legal.

    Parameters
    ----------
    read_world : callable
        The rules' data → what the reading knows of the game.
    confirms : callable
        Whether the reading calls an action illegal.
    apply : callable
        Carries an action out.
    """
    position, world = mutant.position.copy(), read_world(mutant.position.data)
    *before, last = mutant.actions
    for action in before:
        if confirms(world, position, action):
            return False
        apply(position, action)
    return bool(confirms(world, position, last))


SIZES = ("MUTANTS", "MUTANTS_SEED", "MUTANTS_SECONDS", "GAMES", "CLAUSES")
"""Who sets one of these runs a bench in another size than the page tells of."""


def order(games: int) -> Order:
    """Return the run that the environment asks for; by default so many games at most."""
    asked = os.environ.get
    return Order(
        wanted=int(asked("MUTANTS", "10")),
        seed=int(asked("MUTANTS_SEED", "1")),
        clauses=frozenset(clause.strip() for clause in asked("CLAUSES", "").split(",") if clause.strip()),
        games=int(asked("GAMES", str(games))),
        seconds=float(asked("MUTANTS_SECONDS", "7200")),
    )


def chosen(clauses: Iterable[str], order: Order, without: Collection[str] = ()) -> list[str]:
    """Return the clauses that a run is about, in their order."""
    return [x for x in clauses if x not in without and (not order.clauses or x in order.clauses)]


def write_module(file: Path, sources: Path) -> None:
    """Write a game's module without its pictures: nothing that an audit reads is in them."""
    game, _ = compiled(sources)
    write_container(file, text_entries(game_parts(game, load_equipment(sources)[0])))


def recall(tally: Tally[Any, Any], clauses: Sequence[str], by: str) -> tuple[Table, list[Limit]]:
    """Return what was found, clause by clause: 99 % of all, 95 % of each, ten at five positions or more."""
    share = tally.found() / max(1, tally.planted())
    shares = [tally.found(clause) / tally.planted(clause) for clause in clauses if tally.planted(clause)]
    poorest = min(shares, default=0.0)
    few = [c for c in clauses if tally.planted(c) < 10 or len(tally.places[c]) < 5]
    found = f"{tally.found()} of {tally.planted()}: {100 * share:.1f} %"
    scarce = f"clauses with fewer than 10 mutants or 5 positions, {by}"
    return Table(f"By {by}", _HEADS, _rows(tally, clauses)), [
        Limit(f"found by {by}", found, "99 %", share >= 0.99),
        Limit(f"poorest clause, {by}", f"{100 * poorest:.0f} %", "95 %", poorest >= 0.95),
        Limit(scarce, ", ".join(few) or "none", "none", not few),
    ]


def ways(tally: Tally[Any, Any], mutators: Sequence[Mutator[Any, Any]], apart: bool) -> Table:
    """Return how many violations were planted each way, clause by clause.

    Parameters
    ----------
    apart : bool
        Whether there are some that no log shows.
    """
    by_clause: dict[str, list[str]] = {}
    for number, mutator in enumerate(mutators):
        shown, hidden = tally.ways[number, True], tally.ways[number, False]
        aside = f" + {hidden} not shown" if hidden else ""
        by_clause.setdefault(mutator.clause, []).append(f"{mutator.name} {shown}{aside}")
    columns = ["clause", "ways, and how many were planted" + (" and shown" if apart else "")]
    return Table("Ways to break them", columns, [[c, "; ".join(found)] for c, found in by_clause.items()])


def planted(
    tally: Tally[Any, Any],
    clauses: Sequence[str],
    unbroken: Mapping[str, str],
    twins: Twins,
    *,
    by: str = "the rules",
    untouched: str = "actions",
) -> Section:
    """Return what was found (`recall`), and that nothing is found in untouched games."""
    table, limits = recall(tally, clauses, by)
    false = f"{len(tally.false)} of {tally.untouched}"
    return Section(
        [table],
        [
            *limits,
            Limit(f"false findings on untouched {untouched}", false, "0", not tally.false),
            Limit("mutants not confirmed", str(len(tally.doubted)), "0", not tally.doubted),
        ],
        [
            *(f"No mutator for {clause}: {why}." for clause, why in unbroken.items()),
            *(f"{clause} is also answered by {', '.join(o)}: {why}." for clause, (o, why) in twins.items()),
            *(f"False: {line}." for line in tally.false),
            *(f"Not confirmed: {one.clause}, seed {one.seed}: {one.actions}." for one in tally.doubted),
            *(
                f"Not named, {clause}: {line}."
                for clause in clauses
                for line in tally.samples.get(clause, ())
            ),
        ],
    )


def _rows(tally: Tally[Any, Any], clauses: Sequence[str]) -> list[list[str]]:
    found = []
    for clause in clauses:
        count, number = tally.counts[clause], tally.planted(clause)
        share = f"{100 * tally.found(clause) / number:.0f} %" if number else "–"
        poor = count[Kind.HEDGED] + count[Kind.MISSED]
        cells = [*(count[kind] for kind in FOUND), count[Kind.OTHER], poor]
        found.append([clause, str(number), str(len(tally.places[clause])), *map(str, cells), share])
    return found
