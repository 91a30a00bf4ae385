"""Who controls what and who is isolated, under one reading: the questions that every chapter asks."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.rulings import Rulings


def controls(position: Position, side: Side, area: str, rulings: Rulings) -> bool:
    """Return whether a side controls an area (3.6); each always controls its own rear."""
    plain, regained = position.held
    if area not in plain:
        return False
    if plain[area] is regained[area]:
        return plain[area] is side
    return (regained if rulings.says("U13", "yes") else plain)[area] is side


def is_isolated(position: Position, unit: str, rulings: Rulings) -> bool:
    """Return whether a unit is isolated (8.10)."""
    plain, regained = position.cut_off
    if (unit in plain) == (unit in regained):
        return unit in plain
    return unit in (regained if rulings.says("U13", "yes") else plain)


def free_units(position: Position, area: str, side: Side, rulings: Rulings) -> list[str]:
    """Return a side's units in an area that are not isolated."""
    return [unit for unit in position.units_in(area, side) if not is_isolated(position, unit, rulings)]


def group(position: Position) -> tuple[str, ...]:
    """Return the acting unit and, where it stands with it, the T-34 activated together with it (8.12)."""
    act = position.act
    if act is None:
        return ()
    tank = position.data.tank
    beside = act.with_t34 and tank != act.unit and position.where.get(tank) == position.where.get(act.unit)
    return (act.unit, tank) if beside else (act.unit,)


def companion(position: Position, unit: str, rulings: Rulings) -> str | None:
    """Return the T-34 where it goes along with the acting unit wherever that goes (8.12, U27)."""
    acting = group(position)
    if len(acting) == 1 or not acting or unit != acting[0] or is_isolated(position, acting[1], rulings):
        return None
    return acting[1]


def attacks_on(position: Position, unit: str, rulings: Rulings) -> bool:
    """Return whether a unit is the one that attacks, or goes along with it."""
    act = position.act
    return act is not None and unit in (act.unit, companion(position, act.unit, rulings))


def is_contested(position: Position, rulings: Rulings) -> bool:
    """Return whether the acting unit shares its area with enemies, isolated units of both aside (8.11)."""
    if position.act is None or not position.on_map(position.act.unit):
        return False
    area = position.where[position.act.unit]
    enemies = position.units_in(area, position.actor.enemy)
    if not enemies:
        return False
    return any(not is_isolated(position, unit, rulings) for unit in enemies) and any(
        not is_isolated(position, unit, rulings) for unit in group(position)
    )


def owner_of(position: Position, card: str) -> Side | None:
    """Return who holds a card in hand or as a step; None for a card elsewhere."""
    for side in Side:
        if card in position.hands[side]:
            return side
    for unit, cards in position.steps.items():
        if card in cards:
            return position.side(unit)
    return None


def playable(position: Position, unit: str, rulings: Rulings) -> list[str]:
    """Return the cards that a unit can fight with: the hand, unless it is isolated, and its steps."""
    hand = [] if is_isolated(position, unit, rulings) else position.hands[position.side(unit)]
    return [*hand, *position.steps[unit]]


def has_playable(position: Position, unit: str, rulings: Rulings) -> bool:
    """Return whether there is any card to fight with; see `playable`."""
    if position.steps[unit]:
        return True
    return bool(position.hands[position.side(unit)]) and not is_isolated(position, unit, rulings)


def name(position: Position, id: str) -> str:
    """Return what people call a unit or an area."""
    data = position.data
    return (
        data.units[id].name if id in data.units else data.areas[id].name if id in data.areas else ""
    ) or id
