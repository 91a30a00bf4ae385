"""What may be done in a position: for players by chance, and for those who look for what was done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.acting import crowding
from toolkit.rules.declared.advancing import advance_of, left_by_enemies
from toolkit.rules.declared.arriving import entry_places, is_reinforcement, points_left, set_up_of, use_of
from toolkit.rules.declared.attrition import starving
from toolkit.rules.declared.battles import may_take_part, table_of
from toolkit.rules.declared.changing import changes
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.fighting import (
    has_attacked,
    in_range,
    may_attack,
    reaches,
    was_attacked,
    withdrawal_of,
)
from toolkit.rules.declared.game import breaches
from toolkit.rules.declared.hands import deals, discards, plays
from toolkit.rules.declared.lone import escapes, opposing
from toolkit.rules.declared.moving import Mover
from toolkit.rules.declared.owing import Owed, owed
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.retreating import Retreater
from toolkit.rules.declared.showing import showing
from toolkit.rules.declared.supporting import supports
from toolkit.rules.declared.throwing import open_throws
from toolkit.rules.mechanisms import arrivals as r
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms.forces import ELIMINATED, WAITING, friends_in
from toolkit.rules.mechanisms.retreats import Advances, RetreatFails, Withdrawal
from toolkit.rules.mechanisms.tables import Dice, UseTable
from toolkit.rules.mechanisms.unit_dice import UnitDice
from toolkit.rules.rulings import Rulings

_MOST_TOGETHER = 4
"""Attacks of more units than this are offered with all of them only."""


def settled(position: Position) -> Rulings:
    """Return the proposed reading of every unclear point."""
    return Rulings(position.rules.points.settled())


def ways(position: Position, unit: str, rulings: Rulings | None = None) -> dict[str, tuple[str, ...]]:
    """Return a cheapest path to every place where a unit can end a move now."""
    found = Mover(position, unit, rulings or settled(position)).ways()
    return {place: path for place, path in found.items() if not any(crowding(position, unit, place))}


def legal_actions(position: Position, rulings: Rulings | None = None) -> list[a.Action]:
    """Return legal actions: every one of small choices, of moves one for each place that can be reached."""
    reading = rulings or settled(position)
    return [action for action in candidates(position, reading) if not breaches(position, action, reading)]


def candidates(position: Position, rulings: Rulings) -> Iterator[a.Action]:
    """Yield actions worth a look; not all of them are legal."""
    if position.over:
        return
    found = owed(position, position.battle, rulings)
    if found is not None:
        yield from answers(position, found, rulings)
        return
    does = position.phase.does
    active = [side for side in position.phase.sides if side not in position.ended]
    if "set_up" in does:
        yield from set_ups(position, active)
    if "reinforce" in does or "replace" in does:
        yield from arrivals(position, active)
    if "move" in does:
        for unit in _own(position, active):
            for path in ways(position, unit, rulings).values():
                yield a.Move(unit, path)
    if "fight" in does:
        yield from battles(position, active, rulings)
    if "supply" in does:
        yield from starving(position, active, rulings)
    if "change" in does:
        yield from changes(position, active)
    yield from showing(position)
    yield from escapes(position)
    yield from _chances(position, active)
    yield from deals(position, active)
    yield from discards(position, active)
    yield from plays(position)
    for side in active:
        yield a.End(side)


def _chances(position: Position, sides: list[str]) -> Iterator[a.Action]:
    """Yield draws where no chit lets anybody act, and rolls for the weather."""
    if not sides:
        yield from (a.Draw(chit) for chit in dict.fromkeys(left(position)))
    for id, clause in position.tables().items() if "weather" in position.phase.does else ():
        yield from (a.Weather(side, least(Dice.of(clause.rule.dice)), id) for side in sides)


def _own(position: Position, sides: list[str]) -> Iterator[str]:
    for id, unit in position.units.items():
        if unit.side in sides and position.on_map(id):
            yield id


def set_ups(position: Position, sides: list[str]) -> Iterator[a.Action]:
    """Yield placements of the set-up."""
    for id, unit in position.units.items():
        clause = set_up_of(position, unit)
        if unit.side in sides and position.where[id] == WAITING and clause is not None:
            for place in sorted(position.board.chosen(clause.rule.places)):
                yield a.Place(id, place, clause.rule.steps(unit))


def arrivals(position: Position, sides: list[str]) -> Iterator[a.Action]:
    """Yield reinforcements and replacements."""
    for id, unit in position.units.items():
        if unit.side not in sides:
            continue
        use = use_of(position, unit).rule
        if (
            "reinforce" in position.phase.does
            and position.where[id] == WAITING
            and is_reinforcement(position, id)
        ):
            for place in _entries(position, id):
                yield a.Place(id, place, unit.most)
        if "replace" not in position.phase.does or points_left(position, unit.side) <= 0:
            continue
        if position.on_map(id):
            yield a.Restore(id)
        elif position.where[id] in (ELIMINATED, WAITING):
            for place in _bases(position, id):
                yield a.Place(id, place, min(use.steps, unit.most))


def _entries(position: Position, unit: str) -> list[str]:
    found = position.units[unit]
    clauses = (c.rule for c in position.holding(r.Reinforcements) if c.rule.units.take(found))
    rule = next(clauses, None)
    return [] if rule is None else sorted(entry_places(position, found, rule))


def _bases(position: Position, unit: str) -> list[str]:
    found: set[str] = set()
    for clause in position.rules.of(r.RebuildAt):
        for base in clause.rule.any_of:
            if base.units.take(position.units[unit]):
                found |= position.board.chosen(base.places)
    return sorted(found)


def battles(position: Position, sides: list[str], rulings: Rulings) -> Iterator[a.Action]:
    """Yield declarations, rolls and advances."""
    yield from advances(position)
    if position.now(UseTable) is not None:
        dice = table_of(position, rulings).dice
        for battle in position.battles:
            if battle.waits:
                yield a.Roll(battle.targets, least(dice))
    for battle in position.battles if position.holding(UnitDice) else ():
        if battle.waits:
            yield from throws(position, battle, rulings)
    yield from supports(position)
    yield from withdrawals(position, rulings)
    for place, attackers in targets(position, sides, rulings).items():
        most = position.rule(c.BattleSize, c.BattleSize()).attackers or len(attackers)
        sizes = [size for size in range(1, len(attackers) + 1) if size <= most]
        if len(attackers) > _MOST_TOGETHER:
            sizes = [size for size in sizes if size in (1, 2, min(most, len(attackers)))]
        for size in sizes:
            for group in combinations(attackers, size):
                yield a.Attack(group, (place,))


def targets(position: Position, sides: list[str], rulings: Rulings) -> dict[str, list[str]]:
    """Return places that can be attacked, with the units that reach them, may attack and have not."""
    found: dict[str, list[str]] = {}
    held = {position.where[id] for id, unit in position.units.items() if unit.side not in sides}
    for unit, known in position.units.items():
        if known.side not in sides or not may_take_part(position, unit):
            continue
        if has_attacked(position, unit) and position.holding(c.Once):
            continue
        if not may_attack(position, unit, rulings):
            continue
        for place in in_range(position, unit):
            free = place in held and reaches(position, unit, place)
            if free and not was_attacked(position, place, (unit,)):
                found.setdefault(place, []).append(unit)
    return found


def withdrawals(position: Position, rulings: Rulings) -> Iterator[a.Retreat]:
    """Yield how units may withdraw from battles that are declared."""
    for unit in position.units if position.holding(Withdrawal) else ():
        found = withdrawal_of(position, unit)
        if found is not None and found[1] is not None:
            retreater = Retreater(position, unit, found[1].rule.places, rulings, withdraws=True)
            yield from (a.Retreat(unit, path) for path in retreater.ways().ends.values())


def throws(position: Position, battle: Battle, rulings: Rulings) -> Iterator[a.Roll]:
    """Yield the lowest rolls of those who throw next in a battle."""
    for throw, missing in open_throws(position, battle, rulings):
        yield a.Roll(battle.targets, (1,) * missing, throw.unit)


def least(dice: Dice) -> tuple[int, ...]:
    """Return the lowest roll of some dice: which one it is matters to nobody who asks what is legal."""
    return (1,) * dice.count


def advances(position: Position) -> Iterator[a.Advance]:
    """Yield advances after the battle rolled last."""
    battle = position.battle
    if battle is None or not position.holding(Advances):
        return
    defenders = () if battle.engagement is None else battle.engagement.defenders
    for unit in (*battle.attackers, *(unit for unit, _, _ in defenders)):
        clause = advance_of(position, battle, unit)
        if clause is None or not position.on_map(unit) or unit in battle.advanced:
            continue
        side = position.units[unit].side
        for place in left_by_enemies(battle, unit):
            if not position.stack(place) or not (
                opposing(position, place, side) or friends_in(position, place, side)
            ):
                yield a.Advance(unit, (place,))
                for beyond in position.board.neighbours.get(place, ()) if clause.rule.length > 1 else ():
                    if not position.stack(beyond):
                        yield a.Advance(unit, (place, beyond))


def answers(position: Position, found: Owed, rulings: Rulings) -> Iterator[a.Action]:
    """Yield what can be done about something that is owed."""
    if found.what == "roll" and position.battle is not None:
        yield from throws(position, position.battle, rulings)
        return
    for unit in found.units:
        if found.what == "lose":
            yield a.Lose(unit, 1)
        elif found.what == "eliminate":
            yield a.Eliminate(unit)
        elif found.what == "change":
            yield a.Change(unit, found.status)
        else:
            if found.or_steps:
                yield a.Lose(unit, 1)
            ends = Retreater(position, unit, found.places, rulings).ways().ends
            for path in ends.values():
                yield a.Retreat(unit, path)
            fails = position.rules.value(RetreatFails, RetreatFails())
            if not ends and fails.then == "eliminated":
                yield a.Eliminate(unit)
