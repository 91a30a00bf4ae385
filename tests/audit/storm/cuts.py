"""Logs cut out of games of Storm, and games cut into logs: every cut of several games.

``python -m tests.audit.storm.cuts GAMES STRIDE [MODULE] [--drags]``: games with keys; or, of players who
press none, stretches alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.audit.storm.dragging import Dragger, play
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.play.storm.recording import record
from toolkit.vassal.log import Log, Step, read_log

STRETCHES = 12, 25, 60
"""Steps of the stretches that are cut out of a game."""


def cut(log: Log, first: int, length: int) -> Log:
    """A stretch of a log: it begins with the table as it was then, and counts its steps from 1."""
    begin = (*log.begin, *(command for step in log.steps[:first] for command in step.commands))
    steps = (Step(number, step.commands) for number, step in enumerate(log.steps[first : first + length], 1))
    return replace(log, begin=begin, steps=tuple(steps))


def parts(game: Log, cuts: Sequence[int]) -> list[Log]:
    """The game's log in pieces, each with its own name and its steps counted from 1."""
    bounds = [0, *cuts, len(game.steps)]
    return [
        replace(cut(game, first, last - first), name=f"{number}.vlog")
        for number, (first, last) in enumerate(pairwise(bounds), 1)
    ]


def deeds(report: Report, order: Sequence[int]) -> list[tuple[str, str, str, str]]:
    """What was judged, log after log in the order of play."""
    place = {log: number for number, log in enumerate(order)}
    ranked = sorted(report.actions, key=lambda action: (place[action.log], action.step))
    return sorted((a.action, a.unit, a.detail, str(a.outcome)) for a in ranked)


def main(games: int, stride: int, module: Path) -> int:
    """Cut games in two, and stretches out of them, at every `stride`-th step; return how many are judged
    otherwise, or accuse somebody."""
    data = read_module(module)
    wrong = 0
    for seed in range(1, games + 1):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "game.vlog"
            record(module, path, seed)
            game = read_log(path, name="game.vlog")
        known = deeds(audit_read([game], data), [0])
        for place in range(1 + seed % stride, len(game.steps), stride):
            report = audit_read(parts(game, [place])[:: -1 if place % 2 else 1], data)
            order = [1, 0] if place % 2 else [0, 1]
            alone = [audit_read([cut(game, place, length)], data) for length in STRETCHES]
            accused = [action for one in alone for action in one.actions if action.rules]
            noticed = any(one.notices for one in alone)
            if report.shown or deeds(report, order) != known or accused or noticed:
                wrong += 1
                click.echo(f"seed {seed}, cut at {place}: {[a.key() for a in (*report.shown, *accused)][:3]}")
        click.echo(f"seed {seed}: {len(game.steps)} steps, every {stride}. cut: {wrong} wrong so far")
    return wrong


def without_keys(games: int, stride: int, module: Path) -> int:
    """Cut stretches of 25 steps out of games without keys; return how many accuse somebody."""
    data = read_module(module)
    found = wrong = 0
    for seed in range(1, games + 1):
        game, _ = play(module, Dragger, seed)
        for place in range(1 + seed % stride, len(game.steps), stride):
            accused = [a for a in audit_read([cut(game, place, STRETCHES[1])], data).actions if a.rules]
            found, wrong = found + 1, wrong + bool(accused)
            for action in accused[:1]:
                click.echo(f"seed {seed}, cut at {place}: {action.key()} {action.reason}")
        click.echo(f"seed {seed}: {wrong} of {found} stretches accuse somebody so far")
    return wrong


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--drags"]
    built = Path(words[2]) if len(words) > 2 else next(Path("build/storm").glob("*.vmod"))
    run = without_keys if "--drags" in sys.argv else main
    raise SystemExit(bool(run(int(words[0]), int(words[1]), built)))
