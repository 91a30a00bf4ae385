"""Judging what units take on: they dig in, or a result puts them in disorder."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.status import Status
from toolkit.rules.rulings import Rulings


def status_of(position: Position, id: str) -> Numbered[Status] | None:
    """Return the clause of a status, None for a word that is none."""
    return next((clause for clause in position.rules.of(Status) if clause.rule.id == id), None)


def is_asked(position: Position, action: a.Change, rulings: Rulings) -> bool:
    """Return whether a result asks for a change."""
    found = owed(position, position.battle, rulings)
    asked = found is not None and found.what == "change" and action.unit in found.units
    return asked and found is not None and action.status == found.status


def judge_change(position: Position, action: a.Change) -> Iterator[Breach]:
    """Yield what a change breaks that no result asks for."""
    now = position.status.get(action.unit, "")
    clause = status_of(position, action.status or now)
    name, word = position.name(action.unit), _word(action.status or now)
    if clause is None or now == action.status:
        yield Breach(
            position.number(Status), f"{name} is in {word} already" if now else f"there is no {word}"
        )
        return
    unit = position.units[action.unit]
    acts = unit.side in position.phase.sides and unit.side not in position.ended
    if not acts or not clause.rule.offered(position.phase.id, unit):
        yield Breach(clause.number, f"{name} does not change to or from {word} in this phase by choice")
    if action.status and now:
        yield Breach(clause.number, f"{name} is in {_word(now)}")
    if action.status and clause.rule.comes_after(position.doings.get(action.unit, ())):
        yield Breach(clause.number, f"after what {name} did in this turn it does not take on {word}")
    if not position.on_map(action.unit):
        yield Breach(clause.number, f"{name} is not on the map")


def changes(position: Position, sides: list[str]) -> Iterator[a.Change]:
    """Yield what units may take on in the phase."""
    for id, unit in position.units.items():
        if unit.side in sides and position.on_map(id):
            for clause in position.rules.of(Status):
                if clause.rule.offered(position.phase.id, unit):
                    yield a.Change(id, clause.rule.id)


def end_with_phase(position: Position) -> None:
    """End what ends with the phase, for the units of those who act in it."""
    for unit, word in list(position.status.items()):
        clause = status_of(position, word)
        over = clause is not None and position.phase.id in clause.rule.ends_in
        if over and position.units[unit].side in position.phase.sides:
            del position.status[unit]


def _word(status: str) -> str:
    return f"'{status.replace('_', ' ')}'" if status else "status"
