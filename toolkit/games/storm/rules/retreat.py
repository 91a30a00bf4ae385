"""SEED 撤退: where a unit retreats to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import controls, has_room, name
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

Goes = a.Retreat | a.Drive


def takes(position: Position, unit: str, area: str) -> bool:
    """Return whether an area has room for a unit that retreats; it does not stand in its own way."""
    return has_room(position, area, position.side(unit), 0 if position.where[unit] == area else 1)


def candidates(position: Position, unit: str, area: str, seen: Sequence[str], rulings: Rulings) -> list[str]:
    """Return the areas beside one that a unit may retreat into, whatever comes first.

    `seen` lists the areas that it has left on this retreat; it comes back to none of them (St-30).
    """
    side, data = position.side(unit), position.data
    found = []
    for near in data.neighbours.get(area, ()):
        if position.units_in(near, side.enemy) and not controls(position, side, near, rulings):
            continue
        if near in seen and rulings.says("St-30", "no"):
            continue
        found.append(near)
    room = [near for near in found if takes(position, unit, near)]
    return room if room and len(room) < len(found) and rulings.says("St-17", "other") else found


def best(position: Position, unit: str, area: str, seen: Sequence[str], rulings: Rulings) -> list[str]:
    """Return the areas that come first for a retreat out of an area; [] where there is none."""
    side = position.side(unit)
    found = candidates(position, unit, area, seen, rulings)
    free = [near for near in found if not position.units_in(near, side.enemy)]
    if not free:
        fewest = min((len(position.units_in(near, side.enemy)) for near in found), default=0)
        return [near for near in found if len(position.units_in(near, side.enemy)) == fewest]
    own = [near for near in free if controls(position, side, near, rulings)]
    return own if own and len(own) < len(free) and rulings.says("St-15", "own-first") else free


def ways(position: Position, unit: str, rulings: Rulings) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield every way a unit can retreat: the path, and whether it is eliminated at its end.

    Ways that come back to an area are left out, whatever St-30 says: there is no end of them.
    """
    start = position.where[unit]
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        path = waiting.pop()
        seen = (start, *path)
        found = best(position, unit, seen[-1], seen[:-1] if path else (), rulings)
        if not found:
            yield path, True
        for area in found:
            if takes(position, unit, area):
                yield (*path, area), False
            elif area not in seen:
                waiting.append((*path, area))


def _steps(position: Position, action: Goes) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the steps of a retreat: the area left, the area entered, the areas left before."""
    left: tuple[str, ...] = ()
    at = position.where[action.unit]
    for area in action.path:
        yield at, area, left
        left, at = (*left, at), area


def _foreign_step(position: Position, at: str, area: str) -> bool:
    """Return whether another rule stands against a step: no neighbour, or a ferry box (SEED 渡口2)."""
    return area in position.data.ferries or area not in position.data.neighbours.get(at, ())


@rule(
    "SEED 撤退1",
    "A unit retreats into an adjacent area: first into one without enemy units.",
    Kind.RESTRICTION,
)
def into_an_adjacent_area(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Judge the steps of a retreat.

    Checks: That each area is a neighbour, and that areas without enemies come before own ones with enemies.
    Legal: A Soviet unit retreats from the Silo to the empty Station.
    Illegal: It retreats to an own area with Germans while the Station is free.
    Unclear: St-4: whether all units of one result go to one area. St-15: whether own areas without enemies
    come before the enemy's empty ones. St-13: who picks among equal areas; no record shows it.
    """
    side = position.side(action.unit)
    for at, area, left in _steps(position, action):
        if area in position.data.ferries:
            continue
        if area not in position.data.neighbours.get(at, ()):
            return f"{name(position, area)} is no neighbour of {name(position, at)}"
        first = best(position, action.unit, at, left, rulings)
        if area in first or area not in candidates(position, action.unit, at, left, rulings):
            continue
        free = not position.units_in(first[0], side.enemy)
        if free:
            return f"{name(position, first[0])} comes first"
    return _apart(position, action, rulings)


