"""What is done to a log, and what the audit says of it: a table over all three games.

``python -m tests.violations_apart.tampered [--seed 1]``; exit status 1 where nothing is said.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tests.violations_apart.__main__ import kinds_of
from tests.violations_apart.judging import logs_of, news, plant, shown
from tests.violations_apart.played import MODULES, Game, play, write
from tests.violations_apart.saves import begin_of
from toolkit.audit.audit import audit_logs, audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.module.identity import DIGEST
from toolkit.vassal.commands import Command, GlobalPropertyState
from toolkit.vassal.log import Log, read_log

GAMES = ("gj47", "rattenkrieg", "storm")
_PLANTED: Mapping[str, tuple[str, str, str]] = {
    "a die or chance number is changed after the roll": ("dice_edited", "sniper_dice_edited", "dice_edited"),
    "a roll or draw is undone and done again": ("rolled_again", "bombardment_drawn_again", "rolled_again"),
    "a drawn chit or an opened card is undone and done again": (
        "draw_undone", "opened_card_undone", "draw_undone",
    ),
    "a hidden card is shown and hidden again, a chosen chit taken out": (
        "chit_taken_out_of_the_cup", "own_card_shown_and_masked", "own_card_shown_and_masked",
    ),
    "a card, a chit or the deck is put elsewhere by hand": (
        "used_chit_back_into_the_cup", "deck_rearranged", "deck_rearranged",
    ),
    "a house rule is changed in play": ("house_rule_changed",) * 3,
    "a start is edited between two logs": ("start_edited",) * 3,
    "a drag is made by the other side's hand": ("own_move_by_the_enemys_hand",) * 3,
    "a marker says something else": ("wrong_control_marker",) * 3,
    "the turn is pushed on twice": ("turn_pushed_twice", "tracker_pushed_twice", "tracker_pushed_twice"),
    "a unit is doubled": ("unit_doubled",) * 3,
    "a unit is deleted": ("unit_taken_off",) * 3,
    "a lost unit or step comes back": ("dead_returns", "dead_returns", "dead_returns"),
}  # fmt: skip


def _other_digest(logs: list[Log]) -> list[Log]:
    return [replace(log, begin=tuple(map(_with_other_digest, log.begin))) for log in logs]


def _with_other_digest(command: Command) -> Command:
    if isinstance(command, GlobalPropertyState) and command.name == DIGEST:
        return replace(command, value="0" * 16)
    return command


def _in_parts(game: Game, folder: Path, left_out: int | None) -> list[Log]:
    """Return a game in three logs, perhaps without one of them."""
    third = len(game.steps) // 3
    found = []
    for part in range(3):
        steps = game.steps[part * third : (part + 1) * third]
        begin = begin_of(game, game.table(part * third + 1)) if part else None
        if part != left_out:
            found.append(read_log(write(game, steps, folder / f"part-{part}.vlog", begin)))
    return found


Done = Callable[[Game, ModuleData, Path], tuple[Sequence[Log], ModuleData]]


def _whole(game: Game, folder: Path) -> list[Log]:
    return [read_log(write(game, game.steps, folder / "whole.vlog"))]


_FILES: Mapping[str, Done] = {
    "the module is another of the same name and version": (
        lambda game, data, folder: (_other_digest(_whole(game, folder)), data)
    ),
    "the module's version label is changed": (
        lambda game, data, folder: (_whole(game, folder), replace(data, version="9.9"))
    ),
    "a log of the middle is left out": lambda game, data, folder: (_in_parts(game, folder, 1), data),
    "a log is given twice": (
        lambda game, data, folder: ([*_in_parts(game, folder, None), *_whole(game, folder)], data)
    ),
}


def rows(seed: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is done and what is said of it in each game, "" for nothing."""
    games = {name: play(name, seed) for name in GAMES}
    data = {name: read_module(MODULES[name]) for name in GAMES}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        clean = {name: audit_read(_whole(games[name], home), data[name]) for name in GAMES}
        for what, kinds in _PLANTED.items():
            pairs = zip(GAMES, kinds, strict=True)
            yield what, tuple(_planted(name, kind, seed, clean[name], home) for name, kind in pairs)
        for what, done in _FILES.items():
            yield what, tuple(_said(done(games[name], data[name], home), clean[name]) for name in GAMES)


def _planted(name: str, kind: str, seed: int, clean: Report, home: Path) -> str:
    for spare in range(3):
        game = play(name, seed + 100 * spare)
        planted = plant(kinds_of(name).all[kind], game)
        if planted is not None:
            report = audit_logs(logs_of(game, planted, home / f"{name}-{kind}"), game.module.path)
            if spare:
                clean = audit_logs([write(game, game.steps, home / "spare.vlog")], game.module.path)
            found = shown(report, planted, clean)
            told = [f"{one.outcome.value} {', '.join(one.rules[:1])}".strip() for one in found]
            return "; ".join(dict.fromkeys([*told, *(notice.code for notice in news(report, clean))]))
    return "no occasion"


def _said(done: tuple[Sequence[Log], ModuleData], clean: Report) -> str:
    report = audit_read(*done)
    known = {notice.code for notice in clean.notices}
    return "; ".join(dict.fromkeys(n.code for n in report.notices if n.code not in known))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.violations_apart.tampered",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    silent = 0
    print(f"| what is done | {' | '.join(GAMES)} |")
    print("| --- | --- | --- | --- |")
    for what, said in rows(options.seed):
        print(f"| {what} | {' | '.join(said)} |")
        silent += said.count("")
    return int(bool(silent))


if __name__ == "__main__":
    sys.exit(main())
