"""Whole games as logs: the random player decides, the performer does it at the paper module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from toolkit.audit.module_data import ModuleData, read_module
from toolkit.diagnostics import InputError, Place
from toolkit.play.desk import Desk, Sitting
from toolkit.play.rattenkrieg.paper import Paper
from toolkit.play.rattenkrieg.performer import Performer
from toolkit.rules.rattenkrieg.actions import Action
from toolkit.rules.rattenkrieg.data import RulesData
from toolkit.rules.rattenkrieg.from_game import rules_data
from toolkit.rules.rattenkrieg.game import apply
from toolkit.rules.rattenkrieg.player import play_on
from toolkit.rules.rattenkrieg.position import Position
from toolkit.vassal.containers import open_container

PLAYERS: Mapping[str, Sitting] = MappingProxyType(
    {"German": Sitting("Anna", "first", "German"), "Soviet": Sitting("Boris", "second", "Soviet")}
)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played and written: its log, the last position, how many actions and steps."""

    log: Path
    position: Position
    actions: int
    steps: int


class Recording:
    """A game of the module that is being written.

    Parameters
    ----------
    module : Path
        A built module.
    rules : mapping of str to str
        House rules that the players agree on first, by point.

    Raises
    ------
    InputError
        ``PLY001`` when the module has no set-up.
    """

    def __init__(self, module: Path, rules: Mapping[str, str] = MappingProxyType({})) -> None:
        data = read_module(module)
        container = open_container(module, name=str(module))
        setups = [f"{setup.id}.vsav" for setup in data.game.setups if f"{setup.id}.vsav" in container]
        if not setups:
            raise InputError.single("PLY001", "the module has no set-up", Place(file=str(module)))
        self.data = data
        self.rules: RulesData = rules_data(data.game, rules)
        self.desk = Desk.of(data, container.read(setups[0]), PLAYERS)
        agree(self.desk, rules)
        self.position = Position(self.rules)
        self._performer = Performer(self.position, Paper(self.desk))

    def perform(self, action: Action) -> None:
        """Do an action at the table; the caller carries it out in `position`."""
        self._performer.perform(action)

    def act(self, actions: Iterable[Action]) -> None:
        """Do actions at the table and in the position."""
        for action in actions:
            self.perform(action)
            apply(self.position, action)


def house_rules(data: ModuleData) -> dict[str, str]:
    """Return the proposed value of every unclear point."""
    return {option.id: option.default for option in data.game.options}


def agree(desk: Desk, rules: Mapping[str, str]) -> None:
    """Set the house rules, each as one step, as the module's menu does."""
    for point, value in rules.items():
        if desk.global_value(point):
            desk.set_global(point, value)
            desk.say(f"German sets {point} to {value}")
            desk.end_step()


def record(
    module: Path,
    out: Path,
    seed: int,
    *,
    rules: Mapping[str, str] | None = None,
    seen: Callable[[Position, Action], None] = lambda _position, _action: None,
) -> Played:
    """Play a game and write its log.

    Parameters
    ----------
    module : Path
        A built module.
    out : Path
        Written whole at the end.
    seed : int
    rules : mapping of str to str, optional
        House rules; all at their proposed values by default.
    seen : callable
        Told each action before it is done.
    """
    game = Recording(module, house_rules(read_module(module)) if rules is None else rules)
    actions = 0
    for action in play_on(game.position, seed):
        seen(game.position, action)
        game.perform(action)
        actions += 1
    return Played(game.desk.write(out), game.position, actions, len(game.desk.steps))
