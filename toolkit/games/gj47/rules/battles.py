"""What combat needs to know of a battle at a moment: who attacks, who is in the hex, how far it has gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Battle
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import ROAD, Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings


def chit_owner(position: Position) -> Owner | None:
    """Return whose chit is in play, None when nobody's is."""
    command = position.turn.command
    chit = None if command is None else position.data.chits.get(command.chit)
    return None if chit is None else chit.owner


def attacking_side(position: Position, battle: Battle) -> Owner:
    """Return the attacker of a battle: whose chit is in play, else the owner of its first attacker."""
    command, units = position.turn.command, position.data.units
    if command is not None and command.hq is not None:
        return units[command.hq].owner
    side = chit_owner(position)
    if side is not None:
        return side
    return units[battle.attackers[0]].owner if battle.attackers else Owner.AXIS


def units_in(position: Position, h: int, owner: Owner) -> tuple[int, ...]:
    """Return the units of a side in a hex."""
    if h < 0 or not position.present[owner][h]:
        return ()
    return tuple(unit for unit in position.stacks[h] if position.data.units[unit].owner is owner)


def occupied(position: Position, h: int, owner: Owner) -> bool:
    """Return whether a side has something in a hex that can be attacked: a unit, or a fort (14.2(6))."""
    if h < 0:
        return False
    return bool(position.present[owner][h]) or (owner is Owner.SOVIET and h in position.forts)


def defenders_of(position: Position, battle: Battle) -> tuple[int, ...]:
    """Return the units attacked: those of the moment when the die was thrown, before it those there now."""
    if battle.die or battle.defenders:
        return battle.defenders
    return units_in(position, battle.target, attacking_side(position, battle).enemy)


def newcomers(position: Position, battle: Battle) -> frozenset[int]:
    """Return those of the defenders that retreated into the hex in this segment (10.3(1)2)."""
    if battle.die or battle.defenders:
        return battle.retreated_in
    return frozenset(defenders_of(position, battle)) & position.command.retreats


def fort_of(position: Position, battle: Battle) -> int:
    """Return the level of the fort attacked, 0 for none; only the Axis attacks forts."""
    if battle.die or battle.defenders:
        return battle.fort
    if attacking_side(position, battle) is Owner.SOVIET:
        return 0
    return position.forts.get(battle.target, 0)


def origin_of(position: Position, battle: Battle, unit: int) -> int:
    """Return the hex out of which a unit attacks."""
    if unit in battle.attackers and len(battle.origins) == len(battle.attackers):
        return battle.origins[battle.attackers.index(unit)]
    return position.hex_of[unit]


def face(position: Position, battle: Battle, unit: int) -> int:
    """Return 1 when a unit fights with its reduced face: the one it had when the die was thrown."""
    order = (*battle.attackers, *battle.defenders)
    if len(battle.faces) == len(order) and unit in order:
        return battle.faces[order.index(unit)]
    return position.reduced[unit]


def steps_left(position: Position, unit: int) -> int:
    """Return how many steps a unit can still lose."""
    if position.hex_of[unit] == OFF_MAP:
        return 0
    return 2 if position.data.units[unit].steps > 1 and not position.reduced[unit] else 1


def still_there(position: Position, battle: Battle) -> tuple[int, ...]:
    """Return the defenders that are in the hex attacked now."""
    return tuple(u for u in defenders_of(position, battle) if position.hex_of[u] == battle.target)


def open_battles(position: Position) -> tuple[Battle, ...]:
    """Return the battles whose die is thrown and that are not over."""
    return tuple(battle for battle in position.command.battles if battle.die and not battle.closed)


def left_behind(position: Position, action: a.CloseBattle | a.Roll | a.EndCommand) -> tuple[Battle, ...]:
    """Return the battles that an action ends: the one it names, those before the next die, or all."""
    if isinstance(action, a.CloseBattle):
        battle = position.command.battle(action.target)
        return () if battle is None or battle.closed else (battle,)
    following = action.target if isinstance(action, a.Roll) else None
    return tuple(battle for battle in open_battles(position) if battle.target != following)


def steps_along(position: Position, path: Sequence[int]) -> tuple[tuple[int, int, int, int], ...]:
    """Return number (0 = first), hex left, hex entered and features of the hexside of each step of a path.

    Jumps and steps over the edge of the map are left out.
    """
    found = []
    for step, (origin, h) in enumerate(pairwise(path)):
        features = position.data.board.features(origin, h) if origin >= 0 else None
        if features is not None:
            found.append((step, origin, h, features))
    return tuple(found)


def mountain_closed(position: Position, unit: int, h: int, features: int, rulings: Rulings) -> bool:
    """Return whether hex `h` is a mountain closed to a unit that retreats or advances into it (U-20)."""
    if position.data.board.terrain[h] != Terrain.MOUNTAIN or features & ROAD:
        return False
    return not position.data.units[unit].mountain and rulings.says("U-20", "prohibited")


def name(position: Position, unit: int) -> str:
    """Return how people call a unit."""
    kind = position.data.units[unit]
    return kind.name or kind.id


def number(position: Position, h: int) -> str:
    """Return the printed number of a hex."""
    return "off the map" if h == OFF_MAP else position.data.board.numbers[h]
