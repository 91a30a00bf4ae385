"""What a rolled battle gave, under one reading: strengths, column, result, and what is still owed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast

from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.retreating import can_retreat, displaced
from toolkit.rules.declared.rules import Numbered, Rules
from toolkit.rules.declared.supply import lacking
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.mechanisms.forces import enemies_in
from toolkit.rules.mechanisms.retreats import Advances, RetreatFails, RetreatWay
from toolkit.rules.rulings import Rulings

What = Literal["lose", "eliminate", "retreat", "change"]


@dataclass(frozen=True, slots=True)
class Owed:
    """What a result still asks for.

    Attributes
    ----------
    number : str
        Of the clause that says what the result means.
    what : {"lose", "eliminate", "retreat", "change"}
    units : tuple of str
        One of them has to do it.
    to : {"attacker", "defender"}
    places : int
        Length of a retreat.
    steps : int
        Steps still to be lost.
    or_steps : int
        Steps that may be lost in place of a retreat; 0 where none may.
    status : str
        What the units take on.
    """

    number: str
    what: What
    units: tuple[str, ...]
    to: t.Side
    places: int = 0
    steps: int = 0
    or_steps: int = 0
    status: str = ""


@dataclass(frozen=True, slots=True)
class RollResult:
    """What a roll gave.

    Attributes
    ----------
    number : str
        Of the clause that decides: that of the first code, or of the odds when nothing happens.
    cell : str
        As printed; "" below the table.
    effects : tuple of (str, {"attacker", "defender"}, Effect)
        With the numbers of their clauses, and whom they are asked of.
    """

    number: str
    cell: str
    effects: tuple[tuple[str, t.Side, t.Effect], ...]


def engaged(position: Position, attackers: tuple[str, ...], targets: tuple[str, ...]) -> c.Engagement:
    """Return a battle as it stands now."""
    side = position.units[attackers[0]].side if attackers else ""
    there = [(unit, place) for place in targets for unit in enemies_in(position, place, side)]
    return c.Engagement(
        tuple((u, position.where[u], position.steps[u]) for u in attackers if position.on_map(u)),
        tuple((unit, place, position.steps[unit]) for unit, place in there),
        position.kinds,
        position.phase.id,
    )


def table_of(position: Position, rulings: Rulings) -> t.ResultTable:
    """Return the table that decides the battles of the phase.

    Raises
    ------
    LookupError
        In a phase without battles.
    """
    return position.rules.tables[position.holding(t.UseTable)[0].rule.table.under(rulings)]


def column_of(position: Position, battle: c.Engagement, rulings: Rulings) -> int:
    """Return the index of a battle's column after all shifts; below 0 for less than the first."""
    rules = position.rules
    odds = position.rule(t.Odds, t.Odds())
    table = table_of(position, rulings)
    value = odds.value(
        strength(position, battle, "attacker", rulings), strength(position, battle, "defender", rulings)
    )
    shifts = sum(s.columns for s in c.shifts_of(position, battle, (s.rule for s in rules.of(c.Shift))))
    # The point is asked for only where it matters: beyond the last column.
    cap = odds.cap.under(rulings) if value > table.least[-1] else "before"
    return odds.column(table, value, shifts, cap)


def strength(position: Position, battle: c.Engagement, of: t.Side, rulings: Rulings) -> Fraction:
    """Return the strength of one side of a battle, with all that changes it."""
    factors = (s.rule for s in position.rules.of(c.Strength))
    return c.strength(position, battle, of, factors, supply_factors(position, battle, of, rulings))


def supply_factors(
    position: Position, battle: c.Engagement, of: t.Side, rulings: Rulings
) -> list[tuple[str, float]]:
    """Return what units of one side of a battle are worth for want of supply: unit and factor."""
    return [
        (unit, lack.rule.attack if of == "attacker" else lack.rule.defence)
        for unit, _, _ in (battle.attackers if of == "attacker" else battle.defenders)
        for lack in lacking(position, position.units[unit], rulings)
    ]


