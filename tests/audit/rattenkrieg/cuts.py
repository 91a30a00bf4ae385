"""Logs cut out of games, and games cut into logs; every cut of several games, judged as the whole game is.

``python -m tests.audit.rattenkrieg.cuts [GAMES] [STRIDE]``; with ``--drags`` before them stretches out of
games of players who press no key, each judged alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.audit.rattenkrieg.dragging import Careless, Dragging, played
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.play.rattenkrieg.log_bench import log_of
from toolkit.play.rattenkrieg.recording import record
from toolkit.rules.verdict import Outcome
from toolkit.vassal.log import Log, Step, read_log

STRETCH = 30
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
        known = deeds(audit_read([game], data), [0])
        for place in range(1, len(game.steps), stride):
            report = audit_read(parts(game, [place])[:: -1 if place % 2 else 1], data)
            order = [1, 0] if place % 2 else [0, 1]
            if report.shown or deeds(report, order) != known:
                wrong += 1
                click.echo(f"seed {seed}, cut at {place}: {[action.key() for action in report.shown][:3]}")
        click.echo(f"seed {seed}: {len(game.steps)} steps, every {stride}. cut: {wrong} wrong so far")
    return wrong


def stretches(games: int, stride: int) -> int:
    """Judge stretches of games by drags, from every `stride`-th step on; return how many accuse somebody."""
    module = next(Path("build/rattenkrieg").glob("*.vmod"))
    wrong = judged = 0
    for seed, paper in ((seed, paper) for paper in (Dragging, Careless) for seed in range(201, 201 + games)):
        game = played(module, seed, paper)
        log = log_of(game)
        for first in range(1, len(log.steps), stride):
            found = audit_read([cut(log, first, STRETCH)], game.data).actions
            accused = [action.key() for action in found if action.outcome is Outcome.ILLEGAL]
            judged += 1
            if accused:
                wrong += 1
                click.echo(f"{paper.__name__}, seed {seed}, from step {first}: {accused[:3]}")
    click.echo(f"{judged} stretches of {2 * games} games: {wrong} accuse somebody")
    return wrong


if __name__ == "__main__":
    drags = sys.argv[1:2] == ["--drags"]
    numbers = [int(word) for word in sys.argv[1 + drags :][:2]]
    asked = numbers + [2, 4][len(numbers) :]
    raise SystemExit(bool((stretches if drags else main)(*asked)))
