"""Logs of the random player, stepped through by the real engine: what every game's replays share."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.audit.decisions.live import module_of
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome, find_engine
from toolkit.engine.table import EngineTable
from toolkit.play.recording import Played


@dataclass(frozen=True, slots=True)
class Replayed:
    """A log that was stepped through: its steps, what was compared, what differs and the complaints."""

    steps: int
    compared: Mapping[str, int]
    differences: Sequence[str]
    problems: Sequence[str]


def step_through(
    home: EngineHome, module: Path, played: Played[Any], shown: list[str]
) -> tuple[EngineTable, list[str]]:
    """Step through a log in the engine; return its table at the end and what is wrong with the steps.

    `shown` are the properties of pieces that are read.
    """
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        waiting = game.load(played.log)
        game.step()
        table = game.table(shown)
        problems = [f"{p.kind}: {p.message}" for p in engine.take_problems() if p.kind != "warning"]
    if waiting != played.steps:
        problems.append(f"{waiting} steps for the engine, {played.steps} written")
    return table, problems


def options(text: str, count: int) -> argparse.ArgumentParser:
    """Return the options of a command that records and replays `count` games."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--module", type=Path)
    return parser


def command(
    game: str,
    parser: argparse.ArgumentParser,
    arguments: list[str] | None,
    play: Callable[[argparse.Namespace, Path, Path, int], Played[Any]],
    replay: Callable[[EngineHome, Path, Played[Any]], Replayed],
) -> int:
    """Record, replay, compare; return 1 when something differs.

    Parameters
    ----------
    play : callable
        Options, module, log and seed → a game that was written.
    replay : callable
        Steps through it and compares.
    """
    given = parser.parse_args(arguments)
    module, home = module_of(game, parser, given.module), find_engine()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.first, given.first + given.count):
            done = replay(home, module, play(given, module, Path(folder) / f"{seed}.vlog", seed))
            wrong += bool(done.differences or done.problems)
            compared = ", ".join(f"{number} {what}" for what, number in done.compared.items())
            sys.stdout.write(
                f"seed {seed}: {done.steps} steps, {compared}, "
                f"{len(done.differences)} differences, {len(done.problems)} complaints\n"
            )
            sys.stdout.writelines(f"  {line}\n" for line in (*done.differences, *done.problems))
            sys.stdout.flush()
    sys.stdout.write(f"{given.count - wrong} of {given.count} end in the rules' position\n")
    return int(wrong > 0)
