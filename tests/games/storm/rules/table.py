"""A small language for tests: a table in a few words, and what is said about an action on it."""

from __future__ import annotations

from dataclasses import replace

from tests.games.storm.rules import world
from tests.rules.area_battery import Written
from tests.rules.area_table import Referee, proposed, settings
from toolkit.games.storm.rules import game
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.data import Side
from toolkit.games.storm.rules.notation import digest, position_from_json, position_to_json
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.position import Phase, Position, Toll, position_of
from toolkit.rules.rulings import Rulings

G, S = Side.GERMAN, Side.SOVIET
PROPOSED = proposed(READINGS)
_REFEREE: Referee[Position, Action] = Referee(game.check, game.apply)
verdict, said, broken = _REFEREE.check, _REFEREE.said, _REFEREE.broken
do, force = _REFEREE.do, _REFEREE.force
WRITTEN = Written(position_to_json, position_from_json, digest)


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
    data = replace(world.data(settings(reading, READINGS)), stacking=stacking)
    position = position_of(data, places, spent=spent, german=german.split(), soviet=soviet.split())
    for area in held.split():
        position.held[area.lstrip("-")] = ALL if area.startswith("-") else 0
    for marker in markers.split():
        area, _, side = marker.partition(":")
        position.markers.add((area, Side[side.upper()]))
    position.turn, position.phase = turn, phase
    position.last = actor.enemy if phase is Phase.IMPULSES else None
    return position


def under_fire(position: Position, area: str, count: int, *, allotter: Side | None = None) -> Position:
    """Return the position with so many points on the Soviets of an area, or the Germans where none are."""
    victim = S if position.units_in(area, S) else G
    pool = tuple(position.units_in(area, victim))
    position.toll = Toll(victim, victim if allotter is None else allotter, pool, area, count, rolled=True)
    return position


def rulings(position: Position) -> Rulings:
    """Return the proposed reading of a position."""
    return Rulings(position.data.points.settled())
