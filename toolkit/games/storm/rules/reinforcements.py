"""SEED 增援: units arrive at the end of a turn."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, Position
from toolkit.games.storm.rules.readings import controls, has_room, name
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

Arrival = a.Place | a.Lost


def waiting(position: Position, side: Side | None = None) -> list[str]:
    """Return the units that have to arrive now."""
    return [
        unit.id
        for unit in position.data.units.values()
        if unit.enters
        and unit.enters <= position.turn
        and position.where[unit.id] == OFF_MAP
        and (side is None or unit.side is side)
    ]


def designated(position: Position, unit: str) -> tuple[str, ...]:
    """Return the areas or boxes where a unit arrives or comes back."""
    data, found = position.data, position.data.units[unit]
    if found.entry:
        return found.entry
    if found.side is Side.SOVIET:
        return tuple(area for area in data.areas if area in data.ferries)
    return tuple(area.id for area in data.areas.values() if area.entry)


def open_areas(position: Position, unit: str, rulings: Rulings) -> list[str]:
    """Return those of them where it fits, and that count as open (St-20)."""
    side = position.side(unit)
    found = []
    for area in designated(position, unit):
        if area not in position.data.areas or not has_room(position, area, side):
            continue
        enemy = position.units_in(area, side.enemy) or controls(position, side.enemy, area, rulings)
        if not enemy or rulings.says("St-20", "allowed"):
            found.append(area)
    return found


@rule(
    "SEED 增援1", "Both sides place their reinforcements in the end phase, the German first.", Kind.PROCEDURE
)
def german_first(position: Position, action: Arrival, _rulings: Rulings) -> str | None:
    """Judge who arrives when.

    Checks: That the unit is due in this turn, and that no Soviet unit is placed while a German one waits.
    Legal: The regiments of turn 2 are placed, then the Soviet brigade.
    Illegal: The brigade comes first; a unit of turn 4 comes in turn 2.
    """
    if action.unit not in waiting(position):
        return f"{name(position, action.unit)} does not arrive now"
    if position.side(action.unit) is Side.SOVIET and waiting(position, Side.GERMAN):
        return "German reinforcements come first"
    return None


@rule("SEED 增援2", "Reinforcements come into their designated areas, within stacking.", Kind.RESTRICTION)
def designated_area(position: Position, action: a.Place, rulings: Rulings) -> str | None:
    """Judge where a German unit arrives.

    Checks: The areas on the counter, and the stacking there.
    Legal: A regiment of the western road is placed there beside nine others.
    Illegal: It is placed beside ten, or in the centre.
    Unclear: St-20: whether enemies in the area, or their control of it, close it.
    """
    if position.side(action.unit) is Side.SOVIET:
        return None  # SEED 增援4
    if action.area not in designated(position, action.unit):
        return f"{name(position, action.area)} is not its area"
    open_ones = open_areas(position, action.unit, rulings)
    return None if action.area in open_ones else f"{name(position, action.area)} has no room for it"


@rule("SEED 增援3", "A reinforcement without an area that can take it is eliminated.", Kind.PROCEDURE)
def without_room(position: Position, action: a.Lost, rulings: Rulings) -> str | None:
    """Judge that a reinforcement is eliminated only where nothing can take it.

    Checks: Its areas and their stacking.
    Legal: Its one area holds ten units: it is eliminated.
    Illegal: It is eliminated although nine are there.
    Unclear: St-20: whether enemies in the area, or their control of it, close it.
    """
    if open_areas(position, action.unit, rulings):
        return "there is room for it"
    return None


@rule("SEED 增援4", "Soviet reinforcements come into ferry landing boxes.", Kind.RESTRICTION)
def into_ferry_boxes(position: Position, action: a.Place, _rulings: Rulings) -> str | None:
    """Judge where a Soviet unit arrives.

    Checks: That it is a ferry box, and one of those that its counter names.
    Legal: Guards are placed in the northern box.
    Illegal: They are placed in the Works.
    """
    if position.side(action.unit) is not Side.SOVIET:
        return None
    if action.area in designated(position, action.unit):
        return None
    return f"{name(position, action.area)} is not its ferry box"


def place(position: Position, action: a.Place) -> None:
    """Place a reinforcement."""
    if action.area in position.data.areas:
        position.put(action.unit, action.area)


def lose(position: Position, action: a.Lost) -> None:
    """Eliminate a reinforcement."""
    position.put(action.unit, ELIMINATED)
