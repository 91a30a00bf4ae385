"""Rattenkrieg as a `toolkit.rules.protocol.Game`: the one object that stands for all of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from toolkit.rules.area_data import set_ups
from toolkit.rules.notation import write_action
from toolkit.rules.rattenkrieg import game, invariants
from toolkit.rules.rattenkrieg.actions import Action
from toolkit.rules.rattenkrieg.chapters import RULE_BOOK
from toolkit.rules.rattenkrieg.data import RulesData
from toolkit.rules.rattenkrieg.from_game import rules_data
from toolkit.rules.rattenkrieg.notation import READER
from toolkit.rules.rattenkrieg.player import play_on
from toolkit.rules.rattenkrieg.points import READINGS
from toolkit.rules.rattenkrieg.position import Phase, Position
from toolkit.rules.registry import RuleBook
from toolkit.rules.verdict import Verdict

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


class Rattenkrieg:
    """The rules of Rattenkrieg over one game's data.

    Parameters
    ----------
    data : RulesData
    setups : mapping of str to mapping of str to str
        Set-up → unit → area.
    """

    book: RuleBook = RULE_BOOK

    def __init__(
        self, data: RulesData, setups: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    ) -> None:
        self._data = data
        self._setups = setups

    @classmethod
    def of(cls, game: CompiledGame) -> Rattenkrieg:
        """Return the rules over a compiled game."""
        return cls(rules_data(game), set_ups(game))

    def begin(self, setup: str = "", fixed: Mapping[str, str] = MappingProxyType({})) -> Position:
        """Return the table before the cards are shuffled and dealt (3.1 to 3.4).

        Parameters
        ----------
        setup : str
            Its units are in place; none for "", where they are put on the table first.
        fixed : mapping of str to str
            Settings of the unclear points; those that the checks do not ask for are ignored.

        Raises
        ------
        KeyError
            For an unknown set-up.
        """
        known = {point: value for point, value in fixed.items() if point in READINGS}
        position = Position(replace(self._data, points=self._data.points.fixed(known)))
        for unit, area in (self._setups[setup] if setup else {}).items():
            if unit in self._data.units:
                position.put(unit, area)
        return position

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
        return READER.action(found)
