"""``toolkit play``: a whole game by chance, written as the log that players at the module would have."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.audit.module_data import read_module
from toolkit.cli.declared import declared_folders
from toolkit.cli.output import console
from toolkit.diagnostics.files import keep_apart
from toolkit.play import declared
from toolkit.plugins import games, room


@click.command(name="play")
@click.argument("game")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same game.")
@click.option("--out", "-o", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The log.")
@click.option(
    "--module",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="A built module; by default the one under build/.",
)
@click.option("--setup", default=None, help="Id of a set-up; by default the one the game begins with.")
@click.option("--house-rules", "any_rules", is_flag=True, help="Draw the unclear points' readings as well.")
def command(  # noqa: PLR0917 -- click gives them by name
    game: str, seed: int, out: Path, module: Path | None, setup: str | None, any_rules: bool
) -> int:
    """Play a whole legal game with random but sensible choices and write its log."""
    known = sorted({*games(), *declared_folders()})
    if module is None and game not in known:
        raise click.UsageError(f"no rules for the game {game!r}; there are rules for {', '.join(known)}")
    built = module or next(iter(sorted(Path("build", game).glob("*.vmod"))), None)
    if built is None:
        raise click.UsageError(f"no module under build/{game}; run toolkit build {game}, or give --module")
    keep_apart(out, [built])
    recording = room(game, "play.recording") if game in games() else declared
    rules = recording.house_rules(read_module(built), seed if any_rules else None)
    played = recording.record(built, out, seed, setup=setup, rules=rules)
    result = recording.result(played.position)
    console().print(f"{played.log}: {played.actions} actions, {played.steps} steps; {result}")
    return 0
