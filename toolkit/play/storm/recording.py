"""Whole games of Storm as logs: the random player decides, the performer does it at the paper module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from pathlib import Path
from types import MappingProxyType

from toolkit.audit.module_data import ModuleData, read_module
from toolkit.play import seats
from toolkit.play.recording import Played, play_out
from toolkit.play.storm.paper import Paper
from toolkit.play.storm.performer import Performer
from toolkit.rules.area_data import set_up, set_ups
from toolkit.rules.storm.actions import Action
from toolkit.rules.storm.data import RulesData
from toolkit.rules.storm.from_game import rules_data
from toolkit.rules.storm.game import apply
from toolkit.rules.storm.player import play_on
from toolkit.rules.storm.points import READINGS
from toolkit.rules.storm.position import Position


class Recording:
    """A game of the module that is being written.

    Parameters
    ----------
    module : Path
        A built module.
    rules : mapping of str to str
        House rules that the players agree on first, by point.
    setup : str, optional
        Id of one of the game's set-ups; by default the first.

    Raises
    ------
    InputError
        ``PLY001`` when the module has no such set-up.
    """

    def __init__(
        self, module: Path, rules: Mapping[str, str] = MappingProxyType({}), setup: str | None = None
    ) -> None:
        self.data, chosen, self.desk = seats.laid_out(module, setup)
        self.rules: RulesData = rules_data(self.data.game, rules)
        seats.agree(self.desk, rules)
        self.position = Position(self.rules)
        set_up(self.position, set_ups(self.data.game)[chosen])
        self._performer = Performer(self.position, Paper(self.desk))

    def begin_here(self) -> None:
        """Lay the table as the position has it, and let the log begin with that."""
        self._performer.paper.lay(self.position)
        self.desk.set_begin()

    def fork(self) -> Recording:
        """Return the game as it stands, to be played on without touching this one."""
        other = copy(self)
        other.desk = self.desk.copy()
        other.position = self.position.copy()
        other._performer = self._performer.fork(other.position, other.desk)
        return other

    def perform(self, action: Action) -> None:
        """Do an action at the table; the caller carries it out in `position`."""
        self._performer.perform(action)

    def act(self, actions: Iterable[Action]) -> None:
        """Do actions at the table and in the position."""
        for action in actions:
            self.perform(action)
            apply(self.position, action)


def house_rules(data: ModuleData, seed: int | None = None) -> dict[str, str]:
    """Return a value for every unclear point: the proposed ones, or drawn by chance with a seed."""
    return seats.house_rules(data, READINGS, seed)


def record(
    module: Path,
    out: Path,
    seed: int,
    *,
    setup: str | None = None,
    rules: Mapping[str, str] | None = None,
    seen: Callable[[Position, Action], None] = lambda _position, _action: None,
) -> Played[Position]:
    """Play a game and write its log.

    Parameters
    ----------
    module : Path
        A built module.
    out : Path
        Written whole at the end.
    seed : int
    setup : str, optional
        Id of one of the game's set-ups; by default the first.
    rules : mapping of str to str, optional
        House rules; all at their proposed values by default.
    seen : callable
        Told each action before it is done.
    """
    game = Recording(module, house_rules(read_module(module)) if rules is None else rules, setup)
    return play_out(game, play_on(game.position, seed), out, seen)
