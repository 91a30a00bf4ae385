"""Attacks that have to be made before a phase ends."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.rules.declared.fighting import (
    cannot,
    has_attacked,
    is_beside,
    may_attack,
    too_weak,
    was_attacked,
)
from toolkit.rules.declared.position import Position
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms.forces import enemies_in
from toolkit.rules.mechanisms.zones import Zones
from toolkit.rules.rulings import Rulings


def judge_obligations(position: Position, side: str, rulings: Rulings) -> Iterator[Breach]:
    """Yield attacks that have to be made, as far as they can or could be."""
    for clause in position.holding(c.MustAttack):
        missed = list(open_attacks(position, side, rulings))
        if clause.rule.who == "enemies":
            missed += _spared(position, side, rulings)
        for unit, place in missed:
            binds = not clause.rule.in_zone or in_zone_of(position, unit, place)
            if binds and clause.rule.units.take(position.units[unit]):
                one, other = position.name(unit), position.name(place)
                which = one if clause.rule.who == "units" else other
                yield Breach(clause.number, f"{which} is left out: {one} can attack {other}")
                break


def in_zone_of(position: Position, unit: str, place: str) -> bool:
    """Return whether a unit stands in the zone of an enemy in a place."""
    enemies = [position.units[other] for other in enemies_in(position, place, position.units[unit].side)]
    zones = [zone.rule for zone in position.holding(Zones) if any(map(zone.rule.units.take, enemies))]
    return any(zone.reach(position, place, position.where[unit]) for zone in zones)


def _spared(position: Position, side: str, rulings: Rulings) -> Iterator[tuple[str, str]]:
    """Yield enemies that were not attacked though attackers of others could have done it, or done both.

    One of several attackers could have turned to them; where a battle may be about several places, so could
    attackers that are all beside them.  Who moved since, on either side, may not have been able to.
    """
    moved = {unit for battle in position.battles for unit in (*battle.retreated, *battle.advanced)}
    size = position.rule(c.BattleSize, c.BattleSize()).targets
    for battle in position.battles:
        here = [u for u in battle.attackers if position.on_map(u) and position.units[u].side == side]
        if not here or moved.intersection(here):
            continue
        room = (size is None or len(battle.targets) < size) and len(here) == len(battle.attackers)
        for place in _around(position, here):
            beside = [unit for unit in here if is_beside(position, unit, place)]
            spared = not was_attacked(position, place, beside) and moved.isdisjoint(position.stack(place))
            able = len(battle.attackers) > 1 or (room and len(beside) == len(here))
            able &= bool(beside) and not cannot(position, beside[0], (place,), rulings, tuple(beside))
            if spared and able and not too_weak(position, tuple(beside), (place,), rulings):
                yield beside[0], place


def _around(position: Position, units: list[str]) -> list[str]:
    near = position.board.neighbours
    return list(dict.fromkeys(place for unit in units for place in near.get(position.where[unit], ())))


def open_attacks(position: Position, side: str, rulings: Rulings) -> list[tuple[str, str]]:
    """Return units that have not attacked, with enemies beside them that were not and can be attacked."""
    found: dict[str, list[str]] = {}
    for unit, known in position.units.items():
        if known.side != side or not position.on_map(unit) or has_attacked(position, unit):
            continue
        near = (*position.board.neighbours.get(position.where[unit], ()), position.where[unit])
        places = [p for p in near if is_beside(position, unit, p) and not was_attacked(position, p, (unit,))]
        if places and may_attack(position, unit, rulings):
            for place in places:
                found.setdefault(place, []).append(unit)
    return [
        (unit, place)
        for place, units in found.items()
        if not too_weak(position, tuple(units), (place,), rulings)
        for unit in units
        if not cannot(position, unit, (place,), rulings, tuple(units))
    ]
