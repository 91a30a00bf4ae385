"""Rattenkrieg as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from toolkit.rules.rattenkrieg import game, invariants
from toolkit.rules.rattenkrieg.actions import Action
from toolkit.rules.rattenkrieg.chapters import RULE_BOOK
from toolkit.rules.rattenkrieg.data import RulesData
from toolkit.rules.rattenkrieg.notation import read_action, write_action
from toolkit.rules.rattenkrieg.player import play_on
from toolkit.rules.rattenkrieg.position import Phase, Position
from toolkit.rules.registry import RuleBook
from toolkit.rules.verdict import Verdict


class Rattenkrieg:
    """The rules of Rattenkrieg over one game's data.

    Parameters
    ----------
    data : RulesData
    """

    book: RuleBook = RULE_BOOK

    def __init__(self, data: RulesData) -> None:
        self._data = data

    def begin(self, setup: str = "", fixed: Mapping[str, str] = MappingProxyType({})) -> Position:
        """Return the empty table before the set-up (3.1), under these settings of the unclear points."""
        del setup
        return Position(replace(self._data, points=self._data.points.fixed(fixed)))

    def check(self, position: Position, action: Action) -> Verdict:
        """Judge an action."""
        return game.check(position, action)

    def checker(self, position: Position) -> Callable[[Action], Verdict]:
        """Return `check` for one position; the plain one is fast enough."""
        return partial(game.check, position)

    def apply(self, position: Position, action: Action) -> None:
        """Carry an action out, legal or not."""
        game.apply(position, action)

    def play(self, position: Position, seed: int) -> Iterator[Action]:
        """Yield the actions of a legal game by chance; each is carried out when the next is asked for."""
        return play_on(position, seed)

    def copy(self, position: Position) -> Position:
        """Return an independent position."""
        return position.copy()

    def key(self, position: Position) -> object:
        """Return a hashable value that is equal for equal positions."""
        return position.key()

    def over(self, position: Position) -> bool:
        """Return whether the game has ended."""
        return position.phase is Phase.OVER

    def faults(self, position: Position) -> list[str]:
        """Return which invariants a position breaks; [] for a sound one."""
        return invariants.faults(position)

    def write(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return write_action(action)

    def read(self, found: Mapping[str, Any]) -> Action:
        """Return the action that `write` wrote."""
        return read_action(found)
