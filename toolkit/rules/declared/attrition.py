"""Losses of units without supply, in the phases that are for it."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.supply import has_lacked, in_touch
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.lines import Attrition
from toolkit.rules.rulings import Rulings


def to_lose(position: Position, unit: str, rulings: Rulings) -> tuple[str, int]:
    """Return by which clause a unit loses steps for want of a line, and how many still; ("", 0) for none."""
    found = position.units[unit]
    for clause in position.holding(Attrition):
        rule = clause.rule
        if not rule.units.take(found) or not position.on_map(unit):
            continue
        if in_touch(position, position.where[unit], rule.line, found.side, rulings):
            continue
        if not has_lacked(position, found, clause, rulings):
            continue
        if rule.lose == "all":
            return clause.number, position.steps[unit]
        left = rule.lose - position.starved.get(unit, 0)
        if left > 0:
            return clause.number, min(left, position.steps[unit])
    return "", 0


def judge_starving(position: Position, action: a.Lose | a.Eliminate, rulings: Rulings) -> Iterator[Breach]:
    """Yield what a loss in such a phase breaks."""
    number, most = to_lose(position, action.unit, rulings)
    steps = action.steps if isinstance(action, a.Lose) else position.steps[action.unit]
    if not 1 <= steps <= most:
        text = f"{position.name(action.unit)} loses {most} step{'s' * (most != 1)} in this phase, not {steps}"
        yield Breach(number or position.number(Attrition), text)


def judge_starving_end(position: Position, side: str, rulings: Rulings) -> Iterator[Breach]:
    """Yield the losses that lack when a side ends such a phase."""
    for unit, found in position.units.items():
        number, left = to_lose(position, unit, rulings) if found.side == side else ("", 0)
        if left:
            yield Breach(number, f"{position.name(unit)} has no line and loses {left} more")


def starving(position: Position, sides: list[str], rulings: Rulings) -> Iterator[a.Action]:
    """Yield the losses that are due."""
    for unit, found in position.units.items():
        if found.side in sides and to_lose(position, unit, rulings)[1]:
            yield a.Lose(unit, 1)
