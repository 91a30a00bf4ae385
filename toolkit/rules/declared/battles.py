"""What a rolled battle gave, under one reading: strengths, column, result, and what is still owed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Numbered, Rules
from toolkit.rules.declared.supply import lacking
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.mechanisms.forces import WAITING, enemies_in
from toolkit.rules.mechanisms.retreats import Advances, RetreatWay
from toolkit.rules.rulings import Rulings


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
        tuple((u, position.where[u], position.steps[u]) for u in attackers if may_take_part(position, u)),
        tuple((unit, place, position.steps[unit]) for unit, place in there),
        position.kinds,
        position.phase.id,
    )


def may_take_part(position: Position, unit: str) -> bool:
    """Return whether a unit can be among attackers: on the map, or one that attacks from beside it."""
    if position.on_map(unit) or position.where[unit] != WAITING:
        return position.on_map(unit)
    found = position.units[unit]
    anywhere = (clause.rule for clause in position.holding(c.Attacks) if clause.rule.reach == "anywhere")
    return (found.enters or 0) <= position.turn and any(rule.units.take(found) for rule in anywhere)


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
    shifts = sum(more for _, more in c.shifts_of(position, battle, (s.rule for s in rules.of(c.Shift))))
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
    added = sum(d.rule.of(position, battle.engagement) for d in rules.of(c.DieModifier))
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


def side_to(position: Position, battle: Battle, to: t.Side) -> str:
    """Return which side attacks or defends in a battle."""
    assert battle.engagement is not None
    group = battle.engagement.attackers if to == "attacker" else battle.engagement.defenders
    return position.units[group[0][0]].side if group else ""


def enemy_of(position: Position, battle: Battle, to: t.Side) -> str:
    """Return the side against the one that attacks or defends."""
    other: Mapping[str, t.Side] = {"attacker": "defender", "defender": "attacker"}
    return side_to(position, battle, other[to])
