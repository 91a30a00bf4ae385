"""7.2 and 7.3: movement."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.fights import begin_battle
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import controls, has_playable, is_isolated, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings

Moving = a.MoveFriendly | a.EnterEmpty | a.EnterBattle


@rule("7.2", "Through own areas a unit goes as far as it likes, free of charge.", Kind.PROCEDURE)
def through_own_areas(position: Position, action: Moving, rulings: Rulings) -> str | None:
    """Judge a way through own areas, and that nothing is paid or fought for an own area.

    Checks: That a chain of own areas leads to the goal, the own rear counting as one of them.
    Legal: Guards go from the Soviet rear through the Factory District to Orlovka, all Soviet.
    Illegal: They go to Mamayev Kurgan while all three areas at the crossings are German.
    Unclear: U14, settled by common practice: a connected chain, through the own rear as well. U55, settled:
    isolated enemies in an own area stop nobody.
    """
    unit = position.data.units.get(action.unit)
    if unit is None or action.area not in position.data.areas or not position.on_map(unit.id):
        return None
    own = controls(position, unit.side, action.area, rulings)
    if not isinstance(action, a.MoveFriendly):
        return f"{name(position, action.area)} is under own control" if own else None
    start = position.where[unit.id]
    if not own:
        return None
    if action.area == start:
        return "it stands there"
    if action.area in reachable(position, unit.side, start, rulings):
        return None
    return (
        None
        if rulings.says("U14", "anywhere")
        else _broken_chain(position, unit.side, start, action.area, rulings)
    )


def _broken_chain(position: Position, side: Side, start: str, goal: str, rulings: Rulings) -> str:
    """Return which areas break every chain to a goal: those beyond the reach of a unit and nearest to it."""
    reached = {start, *reachable(position, side, start, rulings)}
    neighbours = position.data.neighbours
    around = {area for own in reached for area in neighbours[own]} - reached
    edge = {area for area in around if not controls(position, side, area, rulings)}
    distance = _distances(position, goal)
    nearest = min((distance[area] for area in edge), default=0)
    closed = ", ".join(sorted(name(position, area) for area in edge if distance[area] == nearest))
    return f"no chain of own areas leads to {name(position, goal)}; not own on the way: {closed}"


def _distances(position: Position, goal: str) -> dict[str, int]:
    """Return how many borders lie between each area and a goal."""
    found, edge = {goal: 0}, [goal]
    for area in edge:
        fresh = [other for other in position.data.neighbours[area] if other not in found]
        found |= dict.fromkeys(fresh, found[area] + 1)
        edge += fresh
    return found


def reachable(position: Position, side: Side, start: str, rulings: Rulings) -> set[str]:
    """Return the own areas that a unit can go to from an area (7.2), `start` left out."""
    data = position.data
    own = {area for area in data.areas if controls(position, side, area, rulings)}
    found, edge = {start}, [start]
    rear = data.rears[side]
    while edge:
        area = edge.pop()
        if area == rear != start and rulings.says("U14", "chain-not-through-rear"):
            continue
        fresh = (data.neighbours[area] & own) - found
        found |= fresh
        edge += fresh
    found.discard(start)
    return found


@rule(
    "7.3",
    "A neighbouring enemy area is entered for one card, from hand or a step, when no enemy is in it; "
    "otherwise a battle begins.",
    Kind.PROCEDURE,
)
def into_enemy_areas(position: Position, action: Moving, rulings: Rulings) -> str | None:
    """Judge how a unit enters an enemy area.

    Checks: That the area is a neighbour, what is paid for it, and that a unit which has to fight there has a
    card.
    Legal: 14Pz goes from the German rear into the empty Airfield Settlement and piles a step.
    Illegal: It enters without piling a card; it piles one although it has to fight.
    Unclear: U17, settled by 7.1: without a card nobody enters an area with enemies. U15 and U16 are settled:
    the card is piled openly; an isolated friend in the area changes nothing about the price.
    """
    unit = position.data.units.get(action.unit)
    if unit is None or action.area not in position.data.areas or not position.on_map(unit.id):
        return None
    area = action.area
    if controls(position, unit.side, area, rulings):
        return None
    if position.data.areas[area].owner is not None:
        return None  # 3.5
    if area not in position.data.neighbours[position.where[unit.id]]:
        here = position.where[unit.id]
        return f"{name(position, area)} has no border with {name(position, here)}"
    enemies = position.units_in(area, unit.side.enemy)
    if isinstance(action, a.EnterBattle):
        if action.card is not None:
            return "nothing is paid where a battle begins"
        if not enemies:
            return "nobody is there to fight: a card is due"
        able = has_playable(position, unit.id, rulings) or rulings.says("U17", "allowed")
        return None if able else "there is no card to fight with"
    if enemies:
        return None  # 8.1
    if isinstance(action, a.MoveFriendly) or action.card is None:
        return "no card was piled"
    there = action.card in position.hands[unit.side] or action.card in position.steps[unit.id]
    return None if there else "the card is neither in hand nor a step of the unit"


@judges("8.10")
def isolated_stay(position: Position, action: Moving, rulings: Rulings) -> str | None:
    """Judge that isolated units do not move."""
    moving = [action.unit, *([position.data.tank] if action.with_t34 else [])]
    stuck = [unit for unit in moving if unit in position.where and is_isolated(position, unit, rulings)]
    return f"{name(position, stuck[0])} is isolated" if stuck else None


def _go(position: Position, action: Moving) -> None:
    position.put(action.unit, action.area)
    if action.with_t34:
        position.put(position.data.tank, action.area)


def move_friendly(position: Position, action: a.MoveFriendly) -> None:
    """Move through own areas."""
    _go(position, action)
    position.add_operation()


def enter_empty(position: Position, action: a.EnterEmpty) -> None:
    """Pay and enter."""
    if action.card is not None:
        position.lay(action.card)
    _go(position, action)
    position.add_operation()


def enter_battle(position: Position, action: a.EnterBattle) -> None:
    """Enter and begin a battle."""
    if action.card is not None:
        position.lay(action.card)
    _go(position, action)
    position.add_operation()
    begin_battle(position, action.unit, support=action.support, new_fight=True)
