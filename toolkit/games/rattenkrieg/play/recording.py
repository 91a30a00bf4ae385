"""Whole games as logs: the random player decides, the performer does it at the paper module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.play.performer import Performer
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.control import winner
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.game import apply
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.points import READINGS
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.play import recording, seats
from toolkit.play.desk import Desk
from toolkit.rules.rulings import Rulings

Recording = recording.Recording[Position, Action, Performer]


def begin(
    module: Path,
    rules: Mapping[str, str] = MappingProxyType({}),
    setup: str | None = None,
    paper: Callable[[Desk], Paper] = Paper,
) -> Recording:
    """Return a game of a module before its first action.

    Parameters
    ----------
    module : Path
        A built module.
    rules : mapping of str to str
        House rules that the players agree on first, by point.
    setup : str, optional
        Id of one of the game's set-ups; by default the first.
    paper : callable, optional
        What is done at a desk; by default what the module's keys do.

    Raises
    ------
    InputError
        ``PLY001`` when the module has no such set-up.
    """
    data, _, desk = seats.laid_out(module, setup)
    seats.agree(desk, rules)
    position = Position(rules_data(data.game, rules))
    return Recording(data, desk, position, Performer(position, paper(desk)), apply)


_SCRIBE = recording.Scribe(begin, play_on, READINGS)
house_rules = _SCRIBE.house_rules
record = _SCRIBE.record


def result(position: Position) -> str:
    """Return how a game ended, in words."""
    won = winner(position, Rulings(position.data.points.settled())).name.capitalize()
    return f"{won} wins after turn {position.turn}"
