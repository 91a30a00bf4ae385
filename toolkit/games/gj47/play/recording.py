"""Whole games as logs: the random player decides, the performer does it at the paper module."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

from toolkit.audit.module_data import ModuleData
from toolkit.games.gj47.play.paper import Paper
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.player import play_on
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.victory import points
from toolkit.play.recording import Played
from toolkit.play.seats import agree, laid_out
from toolkit.rules.rulings import Rulings


def house_rules(data: ModuleData, seed: int | None) -> dict[str, str]:
    """Return a value for every unclear point: the proposed ones, or drawn by chance with a seed."""
    chance = random.Random(seed) if seed is not None else None
    chosen = {}
    for option in data.game.options:
        values = [value.id for value in option.values]
        drawn = chance.choice(values) if chance is not None and option.support == "open" else option.default
        chosen[option.id] = drawn
    return chosen


def record(
    module: Path,
    out: Path,
    seed: int,
    *,
    setup: str | None = None,
    rules: Mapping[str, str] | None = None,
    turns: int | None = None,
    seen: Callable[[Position, Action], None] = lambda _position, _action: None,
) -> Played[Position]:
    """Play a game and write its log.

    Parameters
    ----------
    module : Path
        A built module.
    out : Path
        Written whole at the end.
    setup : str, optional
        Id of one of the game's set-ups; by default the one that is printed.
    rules : mapping of str to str, optional
        House rules the players agree on first, by point; all at their proposed values by default.
    turns : int, optional
        How many turns are played; by default all.
    seen : callable
        Told each action before it is done.

    Raises
    ------
    InputError
        ``PLY001`` when the module has no such set-up.
    """
    data, chosen, desk = laid_out(module, setup)
    agreed = dict(house_rules(data, None) if rules is None else rules)
    agree(desk, agreed)
    position = start(data.game, chosen, agreed)
    performer = Performer(position, Paper(desk))
    actions = 0
    for action in play_on(position, seed):
        if turns is not None and position.turn.number > turns:
            break
        seen(position, action)
        performer.perform(action)
        actions += 1
    return Played(desk.write(out), position, actions, len(desk.steps))


def result(position: Position) -> str:
    """Return how a game ended, in words."""
    turn = position.turn
    score = points(position, Rulings(position.data.points.settled()))
    won = turn.winner.name.capitalize() if turn.winner is not None else "nobody"
    return f"{won} wins on turn {turn.number} with {score} points of the Axis"
