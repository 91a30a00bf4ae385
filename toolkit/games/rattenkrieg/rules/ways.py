"""8.9: where a unit can retreat to."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import controls, is_isolated, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("8.9", "Who loses retreats or loses a step; who can do neither is removed.", Kind.PROCEDURE)
def retreats(position: Position, unit: str, rulings: Rulings) -> tuple[str, ...]:
    """Return the areas that a unit can retreat to.

    Checks: Whatever is done while damage is due, or damage taken where none is, is judged under this number.
    Legal: A beaten Rifle retreats from the Airfield Settlement to Mamayev Kurgan, which is Soviet.
    Illegal: Its owner lays down a card from hand instead.
    Unclear: U29, settled: a Soviet attacker that came out of its rear does not go back there. U57 and U58,
    settled: the same against isolated units and for the T-34 alone. U63: an isolated unit that a shot hits.
    """
    if not position.on_map(unit) or is_cut_off(position, unit, rulings):
        return ()
    data, side = position.data, position.side(unit)
    barred = data.rears[Side.SOVIET]
    return tuple(
        area
        for area in sorted(data.neighbours[position.where[unit]])
        if area != barred and controls(position, side, area, rulings)
    )


def is_cut_off(position: Position, unit: str, rulings: Rulings) -> bool:
    """Return whether a unit has no way back because it is isolated (8.10); before a shot as U63 says."""
    if not is_isolated(position, unit, rulings):
        return False
    return position.strike is None or rulings.says("U63", "stays")


def wrong_goal(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Return what is wrong with where a unit retreats to, or with the face it shows then (8.9.1, 8.10.1)."""
    data = position.data
    if not position.on_map(action.unit) or action.area not in data.areas:
        return "no such unit or area"
    side, rear = position.side(action.unit), data.areas[action.area].owner
    if rear is not None and Side.SOVIET in (side, rear):
        return None  # 3.5, 8.9.4
    if action.area not in data.neighbours[position.where[action.unit]]:
        here = position.where[action.unit]
        return f"{name(position, action.area)} has no border with {name(position, here)}"
    if not controls(position, side, action.area, rulings):
        return f"{name(position, action.area)} is the enemy's"
    return None if action.down else f"{name(position, action.unit)} is not turned face-down"
