"""``toolkit build``: source data into VASSAL modules; what has not changed is not built again."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.games import GameName, folders_of
from toolkit.cli.making import OUTPUT, build_extension, build_games, place_of
from toolkit.cli.output import console, output_option, print_findings
from toolkit.diagnostics import InputError, ToolkitError
from toolkit.diagnostics.files import shown
from toolkit.resources import ANY, EXTENSION, IMPORTED, games_here

# Nothing heavy is imported up here: an unchanged build must be over in a moment.


@click.command(name="build")
@click.argument("games", nargs=-1, type=GameName())
@output_option(
    "Folder; each game gets one of its own inside.", folder=True, default=OUTPUT, show_default=True
)
@click.option(
    "--language",
    type=click.Choice(("en", "ja", "zh")),
    default="en",
    show_default=True,
    help="Of the pictures; all else is in every language. The module lies in GAME.LANGUAGE.",
)
@click.option("--force", is_flag=True, help="Build even what has not changed.")
def command(games: tuple[str, ...], output: Path, language: str, force: bool) -> int:
    """Build the modules of GAMES; by default all of source_data, and where there is none, all installed.

    A game is a name below source_data, a folder that holds a game.yaml, or an imported.yaml as
    `toolkit import` writes it, a folder of such folders, or the name of an installed game.  A folder that
    holds an extension.yaml is an extension: it is written into the folder beside its game's module where
    VASSAL finds it, as those in a game's own extensions/ are with the game.

    Exit status 1 on errors in the sources, 2 on unreadable sources; other findings are printed.
    """
    status = 0
    alone = [Path(game) for game in games if (Path(game) / EXTENSION).is_file()]
    named = [game for game in games if Path(game) not in alone]
    folders = [folder for game in named for folder in folders_of(game, ANY)] if games else _all_games()
    target = console()
    for folder, built in build_games(folders, output, language, force=force):
        if isinstance(built, ToolkitError):
            print_findings(built.findings, err=True)
            status = max(status, built.exit_status)
            continue
        print_findings(built.findings, err=True)
        out = place_of(folder, output, language)
        target.print(shown((out / built.module).as_posix()), soft_wrap=True)
        target.print(shown(f"  {built.summary}"), soft_wrap=True)
        for extension in built.extensions:
            target.print(shown((out / extension).as_posix()), soft_wrap=True)
    for folder in alone:
        try:
            path, findings = build_extension(folder, output)
        except ToolkitError as error:
            print_findings(error.findings, err=True)
            status = max(status, error.exit_status)
            continue
        print_findings(findings, err=True)
        target.print(shown(path.as_posix()), soft_wrap=True)
    return status


def _all_games() -> tuple[Path, ...]:
    found = games_here(("module.yaml", IMPORTED))
    if not found:
        raise InputError.single("SRC001", "no game with a module.yaml is here or installed")
    return found