def _apart(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Return whether a unit goes elsewhere than others of the same result (St-4)."""
    toll = position.toll
    if toll is None or not toll.retreats or not action.path or position.where[action.unit] != toll.area:
        return None
    first = toll.retreats[0][1]
    if not first or action.path[0] == first or not takes(position, action.unit, first):
        return None
    return "units of one result retreat together" if rulings.says("St-4", "together") else None


@rule(
    "SEED 撤退1(1)",
    "Into an area under own control, the one with the fewest enemy units first.",
    Kind.RESTRICTION,
)
def fewest_enemies_first(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Judge a retreat into an own area with enemies.

    Checks: Where every open area has enemies: their number.
    Legal: Two own areas hold one and three Germans: the unit goes to the one.
    Illegal: It goes to the three.
    """
    side = position.side(action.unit)
    for at, area, left in _steps(position, action):
        first = best(position, action.unit, at, left, rulings)
        if area in first or area not in candidates(position, action.unit, at, left, rulings):
            continue
        fewest = len(position.units_in(first[0], side.enemy))
        if fewest and len(position.units_in(area, side.enemy)) > fewest:
            return f"{name(position, first[0])} has fewer enemies"
    return None


@rule("SEED 撤退1(2)", "Into an area not under own control only where no enemy unit is.", Kind.RESTRICTION)
def not_among_enemies(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Judge a retreat into an area that is not the unit's own.

    Checks: That no enemy unit stands there.
    Legal: A Soviet unit retreats into an empty German area.
    Illegal: It retreats into a German area with a German.
    Unclear: St-14: whether it takes the area by that.
    """
    side = position.side(action.unit)
    for at, area, _ in _steps(position, action):
        if _foreign_step(position, at, area) or controls(position, side, area, rulings):
            continue
        if position.units_in(area, side.enemy):
            return f"enemies hold {name(position, area)}"
    return None


@rule("SEED 撤退2", "A unit that can retreat nowhere is eliminated.", Kind.PROCEDURE)
def nowhere_to_go(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Judge a retreat that goes nowhere.

    Checks: That there is no area to retreat into, and that the unit is eliminated then.
    Legal: A spent unit with Germans and German control all around is eliminated for one point.
    Illegal: It is eliminated although an own area lies beside it; it stays where it is.
    Unclear: St-2: whether it may be chosen for a retreat at all; see 損傷2[1](2).
    """
    if action.path:
        return None
    if not action.lost:
        return "it has to go somewhere"
    first = best(position, action.unit, position.where[action.unit], (), rulings)
    return f"it can go to {name(position, first[0])}" if first else None


@rule(
    "SEED 撤退3",
    "Out of a full area it retreats on, until an area takes it or it is eliminated.",
    Kind.PROCEDURE,
)
def on_from_full_areas(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Judge how far a retreat goes.

    Checks: That it goes on from full areas, stops in the first one with room, and ends in elimination only
    where it cannot go on.
    Legal: Ten units are in the Station: a unit goes through it to the Works.
    Illegal: It stops in the Station; it goes on from an area with room.
    Unclear: St-17: whether it goes through a full area while another one beside it has room. St-30: whether
    it may come back to an area it has left.
    """
    for at, area, left in _steps(position, action):
        if _foreign_step(position, at, area):
            return None
        again = area in (*left, at) and rulings.says("St-30", "no")
        if again:
            return f"it comes back to {name(position, area)}"
        if not takes(position, action.unit, area):
            chosen = best(position, action.unit, at, left, rulings)
            if area not in chosen and any(takes(position, action.unit, other) for other in chosen):
                return f"{name(position, area)} is full, {name(position, chosen[0])} is not"
    for area in action.path[:-1]:
        if takes(position, action.unit, area):
            return f"{name(position, area)} has room"
    if not action.path:
        return None
    return _end(position, action, rulings)


def _end(position: Position, action: Goes, rulings: Rulings) -> str | None:
    """Judge the last area of a retreat."""
    last = action.path[-1]
    room = last in position.data.areas and takes(position, action.unit, last)
    if not action.lost:
        return None if room else f"{name(position, last)} is full"
    if room:
        return f"{name(position, last)} has room"
    seen = (position.where[action.unit], *action.path[:-1])
    onward = best(position, action.unit, last, seen, rulings)
    return f"it can go on to {name(position, onward[0])}" if onward else None
