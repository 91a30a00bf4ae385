"""A battle as it stands: who takes part, strengths, and the column of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Rules
from toolkit.rules.declared.supply import lacking
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import modifiers as m
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.mechanisms.forces import ALL, WAITING, enemies_in
from toolkit.rules.mechanisms.retreats import Advances, RetreatWay
from toolkit.rules.mechanisms.support import Support
from toolkit.rules.rulings import Rulings


def engaged(
    position: Position,
    attackers: Sequence[str],
    targets: Sequence[str],
    supporters: Sequence[str] = (),
    cards: Sequence[str] = (),
) -> c.Engagement:
    """Return a battle as it stands now; what cards are played for in it holds for it alone."""
    there = [(unit, place) for place in targets for unit in opponents(position, attackers, place)]

    def able(units: Sequence[str]) -> tuple[c.One, ...]:
        return tuple((u, position.where[u], position.steps[u]) for u in units if may_take_part(position, u))

    return c.Engagement(
        able(attackers),
        tuple((unit, place, position.steps[unit]) for unit, place in there),
        position.kinds | {position.rules.cards[card].kind for card in cards},
        position.phase.id,
        able(supporters),
    )


def opponents(position: Position, attackers: Sequence[str], place: str) -> list[str]:
    """Return the enemies in a place whom attackers fight: those that each of them may attack."""
    enemies = enemies_in(position, place, side_of(position, attackers))
    rules = [clause.rule for clause in position.holding(c.Attacks)]
    if all(rule.whom == ALL for rule in rules):
        return enemies
    for attacker in attackers:
        whom = [rule.whom for rule in rules if rule.units.take(position.units[attacker])]
        enemies = [e for e in enemies if not whom or any(one.take(position.units[e]) for one in whom)]
    return enemies


def side_of(position: Position, attackers: Sequence[str]) -> str:
    """Return whose units attack, "" where nobody does."""
    return position.units[attackers[0]].side if attackers else ""


def fought(position: Position, battle: Battle) -> c.Engagement:
    """Return a battle as it was rolled, or as it stands now where it was not."""
    return battle.engagement or engaged(
        position, battle.attackers, battle.targets, battle.supporters, battle.cards
    )


def may_take_part(position: Position, unit: str) -> bool:
    """Return whether a unit can be part of a battle: on the map, or one that acts from beside it."""
    if position.on_map(unit) or position.where[unit] != WAITING:
        return position.on_map(unit)
    found = position.units[unit]
    attacking = [one.rule.units for one in position.holding(c.Attacks) if one.rule.reach == "anywhere"]
    supporting = [one.rule.units for one in position.holding(Support) if one.rule.reach == "anywhere"]
    acts = any(units.take(found) for units in attacking + supporting)
    return acts and (found.enters or 0) <= position.turn


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
    shifts = sum(more for _, more in m.shifts_of(position, battle, (s.rule for s in rules.of(m.Shift))))
    # The point is asked for only where it matters: beyond the last column.
    cap = odds.cap.under(rulings) if value > table.least[-1] else "before"
    return odds.column(table, value, shifts, cap)


def strength(position: Position, battle: c.Engagement, of: t.Side, rulings: Rulings) -> Fraction:
    """Return the strength of one side of a battle, with all that changes it."""
    factors = (s.rule for s in position.rules.of(m.Strength))
    supply = supply_factors(position, battle, of, rulings)
    support = sum(support_strength(position, one, of) for one in battle.support_of(position, of))
    return m.strength(position, battle, of, factors, supply, support=Fraction(support))


def support_strength(position: Position, one: c.One, of: t.Side) -> int:
    """Return what a unit adds from elsewhere to one side of a battle, by the first clause about it."""
    unit, _, steps = one
    for clause in position.holding(Support):
        if of in clause.rule.to and clause.rule.units.take(position.units[unit]):
            return clause.rule.strength(position, unit, steps, of)
    return 0


def supply_factors(
    position: Position, battle: c.Engagement, of: t.Side, rulings: Rulings
) -> dict[str, float]:
    """Return what units of one side of a battle are worth for want of supply: unit → factor, of all lines."""
    found: dict[str, float] = {}
    for unit, _, _ in battle.attackers if of == "attacker" else battle.defenders:
        for lack in lacking(position, position.units[unit], rulings):
            factor = lack.rule.attack if of == "attacker" else lack.rule.defence
            found[unit] = found.get(unit, 1) * factor
    return found


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


def part_of(battle: Battle, unit: str) -> t.Side | None:
    """Return on which side a unit fights in a battle."""
    if unit in battle.attackers:
        return "attacker"
    defenders = () if battle.engagement is None else battle.engagement.defenders
    return "defender" if any(unit == other for other, _, _ in defenders) else None


def side_to(position: Position, battle: Battle, to: t.Side) -> str:
    """Return which side attacks or defends in a battle."""
    assert battle.engagement is not None
    group = battle.engagement.attackers if to == "attacker" else battle.engagement.defenders
    return side_of(position, [unit for unit, _, _ in group])


def enemy_of(position: Position, battle: Battle, to: t.Side) -> str:
    """Return the side against the one that attacks or defends."""
    other: Mapping[str, t.Side] = {"attacker": "defender", "defender": "attacker"}
    return side_to(position, battle, other[to])
