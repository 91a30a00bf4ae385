"""``toolkit bench audit``: how much of what is planted the audit finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
from rich.table import Table

from toolkit.audit.module_data import read_module
from toolkit.cli.output import console
from toolkit.play.gj47 import mutation_bench as gj47
from toolkit.play.gj47 import mutation_lists as gj47_lists
from toolkit.play.mutation import Kind, Tally
from toolkit.play.planting import Order
from toolkit.play.rattenkrieg import log_bench as rattenkrieg_logs
from toolkit.play.rattenkrieg import mutation_bench as rattenkrieg
from toolkit.play.rattenkrieg import mutation_lists as rattenkrieg_lists
from toolkit.play.rattenkrieg.mutants import new_harvest
from toolkit.play.rattenkrieg.unshown import UNSHOWN
from toolkit.play.storm import log_bench as storm_logs
from toolkit.play.storm import mutation_bench as storm
from toolkit.play.storm import mutation_lists as storm_lists
from toolkit.play.storm.unshown import TWINS_IN_LOGS as STORM_TWINS
from toolkit.play.storm.unshown import UNSHOWN as STORM_UNSHOWN
from toolkit.vassal.containers import open_container

_PASS = 0.99


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for: violations a clause, first seed, clauses, most games and seconds, rules alone."""

    module: Path
    wanted: int
    seed: int
    clauses: frozenset[str]
    games: int
    seconds: float
    rules_only: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """A clause: violations planted, positions, what became of them by column, found, findings beside.

    `beside` is None where it is not counted.
    """

    clause: str
    planted: int
    places: int
    counts: Mapping[str, int]
    found: int
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class _Result:
    """A run: its rows, false findings, what was left alone, examples, and what is to be known of clauses."""

    rows: Sequence[_Row]
    false: Sequence[str]
    untouched: str
    samples: Mapping[str, Sequence[str]]
    notes: Sequence[str]


def _rows(tally: Tally[Any, Any], clauses: Iterable[str], *, beside: bool = False) -> list[_Row]:
    """Return what was found, clause by clause; with findings beside where they are counted."""
    return [
        _Row(
            clause,
            tally.planted(clause),
            len(tally.places[clause]),
            {kind.value: tally.counts[clause][kind] for kind in Kind},
            tally.found(clause),
            tally.beside[clause] if beside else None,
        )
        for clause in clauses
    ]


def _gj47(wish: _Wish) -> _Result:
    data = read_module(wish.module)
    order = gj47.Order(wish.wanted, wish.seed, wish.clauses, wish.games, wish.seconds)
    if wish.rules_only:
        tally = gj47.at_rules(data, order)
    else:
        container = open_container(wish.module, name=str(wish.module))
        setups = {name: container.read(f"{name}.vsav") for name in (gj47.SET_UP, gj47.IN_PLAY)}
        tally = gj47.in_logs(data, setups, order)
    rows = _rows(tally, gj47.CLAUSES, beside=not wish.rules_only)
    lists = gj47_lists
    unshown = {} if wish.rules_only else lists.NOT_SHOWN
    twins = lists.TWINS if wish.rules_only else lists.TWINS_IN_LOGS
    notes = [*_notes(lists.NOT_BREAKABLE, unshown, twins)]
    notes += [f"looks legal: {clause}: {why}" for clause, why in lists.LOOKS_LEGAL.items()]
    untouched = f"{tally.untouched} untouched {'actions' if wish.rules_only else 'turns'}"
    return _Result(rows, tally.false, untouched, tally.samples, notes)


def _rattenkrieg(wish: _Wish) -> _Result:
    if wish.rules_only:
        harvest = new_harvest(wish.wanted, wish.clauses or frozenset(rattenkrieg.CLAUSES))
        seeds = range(wish.seed, wish.seed + wish.games)
        tally = rattenkrieg.at_rules(read_module(wish.module).game, harvest, seeds)
    else:
        order = rattenkrieg_logs.Order(wish.wanted, wish.seed, wish.clauses, wish.games, wish.seconds)
        tally = rattenkrieg_logs.in_logs(wish.module, order)
    rows = _rows(tally, rattenkrieg.CLAUSES)
    lists = rattenkrieg_lists
    ways = {", ".join(way.clauses): way.why for way in UNSHOWN}
    unshown = {} if wish.rules_only else {**lists.NOT_SHOWN, **ways}
    notes = [*_notes(lists.NOT_BREAKABLE, unshown, lists.TWINS)]
    return _Result(rows, tally.false, f"{tally.untouched} untouched actions", tally.samples, notes)


