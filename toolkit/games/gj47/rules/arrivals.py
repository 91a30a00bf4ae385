"""Chapter 12.1: where reinforcements are placed, and with which face."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import STACKING_LIMIT, in_enemy_zoc
from toolkit.games.gj47.rules.control import holds
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.railway import rail_line, rail_starts
from toolkit.games.gj47.rules.readings import Asked, Reading, settle
from toolkit.games.gj47.rules.terrain import RAIL
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings


@judges("3.1(1)")
def room_in_the_hex(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the stack that an arrival joins: reinforcements are placed within the limit (3.1(3))."""
    owner = position.data.units[action.unit].owner
    if position.present[owner][action.hex] < STACKING_LIMIT:
        return None
    if action.hex in position.forts and not rulings.says("U-41", "no-reinforcements"):
        return None
    return "two units stand in the hex already"


@judges("3.1(2)")
def no_enemy_in_the_hex(position: Position, action: a.Enter, _rulings: Rulings) -> str | None:
    """Judge whether an arrival is placed on an enemy unit."""
    enemy = position.data.units[action.unit].owner.enemy
    return "an enemy unit stands in the hex" if position.present[enemy][action.hex] else None


def has_room(position: Position, owner: Owner, rulings: Rulings) -> bool:
    """Return whether a unit of a side can be placed anywhere now."""
    own = position.data.own[owner]
    return bool(own) and next(_open_hexes(position, own[0], rulings), None) is not None


@rule("12.1", "Reinforcements arrive on the map by rail.", Kind.PROCEDURE)
def places(position: Position, unit: int, rulings: Rulings) -> tuple[int, ...]:
    """Return the hexes where a unit can arrive now.

    Checks: Lines 1 and 2, and the stacking limit.
    Legal: A division placed in Kursk, where one unit stands.
    Illegal: A division placed two hexes from the railway.
    """
    return tuple(_open_hexes(position, unit, rulings))


def _open_hexes(position: Position, unit: int, rulings: Rulings) -> Iterator[int]:
    """Yield the hexes where a unit can arrive now."""
    owner = position.data.units[unit].owner
    found = settle(rulings, lambda reading: rail_line(position, owner, reading, rulings))
    for h, reached in enumerate(found):
        if reached and room_in_the_hex(position, a.Enter(unit, h), rulings) is None:
            yield h


@rule(
    "12.1(1)",
    "They are placed on a rail hex that unbroken railway connects to an own source, free of enemy zones.",
    Kind.RESTRICTION,
)
def by_unbroken_rail(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the railway on which a unit arrives.

    Checks: That the hex has a railway, and every rail hex on the way from a source is free: no enemy unit, no
    town under enemy control, no enemy zone of control, whether an own unit stands in it or not. Range of a
    headquarters is not asked.
    Legal: A rifle division in Stalingrad, the railway from the Volga open.
    Illegal: The same while an Axis division stands beside the railway on the way, although a Soviet unit
    holds the hex.
    Unclear: U-15, U-22, U-37: how far zones reach. U-56: impassable sides, sources near enemies. U-63: a zone
    has no effect in a fort's hex.
    """
    owner = position.data.units[action.unit].owner
    board = position.data.board
    if not board.on_line(action.hex, RAIL):
        return "no railway in the hex"

    def open_way(reading: Reading) -> bool:
        found = rail_line(position, owner, reading, rulings)
        # What bars the hex itself is for 12.1(2) to say.
        return bool(found[action.hex]) or rail_starts(position, owner, action.hex, found, reading)

    return None if settle(rulings, open_way) else "no unbroken railway leads there from an own source"


@rule(
    "12.1(2)", "Not in enemy zones of control, nor in towns and cities under enemy control.", Kind.RESTRICTION
)
def not_beside_the_enemy(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the hex in which a unit arrives.

    Checks: Zones of control of the other side over the hex, own units in it or not, and who controls its
    town.
    Legal: A rifle division in a fort's hex beside a panzer division.
    Illegal: A rifle division in a town beside a panzer division, or in a town that the Axis passed last.
    Unclear: U-15, U-22, U-37: how far zones reach. U-33: who controls a town after a retreat. U-63, which the
    text settles: a fort's hex.
    """
    owner = position.data.units[action.unit].owner
    if action.hex in position.data.board.towns and holds(position, owner.enemy, action.hex, rulings):
        return "the enemy controls the town"
    if in_enemy_zoc(position, owner, action.hex, Asked(rulings)):
        return "an enemy zone of control"
    return None


@rule("12.1(3)", "They arrive at full strength.", Kind.RESTRICTION)
def at_full_strength(position: Position, action: a.Enter, _rulings: Rulings) -> str | None:
    """Judge the face of an arrival that does not come from the rail box.

    Checks: The side of the counter that is up when it is placed.
    Legal: A tank corps with its full face.
    Illegal: A tank corps with its reduced face.
    Unclear: None. Units of the rail box keep their face (12.4).
    """
    if action.reduced and position.box_of[action.unit] is not Box.RAIL:
        return "a reinforcement arrives reduced"
    return None
