"""Judging support: units that join a battle from elsewhere before it is rolled."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.acting import no_actor
from toolkit.rules.declared.battles import fought, may_take_part
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.combat import Once
from toolkit.rules.mechanisms.support import Side, Support


def part_to_support(position: Position, battle: Battle, unit: str) -> Side:
    """Return on which side of a battle a unit would support."""
    attacks = any(position.units[other].side == position.units[unit].side for other in battle.attackers)
    return "attacker" if attacks else "defender"


def _clauses(position: Position, battle: Battle, unit: str) -> list[Numbered[Support]]:
    """Return the clauses by which a unit may support in a battle, wherever it is."""
    to, known = part_to_support(position, battle, unit), position.units[unit]
    return [c for c in position.holding(Support) if to in c.rule.to and c.rule.units.take(known)]


def support_clause(position: Position, battle: Battle, unit: str) -> Numbered[Support] | None:
    """Return the clause by which a unit supports in a battle from where it is, None where none lets it."""
    if not may_take_part(position, unit):
        return None
    for clause in _clauses(position, battle, unit):
        if any(clause.rule.reaches(position, unit, place) for place in battle.targets):
            return clause
    return None


def judge_support(position: Position, action: a.Support) -> Iterator[Breach]:
    """Yield what it breaks that a unit supports in a battle."""
    unit, name = action.unit, position.name(action.unit)
    there = [battle for battle in position.battles if battle.targets == action.targets and battle.targets]
    battle = next((one for one in there if one.waits), None)
    if battle is None:
        known = _clauses(position, there[-1], unit) if there else []
        yield Breach(
            known[0].number if known else position.number(Support), "no battle there waits for a roll"
        )
        return
    clauses = _clauses(position, battle, unit)
    if not clauses:
        to = part_to_support(position, battle, unit)
        own = [clause.number for clause in position.holding(Support) if to in clause.rule.to]
        number = own[0] if own else position.number(Support)
        yield Breach(number, f"{name} does not support this side of a battle")
        return
    found = fought(position, battle)
    if any(unit == other for other, _, _ in (*found.attackers, *found.defenders, *found.supporters)):
        yield Breach(clauses[0].number, f"{name} takes part in the battle already")
        return
    clause = support_clause(position, battle, unit)
    if clause is None:
        yield Breach(
            clauses[0].number, f"{name} does not reach a battle in {position.listed(action.targets)}"
        )
        return
    yield from no_actor(position, unit, "support")
    for once in position.holding(Once):
        if once.rule.who == "supporter" and any(unit in other.supporters for other in position.battles):
            yield Breach(once.number, f"{name} supports a second time")
    yield from _limits(position, battle, unit, clause)


def _limits(position: Position, battle: Battle, unit: str, clause: Numbered[Support]) -> Iterator[Breach]:
    """Yield how many units support already, and whether the enemy has had the last word."""
    side = position.units[unit].side
    own = [other for other in battle.supporters if position.units[other].side == side]
    fitting = [other for other in own if clause.rule.units.take(position.units[other])]
    if clause.rule.limit is not None and len(fitting) >= clause.rule.limit:
        yield Breach(clause.number, f"no more than {clause.rule.limit} support in one battle")
    for other in battle.supporters:
        ended = support_clause(position, battle, other) if other not in own else None
        if ended is not None and ended.rule.last:
            yield Breach(ended.number, f"{position.name(other)} has joined: the other side adds nothing more")


def supports(position: Position) -> Iterator[a.Support]:
    """Yield how units could support in battles that wait for their roll."""
    for battle in position.battles if position.holding(Support) else ():
        for unit in position.units if battle.waits else ():
            if support_clause(position, battle, unit) is not None:
                yield a.Support(unit, battle.targets)