def outcome_of(position: Position, battle: Battle, rulings: Rulings) -> RollResult:
    """Return what a rolled battle gave; it is worked out once for each reading."""
    for points, settings, outcome in battle.outcomes:
        if points == rulings.points and all(rulings.of(p) == value for p, value in settings.items()):
            return cast("RollResult", outcome)
    asked = Rulings(rulings.points, rulings.assigned)
    found = _outcome(battle.scene or position, battle, asked)
    settings = {point: rulings.of(point) for point in asked.asked}
    battle.outcomes.append((rulings.points, settings, found))
    return found


def _outcome(position: Position, battle: Battle, rulings: Rulings) -> RollResult:
    rules = position.rules
    odds = position.number(t.Odds)
    if battle.engagement is None or not battle.engagement.defenders or not battle.engagement.attackers:
        return RollResult(odds, "", ())
    column = column_of(position, battle.engagement, rulings)
    if column < 0:
        return RollResult(odds, "", ())
    table = table_of(position, rulings)
    added = sum(
        d.rule.add for d in rules.of(c.DieModifier) if d.rule.condition.met(position, battle.engagement)
    )
    cell = table.cell(column, sum(battle.dice) + added)
    known = {result.rule.code: result for result in rules.of(t.Result) if result.rule.explains(table.id)}
    meant: list[tuple[Numbered[t.Result], int | None]] = [
        (known[code], number) for code, number in t.parts(cell) if code in known
    ]
    effects = tuple(
        (clause.number, effect.side(position, battle.engagement), effect)
        for clause, number in meant
        for effect in clause.rule.effects(number)
        if effect.holds(position, battle.engagement)
    )
    return RollResult(meant[0][0].number if meant else odds, cell, effects)


def longest_answer(rules: Rules) -> int:
    """Return how many places a unit goes at most in a retreat or an advance."""
    printed = {
        number or 1
        for table in rules.tables.values()
        for cells in table.rows.values()
        for cell in cells
        for _, number in t.parts(cell)
    }
    retreats = [
        max(printed, default=1) if effect.retreat == "printed" else effect.places
        for clause in rules.of(t.Result)
        for effect in clause.rule.does
        if effect.retreat is not None
    ]
    way = rules.value(RetreatWay, RetreatWay())
    further = 0 if set(way.further.every()) == {"no"} else max(retreats, default=0)
    return max([*(r + further for r in retreats), *(c.rule.length for c in rules.of(Advances))], default=0)


def owed(position: Position, battle: Battle | None, rulings: Rulings) -> Owed | None:
    """Return what the result of a battle asks for next, None when nothing is left."""
    if battle is None or battle.engagement is None:
        return None
    pushed = _pushed(position, battle, rulings)
    if pushed is not None:
        return pushed
    paid = {to: _steps_lost(battle, to) for to in _SIDES}
    for number, to, effect in outcome_of(position, battle, rulings).effects:
        found = _open(position, battle, number, (to, effect), rulings, paid=paid[to])
        if found is not None:
            return found
        paid[to] -= min(paid[to], _taken(effect))
    return None


def _pushed(position: Position, battle: Battle, rulings: Rulings) -> Owed | None:
    """Return the retreat of a unit that has to give way to another, None where none has."""
    way = position.rules.one(RetreatWay)
    if way is None or not way.rule.displaces:
        return None
    for unit in filter(position.on_map, battle.retreated):
        left = _to_retreat(position, battle, displaced(position, unit), 1, rulings)
        if left:
            attacks = position.units[unit].side == side_to(position, battle, "attacker")
            return Owed(way.number, "retreat", left, "attacker" if attacks else "defender", 1)
    return None


_SIDES: tuple[t.Side, ...] = ("attacker", "defender")


def _steps_lost(battle: Battle, to: t.Side) -> int:
    assert battle.engagement is not None
    group = battle.engagement.attackers if to == "attacker" else battle.engagement.defenders
    return sum(battle.lost.get(unit, 0) for unit, _, _ in group)


