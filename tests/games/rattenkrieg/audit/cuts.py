"""Games of Rattenkrieg cut into logs, and stretches out of them; every cut of several games.

``python -m tests.games.rattenkrieg.audit.cuts [GAMES] [STRIDE]``: cuts in two, judged like the whole; with
``--drags`` before them stretches out of games of players who press no key, each judged alone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.audit.decisions.cuts import accusing, wrong_cuts
from tests.games.rattenkrieg.audit.dragging import Careless, Dragging, played
from tests.violations.planting import log_of
from toolkit.audit.module_data import read_module
from toolkit.games.rattenkrieg.play.recording import record
from toolkit.vassal.log import read_log

STRETCH = 30
"""Steps of the stretches that are cut out of a game."""


def main(games: int, stride: int) -> int:
    """Cut games in two at every `stride`-th step; return how many cuts are judged otherwise."""
    module = next(Path("build/rattenkrieg").glob("*.vmod"))
    data = read_module(module)
    wrong = 0
    for seed in range(1, games + 1):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "game.vlog"
            record(module, path, seed)
            game = read_log(path, name="game.vlog")
        for line in wrong_cuts(game, data, range(1, len(game.steps), stride), ()):
            wrong += 1
            click.echo(f"seed {seed}, {line}")
        click.echo(f"seed {seed}: {len(game.steps)} steps, every {stride}. cut: {wrong} wrong so far")
    return wrong


def stretches(games: int, stride: int) -> int:
    """Judge stretches of games by drags, from every `stride`-th step on; return how many accuse somebody."""
    module = next(Path("build/rattenkrieg").glob("*.vmod"))
    wrong = judged = 0
    for seed, paper in ((seed, paper) for paper in (Dragging, Careless) for seed in range(201, 201 + games)):
        game = played(module, seed, paper)
        log = log_of(game)
        places = range(1, len(log.steps), stride)
        judged += len(places)
        for line in accusing(log, game.data, places, STRETCH):
            wrong += 1
            click.echo(f"{paper.__name__}, seed {seed}, {line}")
    click.echo(f"{judged} stretches of {2 * games} games: {wrong} accuse somebody")
    return wrong


if __name__ == "__main__":
    drags = sys.argv[1:2] == ["--drags"]
    numbers = [int(word) for word in sys.argv[1 + drags :][:2]]
    asked = numbers + [2, 4][len(numbers) :]
    raise SystemExit(bool((stretches if drags else main)(*asked)))
