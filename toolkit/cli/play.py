"""``toolkit play``: a whole game by chance, written as the log that players at the module would have."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.audit.module_data import read_module
from toolkit.cli.games import GameName
from toolkit.cli.making import ready_module
from toolkit.cli.output import console
from toolkit.diagnostics.files import keep_apart
from toolkit.play import declared
from toolkit.plugins import games, room
from toolkit.source.rules import FILE


@click.command(name="play")
@click.argument("game", type=GameName())
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same game.")
@click.option("--out", "-o", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The log.")
@click.option(
    "--module",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="A built module; by default the one under build/, else one made on the spot.",
)
@click.option("--setup", default=None, help="Id of a set-up; by default the one the game begins with.")
@click.option("--house-rules", "any_rules", is_flag=True, help="Draw the unclear points' readings as well.")
def command(  # noqa: PLR0917 -- click gives them by name
    game: str, seed: int, out: Path, module: Path | None, setup: str | None, any_rules: bool
) -> int:
    """Play a whole legal game with random but sensible choices and write its log.

    GAME is what was given to `toolkit build`, a name below source_data or a folder; or the name of a
    folder below build/, an installed game, or a module.  A module that was not built, or not since its
    sources changed, is made on the spot.
    """
    built = module or ready_module(game)
    keep_apart(out, [built])
    data = read_module(built)
    if data.game.id not in games() and not data.game.is_declared:
        text = f"{built.as_posix()} has no rules: its game has no {FILE} (docs/declared.md)"
        raise click.UsageError(text)
    recording = room(data.game.id, "play.recording") if data.game.id in games() else declared
    rules = recording.house_rules(data, seed if any_rules else None)
    played = recording.record(built, out, seed, setup=setup, rules=rules)
    result = recording.result(played.position)
    console().print(f"{played.log}: {played.actions} actions, {played.steps} steps; {result}")
    return 0
