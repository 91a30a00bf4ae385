"""GJ47 as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from toolkit.rules.gj47 import game, invariants
from toolkit.rules.gj47.actions import Action
from toolkit.rules.gj47.chapters import RULE_BOOK
from toolkit.rules.gj47.fast import FastCheck
from toolkit.rules.gj47.from_game import rules_data
from toolkit.rules.gj47.notation import Notation
from toolkit.rules.gj47.player import play_on
from toolkit.rules.gj47.position import Phase, Position
from toolkit.rules.gj47.start import start
from toolkit.rules.registry import RuleBook
from toolkit.rules.verdict import Verdict

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


class Gj47:
    """The rules of GJ47 over one game's data.

    Parameters
    ----------
    data : CompiledGame
    """

    book: RuleBook = RULE_BOOK

    def __init__(self, data: CompiledGame) -> None:
        self._data = data
        self._notation = Notation(rules_data(data))

    def begin(self, setup: str, fixed: Mapping[str, str] = MappingProxyType({})) -> Position:
        """Return the position of a set-up, under these settings of the unclear points."""
        return start(self._data, setup, fixed)

    def check(self, position: Position, action: Action) -> Verdict:
        """Judge an action."""
        return game.check(position, action)

    def checker(self, position: Position) -> Callable[[Action], Verdict]:
        """Return a fast `check` that follows this position as it changes."""
        fast = FastCheck(position)
        return lambda action: game.check(position, action, fast)

    def apply(self, position: Position, action: Action) -> None:
        """Carry an action out, legal or not."""
        game.apply(position, action)

    def play(self, position: Position, seed: int) -> Iterator[Action]:
        """Yield the actions of a legal game by chance; each is carried out when the next is asked for."""
        return play_on(position, seed, careful=False)

    def copy(self, position: Position) -> Position:
        """Return an independent position."""
        return position.copy()

    def key(self, position: Position) -> object:
        """Return a hashable value that is equal for equal positions."""
        return position.key()

    def over(self, position: Position) -> bool:
        """Return whether the game has ended."""
        return position.turn.phase is Phase.OVER

    def faults(self, position: Position) -> list[str]:
        """Return which invariants a position breaks; [] for a sound one."""
        return invariants.faults(position)

    def write(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return self._notation.write(action)

    def read(self, found: Mapping[str, Any]) -> Action:
        """Return the action that `write` wrote."""
        return self._notation.read(found)
