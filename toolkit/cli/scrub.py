"""``toolkit scrub FILE``: a copy of a save or log that can be published."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import output_option, print_findings
from toolkit.diagnostics import Severity
from toolkit.diagnostics.files import keep_apart, shown
from toolkit.vassal.containers import open_container
from toolkit.vassal.packing import write_container
from toolkit.vassal.scrub import scrub_game


@click.command(name="scrub")
@click.argument("file", type=click.Path(path_type=Path))
@output_option("The copy; FILE with -scrubbed in its name by default.")
@click.option("--force", is_flag=True, help="Replace a file that stands there already.")
def command(file: Path, output: Path | None, force: bool) -> int:
    """Copy FILE, a save or log, without the players' passwords, so that it can be published.

    VASSAL writes each player's password into a game in clear: in the roster, in every move, in masked and
    hidden pieces, notes, chess clocks.  In the copy each is player-1, player-2 and so on, the same
    everywhere: the copy opens as the original does, and masked pieces belong to whom they belonged to.
    Names, chat and notes stay as they are, apart from passwords in them.  Exit status: 0 no password is
    left, 1 something is worth a look before the copy is published, 2 no copy could be made.
    """
    target = output or file.parent / f"{file.stem}-scrubbed{file.suffix or '.vsav'}"
    keep_apart(target, [file], force=force)
    copy = scrub_game(open_container(file))
    write_container(target, copy.entries)
    click.echo(shown(f"{target}: {copy.players} players' passwords replaced"))
    print_findings(copy.findings)
    return int(any(finding.severity is not Severity.INFO for finding in copy.findings))
