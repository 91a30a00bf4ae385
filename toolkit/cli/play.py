"""``toolkit play``: a whole game by chance, written as the log that players at the module would have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from toolkit.audit.module_data import read_module
from toolkit.cli.output import console
from toolkit.play.gj47 import recording as gj47
from toolkit.play.rattenkrieg import recording as rattenkrieg
from toolkit.play.storm import recording as storm
from toolkit.rules.gj47.victory import points
from toolkit.rules.rattenkrieg.control import winner
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class _Order:
    """What is to be played, and where the log goes; `draw` is the seed of the unclear points' readings."""

    module: Path
    out: Path
    seed: int
    setup: str | None
    draw: int | None


def _gj47(order: _Order) -> str:
    rules = gj47.house_rules(read_module(order.module), order.draw)
    setup = order.setup or "june-28-1942"
    played = gj47.record(order.module, order.out, order.seed, setup=setup, rules=rules)
    turn = played.position.turn
    score = points(played.position, Rulings(played.position.data.points.settled()))
    won = turn.winner.name.capitalize() if turn.winner is not None else "nobody"
    return (
        f"{played.log}: {played.actions} actions, {played.steps} steps; {won} wins on turn {turn.number} "
        f"with {score} points of the Axis"
    )


def _rattenkrieg(order: _Order) -> str:
    rules = rattenkrieg.house_rules(read_module(order.module), order.draw)
    played = rattenkrieg.record(order.module, order.out, order.seed, setup=order.setup, rules=rules)
    position = played.position
    won = winner(position, Rulings(position.data.points.settled())).name.capitalize()
    return (
        f"{played.log}: {played.actions} actions, {played.steps} steps; {won} wins after turn {position.turn}"
    )


def _storm(order: _Order) -> str:
    rules = storm.house_rules(read_module(order.module), order.draw)
    played = storm.record(order.module, order.out, order.seed, setup=order.setup, rules=rules)
    position = played.position
    won = "nobody" if position.winner is None else position.winner.name.capitalize()
    return f"{played.log}: {played.actions} actions, {played.steps} steps; {won} wins in turn {position.turn}"


GAMES: Mapping[str, Callable[[_Order], str]] = {"gj47": _gj47, "rattenkrieg": _rattenkrieg, "storm": _storm}


@click.command(name="play")
@click.argument("game", type=click.Choice(list(GAMES)))
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
    built = module or next(iter(sorted(Path("build", game).glob("*.vmod"))), None)
    if built is None:
        raise click.UsageError(f"no module under build/{game}; run toolkit build {game}, or give --module")
    console().print(GAMES[game](_Order(built, out, seed, setup, seed if any_rules else None)))
    return 0
