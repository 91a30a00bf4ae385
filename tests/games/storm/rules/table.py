"""A small language for tests: a table in a few words, and what is said about an action on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.games.storm.rules import world
from tests.rules.area_battery import Written
from tests.rules.area_table import Referee, proposed, settings
from toolkit.games.storm.rules import game
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.player import Temper
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.position import STATE, Phase, Position, Toll
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings

G, S = Side.GERMAN, Side.SOVIET
PROPOSED = proposed(READINGS)
CAREFUL = Temper(noise=0.25, patience=0.25, cards=0.9, order=0.15)
_REFEREE: Referee[Position, Action] = Referee(game.check, game.apply)
verdict, said, broken = _REFEREE.check, _REFEREE.said, _REFEREE.broken
do, force = _REFEREE.do, _REFEREE.force
WRITTEN = Written(STATE.write, lambda data, found: STATE.read(found, data=data))


def table(
    units: str = "",
    *,
    actor: Side = G,
    phase: Phase = Phase.IMPULSES,
    german: str = "",
    soviet: str = "",
    held: str = "",
    markers: str = "",
    turn: int = 1,
    reading: str = "",
    stacking: int = 10,
) -> Position:
    """Return a position, in the impulses if nothing else is said.

    Parameters
    ----------
    units : str
        ``"a1@west r1@park!"``; ``!`` for spent units.
    german, soviet : str
        The hands; all other cards are in the decks.
    held : str
        Areas of the Germans, beside those where only they stand; ``"-area"`` for one of the Soviets.
    markers : str
        Fire markers: ``"house:german"``.
    stacking : int
        The limit for an area.
    """
    places = dict(item.rstrip("!").split("@") for item in units.split())
    spent = [item.split("@")[0] for item in units.split() if item.endswith("!")]
    data = world.data(settings(reading, READINGS))
    data = replace(data, figures=replace(data.figures, stacking=stacking))
    told = (marker.partition(":") for marker in markers.split())
    return in_impulses(
        data,
        places,
        (german.split(), soviet.split()),
        turn=turn,
        phase=phase,
        last=actor.enemy if phase is Phase.IMPULSES else None,
        spent=set(spent),
        held={area.lstrip("-"): ALL if area.startswith("-") else 0 for area in held.split()},
        markers={(area, Side[side.upper()]) for area, _, side in told},
    )


def in_impulses(
    data: RulesData,
    where: Mapping[str, str],
    hands: tuple[list[str], list[str]] = ([], []),
    **more: Any,
) -> Position:
    """Return a position in the impulses of turn 1; cards that are in no hand are in the decks."""
    decks = tuple([card for card in data.decks[side] if card not in hands[side]] for side in Side)
    values: dict[str, Any] = {"phase": Phase.IMPULSES, "decks": decks, **more}
    return Position(data, where=dict(where), hands=hands, **values)


def under_fire(position: Position, area: str, count: int, *, allotter: Side | None = None) -> Position:
    """Return the position with so many points on the Soviets of an area, or the Germans where none are."""
    victim = S if position.units_in(area, S) else G
    pool = tuple(position.units_in(area, victim))
    position.toll = Toll(victim, victim if allotter is None else allotter, pool, area, count, rolled=True)
    return position


def rulings(position: Position) -> Rulings:
    """Return the proposed reading of a position."""
    return Rulings(position.data.points.settled())
