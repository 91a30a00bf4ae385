"""Short names for tests: judge and carry out actions of a game by counter id and printed hex number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import game as rules
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.course import Command, Phase
from toolkit.games.gj47.rules.notation import names_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.rules.notation import Reader
from toolkit.rules.verdict import Verdict


class Table:
    """A position with the notation of its game.

    Parameters
    ----------
    fixed : mapping of str to str
        Unclear points that the match fixes.
    """

    def __init__(
        self,
        game: CompiledGame,
        setup: str = "june-28-1942",
        fixed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.position: Position = start(game, setup, fixed)
        self.reader: Reader[Action] = Reader(RULE_BOOK.effects, names_of(self.position.data))

    def action(self, kind: str, **fields: Any) -> Action:
        """Return an action from ids and numbers, e.g. ``action("Draw", chit="chit-6a")``."""
        return self.reader.action({"action": kind, **fields})

    def judge(self, kind: str, **fields: Any) -> Verdict:
        """Judge an action."""
        return rules.check(self.position, self.action(kind, **fields))

    def do(self, kind: str, **fields: Any) -> None:
        """Carry an action out; it has to be legal."""
        action = self.action(kind, **fields)
        verdict = rules.check(self.position, action)
        assert verdict.legal, (action, verdict)
        rules.apply(self.position, action)

    def force(self, kind: str, **fields: Any) -> None:
        """Carry an action out, legal or not."""
        rules.apply(self.position, self.action(kind, **fields))

    def put(self, **units: str) -> None:
        """Put units on hexes, ids with ``_`` for ``-``; ``"off"`` takes one off the map."""
        hexes = {number: h for h, number in enumerate(self.position.data.board.numbers)}
        for unit, number in units.items():
            index = self.position.data.index[unit.replace("_", "-")]
            self.position.place(index, hexes.get(number, -1))

    def empty(self) -> None:
        """Take every unit off the map."""
        for unit in range(len(self.position.data.units)):
            self.position.place(unit, -1)

    def phase(self, phase: Phase, chit: str | None = None) -> None:
        """Jump to a phase, with a chit in play."""
        command = Command(chit) if chit else None
        drawn = (chit,) if chit else ()
        self.position.turn = replace(self.position.turn, phase=phase, command=command, drawn=drawn)
