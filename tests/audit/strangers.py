"""Logs as a stranger may write them: commands left out, doubled, garbled, for pieces they were not meant for.

    python -m tests.audit.strangers storm --first 1 --count 200

Whatever a log holds, an audit judges it, says that it cannot, and tells every view; it never breaks down.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.audit.decisions.cuts import cut, parts
from tests.violations.planting import saved
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.presentation import findings_of, sections_of
from toolkit.audit.view import seen_by
from toolkit.diagnostics import ToolkitError
from toolkit.games.gj47.play import recording as gj47
from toolkit.games.rattenkrieg.play import recording as rattenkrieg
from toolkit.games.storm.play import recording as storm
from toolkit.vassal import commands as c
from toolkit.vassal.log import Log, Step, read_log
from toolkit.vassal.table import Table

RECORDERS: Mapping[str, Callable[[Path, Path, int], object]] = {
    "gj47": partial(gj47.record, setup="june-28-1942"),
    "rattenkrieg": rattenkrieg.record,
    "storm": storm.record,
}
_WORDS = (
    *(
        "",
        "0",
        "1",
        "2",
        "3",
        "12",
        "-1",
        "--1",
        "1.5",
        " 3",
        "999999999",
        "2147483648",
        "9" * 5_000,
        "²",
        "٣",
    ),
    *("open", "tie", "null", "true", "false", "1;2;3", "\\", "a|b", "x", "axis", "German", "Soviet"),
)
_PIXELS = (0, -1, 2**31 - 1, -(2**31), 10**15)


class Stranger:
    """Garbles logs, the same for the same seed.

    Parameters
    ----------
    log : Log
        A legal game.
    """

    def __init__(self, log: Log, seed: int) -> None:
        self.rng = random.Random(seed)
        self.log = log
        begun = [one for one in log.begin if isinstance(one, c.AddPiece) and one.id]
        self.pieces = sorted(one.id for one in begun if one.id)
        done = [one for step in log.steps for one in step.commands]
        self.moves = [one for one in done if isinstance(one, c.MovePiece)]
        written = [one for one in done if isinstance(one, c.ChangeProperty)]
        self.names = sorted({one.name for one in written})
        self.words = (_WORDS, sorted({one.new for one in written}), self.pieces)

    def logs(self) -> list[Log]:
        """Return a stretch of the game with some things wrong in it, at times in two parts."""
        rng, count = self.rng, len(self.log.steps)
        first = 0 if rng.random() < 0.4 else rng.randrange(count)
        log = cut(self.log, first, rng.randrange(5, 200))
        table = Table(undoable=False)
        table.apply(log.begin)
        begin, steps = list(saved(table, log.begin)), [list(step.commands) for step in log.steps]
        for _ in range(rng.choice((1, 1, 2, 3, 6, 15))):
            if rng.random() < 0.2:
                self._garble_one(begin)
            else:
                self._garble(steps)
        numbered = tuple(Step(number, tuple(step)) for number, step in enumerate(steps, 1))
        found = replace(log, begin=tuple(begin), steps=numbered)
        if rng.random() < 0.8 or len(steps) < 4:
            return [found]
        two = parts(found, [rng.randrange(1, len(steps))])
        return two[:: rng.choice((1, -1))]

    def _garble(self, steps: list[list[c.Command]]) -> None:
        rng = self.rng
        one, other = rng.randrange(len(steps)), rng.randrange(len(steps))
        match rng.randrange(5):
            case 0 if len(steps) > 1:
                del steps[one]
            case 1:
                steps.insert(one, list(steps[other]))
            case 2:
                steps[one], steps[other] = steps[other], steps[one]
            case 3:
                steps.insert(one, self._another())
            case _:
                self._garble_one(steps[one])

    def _garble_one(self, commands: list[c.Command]) -> None:
        if commands:
            kind = self.rng.choice(sorted({type(command).__name__ for command in commands}))
            place = self.rng.choice([n for n, one in enumerate(commands) if type(one).__name__ == kind])
            commands[place : place + 1] = [] if self.rng.random() < 0.15 else [self._other(commands[place])]

    def _another(self) -> list[c.Command]:
        rng, piece = self.rng, self.rng.choice(self.pieces)
        moved = replace(rng.choice(self.moves), id=piece)
        made: Sequence[list[c.Command]] = (
            [c.RemovePiece(piece)],
            [c.ChangeProperty(rng.choice(self.names), "", self._word())],
            [moved],
            [c.Undo(True), moved, c.Undo(False)],
            [c.AddPiece(piece, "stack", f"Main;10;10;{rng.choice(self.pieces)}")],
        )
        return rng.choice(made)

    def _word(self) -> str:
        return self.rng.choice(self.rng.choice(self.words))

    def _text(self, text: str) -> str:
        """Return a state or type with one field that says something else."""
        rows = text.split("\t")
        at = self.rng.randrange(len(rows))
        fields = rows[at].split(";")
        fields[self.rng.randrange(len(fields))] = self._word()
        rows[at] = ";".join(fields)
        return "\t".join(rows)

    def _other(self, command: c.Command) -> c.Command:
        rng, piece = self.rng, self.rng.choice(self.pieces)
        match command:
            case c.MovePiece():
                there = rng.choice(self.moves)
                far = replace(command, x=rng.choice(_PIXELS))
                stacked = replace(command, under=piece)
                elsewhere = replace(command, map=there.map, x=there.x, y=there.y)
                return rng.choice(
                    (far, elsewhere, stacked, replace(command, id=piece), replace(command, map="?"))
                )
            case c.ChangePiece(state=state):
                said = replace(command, state=self._text(state))
                return rng.choice((said, replace(said, old=None), replace(command, id=piece)))
            case c.ChangeProperty():
                renamed = replace(command, name=rng.choice(self.names))
                return rng.choice(
                    (renamed, replace(command, new=self._word()), replace(command, container="?"))
                )
            case c.GlobalPropertyState():
                return replace(command, value=self._word())
            case c.AddPiece(state=state, type=type_):
                garbled = {"state": self._text(state)} if rng.random() < 0.5 else {"type": self._text(type_)}
                return replace(command, **garbled) if rng.random() < 0.7 else replace(command, id=piece)
            case c.SetTurn(state=state):
                return replace(
                    command, state=rng.choice((self._word(), f"{self._word()}|{self._word()}", state))
                )
            case c.RemovePiece():
                return c.RemovePiece(piece)
            case _:
                return command


def audited(logs: Sequence[Log], data: ModuleData) -> int:
    """Audit logs and tell every view of them; return how many actions were judged."""
    try:
        report = audit_read(logs, data)
    except ToolkitError:
        return 0
    for view in ("referee", *report.game.sides):
        seen = seen_by(report, view)
        findings_of(seen)
        sections_of(seen)
        json.dumps(seen.to_json())
    return len(report.actions)


def broken_down(log: Log, data: ModuleData, seeds: Sequence[int]) -> Iterator[str]:
    """Yield a line for each seed whose log breaks the audit down."""
    for seed in seeds:
        try:
            audited(Stranger(log, seed).logs(), data)
        except Exception as error:  # noqa: BLE001 -- any of them is what is looked for
            yield f"seed {seed}: {type(error).__name__}: {str(error)[:80]}"


def main() -> int:
    """Print each seed whose log breaks an audit down; exit status 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(RECORDERS))
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    asked = parser.parse_args()
    module = next(Path("build").glob(f"{asked.game}/*.vmod"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        RECORDERS[asked.game](module, path, 1)
        log = read_log(path, name="game.vlog")
    found = 0
    for line in broken_down(log, read_module(module), range(asked.first, asked.first + asked.count)):
        found += 1
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"{asked.count} logs of a stranger, {found} break the audit down\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
