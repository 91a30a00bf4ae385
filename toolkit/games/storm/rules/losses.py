"""SEED 損傷: who allots loss points, and what they buy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.control import RETREAT
from toolkit.games.storm.rules.fire import close_if_done, points_left
from toolkit.games.storm.rules.position import ELIMINATED, Position, Toll
from toolkit.games.storm.rules.readings import name
from toolkit.games.storm.rules.retreat import best
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

TURN_OVER, RETREATS, DRIVEN, SPENT_DIES, FRESH_DIES = 1, 1, 2, 2, 3


@rule(
    "SEED 損傷1", "The side fired on allots the loss points, unless a card says otherwise.", Kind.RESTRICTION
)
def who_allots(position: Position, action: a.Loss | a.CloseLosses, _rulings: Rulings) -> str | None:
    """Judge who allots.

    Checks: The side that takes the losses off.
    Legal: The Soviets are fired on and turn two units over.
    Illegal: The German picks the unit.
    """
    toll = position.toll
    if toll is None or action.side is toll.allotter:
        return None
    return f"the {toll.allotter.id} side allots"


@rule("SEED 損傷2", "Loss points fall on units that were fired on.", Kind.RESTRICTION)
def only_who_was_hit(position: Position, action: a.Loss, rulings: Rulings) -> str | None:
    """Judge which unit suffers.

    Checks: That it was fired on, is still there, and has not had its share of this result.
    Legal: A unit of the area fired on is turned over.
    Illegal: A unit of the next area is.
    Unclear: St-1: whether a unit that has retreated for this result may take more of its points.
    """
    toll = position.toll
    if toll is None:
        return None
    if action.unit not in toll.pool:
        return f"{name(position, action.unit)} was not fired on"
    if not position.on_map(action.unit):
        return f"{name(position, action.unit)} is eliminated"
    again = has_retreated(toll, action.unit) and rulings.says("St-1", "once")
    return f"{name(position, action.unit)} has retreated for this result" if again else None


def has_retreated(toll: Toll, unit: str) -> bool:
    """Return whether a unit has retreated for this result."""
    return any(unit == one for one, _ in toll.retreats)


def _short(position: Position, price: int, rulings: Rulings) -> str | None:
    """Return what is missing where fewer points are left than a loss costs."""
    left = points_left(position.toll, rulings) if position.toll is not None else 0
    return f"it takes {price} loss points, {left} are left" if left < price else None


def _no_way(position: Position, action: a.Retreat | a.Drive, rulings: Rulings) -> str | None:
    """Return what stands against a retreat of a unit that has no area to go to (St-2)."""
    if best(position, action.unit, position.where[action.unit], (), rulings):
        return None
    return "it has no way back" if rulings.says("St-2", "not-offered") else None


@rule("SEED 損傷2[1](1)", "1 point: a fresh unit becomes spent.", Kind.RESTRICTION)
def turned_over(position: Position, action: a.Spend, rulings: Rulings) -> str | None:
    """Judge a unit that is turned over.

    Checks: That it is fresh, and that a point is left.
    Legal: A fresh unit takes the one point of a fire.
    Illegal: A spent unit is said to take it that way.
    """
    if action.unit in position.spent:
        return f"{name(position, action.unit)} is spent already"
    return _short(position, TURN_OVER, rulings)


@rule("SEED 損傷2[1](2)", "1 point: a spent unit retreats one area.", Kind.RESTRICTION)
def spent_unit_retreats(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge a retreat for one point.

    Checks: That the unit is spent, and that a point is left.
    Legal: A spent unit goes back one area.
    Illegal: A fresh unit does, for one point.
    Unclear: St-2: whether a unit with nowhere to go may be chosen.
    """
    if action.unit not in position.spent:
        return f"{name(position, action.unit)} is fresh"
    return _short(position, RETREATS, rulings) or _no_way(position, action, rulings)


@rule("SEED 損傷2[2](1)", "2 points: a spent unit is eliminated.", Kind.RESTRICTION)
def spent_unit_eliminated(position: Position, action: a.Eliminate, rulings: Rulings) -> str | None:
    """Judge that a spent unit is eliminated for two points.

    Checks: That two points are left.
    Legal: Two points of three eliminate a spent unit.
    Illegal: One point does.
    """
    return _short(position, SPENT_DIES, rulings) if action.unit in position.spent else None


