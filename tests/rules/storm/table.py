"""A small language for tests: a table in a few words, and what is said about an action on it."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.storm import world
from toolkit.rules.rulings import Rulings
from toolkit.rules.storm import game
from toolkit.rules.storm.actions import Action
from toolkit.rules.storm.control import ALL
from toolkit.rules.storm.data import Side
from toolkit.rules.storm.points import READINGS
from toolkit.rules.storm.position import Phase, Position, Toll, position_of
from toolkit.rules.verdict import Verdict

G, S = Side.GERMAN, Side.SOVIET
PROPOSED = {point: values[0] for point, values in READINGS.items()}


def points(text: str) -> dict[str, str]:
    """Return settings: ``"St-6"`` leaves a point open, ``"St-6=out"`` fixes it, others as proposed."""
    fixed = dict(PROPOSED)
    for item in text.split():
        point, _, value = item.partition("=")
        # What the code does not know leaves a settled point open as well.
        fixed[point] = value or "open"
    return fixed


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
    data = replace(world.data(points(reading)), stacking=stacking)
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


def verdict(position: Position, action: Action) -> Verdict:
    """Return what is said about an action."""
    return game.check(position, action)


def said(position: Position, action: Action) -> tuple[str, ...]:
    """Return ``()`` for a legal action, the decisive rule for an illegal one, with the points if unclear."""
    found = game.check(position, action)
    return (*found.rules[:1], *found.unclear)


def broken(position: Position, action: Action) -> tuple[str, ...]:
    """Return every rule that an action breaks under the reading of its table."""
    found = game.check(position, action)
    assert not found.unclear
    return found.rules


def do(position: Position, *actions: Action) -> Position:
    """Carry legal actions out and return the position."""
    for action in actions:
        found = game.check(position, action)
        assert found.legal, f"{action}: {found}"
        game.apply(position, action)
    return position


def force(position: Position, *actions: Action) -> Position:
    """Carry actions out, legal or not."""
    for action in actions:
        game.apply(position, action)
    return position
