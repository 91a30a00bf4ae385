"""What a rolled battle gave, under one reading: the cell of a table, or what the dice of units show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from toolkit.rules.declared.battles import column_of, table_of
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.throwing import counts
from toolkit.rules.mechanisms import modifiers as m
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.mechanisms.unit_dice import UnitDice
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


def outcome_of(position: Position, battle: Battle, rulings: Rulings) -> RollResult:
    """Return what a rolled battle gave; it is worked out once for each reading."""
    for points, settings, outcome in battle.outcomes:
        if points == rulings.points and all(rulings.of(p) == value for p, value in settings.items()):
            return cast("RollResult", outcome)
    asked = Rulings(rulings.points, rulings.assigned)
    found = (
        # Who is gone since the first die does not throw any more.
        _of_dice(position, battle, asked)
        if battle.shots
        else _of_table(battle.scene or position, battle, asked)
    )
    settings = {point: rulings.of(point) for point in asked.asked}
    battle.outcomes.append((rulings.points, settings, found))
    return found


def _of_table(position: Position, battle: Battle, rulings: Rulings) -> RollResult:
    rules = position.rules
    odds = position.number(t.Odds)
    if battle.engagement is None or not battle.engagement.defenders or not battle.engagement.attackers:
        return RollResult(odds, "", ())
    if position.now(t.UseTable) is None:
        # Rolled in a phase without battles: nothing comes of it.
        return RollResult(odds, "", ())
    column = column_of(position, battle.engagement, rulings)
    if column < 0:
        return RollResult(odds, "", ())
    table = table_of(position, rulings)
    added = sum(d.rule.of(position, battle.engagement) for d in rules.of(m.DieModifier))
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


def _of_dice(position: Position, battle: Battle, rulings: Rulings) -> RollResult:
    """Return what the dice of units gave up to now, order after order."""
    known = [result for result in position.rules.of(t.Result) if result.rule.explains("")]
    number, cells = position.number(UnitDice), list[str]()
    effects: list[tuple[str, t.Side, t.Effect]] = []
    engagement, scene = battle.engagement, battle.scene or position
    assert engagement is not None
    for clause, by, tally in counts(position, battle, rulings):
        number = clause.number
        for code, result in ((result.rule.code, result) for result in known if tally[result.rule.code]):
            cells.append(f"{code}{tally[code]}")
            effects += [
                (result.number, effect.side(scene, engagement, by), effect)
                for effect in result.rule.counted(tally[code])
                if effect.holds(scene, engagement)
            ]
    return RollResult(effects[0][0] if effects else number, "/".join(cells) or t.NOTHING, tuple(effects))
