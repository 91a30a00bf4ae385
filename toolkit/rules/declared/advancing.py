"""Advances into places that the enemy left: who goes where, and who has to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import part_of
from toolkit.rules.declared.lone import opposing
from toolkit.rules.declared.position import OFF_MAP, Battle, Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.stepping import closing
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import retreats
from toolkit.rules.mechanisms.stacking import Stacking


def advance_due(position: Position) -> Breach | None:
    """Return the clause by which a unit has to advance before anything else is done, None where none has."""
    battle = position.battle
    if battle is None:
        return None
    defenders = () if battle.engagement is None else battle.engagement.defenders
    for unit in (*battle.attackers, *(unit for unit, _, _ in defenders)):
        clause = advance_of(position, battle, unit)
        if clause is None or not clause.rule.must or battle.advanced:
            continue
        for place in left_by_enemies(battle, unit):
            if not position.stack(place) and not any(judge_advance(position, a.Advance(unit, (place,)))):
                return Breach(clause.number, f"somebody, such as {position.name(unit)}, has to advance first")
    return None


def judge_advance(position: Position, action: a.Advance) -> Iterator[Breach]:
    """Yield what an advance breaks."""
    battle = position.battle
    assert battle is not None
    number = position.number(retreats.Advances, c.Attacks)
    if not position.holding(retreats.Advances):
        yield Breach(number, f"nobody advances in {position.name(position.phase.id)}")
        return
    if part_of(battle, action.unit) is None or not position.on_map(action.unit):
        yield Breach(number, f"{position.name(action.unit)} did not attack")
        return
    fitting = advance_of(position, battle, action.unit)
    if fitting is None:
        yield Breach(number, f"{position.name(action.unit)} does not advance")
        return
    number, rule = fitting.number, fitting.rule
    side = position.units[action.unit].side
    done = [unit for unit in battle.advanced if position.units[unit].side == side]
    if rule.units is not None and len(done) >= rule.units:
        yield Breach(number, "no more may advance")
    way = (position.where[action.unit], *action.path)
    goals = left_by_enemies(battle, action.unit)
    fits = 1 < len(way) <= rule.length + 1 and way[1] in goals
    if not fits or any(not position.board.touch(*step) for step in pairwise(way)):
        yield _misled(position, number, goals, rule.length)
    for step in pairwise(way):
        for clause in closing(position, action.unit, "advance"):
            if clause.rule.bars(position, side, step):
                start, place = map(position.name, step)
                yield Breach(clause.number, f"the way from {start} to {place} is closed")
    if any(opposing(position, place, side) for place in way[1:]):
        yield Breach(number, "the place is not empty")
    for stack in position.rules.of(Stacking) if action.path else ():
        if stack.rule.at != "phase" and not stack.rule.holds(position, action.path[-1], side, action.unit):
            yield Breach(stack.number, f"too many in {position.name(action.path[-1])}")


def _misled(position: Position, number: str, goals: tuple[str, ...], length: int) -> Breach:
    """Return why an advance does not lead where it may."""
    if not goals:
        return Breach(number, "the enemy has left no place")
    where = position.listed(goals)
    return Breach(number, f"an advance begins with {where}, and its length is at most {length}")


def left_by_enemies(battle: Battle, unit: str) -> tuple[str, ...]:
    """Return the places into which a unit may advance if they are empty: where its enemies stood."""
    if part_of(battle, unit) == "attacker" or battle.engagement is None:
        return battle.targets
    return tuple(dict.fromkeys(at for _, at, _ in battle.engagement.attackers if at not in OFF_MAP))


def advance_of(position: Position, battle: Battle, unit: str) -> Numbered[retreats.Advances] | None:
    """Return the clause by which a unit advances, the last that fits; None where none does."""
    part = part_of(battle, unit)
    fitting = [
        clause
        for clause in position.holding(retreats.Advances)
        if part in clause.rule.by and clause.rule.who.take(position.units[unit])
    ]
    return fitting[-1] if fitting else None
