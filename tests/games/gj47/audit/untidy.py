"""Logs made untidy after the game: undone and done again, pieces nudged, lifted and put back by anybody.

    python -m tests.games.gj47.audit.untidy --games 6 --turns 9 [--commands] [--sloppy]

Nothing of it changes what was played, so that the audit has to say the same of both logs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.games.gj47.audit.dragging import play
from tests.games.gj47.audit.sloppy import measured
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import ChangePiece, ChangeProperty, Chat, Command, MovePiece, SetTurn, Undo
from toolkit.vassal.events import Spot
from toolkit.vassal.log import Log, Step, read_log
from toolkit.vassal.table import Table

_NUDGE = 6
"""Pixels: far less than half a hex."""
_AWAY = 400
PLAYERS = ("first", "second")
_MAP = "Main Map"
_DEPTHS = (1, 1, 2, 3)
"""Steps taken back in a row."""


@dataclass(slots=True)
class Untidy:
    """Makes a log untidy.

    Attributes
    ----------
    share : float
        How many of the steps get something beside or after them.
    """

    log: Log
    rng: random.Random
    share: float = 0.1
    table: Table = field(init=False)
    steps: list[tuple[Command, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table()
        self.table.apply(self.log.begin)

    def made(self) -> Log:
        """Return the log with what was put in."""
        rest = list(self.log.steps)
        done: list[tuple[tuple[Command, ...], tuple[Command, ...]]] = []
        while rest:
            step = rest.pop(0).commands
            if rest and self._one_stack(step, rest[0].commands):
                # Both are dragged together.
                step = (*step, *rest.pop(0).commands)
            if self.rng.random() < self.share:
                self._do(self.rng.choice([self._nudged, self._lifted])())
                done = []
            turns = dict(self.table.turns)
            self._do([self._by_anybody(step)])
            back = _inverse(step, turns)
            done = [*done, (step, back)] if back else []
            if done and self.rng.random() < self.share:
                self._undo_and_redo(done[-self.rng.choice(_DEPTHS) :])
                done = []
        made = tuple(Step(number, commands) for number, commands in enumerate(self.steps, 1))
        return replace(self.log, steps=made)

    def _undo_and_redo(self, done: Sequence[tuple[tuple[Command, ...], tuple[Command, ...]]]) -> None:
        """Take steps back, the last one first, and do them again; engines before 3.7 do not mark an undo."""
        marked = self.rng.random() < 0.5
        for _, back in reversed(done):
            self._do([(Undo(True), *back, Undo(False)) if marked else back])
        self._do(step for step, _ in done)

    def _do(self, steps: Iterable[tuple[Command, ...]]) -> None:
        for step in steps:
            self.table.apply(step)
            self.table.forget()
            self.steps.append(step)

    def _one_stack(self, step: Sequence[Command], after: Sequence[Command]) -> bool:
        """Return whether two units go from one place to another, one after the other."""
        first, second = _single_move(step), _single_move(after)
        if first is None or second is None or first.id == second.id:
            return False
        same = (first.map, first.x, first.y) == (second.map, second.x, second.y)
        return same and self._spot(first) == self._spot(second) and self.rng.random() < 0.5

    def _spot(self, move: MovePiece) -> Spot:
        return self.table.spot(move.id or "")

    def _by_anybody(self, step: Sequence[Command]) -> tuple[Command, ...]:
        """Let the other player's hand do a drag over the map now and then; chits are everybody's own."""
        move = _single_move(step)
        if move is None or move.map != _MAP or self.rng.random() >= self.share:
            return tuple(step)
        who = self.rng.choice(PLAYERS)
        changed = [replace(c, player=who) if isinstance(c, MovePiece) and c.player else c for c in step]
        return tuple(changed)

    def _counter(self) -> tuple[str, Spot]:
        """Return a piece that lies on a map, and its place."""
        found = [thing.id for thing in self.table.counters() if self.table.spot(thing.id).map == _MAP]
        id_ = self.rng.choice(found)
        return id_, self.table.spot(id_)

    def _nudged(self) -> Iterator[tuple[Command, ...]]:
        """Yield a drag inside the hex and one back."""
        yield from self._there_and_back(self.rng.choice([-_NUDGE, _NUDGE]))

    def _lifted(self) -> Iterator[tuple[Command, ...]]:
        """Yield a drag far away and one back."""
        yield from self._there_and_back(self.rng.choice([-_AWAY, _AWAY]))

    def _there_and_back(self, by: int) -> Iterator[tuple[Command, ...]]:
        id_, here = self._counter()
        who = self.rng.choice(PLAYERS)
        there = Spot(here.map, max(here.x + by, 0), here.y)
        for start, end in ((here, there), (there, here)):
            yield (MovePiece(id_, *end, None, *start, None, who),)


def _single_move(step: Sequence[Command]) -> MovePiece | None:
    """Return the only drag of a step that holds nothing else but marks of having moved."""
    moves = [command for command in step if isinstance(command, MovePiece)]
    others = [c for c in step if isinstance(c, ChangeProperty | SetTurn)]
    return moves[0] if len(moves) == 1 and not others and moves[0].player is not None else None


def _inverse(step: Sequence[Command], turns: dict[str, str]) -> tuple[Command, ...]:
    """Return what the engine logs for taking a step back; () for one that cannot be."""
    back: list[Command] = []
    for command in reversed(step):
        match command:
            case MovePiece():
                start = (command.old_map, command.old_x, command.old_y, command.old_under)
                end = (command.map, command.x, command.y, command.under)
                back.append(MovePiece(command.id, *start, *end, command.player))
            case ChangePiece(old=old) if old is not None:
                back.append(ChangePiece(command.id, old, command.state))
            case ChangeProperty(old=old):
                back.append(ChangeProperty(command.name, command.new, old, command.container))
            case SetTurn(id=id_) if id_ in turns:
                back.append(SetTurn(id_, turns[id_]))
            case Chat(text=text):
                back.append(Chat(f"* UNDO: {text}"))
            case _:
                if type(command).__name__ != "Null":
                    return ()
    return tuple(back)


def said(report: Report) -> Counter[tuple[str, ...]]:
    """Return what a report says of each action, without its step."""
    return Counter((a.action, a.unit, a.start, a.end, str(a.outcome), *a.rules[:1]) for a in report.actions)


def measure(data: ModuleData, log: Path, seed: int) -> tuple[str, bool]:
    """Make a log untidy; return a line about it, and whether nobody is accused who was not before."""
    read = read_log(log)
    made = Untidy(read, random.Random(f"untidy {seed}")).made()
    before, after = audit_read([read], data), audit_read([made], data)
    more = said(after) - said(before)
    wrong = {key: n for key, n in more.items() if key[4] == str(Outcome.ILLEGAL)}
    open_ = sum(n for key, n in more.items() if key[4] in ("unclear", "unprovable"))
    missed = said(before) - said(after)
    lost = {key: n for key, n in missed.items() if key[4] == str(Outcome.ILLEGAL)}
    line = f"seed {seed}: {len(read.steps)} steps, then {len(made.steps)}; {len(after.actions)} actions"
    return f"{line}, {open_} more open; wrongly accused {wrong}, missed {lost}", not wrong


def main() -> int:
    """Measure several games; return 1 when somebody was accused wrongly."""

    def one(given: argparse.Namespace, module: Path, path: Path, seed: int) -> tuple[str, bool]:
        log = play(module, path, seed, commands=given.commands, sloppy=given.sloppy, turns=given.turns)
        return measure(read_module(module), log, seed)

    return measured(__doc__, one, games=6, sloppy="the players are untidy as well")


if __name__ == "__main__":
    sys.exit(main())
