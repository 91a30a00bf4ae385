"""Chits: in some phases a cup says who acts next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolkit.rules.declared.actions import Draw
from toolkit.rules.declared.position import Position
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.sequence import Chit, Chits


def known(position: Position, id: str) -> Chit | None:
    """Return a chit of the phase, None for an id that none has."""
    cup = position.now(Chits)
    return None if cup is None else next((chit for chit in cup.rule.chits if chit.id == id), None)


def left(position: Position) -> list[str]:
    """Return the chits that are still in the cup of the phase."""
    cup = position.now(Chits)
    if cup is None:
        return []
    return sorted((Counter(cup.rule.drawn_from) - Counter(position.drawn)).elements())


def acting(position: Position) -> Chit | None:
    """Return the chit whose units act now, None between two chits."""
    return known(position, position.drawn[-1]) if position.drawn and position.is_acting else None


def bars(position: Position, unit: str) -> Iterator[Breach]:
    """Yield the clause by which a unit waits for its chit."""
    cup = position.now(Chits)
    chit = acting(position)
    if cup is not None and (chit is None or chit.units is None or not chit.units.take(position.units[unit])):
        yield Breach(cup.number, f"the chit of {position.name(unit)} is not drawn")


def judge_draw(position: Position, action: Draw) -> Iterator[Breach]:
    """Yield what it breaks to draw a chit; one that was drawn before is put back."""
    cup = position.now(Chits)
    if cup is None:
        return
    if known(position, action.chit) is None:
        yield Breach(cup.number, f"there is no chit {action.chit}")
    if acting(position) is not None:
        yield Breach(cup.number, "whom the chit before names has not ended")


def judge_left(position: Position) -> Iterator[Breach]:
    """Yield what it breaks that a phase ends while chits are in its cup."""
    cup = position.now(Chits)
    if cup is not None and acting(position) is None:
        yield Breach(cup.number, "chits are left in the cup")


def draw(position: Position, id: str) -> bool:
    """Draw a chit; return whether the phase is over with it."""
    chit = known(position, id)
    if chit is None or id not in left(position):
        return False
    position.drawn.append(id)
    position.begin_again()
    sides = {
        unit.side for unit in position.units.values() if chit.units is not None and chit.units.take(unit)
    }
    position.ended = set(position.phase.sides) - sides
    position.is_acting = not position.ended.issuperset(position.phase.sides)
    return chit.ends or _is_spent(position)


def end_chit(position: Position, side: str) -> bool:
    """End what a side does by the chit drawn last; return whether the phase is over with it."""
    if not position.is_acting:
        # Who goes on without the chits that are left ends the phase, legal or not.
        return True
    position.ended.add(side)
    if position.ended.issuperset(position.phase.sides):
        position.is_acting = False
        position.begin_again()
    return _is_spent(position)


def _is_spent(position: Position) -> bool:
    return not position.is_acting and not left(position)
