"""Who may act in a phase at all, and whether there is room where a unit ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from toolkit.rules.declared.position import Position
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.sequence import NotAfter, PhaseUnits
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.status import Status


def no_actor(position: Position, unit: str, what: Literal["move", "attack", "support"]) -> Iterator[Breach]:
    """Yield the clauses by which a unit does not move, attack or support in the phase."""
    side = position.units[unit].side
    # Who acts in a phase binds those whose phase it is, not who helps others in it.
    for only in position.rules.of(PhaseUnits) if what != "support" else ():
        if only.rule.bars(position.phase.id, position.units[unit]):
            yield Breach(
                only.number, f"{position.name(unit)} does not act in {position.name(position.phase.id)}"
            )
        elif only.rule.limit is not None and position.phase.id in only.rule.phases:
            busy = {other for battle in position.battles for other in battle.attackers} | set(position.trails)
            count = sum(position.units[other].side == side for other in busy | {unit})
            if count > only.rule.limit:
                yield Breach(
                    only.number,
                    f"{only.rule.limit} may act in {position.name(position.phase.id)}, and others have",
                )
    for status in position.rules.of(Status):
        if status.rule.id == position.status.get(unit) and what in status.rule.bars:
            yield Breach(status.number, f"{position.name(unit)} is in {status.rule.id.replace('_', ' ')}")
    doings = position.doings.get(unit, ())
    for bar in position.holding(NotAfter) if doings else ():
        if what in bar.rule.then and bar.rule.bars(position.units[unit], doings):
            yield Breach(bar.number, f"{position.name(unit)} may not do so after what it did in this turn")


def crowding(position: Position, unit: str, place: str) -> Iterator[Breach]:
    """Yield the stacking clauses that a unit breaks which ends a move in a place."""
    if place not in position.board.places:
        return
    for stack in position.rules.of(Stacking):
        if stack.rule.at == "move" and not stack.rule.holds(position, place, position.units[unit].side, unit):
            yield Breach(stack.number, f"too many in {position.name(place)}")
