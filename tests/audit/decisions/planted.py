"""Violations planted in whole games on paper: many in one game, without the engine and its time.

What comes after a violation rests on it, so a game with many shows what an audit makes of their consequences.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tests.audit.decisions.live import module_of
from tests.audit.decisions.violations import Act, Board, Look, Violations, Weighed
from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.play.recording import Recorder

_LIMIT = 4_000


def play(
    game: Recorder[Board, Act],
    data: ModuleData,
    choose: Callable[[], Act],
    over: Callable[[], bool],
    violations: Violations[Board, Look, Act],
) -> Report:
    """Play a game to its end and audit its log.

    Parameters
    ----------
    data : ModuleData
        Of its module.
    choose : callable
        The next legal action; raises LookupError where there is none.
    over : callable
        Whether the game is over.
    violations : Violations
        What is done instead.
    """
    for _ in range(_LIMIT):
        if over():
            break
        try:
            action = choose()
        except LookupError:
            break  # a violation can lead to where nothing is legal
        wrong = violations.instead(game.position, action)
        before = len(game.desk.steps)
        for each in (action,) if wrong is None else wrong:
            game.perform(each)
            violations.ways.apply(game.position, each)
        if wrong is not None:
            violations.did(before + 1, len(game.desk.steps))
    return audit_read([log_of(game)], data)


def command(
    game: str, text: str, judged: Callable[[Path, int, int], Weighed], arguments: list[str] | None = None
) -> int:
    """Play games with the seeds asked for; return 1 when an audit is not what it has to be.

    Parameters
    ----------
    game, text : str
        Id, and what the command does.
    judged : callable
        Module, seed and number of violations → what the audit makes of the game.
    """
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--planted", type=int, default=50)
    parser.add_argument("--module", type=Path)
    given = parser.parse_args(arguments)
    module = module_of(game, parser, given.module)
    found, bad = 0, 0
    for seed in range(given.first, given.first + given.count):
        result = judged(module, seed, given.planted)
        found += result.found
        lines = [*(f"missed {x}" for x in result.missed), *(f"accused {x}" for x in result.accused)]
        bad += len(lines)
        sys.stdout.write("".join(f"seed {seed}: {line}\n" for line in lines))
    sys.stdout.write(f"{given.count} games: {found} found, {bad} missed or accused\n")
    return 1 if bad else 0
