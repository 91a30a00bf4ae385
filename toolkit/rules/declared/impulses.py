"""Impulses: in some phases the sides act in turn, each unit in one impulse of the phase."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.sequence import Chits, Impulses


def impulses(position: Position) -> Numbered[Impulses] | None:
    """Return the clause by which the phase runs in impulses, None when it does not."""
    phase = position.phase.id
    return next((c for c in position.rules.of(Impulses) if phase in c.rule.phases), None)


def open_phase(position: Position) -> None:
    """Let the first side begin where a phase runs in impulses, and nobody where a chit is drawn first."""
    if impulses(position) is not None:
        position.ended = set(position.phase.sides[1:])
    elif position.now(Chits) is not None:
        position.ended = set(position.phase.sides)


def acts(position: Position, units: tuple[str, ...]) -> None:
    """Note that units act in the impulse."""
    if impulses(position) is not None:
        for unit in units:
            position.acted.setdefault(unit, (position.impulse, position.where[unit]))


def acting(position: Position, side: str) -> dict[str, str]:
    """Return the units of a side that have acted in this impulse, with the places in which they began it."""
    acted = position.acted.items()
    return {
        unit: start
        for unit, (number, start) in acted
        if number == position.impulse and position.units[unit].side == side
    }


def judge_impulse(position: Position, units: tuple[str, ...]) -> Iterator[Breach]:
    """Yield what it breaks that units act in the impulse."""
    found = impulses(position)
    if found is None:
        return
    now = acting(position, position.units[units[0]].side) if units else {}
    for unit in units:
        if unit not in now and unit in position.acted:
            yield Breach(found.number, f"{position.name(unit)} has acted in an earlier impulse")
    now |= {unit: position.where[unit] for unit in units if unit not in now}
    places = sorted(set(now.values()))
    if found.rule.one_place and len(places) > 1:
        text = f"the units of an impulse begin it in one place, not in {position.listed(places, 'and')}"
        yield Breach(found.number, text)
    if found.rule.units is not None and len(now) > found.rule.units:
        yield Breach(found.number, f"{len(now)} units act in one impulse; at most {found.rule.units}")


def end_impulse(position: Position, side: str) -> bool:
    """End the impulse of a side; return whether the phase is over with it."""
    found = impulses(position)
    if found is None:
        return False
    position.passes = 0 if acting(position, side) else position.passes + 1
    position.impulse += 1
    position.current = None
    sides = position.phase.sides
    following = sides[(sides.index(side) + 1) % len(sides)]
    position.ended = set(sides) - {following}
    return position.passes >= len(sides) or position.impulse == found.rule.most
