"""Hidden units: when they are shown, and what becomes of those that are nothing."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import engaged, fought
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.forces import ELIMINATED
from toolkit.rules.mechanisms.hidden import Hidden
from toolkit.rules.mechanisms.tables import Side

_SIDES: tuple[Side, Side] = ("attacker", "defender")


def clause_of(position: Position, unit: str) -> Numbered[Hidden] | None:
    """Return the clause by which a unit lies hidden at first, None for one that never does."""
    fitting = (c for c in position.rules.of(Hidden) if c.rule.units.take(position.units[unit]))
    return next(fitting, None)


def to_show(position: Position, battle: Battle) -> list[str]:
    """Return the hidden units that are shown before a declared battle is rolled."""
    if not battle.waits or not position.hidden:
        return []
    found = fought(position, battle)
    units: list[str] = []
    attack, defence = (found.support_of(position, of) for of in _SIDES)
    for part, group in (("attack", found.attackers + attack), ("defend", found.defenders + defence)):
        for unit, _, _ in group:
            clause = clause_of(position, unit) if unit in position.hidden else None
            if clause is not None and part in clause.rule.fighting:
                units.append(unit)
    return units


def is_blank(position: Position, unit: str) -> bool:
    """Return whether a unit on the map was shown to be nothing."""
    if unit in position.hidden or unit not in position.units or not position.on_map(unit):
        return False
    clause = clause_of(position, unit)
    return clause is not None and clause.rule.is_blank(position.units[unit])


def shown_blanks(position: Position) -> Iterator[tuple[str, str]]:
    """Yield units that were shown to be nothing and are still there, with the numbers of their clauses."""
    for clause in position.rules.of(Hidden):
        for unit, known in position.units.items() if clause.rule.blanks is not None else ():
            if clause.rule.is_blank(known) and is_blank(position, unit):
                yield unit, clause.number


def judge_reveal(position: Position, action: a.Reveal) -> Iterator[Breach]:
    """Yield what it breaks that a unit is shown."""
    clause, name = clause_of(position, action.unit), position.name(action.unit)
    if clause is None or action.unit not in position.hidden or not position.on_map(action.unit):
        number = position.rules.number(Hidden) if clause is None else clause.number
        yield Breach(number, f"{name} is not hidden on the map")
        return
    if any(action.unit in to_show(position, battle) for battle in position.battles):
        return
    side = position.units[action.unit].side
    acts = side in position.phase.sides and side not in position.ended
    if not (clause.rule.by_choice and acts):
        yield Breach(clause.number, f"nothing asks {name} to be shown now")


def judge_unseen(position: Position, battle: Battle) -> Iterator[Breach]:
    """Yield what it breaks that a battle is rolled while units of it are hidden, or nothing at all."""
    for unit in to_show(position, battle):
        clause = clause_of(position, unit)
        assert clause is not None
        yield Breach(clause.number, f"{position.name(unit)} is shown before the roll")
    yield from judge_blanks(position)


def judge_blanks(position: Position) -> Iterator[Breach]:
    """Yield what it breaks that shown units which are nothing are left on the map."""
    for unit, number in shown_blanks(position):
        yield Breach(number, f"{position.name(unit)} is removed first")


def remove_blank(position: Position, unit: str) -> None:
    """Remove a unit that is nothing; a battle of which no side is left is decided by that."""
    position.steps[unit] = 0
    position.put(unit, ELIMINATED)
    for index, battle in enumerate(position.battles):
        after = engaged(position, battle.attackers, battle.targets)
        if battle.waits and not (after.attackers and after.defenders):
            battle.engagement, position.current = after, index


def showing(position: Position) -> Iterator[a.Action]:
    """Yield what has to be shown before battles are rolled, and what is removed."""
    yield from (a.Eliminate(unit) for unit, _ in shown_blanks(position))
    for battle in position.battles:
        yield from (a.Reveal(unit) for unit in to_show(position, battle))
