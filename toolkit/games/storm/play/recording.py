"""Whole games of Storm as logs: the random player decides, the performer does it at the paper module."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.games.storm.play.paper import Paper
from toolkit.games.storm.play.performer import Performer
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.game import apply
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.position import Position
from toolkit.play import recording, seats
from toolkit.rules.area_data import set_up, set_ups

Recording = recording.Recording[Position, Action, Performer]


def begin(
    module: Path, rules: Mapping[str, str] = MappingProxyType({}), setup: str | None = None
) -> Recording:
    """Return a game of a module before its first action, the units of its set-up in place.

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
    data, chosen, desk = seats.laid_out(module, setup)
    seats.agree(desk, rules)
    position = Position(rules_data(data.game, rules))
    set_up(position, set_ups(data.game)[chosen])
    return Recording(data, desk, position, Performer(position, Paper(desk)), apply)


_SCRIBE = recording.Scribe(begin, play_on, READINGS)
house_rules = _SCRIBE.house_rules
record = _SCRIBE.record


def result(position: Position) -> str:
    """Return how a game ended, in words."""
    won = "nobody" if position.winner is None else position.winner.name.capitalize()
    return f"{won} wins in turn {position.turn}"
