"""Leaders and the like that are caught alone."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.forces import ELIMINATED, enemies_in, friends_in
from toolkit.rules.mechanisms.lone import Caught
from toolkit.rules.mechanisms.stacking import Stacking


def clause_of(position: Position, unit: str) -> Numbered[Caught] | None:
    """Return the clause by which a unit is caught where it is alone, None for one that never is."""
    return next((c for c in position.rules.of(Caught) if c.rule.units.take(position.units[unit])), None)


def opposing(position: Position, place: str, side: str) -> list[str]:
    """Return the enemies of a side in a place; none where only units stand that cannot hold it alone."""
    enemies = enemies_in(position, place, side)
    if not position.rules.of(Caught):
        return enemies
    return enemies if any(clause_of(position, unit) is None for unit in enemies) else []


def is_caught(position: Position, unit: str) -> bool:
    """Return whether a unit has to go from where it stands, alone with enemies or passed by them."""
    if not position.rules.of(Caught) or not position.on_map(unit) or clause_of(position, unit) is None:
        return False
    if unit in position.overrun:
        return True
    place, side = position.where[unit], position.units[unit].side
    alone = all(clause_of(position, other) is not None for other in friends_in(position, place, side))
    return alone and any(clause_of(position, other) is None for other in enemies_in(position, place, side))


def note_passage(position: Position, unit: str, place: str) -> None:
    """Note whom a unit catches that enters a place."""
    if position.rules.of(Caught) and clause_of(position, unit) is None and place in position.board.places:
        side = position.units[unit].side
        if not opposing(position, place, side):
            position.overrun |= set(enemies_in(position, place, side))


def joins(position: Position, unit: str) -> list[str]:
    """Return the places where a unit that is caught may go: to the nearest of its side with room."""
    side, start = position.units[unit].side, position.where[unit]
    places = {
        position.where[other]
        for other, known in position.units.items()
        if known.side == side and position.on_map(other) and clause_of(position, other) is None
    }
    limits = [stack.rule for stack in position.rules.of(Stacking)]
    free = [p for p in places if p != start and all(rule.holds(position, p, side, unit) for rule in limits)]
    far = {place: position.board.distance(start, place) for place in free}
    return sorted(place for place in free if far[place] == min(far.values()))


def judge_caught(position: Position, action: a.Action) -> list[Breach] | None:
    """Return what is wrong with how a unit goes that is caught; None where the action is not about that."""
    if not isinstance(action, a.Eliminate | a.Retreat) or action.unit not in position.units:
        return None
    if position.over or not is_caught(position, action.unit):
        return None
    clause = clause_of(position, action.unit)
    assert clause is not None
    ends = joins(position, action.unit) if clause.rule.then == "joins" else []
    name = position.name(action.unit)
    if isinstance(action, a.Eliminate):
        return [Breach(clause.number, f"{name} goes to {position.listed(ends)}")] if ends else []
    if len(action.path) == 1 and action.path[0] in ends:
        return []
    where = f"{name} goes to {position.listed(ends)}" if ends else f"{name} is lost"
    return [Breach(clause.number, where)]


def settle_caught(position: Position, action: a.Eliminate | a.Retreat) -> bool:
    """Carry out that a unit which is caught goes; return whether the action is about that."""
    if not is_caught(position, action.unit):
        return False
    if isinstance(action, a.Retreat) and action.path:
        position.put(action.unit, action.path[-1])
        position.take(action.unit, action.path[-1])
    elif isinstance(action, a.Eliminate):
        position.steps[action.unit] = 0
        position.put(action.unit, ELIMINATED)
    return True


def left_alone(position: Position) -> Iterator[tuple[str, str]]:
    """Yield units that are caught, with the numbers of their clauses."""
    for clause in position.rules.of(Caught):
        for unit, known in position.units.items():
            if clause.rule.units.take(known) and is_caught(position, unit):
                yield unit, clause.number


def judge_left_alone(position: Position) -> Iterator[Breach]:
    """Yield what it breaks that a phase ends with units which are caught."""
    for unit, number in left_alone(position):
        yield Breach(number, f"{position.name(unit)} is caught alone")


def escapes(position: Position) -> Iterator[a.Action]:
    """Yield how units may go that are caught."""
    for unit in position.units if position.rules.of(Caught) else ():
        if is_caught(position, unit):
            yield a.Eliminate(unit)
            yield from (a.Retreat(unit, (place,)) for place in joins(position, unit))
