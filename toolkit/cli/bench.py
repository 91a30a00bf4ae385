"""``toolkit bench audit``: how much of what is planted the audit finds."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from toolkit.audit.module_data import read_module
from toolkit.cli.output import console
from toolkit.play.gj47.mutation_bench import CLAUSES, IN_PLAY, SET_UP, Kind, Order, Tally, at_rules, in_logs
from toolkit.play.gj47.mutation_lists import NOT_BREAKABLE, NOT_SHOWN, NOTICES, TWINS
from toolkit.vassal.containers import open_container

_COLUMNS = (
    Kind.FIRST,
    Kind.NAMED,
    Kind.TWIN,
    Kind.NOTICE,
    Kind.OTHER,
    Kind.HEDGED,
    Kind.MISSED,
    Kind.UNSHOWN,
)
_PASS = 0.99


@click.group(name="bench")
def command() -> None:
    """Measure the toolkit against games made for it."""


@command.command(name="audit")
@click.argument("game", type=click.Choice(["gj47"]))
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
    unknown = [clause for clause in clauses if clause not in CLAUSES]
    if unknown:
        raise click.UsageError(f"no mutator for {', '.join(unknown)}")
    built = module or next(iter(sorted(Path("build", game).glob("*.vmod"))), None)
    if built is None:
        raise click.UsageError(f"no module under build/{game}; run toolkit build {game}, or give --module")
    data = read_module(built)
    order = Order(per_clause, seed, frozenset(clauses), games, seconds)
    if rules_only:
        tally = at_rules(data, order)
    else:
        container = open_container(built, name=str(built))
        tally = in_logs(data, {name: container.read(f"{name}.vsav") for name in (SET_UP, IN_PLAY)}, order)
    _show(tally, clauses or CLAUSES, samples=samples, logs=not rules_only)
    poor = tally.found() < _PASS * tally.planted()
    return int(poor or bool(tally.false))


def _show(tally: Tally, clauses: tuple[str, ...], *, samples: bool, logs: bool) -> None:
    table = Table("clause", "planted", "positions", *_COLUMNS, "recall", "beside", box=None)
    for clause in clauses:
        count = tally.counts[clause]
        planted = tally.planted(clause)
        share = f"{100 * tally.found(clause) / planted:.0f} %" if planted else "–"
        row = [str(count[kind] or "") for kind in _COLUMNS]
        beside = str(tally.beside[clause] or "")
        table.add_row(clause, str(planted), str(len(tally.places[clause])), *row, share, beside)
    out = console()
    out.print(table)
    out.print(
        f"{tally.found()} of {tally.planted()} found "
        f"({100 * tally.found() / max(1, tally.planted()):.1f} %), "
        f"{1000 * tally.seconds / max(1, tally.planted()):.0f} ms each"
    )
    if logs:
        out.print(f"{len(tally.false)} false findings on {tally.turns} untouched turns")
        out.print(f"{tally.beside.total()} findings about something beside what was planted")
        for line in tally.false[:20]:
            out.print(f"  {line}")
    if samples:
        for clause, lines in tally.samples.items():
            for line in lines:
                out.print(f"{clause}: {line}")
    for clause, why in NOT_BREAKABLE.items():
        out.print(f"no mutator: {clause}: {why}")
    if logs:
        for clause, why in NOT_SHOWN.items():
            out.print(f"rules only: {clause}: {why}")
    for clause, (others, why) in TWINS.items():
        out.print(f"twins: {clause} and {', '.join(others)}: {why}")
    for clause, (code, why) in NOTICES.items():
        out.print(f"notice: {clause} and {code}: {why}")