def _taken(effect: t.Effect) -> int:
    """Return how many of the steps lost an effect accounts for, as far as they reach."""
    return effect.lose if isinstance(effect.lose, int) else effect.or_lose or 0


def exposed(position: Position, battle: Battle) -> tuple[tuple[str, str, int], ...]:
    """Return the attackers that results touch."""
    assert battle.engagement is not None
    targets = battle.engagement.targets
    bound = [clause.rule for clause in position.holding(c.Attacks) if clause.rule.suffer is not True]

    def touched(unit: str, start: str) -> bool:
        beside = any(start == place or position.board.touch(start, place) for place in targets)
        return all(
            rule.suffer == "near" and beside for rule in bound if rule.units.take(position.units[unit])
        )

    return tuple(one for one in battle.engagement.attackers if touched(one[0], one[1]))


def _open(
    position: Position,
    battle: Battle,
    number: str,
    asked: tuple[t.Side, t.Effect],
    rulings: Rulings,
    *,
    paid: int,
) -> Owed | None:
    """Return what one effect still asks of a side; `paid`: steps lost that no effect before it asked for."""
    assert battle.engagement is not None
    to, effect = asked
    own, other = exposed(position, battle), battle.engagement.defenders
    if to == "defender":
        own, other = other, own
    alive = tuple(unit for unit, _, _ in own if position.on_map(unit))
    if not alive:
        return None
    if effect.becomes:
        still = tuple(unit for unit in alive if position.status.get(unit) != effect.becomes)
        return Owed(number, "change", still, to, status=effect.becomes) if still else None
    if effect.retreat is not None:
        if effect.or_lose is not None and paid:
            left_over = effect.or_lose - paid
            return Owed(number, "lose", alive, to, steps=left_over) if left_over > 0 else None
        left = _to_retreat(position, battle, alive, effect.places, rulings)
        begun = any(unit in battle.retreated for unit, _, _ in own)
        choice = 0 if begun else effect.or_lose or 0
        return Owed(number, "retreat", left, to, effect.places, or_steps=choice) if left else None
    if effect.lose == "all":
        return Owed(number, "eliminate", alive, to)
    if effect.lose == "matching":
        missing = _lost(position, battle, other, to != "defender") - _lost(
            position, battle, own, to == "defender"
        )
        return Owed(number, "lose", alive, to, steps=1) if missing > 0 else None
    left_over = effect.steps - paid
    return Owed(number, "lose", alive, to, steps=left_over) if left_over > 0 else None


def _to_retreat(
    position: Position, battle: Battle, units: tuple[str, ...], places: int, rulings: Rulings
) -> tuple[str, ...]:
    """Return the units that still have to retreat; where those stay that cannot, they need not."""
    left = tuple(unit for unit in units if unit not in battle.retreated)
    if position.rules.value(RetreatFails, RetreatFails()).then == "eliminated":
        return left
    return tuple(unit for unit in left if can_retreat(position, unit, places, rulings))


def _lost(
    position: Position, battle: Battle, group: tuple[tuple[str, str, int], ...], defending: bool
) -> int:
    """Return the printed strength that units lost in a battle."""

    def printed(unit: str, steps: int) -> int:
        if steps <= 0:
            return 0
        face = position.units[unit].face(steps)
        return face.defence if defending else face.attack

    return sum(
        printed(unit, steps) - printed(unit, steps - battle.lost.get(unit, 0)) for unit, _, steps in group
    )


def side_to(position: Position, battle: Battle, to: t.Side) -> str:
    """Return which side attacks or defends in a battle."""
    assert battle.engagement is not None
    group = battle.engagement.attackers if to == "attacker" else battle.engagement.defenders
    return position.units[group[0][0]].side if group else ""


def enemy_of(position: Position, battle: Battle, to: t.Side) -> str:
    """Return the side against the one that attacks or defends."""
    other: Mapping[str, t.Side] = {"attacker": "defender", "defender": "attacker"}
    return side_to(position, battle, other[to])
