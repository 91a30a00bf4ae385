"""Logs cut out of games of Storm, and games cut into logs: every cut of several games.

``python -m tests.games.storm.audit.cuts GAMES STRIDE [MODULE] [--drags]``: games with keys; or
stretches alone, of players who press none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.audit.decisions.cuts import accusing, wrong_cuts
from tests.games.storm.audit.dragging import Dragger, play
from toolkit.audit.module_data import read_module
from toolkit.games.storm.play.recording import record
from toolkit.vassal.log import read_log

STRETCHES = 12, 25, 60
"""Steps of the stretches that are cut out of a game."""


def main(games: int, stride: int, module: Path, *, drags: bool) -> int:
    """Cut games at every `stride`-th step; return how many cuts are judged otherwise, or accuse somebody."""
    data = read_module(module)
    wrong = 0
    for seed in range(1, games + 1):
        if drags:
            game, _ = play(module, Dragger, seed)
        else:
            with TemporaryDirectory() as folder:
                path = Path(folder) / "game.vlog"
                record(module, path, seed)
                game = read_log(path, name="game.vlog")
        places = range(1 + seed % stride, len(game.steps), stride)
        found = accusing(game, data, places, 25) if drags else wrong_cuts(game, data, places, STRETCHES)
        for line in found:
            wrong += 1
            click.echo(f"seed {seed}, {line}")
        click.echo(f"seed {seed}: {len(game.steps)} steps, {len(places)} places: {wrong} wrong so far")
    return wrong


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--drags"]
    built = Path(words[2]) if len(words) > 2 else next(Path("build/storm").glob("*.vmod"))
    raise SystemExit(bool(main(int(words[0]), int(words[1]), built, drags="--drags" in sys.argv)))