@rule("SEED 損傷2[2](2)", "2 points: a fresh unit becomes spent and retreats one area.", Kind.RESTRICTION)
def driven_back(position: Position, action: a.Drive, rulings: Rulings) -> str | None:
    """Judge a retreat for two points.

    Checks: That the unit is fresh, and that two points are left.
    Legal: A fresh unit turns over and goes back one area.
    Illegal: It does so for one point; a spent unit pays two to retreat.
    Unclear: St-2: whether a unit with nowhere to go may be chosen.
    """
    if action.unit in position.spent:
        return f"{name(position, action.unit)} is spent already"
    return _short(position, DRIVEN, rulings) or _no_way(position, action, rulings)


@rule("SEED 損傷2[3]", "3 points: a fresh unit is eliminated.", Kind.RESTRICTION)
def fresh_unit_eliminated(position: Position, action: a.Eliminate, rulings: Rulings) -> str | None:
    """Judge that a fresh unit is eliminated for three points.

    Checks: That three points are left.
    Legal: Three points of five eliminate a fresh unit.
    Illegal: Two points do.
    """
    return None if action.unit in position.spent else _short(position, FRESH_DIES, rulings)


@rule("SEED 損傷3", "Points that no unit is left to take have no effect.", Kind.RESTRICTION)
def nothing_left_to_take(position: Position, _action: a.CloseLosses, rulings: Rulings) -> str | None:
    """Judge that points are left over only where no unit can take them.

    Checks: Whether a unit that was fired on can still take a point. An impulse that begins while it can
    stands here as well.
    Legal: All units that were fired on are eliminated, two points are left.
    Illegal: A point is left beside a fresh unit.
    Unclear: St-3: whether points may be left although a unit could take them.
    """
    return must_go_on(position, rulings)


def must_go_on(position: Position, rulings: Rulings) -> str | None:
    """Return what can still take a point, where points have to be spent; None where losses may end."""
    found = next(may_suffer(position, rulings), None)
    return None if found is None or rulings.says("St-3", "as-wished") else f"{found} can take a point"


def may_suffer(position: Position, rulings: Rulings) -> Iterator[str]:
    """Yield the units that can take some of the points that are left."""
    toll = position.toll
    if toll is not None:
        left = points_left(toll, rulings)
        yield from (unit for unit in toll.pool if can_take(position, toll, unit, left, rulings))


def can_take(position: Position, toll: Toll, unit: str, left: int, rulings: Rulings) -> bool:
    """Return whether a unit can take some of the points that are left."""
    if left < TURN_OVER or not position.on_map(unit):
        return False
    if has_retreated(toll, unit) and rulings.says("St-1", "once"):
        return False
    if unit not in position.spent or left >= SPENT_DIES:
        return True
    return bool(best(position, unit, position.where[unit], (), rulings)) or rulings.says("St-2", "eliminated")


def price(position: Position, action: a.Loss) -> int:
    """Return the points that a loss costs."""
    if isinstance(action, a.Eliminate):
        return SPENT_DIES if action.unit in position.spent else FRESH_DIES
    return DRIVEN if isinstance(action, a.Drive) else TURN_OVER


def lose(position: Position, action: a.Loss) -> None:
    """Let a unit suffer and count its points."""
    paid = price(position, action)
    retreats: tuple[tuple[str, str], ...] = ()
    match action:
        case a.Spend():
            if position.on_map(action.unit):
                position.spent.add(action.unit)
        case a.Eliminate():
            position.put(action.unit, ELIMINATED)
        case _:
            retreats = ((action.unit, action.path[0] if action.path else ""),)
            _go_back(position, action)
    if position.toll is not None:
        toll = position.toll
        position.toll = replace(toll, paid=toll.paid + paid, retreats=(*toll.retreats, *retreats))
        close_if_done(position)


def _go_back(position: Position, action: a.Retreat | a.Drive) -> None:
    goal = action.path[-1] if action.path else ""
    if action.lost:
        position.put(action.unit, ELIMINATED)
    elif goal in position.data.areas and position.on_map(action.unit):
        if goal != position.where[action.unit]:  # else it came round (St-30): nobody left, nobody arrived
            position.put(action.unit, goal, RETREAT["yes"])
        position.spent.add(action.unit)


def close(position: Position, _action: a.CloseLosses) -> None:
    """End the losses."""
    position.toll = None
