"""Chapter 4: the set-up.

A unit's place is judged when it is put there, what only the whole shows (empty set-up hexes, stacks, units
left over) when its player has finished: until then everything can be moved about.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import STACKING_LIMIT
from toolkit.games.gj47.rules.battles import name, number, units_in
from toolkit.games.gj47.rules.control import holds
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.set_up_hexes import (
    ARMY_HEXES,
    FRONT,
    SECOND,
    hexes_of,
    left_over,
    mixed,
    symbols,
)
from toolkit.games.gj47.rules.terrain import Terrain
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


def room_for(position: Position, unit: int, rulings: Rulings) -> tuple[int, ...]:
    """Return the hexes in which a unit may be put as the others stand, within its own rule and stacking."""
    kind, board = position.data.units[unit], position.data.board
    marked = hexes_of(board, *ARMY_HEXES, "hq", FRONT)
    hexes = sorted(board.towns) if kind.assignment == SECOND else marked
    places = (a.Place(unit, h) for h in hexes if _has_room(position, kind, h))
    judges = (headquarters_in_place, axis_by_armies, front_line, second_line, pool_waits)
    fits = (p for p in places if all(judge(position, p, rulings) is None for judge in judges))
    return tuple(place.hex for place in fits)


def _has_room(position: Position, kind: UnitType, h: int) -> bool:
    there = [position.data.units[u] for u in position.stacks[h]]
    if kind.assignment == SECOND:
        return not there
    if any(other.assignment == SECOND for other in there):
        return False
    if kind.assignment == FRONT:
        return not any(other.assignment == FRONT for other in there) and len(there) < STACKING_LIMIT
    return len(there) < STACKING_LIMIT and not any(mixed(kind, other) for other in there)


# -- 4.0 --------------------------------------------------------------------------------------------------


@rule("4.0", "Both players set their units up; first the Axis, then the Soviets.", Kind.SETUP)
def in_order(position: Position, action: a.Place | a.EndSetUp, rulings: Rulings) -> str | None:
    """Judge the order of the set-up.

    Checks: That nobody places a unit after having finished, in the sea, or off the map; that the second
    player does not finish before the first.
    Legal: The Axis has finished, the Soviet player places the second line.
    Illegal: The Axis moves a panzer division after seeing the Soviet second line.
    Unclear: U-47: who sets up first.
    """
    ready = position.turn.ready
    if isinstance(action, a.Place):
        if action.hex == OFF_MAP or position.data.board.terrain[action.hex] == Terrain.SEA:
            return "units are set up on land"
        owner = position.data.units[action.unit].owner
        return "the set-up of this side is finished" if owner in ready else None
    if action.owner in ready:
        return "the set-up of this side is finished already"
    if action.owner.enemy in ready:
        return None
    first = Owner.SOVIET if rulings.says("U-47", "soviet-first") else Owner.AXIS
    return None if action.owner is first else "the other side sets up first"


@rule("4.0(1)", "The players choose sides.", Kind.SETUP)
def sides() -> tuple[Owner, ...]:
    """Return the sides that players choose from; the game begins when each is set up.

    Checks: Nothing of its own: every unit and chit of the data belongs to one of the two.
    Legal: One player takes the Axis, the other the Soviets.
    """
    return tuple(Owner)


@rule("4.0(2)", "Headquarters in play from the start stand on their printed places.", Kind.SETUP)
def headquarters_in_place(position: Position, action: a.Place | a.EndSetUp, _rulings: Rulings) -> str | None:
    """Judge the places of headquarters.

    Checks: The hex of each headquarters with a set-up mark against its symbol; in the end, that none is
    missing.
    Legal: The headquarters of 6A on its symbol.
    Illegal: The headquarters of 6A one hex nearer to the front.
    """
    units, board = position.data.units, position.data.board
    if isinstance(action, a.Place):
        kind = units[action.unit]
        if not kind.headquarters or kind.assignment is None:
            return None
        printed = hexes_of(board, "hq", army=kind.assignment)
        wrong = printed and action.hex not in printed
        return f"{name(position, action.unit)} belongs in {number(position, printed[0])}" if wrong else None
    missing = next((u for u in left_over(position, action.owner) if units[u].headquarters), None)
    return None if missing is None else f"{name(position, missing)} is not on the map"


@rule(
    "4.0(3)",
    "Axis units stand in set-up hexes of their army: every one filled, two units at most, allies by nation, "
    "German mechanised units on panzer symbols only.",
    Kind.SETUP,
)
def axis_by_armies(position: Position, action: a.Place | a.EndSetUp, rulings: Rulings) -> str | None:
    """Judge the set-up of the Axis.

    Checks: For each unit: its army's symbol in the hex, or the place of its headquarters, with which it may
    be stacked; a panzer symbol for German mechanised units. In the end: no set-up hex empty, no more than two
    units in a hex, units of an ally with units of the same nation only, no unit left over that has room.
    Legal: A panzer division of 4PzA with a motorised division of 4PzA on a panzer symbol of that army.
    Illegal: A panzer division in an ordinary set-up hex; a set-up hex of 17A left empty; a Romanian and a
    German division in one hex.
    Unclear: U-48: whether other units may stand on panzer symbols.
    """
    if isinstance(action, a.Place):
        return _wrong_army_hex(position, action, rulings)
    return _axis_unfinished(position, rulings) if action.owner is Owner.AXIS else None


def _wrong_army_hex(position: Position, action: a.Place, rulings: Rulings) -> str | None:
    kind = position.data.units[action.unit]
    if kind.owner is not Owner.AXIS or kind.headquarters or kind.assignment is None:
        return None
    found = symbols(position.data.board, action.hex, kind.assignment)
    called = name(position, action.unit)
    if not found:
        return f"{called} belongs in a set-up hex of {kind.assignment}"
    if kind.german and kind.mechanised:
        return None if "panzer" in found else f"{called} is mechanised and belongs on a panzer symbol"
    if found == {"panzer"} and rulings.says("U-48", "mechanised-only"):
        return f"{called} stands on a panzer symbol"
    return None


def _axis_unfinished(position: Position, rulings: Rulings) -> str | None:
    board, units = position.data.board, position.data.units
    for h in hexes_of(board, *ARMY_HEXES):
        if not position.present[Owner.AXIS][h]:
            return f"set-up hex {number(position, h)} is empty"
    for h in sorted({position.hex_of[u] for u in position.on_map(Owner.AXIS)}):
        there = units_in(position, h, Owner.AXIS)
        if len(there) > STACKING_LIMIT:
            return f"{len(there)} units in {number(position, h)}"
        if any(mixed(units[there[0]], units[other]) for other in there[1:]):
            return f"nations mixed in {number(position, h)}"
    return _has_place(position, left_over(position, Owner.AXIS), rulings)


def _has_place(position: Position, missing: list[int], rulings: Rulings) -> str | None:
    """Return what is wrong when a unit is left over that could be placed; headquarters are for 4.0(2)."""
    for unit in missing:
        if not position.data.units[unit].headquarters and room_for(position, unit, rulings):
            return f"{name(position, unit)} is left over"
    return None


@rule("4.0(4)", "Soviet units with a set-up mark are placed by it: first or second line.", Kind.SETUP)
def line_of(kind: UnitType) -> str | None:
    """Return the line in which a Soviet combat unit is set up; None for other units.

    Checks: Nothing of its own; see the two lines below.
    Legal: A rifle division marked for the front line stands in a front-line hex.
    Illegal: See the two lines below.
    """
    return kind.assignment if kind.owner is Owner.SOVIET and kind.assignment in (FRONT, SECOND) else None


@rule("4.0(4)1", "First line: exactly one front-line unit in each Soviet set-up hex.", Kind.SETUP)
def front_line(position: Position, action: a.Place | a.EndSetUp, rulings: Rulings) -> str | None:
    """Judge the Soviet first line.

    Checks: That front-line units stand in Soviet set-up hexes; in the end, that each of these has exactly
    one.
    Legal: 29 front-line units in 29 set-up hexes.
    Illegal: Two front-line units in one set-up hex, and none in the next.
    Unclear: U-47: units left over when all hexes are filled stay off the map.
    """
    board, units = position.data.board, position.data.units
    if isinstance(action, a.Place):
        wrong = line_of(units[action.unit]) == FRONT and action.hex not in hexes_of(board, FRONT)
        return f"{name(position, action.unit)} belongs in a Soviet set-up hex" if wrong else None
    if action.owner is not Owner.SOVIET:
        return None
    for h in hexes_of(board, FRONT):
        count = sum(line_of(units[u]) == FRONT for u in position.stacks[h])
        if count != 1:
            return f"{count} front-line units in {number(position, h)}"
    missing = [u for u in left_over(position, Owner.SOVIET) if line_of(units[u]) == FRONT]
    return _has_place(position, missing, rulings)


@rule("4.0(4)2", "Second line: in any towns and cities under Soviet control, not stacked.", Kind.SETUP)
def second_line(position: Position, action: a.Place | a.EndSetUp, rulings: Rulings) -> str | None:
    """Judge the Soviet second line.

    Checks: That each second-line unit stands in a town or city that the Soviets control; in the end, that it
    stands alone, and that none is left over while such a town is free.
    Legal: A tank corps alone in Rossosh.
    Illegal: A tank corps in the open; or two in one town; or one in a town west of the start line.
    Unclear: U-47, settled: alone means without front-line units and headquarters as well.
    """
    board, units = position.data.board, position.data.units
    if isinstance(action, a.Place):
        if line_of(units[action.unit]) != SECOND:
            return None
        if action.hex in board.towns and holds(position, Owner.SOVIET, action.hex, rulings):
            return None
        return f"{name(position, action.unit)} belongs in a town under Soviet control"
    if action.owner is not Owner.SOVIET:
        return None
    for unit, h in enumerate(position.hex_of):
        if h != OFF_MAP and line_of(units[unit]) == SECOND and len(position.stacks[h]) > 1:
            return f"{name(position, unit)} does not stand alone in {number(position, h)}"
    missing = [u for u in left_over(position, Owner.SOVIET) if line_of(units[u]) == SECOND]
    return _has_place(position, missing, rulings)


@rule("4.0(5)", "Units without a set-up mark wait in the reserve pool.", Kind.SETUP)
def pool_waits(position: Position, action: a.Place, _rulings: Rulings) -> str | None:
    """Judge that only units with a set-up mark are placed.

    Checks: The mark of the unit.
    Legal: A guards rifle division without a mark stays off the map.
    Illegal: It is set up in Stalingrad.
    """
    wrong = position.data.units[action.unit].assignment is None
    return f"{name(position, action.unit)} belongs in the reserve pool" if wrong else None


# -- effects ----------------------------------------------------------------------------------------------


def place(position: Position, action: a.Place) -> None:
    """Put a unit on the map, from its tray or from another hex."""
    position.place(action.unit, action.hex)


def end_set_up(position: Position, action: a.EndSetUp) -> None:
    """A player has finished: units without a mark lie in the pool; with both finished the game begins."""
    for unit in position.data.own[action.owner]:
        if position.data.units[unit].assignment is None and position.box_of[unit] is Box.TRAY:
            position.box_of[unit] = Box.POOL
    position.turn = replace(position.turn, ready=position.turn.ready | {action.owner})
    if position.turn.ready == set(sides()):
        position.turn = replace(position.turn, ready=frozenset())
        enter(position, Phase.CHOICE)
