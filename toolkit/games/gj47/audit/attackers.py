"""Who may have attacked what, where the log shows a die and its results only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from toolkit.games.gj47.audit.fights import Fight
from toolkit.games.gj47.audit.records import Drag, FortSeen, Turned
from toolkit.games.gj47.rules.activation import GERMANS, may_act
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.odds import river_factor
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import IMPASSABLE
from toolkit.games.gj47.rules.units import Owner

_MOST = 9


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What the other battles of a segment show: hexes attacked in them, and units that fought there."""

    hexes: frozenset[int] = frozenset()
    units: frozenset[int] = frozenset()


def elsewhere(position: Position, fights: Iterable[Fight], fight: Fight, owner: Owner) -> Elsewhere:
    """Return what all battles but one show."""
    hexes: set[int] = set()
    units: set[int] = set()
    for other in fights:
        if other is not fight:
            hexes |= {other.target} if other.target != OFF_MAP else set(hit(position, other, owner))
            units |= {*other.attackers, *_certain(position, other, owner)}
    return Elsewhere(frozenset(hexes), frozenset(units))


def hit(position: Position, fight: Fight, owner: Owner) -> list[int]:
    """Return the hexes in which the other side lost something, or out of which it went."""
    units = position.data.units
    left: dict[int, int] = {}
    for effect in fight.effects:
        if isinstance(effect, Drag):
            left.setdefault(effect.unit, effect.origin)
    found = (
        e.hex if isinstance(e, FortSeen) else left.get(e.unit, position.hex_of[e.unit])
        for e in fight.effects
        if isinstance(e, FortSeen) or units[e.unit].owner is not owner
    )
    return [h for h in dict.fromkeys(found) if h != OFF_MAP]


def targets(position: Position, fight: Fight, owner: Owner, others: Elsewhere) -> list[int]:
    """Return the hexes that may have been attacked, the likeliest first.

    Where units of the other side lost steps or went away, it is theirs; else any hex with an enemy beside a
    unit that may attack, those last which another battle shows as attacked.
    """
    shown = hit(position, fight, owner)
    if shown:
        return shown
    fixed = _certain(position, fight, owner)
    near = {
        n
        for unit in (fixed or _eligible(position, owner))
        for n, _ in position.data.board.steps[position.hex_of[unit]]
        if position.present[owner.enemy][n] or (owner is Owner.AXIS and n in position.forts)
    }
    entered = [e.target for e in fight.effects if isinstance(e, Drag) and e.target >= 0]
    return sorted(near, key=lambda h: (h in others.hexes, h not in entered, h))


def _certain(position: Position, fight: Fight, owner: Owner) -> list[int]:
    """Return the units that surely attacked: they lost steps or advanced."""
    units = position.data.units
    found = [e.unit for e in fight.effects if isinstance(e, Drag | Turned) and units[e.unit].owner is owner]
    return [unit for unit in dict.fromkeys(found) if position.hex_of[unit] != OFF_MAP]


def _eligible(position: Position, owner: Owner) -> list[int]:
    """Return the units that may attack at all: activated under some reading, not yet in a battle."""
    fought = {unit for battle in position.command.battles for unit in battle.attackers}
    return [unit for unit in position.on_map(owner) if unit not in fought and may_act(position, unit)]


def attacker_sets(
    position: Position, fight: Fight, target: int, owner: Owner, others: Elsewhere
) -> Iterator[tuple[int, ...]]:
    """Yield the sets of units that may have attacked a hex, all of them together first.

    Sets of the same strength, over rivers and else, are alike and come once.
    """
    board, units = position.data.board, position.data.units
    certain = _certain(position, fight, owner)
    near = {n: features for n, features in board.steps[target] if not features & IMPASSABLE}
    rest = [
        unit
        for unit in _eligible(position, owner)
        if position.hex_of[unit] in near and unit not in certain and units[unit].attack[0] > 0
    ]
    rest.sort(key=lambda unit: (unit in others.units, -position.attack(unit)))
    seen: set[tuple[object, ...]] = set()
    for along in ((), *_germans_unseen(position, {*certain, *rest}, near)):
        for size in range(min(len(rest), _MOST), -1, -1):
            for chosen in combinations(rest[:_MOST], size):
                attackers = (*certain, *chosen, *along)
                key = _strengths(position, attackers, target)
                if attackers and key not in seen:
                    seen.add(key)
                    yield attackers


def _germans_unseen(
    position: Position, attackers: Collection[int], near: Mapping[int, object]
) -> Iterator[tuple[int, ...]]:
    """Yield the Germans beside a hex that an allied headquarters may have taken along unseen (8.3(2))."""
    command, units = position.command, position.data.units
    if command.hq is None or not units[command.hq].allied:
        return
    taken = {*attackers, *(unit for battle in command.battles for unit in battle.attackers)}
    there = [
        unit
        for unit in position.on_map(Owner.AXIS)
        if units[unit].german and position.hex_of[unit] in near and unit not in taken
    ]
    taking = position.copy()
    taking.set_command(replace(command, germans=(*command.germans, *there)))
    there = [unit for unit in there if may_act(taking, unit)]
    for size in range(1, GERMANS - len(command.germans) + 1):
        yield from combinations(there, size)


def _strengths(position: Position, attackers: tuple[int, ...], target: int) -> tuple[object, ...]:
    whole = 0
    halved: list[tuple[int, int]] = []
    for unit in attackers:
        h = position.hex_of[unit]
        if river_factor(position, h, target) == 1:
            whole += position.attack(unit)
        else:
            halved.append((h, position.attack(unit)))
    return (whole, tuple(sorted(halved)))