def _storm(wish: _Wish) -> _Result:
    order = Order(wish.wanted, wish.seed, wish.clauses, wish.games, wish.seconds)
    if wish.rules_only:
        tally = storm.at_rules(read_module(wish.module).game, order)
    else:
        tally = storm_logs.in_logs(wish.module, order)
    rows = _rows(tally, storm.CLAUSES)
    lists = storm_lists
    unshown = {} if wish.rules_only else lists.NOT_SHOWN
    notes = [*_notes(lists.NOT_BREAKABLE, unshown, lists.TWINS if wish.rules_only else STORM_TWINS)]
    if not wish.rules_only:
        notes += [f"not shown: {', '.join(one.clauses) or 'any'}: {one.why}" for one in STORM_UNSHOWN]
    return _Result(rows, tally.false, f"{tally.untouched} untouched actions", tally.samples, notes)


def _notes(
    unbroken: Mapping[str, str], unshown: Mapping[str, str], twins: Mapping[str, tuple[Iterable[str], str]]
) -> Iterable[str]:
    yield from (f"no mutator: {clause}: {why}" for clause, why in unbroken.items())
    yield from (f"rules only: {clause}: {why}" for clause, why in unshown.items())
    yield from (f"twins: {clause} and {', '.join(others)}: {why}" for clause, (others, why) in twins.items())


_GAMES: Mapping[str, tuple[Sequence[str], Callable[[_Wish], _Result]]] = MappingProxyType(
    {
        "gj47": (gj47.CLAUSES, _gj47),
        "rattenkrieg": (rattenkrieg.CLAUSES, _rattenkrieg),
        "storm": (storm.CLAUSES, _storm),
    }
)


@click.group(name="bench")
def command() -> None:
    """Measure the toolkit against games made for it."""


@command.command(name="audit")
@click.argument("game", type=click.Choice(list(_GAMES)))
@click.option("--per-clause", default=10, show_default=True, help="Violations planted for each clause.")
@click.option("--seed", default=1, show_default=True, help="Of the first game; the next ones follow.")
@click.option("--clause", "clauses", multiple=True, help="Only this clause; may be given several times.")
@click.option("--games", default=40, show_default=True, help="Games at most.")
@click.option("--seconds", default=3600.0, show_default=True, help="End after this time with what there is.")
@click.option("--rules", "rules_only", is_flag=True, help="Ask the rules about the actions, write no logs.")
@click.option("--samples", is_flag=True, help="Show some of what was not named.")
@click.option(
    "--module",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="A built module; by default the one under build/.",
)
def audit(  # noqa: PLR0917 -- click gives them by name
    game: str,
    per_clause: int,
    seed: int,
    clauses: tuple[str, ...],
    games: int,
    seconds: float,
    rules_only: bool,
    samples: bool,
    module: Path | None,
) -> int:
    """Plant violations in legal games, one at a time, and count what the audit finds.

    Exit status 1 when fewer than 99 % of them are found or an untouched game has a finding.
    """
    known, measure = _GAMES[game]
    unknown = [clause for clause in clauses if clause not in known]
    if unknown:
        raise click.UsageError(f"no mutator for {', '.join(unknown)}")
    built = module or next(iter(sorted(Path("build", game).glob("*.vmod"))), None)
    if built is None:
        raise click.UsageError(f"no module under build/{game}; run toolkit build {game}, or give --module")
    wish = _Wish(built, per_clause, seed, frozenset(clauses), games, seconds, rules_only)
    result = measure(wish)
    rows = [row for row in result.rows if not clauses or row.clause in clauses]
    _show(rows, result, samples=samples)
    poor = sum(row.found for row in rows) < _PASS * sum(row.planted for row in rows)
    return int(poor or bool(result.false))


def _show(rows: Sequence[_Row], result: _Result, *, samples: bool) -> None:
    columns = list(rows[0].counts) if rows else []
    beside = [row.beside for row in rows if row.beside is not None]
    last = ("recall", "beside") if beside else ("recall",)
    table = Table("clause", "planted", "positions", *columns, *last, box=None)
    for row in rows:
        share = f"{100 * row.found / row.planted:.0f} %" if row.planted else "–"
        cells = [str(row.counts[column] or "") for column in columns]
        more = [str(row.beside or "")] if beside else []
        table.add_row(row.clause, str(row.planted), str(row.places), *cells, share, *more)
    planted, found = sum(row.planted for row in rows), sum(row.found for row in rows)
    out = console()
    out.print(table)
    out.print(f"{found} of {planted} found ({100 * found / max(1, planted):.1f} %)")
    out.print(f"{len(result.false)} false findings on {result.untouched}")
    if beside:
        out.print(f"{sum(beside)} findings about something beside what was planted")
    for line in result.false[:20]:
        out.print(f"  {line}")
    if samples:
        for row in rows:
            for line in result.samples.get(row.clause, ()):
                out.print(f"{row.clause}: {line}")
    for note in result.notes:
        out.print(note)
