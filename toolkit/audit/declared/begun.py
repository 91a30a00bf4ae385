"""Battles that were declared before a log begins: what keys wrote on their units shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.audit.decisions.records import Laid
from toolkit.audit.facts import number
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.game import apply
from toolkit.rules.mechanisms.unit_dice import UnitDice

SEQ = "Seq"


@dataclass(frozen=True, slots=True)
class Begun:
    """A battle that was declared.

    Attributes
    ----------
    number : int
        Which keys wrote.
    throws : tuple of (str, tuple of int)
        Units that have thrown dice of their own, "" for a roll on the table, and the dice.
    """

    number: int
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    supporters: tuple[str, ...]
    throws: tuple[tuple[str, tuple[int, ...]], ...]


def begun(begin: Laid, position: Position) -> list[Begun]:
    """Return the battles that a table shows, in the order in which they were rolled."""
    if "fight" not in position.phase.does:
        return []
    marked: dict[int, list[str]] = {}
    supporters: dict[int, list[str]] = {}
    for unit in sorted(position.units, key=lambda unit: number(begin.value(unit, SEQ))):
        for battles, what in ((marked, g.BATTLE), (supporters, g.SUPPORTS)):
            if battle := number(begin.value(unit, what)):
                battles.setdefault(battle, []).append(unit)
    return [_battle(begin, position, *one, supporters.get(one[0], [])) for one in marked.items()]


def _battle(begin: Laid, position: Position, battle: int, units: list[str], supporters: list[str]) -> Begun:
    def having(role: str) -> Iterator[str]:
        return (unit for unit in units if begin.value(unit, g.ROLE) == role)

    throws = []
    alone = (unit for unit in supporters if not number(begin.value(unit, g.BATTLE)))
    for unit in (*units, *alone):
        dice = tuple(map(number, begin.value(unit, g.DICE).split(",")))
        if any(dice):
            throws.append((unit if position.holding(UnitDice) else "", dice))
    targets = tuple(dict.fromkeys(position.where[unit] for unit in having(g.DEFENDER)))
    return Begun(battle, targets, tuple(having(g.ATTACKER)), tuple(supporters), tuple(throws))


def fight(position: Position, battle: Begun, *, settled: bool) -> None:
    """Let a battle be rolled as its dice show; `settled`: what its result asked for has been done."""
    apply(position, a.Attack(battle.attackers, battle.targets))
    for unit in battle.supporters:
        apply(position, a.Support(unit, battle.targets))
    for unit, dice in battle.throws:
        apply(position, a.Roll(battle.targets, dice, unit))
    if settled:
        position.current = None
