"""A battle of a declared game as a sum: strengths, odds, shifts, dice and the cell of its table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import (
    column_of,
    fought,
    strength,
    supply_factors,
    support_strength,
    table_of,
)
from toolkit.rules.declared.outcomes import outcome_of
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import modifiers as m
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.rulings import Rulings
from toolkit.rules.sums import Chart, Line, Sum, Term

_SIDES: tuple[t.Side, t.Side] = ("attacker", "defender")


def sum_of(position: Position, action: a.Action) -> Sum | None:
    """Return the battle that an action belongs to as a sum; None for an action of none.

    Parameters
    ----------
    position : Position
        After the action.
    """
    battle = _battle(position, action)
    if battle is None or not position.holding(t.UseTable):
        return None
    position = battle.scene or position.in_battle(battle)
    fight = fought(position, battle)
    if not fight.attackers or not fight.defenders:
        return None
    rulings = Rulings(position.rules.points)
    table = table_of(position, rulings)
    column = column_of(position, fight, rulings)
    attack, defence = (strength(position, fight, side, rulings) for side in _SIDES)
    return Sum(
        tuple(_lines(position, fight, "attacker", rulings)),
        tuple(_lines(position, fight, "defender", rulings)),
        (_number(attack), _number(defence)),
        (
            *_odds(position, fight, (attack, defence), table.columns[column] if column >= 0 else ""),
            *_result(position, battle, fight, rulings),
        ),
        _chart(table, column, _total(position, battle, fight)),
        tuple(rulings.asked),
    )


def _battle(position: Position, action: a.Action) -> Battle | None:
    if isinstance(action, a.Attack | a.Roll):
        return next((b for b in reversed(position.battles) if b.targets == action.targets), None)
    return position.battle if isinstance(action, a.Lose | a.Eliminate | a.Retreat | a.Advance) else None


def _lines(position: Position, battle: c.Engagement, of: t.Side, rulings: Rulings) -> Iterator[Line]:
    """Yield what each unit of a side adds, then what changes the sum."""
    clauses = [clause for clause in position.rules.of(m.Strength) if clause.rule.of == of]
    factors = [clause.rule for clause in clauses]
    lacking = supply_factors(position, battle, of, rulings)
    group = battle.attackers if of == "attacker" else battle.defenders
    for one in group:
        unit, _, steps = one
        face = position.units[unit].face(steps)
        printed = Fraction(face.attack if of == "attacker" else face.defence)
        value = m.unit_strength(position, battle, of, one, factors, lacking)
        why = "" if value == printed else Term.WITHOUT_SUPPLY if unit in lacking else _number(printed)
        yield Line(position.units[unit].name, _number(value), why)
    for one in battle.support_of(position, of):
        yield Line(position.units[one[0]].name, str(support_strength(position, one, of)))
    whole = Term.ALL_ATTACKERS if of == "attacker" else Term.ALL_DEFENDERS
    total = sum((m.unit_strength(position, battle, of, one, factors, lacking) for one in group), Fraction(0))
    total += sum(support_strength(position, one, of) for one in battle.support_of(position, of))
    met = [rule for rule in factors if not rule.each and rule.condition.met(position, battle)]
    counts = m.counted(total, met)
    for clause in clauses:
        if any(clause.rule is factor for factor in counts):
            yield Line(whole, _change(clause.rule), "", clause.number)


def _change(factor: m.Strength) -> str:
    times = f"×{_number(Fraction(factor.times).limit_denominator(12))}" if factor.times != 1 else ""
    return " ".join(filter(None, (times, f"{factor.add:+}" if factor.add else "")))


def _odds(
    position: Position, battle: c.Engagement, totals: tuple[Fraction, Fraction], column: str
) -> Iterator[Line]:
    odds = position.rule(t.Odds, t.Odds())
    number = position.number(t.Odds)
    attack, defence = totals
    if odds.compare == "ratio":
        yield Line(Term.ODDS, f"{_number(attack)} : {_number(defence)}", "", number)
    elif odds.compare == "difference":
        yield Line(Term.DIFFERENCE, _number(attack - defence), "", number)
    shifts = m.shifts_of(position, battle, (clause.rule for clause in position.rules.of(m.Shift)))
    for clause in position.rules.of(m.Shift):
        for columns in (columns for shift, columns in shifts if clause.rule is shift):
            word = Term.COLUMNS_LEFT if columns < 0 else Term.COLUMNS_RIGHT
            yield Line(word, str(abs(columns)), "", clause.number)
    yield Line(Term.COLUMN, column) if column else Line(Term.TOO_WEAK, "", "", number)


def _result(position: Position, battle: Battle, fought: c.Engagement, rulings: Rulings) -> Iterator[Line]:
    if not battle.dice:
        return
    yield Line(Term.DICE if len(battle.dice) > 1 else Term.DIE, " + ".join(map(str, battle.dice)))
    for clause in position.rules.of(m.DieModifier):
        if added := clause.rule.of(position, fought):
            yield Line(Term.DICE, f"{added:+}", "", clause.number)
    found = outcome_of(position, battle, rulings)
    if found.cell:
        yield Line(Term.RESULT, found.cell, "", found.number)
    for number, to, effect in found.effects:
        yield from _meaning(number, to, effect)
    if not found.effects:
        yield Line(Term.NOTHING, "", "", found.number)


def _meaning(number: str, to: t.Side, effect: t.Effect) -> Iterator[Line]:
    attacks = to == "attacker"
    if effect.retreat is not None:
        word = Term.ATTACKER_RETREATS if attacks else Term.DEFENDER_RETREATS
        yield Line(word, str(effect.places), "", number)
        if effect.or_lose or effect.mixed:
            yield Line(Term.OR_LOSES, str(effect.or_steps or effect.places), "", number)
    elif effect.becomes:
        return
    elif effect.lose == "all":
        yield Line(Term.ATTACKER_ELIMINATED if attacks else Term.DEFENDER_ELIMINATED, "", "", number)
    elif effect.lose == "matching":
        yield Line(Term.MATCHING_LOSS, "", "", number)
    else:
        word = Term.ATTACKER_LOSES if attacks else Term.DEFENDER_LOSES
        yield Line(word, str(effect.steps), "", number)


def _total(position: Position, battle: Battle, fought: c.Engagement) -> int | None:
    """Return the sum of the dice with what is added to them; None before the roll."""
    if not battle.dice:
        return None
    return sum(battle.dice) + sum(d.rule.of(position, fought) for d in position.rules.of(m.DieModifier))


def _chart(table: t.ResultTable, column: int, total: int | None) -> Chart:
    sums = sorted(table.rows)
    rows = tuple((str(one), table.rows[one]) for one in sums)
    row = -1 if total is None else sums.index(min(max(total, sums[0]), sums[-1]))
    return Chart(table.columns, rows, column, row)


def _number(value: Fraction) -> str:
    whole = value.numerator // value.denominator
    rest = value - whole
    if not rest:
        return str(whole)
    return f"{whole or ''}½" if rest == Fraction(1, 2) else str(value)
