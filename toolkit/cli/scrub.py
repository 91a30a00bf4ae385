"""``toolkit scrub FILE``: a copy of a save or log that can be published."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import print_findings
from toolkit.vassal.containers import open_container
from toolkit.vassal.packing import write_container
from toolkit.vassal.scrub import scrub_game


@click.command(name="scrub")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The copy; FILE with -scrubbed in its name by default.",
)
def command(file: Path, output: Path | None) -> int:
    """Copy FILE, a save or log, without the players' passwords, so that it can be published.

    VASSAL writes each player's password into a game in clear: in the roster, in every move, in masked and
    hidden pieces, notes, chess clocks.  In the copy each is player-1, player-2 and so on, the same
    everywhere: the copy opens as the original does, and masked pieces belong to whom they belonged to.
    Names, chat and notes stay as they are, apart from passwords in them.
    """
    container = open_container(file)
    target = output or file.with_name(f"{file.stem}-scrubbed{file.suffix or '.vsav'}")
    if target.exists() and target.resolve() == file.resolve():
        raise click.UsageError("the copy needs another name than the original")
    copy = scrub_game(container)
    write_container(target, copy.entries)
    click.echo(f"{target}: {copy.players} players' passwords replaced")
    print_findings(copy.findings)
    return 0
