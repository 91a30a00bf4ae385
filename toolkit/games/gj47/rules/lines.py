"""Chapter 3.3: lines of communication.

The plain statements are 3.3(1), 3.3(4) and 3.3(5) below, 3.3(2) and 3.3(3) in ``line_ways``.  They work on
whole maps at once (arrays by hex), so that lines for all units of a side cost one search.  What depends on
the board alone is kept with the board, what depends on the position with the position until it changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.gj47.rules.basics import zones_of
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.fort_effects import bars_entry, lifts_zones
from toolkit.games.gj47.rules.line_ways import Ways, reached, ways_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Reading, settle
from toolkit.games.gj47.rules.terrain import RAIL
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

NO_LINE = 255
"""In an array of counts: no line gets here."""

AXIS_LIMIT = 6


@rule(
    "3.3",
    "A line of communication is an unbroken row of hexes from an own source; supply and arrivals need one.",
    Kind.DEFINITION,
)
def reaches(position: Position, owner: Owner, h: int, rulings: Rulings) -> bool:
    """Return whether a side's lines reach a hex; for units see `has_line`.

    Checks: From the side's sources on, hex by hex, whether a line can go on (3.3(1) to 3.3(3)) and how far
    (3.3(4), 3.3(5)). A source that the enemy holds or has in his zone of control starts no line, unless, for
    the zone, an own unit stands there.
    Legal: A Soviet army in the Caucasus whose railway leads to Makhachkala.
    Illegal: A pocket with no open row of hexes to any source: its units have no line.
    Unclear: U-15, U-22, U-37: how far enemy zones reach. U-34: the limit of the Axis. U-56: impassable sides.
    U-63: zones have no effect on a fort's hex (14.2(2)). U-66: how a line leaves a mountain.
    """
    return settle(rulings, lambda reading: counts(position, owner, reading, rulings)[h] != NO_LINE)


def has_line(position: Position, unit: int, rulings: Rulings) -> bool:
    """Return whether a unit on the map has a line of communication; False off the map."""
    h, kind = position.hex_of[unit], position.data.units[unit]

    def leads_there(reading: Reading) -> bool:
        limited = reading.allies_limited or not kind.allied
        return counts(position, kind.owner, reading, rulings, limited=limited)[h] != NO_LINE

    return h >= 0 and settle(rulings, leads_there)


def without_line(position: Position, owner: Owner, rulings: Rulings) -> tuple[int, ...]:
    """Return the units of a side on the map that have no line."""
    data = position.data
    units = position.on_map(owner)

    def cut_off(reading: Reading) -> tuple[int, ...]:
        found = counts(position, owner, reading, rulings)
        allied = counts(position, owner, reading, rulings, limited=reading.allies_limited)
        where = position.hex_of
        return tuple(u for u in units if (allied if data.units[u].allied else found)[where[u]] == NO_LINE)

    return settle(rulings, cut_off)


def counts(
    position: Position, owner: Owner, reading: Reading, rulings: Rulings, *, limited: bool = True
) -> bytes:
    """Return for each hex how far a line has left the railway when it gets there, `NO_LINE` for none.

    Parameters
    ----------
    rulings : Rulings
        Asked for U-33 only, and only where it matters who controls a town.
    limited : bool
        False: without the limit of 3.3(5).
    """
    memo = memo_of(position, rulings)
    key = (owner, reading, limited)
    if key not in memo:
        closed = closed_hexes(position, owner, reading, held_by(position, rulings))
        board = position.data.board
        ways = ways_of(board, reading)
        if owner is Owner.SOVIET or not limited:
            found = soviet_lines(board, ways, closed, owner)
        else:
            found = axis_lines(board, ways, closed, reading)
        memo["on", *key] = bytes(found)
        _add_ends(found, ways, closed)
        memo[key] = bytes(found)
    return memo[key]


def going_on(position: Position, owner: Owner, reading: Reading, rulings: Rulings) -> bytes:
    """Return `counts` without the hexes that are the end of a line (mountains entered off the road)."""
    counts(position, owner, reading, rulings)
    return memo_of(position, rulings)["on", owner, reading, True]


def memo_of(position: Position, rulings: Rulings) -> dict[object, bytes]:
    """Return what is known of the lines of a position as it stands; emptied by every change."""
    # Forts and control are dictionaries that anybody may write to, so they are part of the state's name.
    held = held_by(position, rulings)
    state = (position.stamp, held, tuple(position.forts))
    if position.memo.get("lines of") != state:
        position.memo["lines of"] = state
        position.memo["lines"] = {}
    found: dict[object, bytes] = position.memo["lines"]
    return found


def held_by(position: Position, rulings: Rulings) -> bytes:
    """Return who holds each town and VP hex, in the order of ``Position.control``."""
    every, moving = position.control
    one = bytes(every.values())
    other = bytes(moving.values())
    return one if one == other or rulings.says("U-33", "any-entry") else other


# -- what stops a line ------------------------------------------------------------------------------------


@rule(
    "3.3(1)",
    "No line goes through enemy towns and cities, enemy units, or enemy zones without an own unit.",
    Kind.RESTRICTION,
)
def closed_hexes(
    position: Position, owner: Owner, reading: Reading, held: bytes, *, shields: bool = True
) -> bytearray:
    """Return 1 for every hex that stops the lines of a side.

    Checks: Every hex on the way and the last: units of the other side, towns and major cities under its
    control, its zones of control where no own unit stands. `shields` is False for arrivals, which own units
    do not shield from zones (12.1(1)).
    Legal: A line leads through a hex beside an enemy division because an own division stands in it.
    Illegal: A line leads through an empty hex beside an enemy division, or through an empty town that the
    enemy took.
    Unclear: U-15, U-22: how far zones reach. U-37: what a fort without a unit stops. U-33: who controls a
    town after a retreat. U-16, U-63, U-65: settled by the text, an own unit and a fort lift the zone, nothing
    else does; where players let lines enter any zone, that counts for an empty VP hex only (15.0(1)).
    """
    board = position.data.board
    closed = bytearray(len(board))
    zones = zones_of(board, reading)
    enemies = {position.hex_of[unit] for unit in position.on_map(owner.enemy)}
    axis = owner is Owner.AXIS
    sources = enemies.union(position.forts) if axis and reading.fort_has_zoc else enemies
    for h in sources:
        for n in zones[h]:
            closed[n] = 1
    if shields:
        for unit in position.on_map(owner):
            closed[position.hex_of[unit]] = 0
    for h in position.forts:
        if lifts_zones(position, owner, h):
            closed[h] = 0
        elif bars_entry(position, owner, h, reading):
            closed[h] = 1
    for h in enemies:
        closed[h] = 1
    towns = board.towns
    for h, holder in zip(position.control[0], held, strict=True):
        if holder != owner and h in towns:
            closed[h] = 1
    return closed


# -- how far a line goes ----------------------------------------------------------------------------------


@rule("3.3(4)", "Soviet lines may have any length.", Kind.DEFINITION)
def soviet_lines(board: Board, ways: Ways, closed: Sequence[int], owner: Owner = Owner.SOVIET) -> bytearray:
    """Return 0 for every hex that lines of any length go through from a side's sources, else `NO_LINE`.

    Checks: 3.3(1) to 3.3(3) only.
    Legal: A Soviet corps forty hexes away from its source, with open steppe between.
    Illegal: Counting that corps as cut off because no railway leads to it.
    """
    found = bytearray([NO_LINE]) * len(board)
    for h in reached(ways.onward, board.sources[owner], closed):
        found[h] = 0
    return found


@rule(
    "3.3(5)",
    "Axis lines follow unbroken rail from the source as far as it goes, then at most six hexes more.",
    Kind.RESTRICTION,
)
def axis_lines(board: Board, ways: Ways, closed: Sequence[int], reading: Reading) -> bytearray:
    """Return how far off the railway Axis lines go through each hex, in hexes; `NO_LINE` where none does.

    Checks: The unbroken railway from the sources, then six rings of hexes around it.
    Legal: A division six hexes away from a rail hex that is connected to Kursk.
    Illegal: A division seven hexes away from it, or three hexes from a railway that is cut behind it.
    Unclear: U-34: whether the limit binds the allies, and whether a railway joined again counts as rail.
    """
    found = bytearray([NO_LINE]) * len(board)
    front = reached(ways.rails, board.sources[Owner.AXIS], closed)
    while front:
        for h in front:
            found[h] = 0
        _spread(found, ways, closed, front)
        if reading.count_never_restarts:
            break
        front = [h for h, count in enumerate(found) if count not in (0, NO_LINE) and board.on_line(h, RAIL)]
    return found


def _spread(found: bytearray, ways: Ways, closed: Sequence[int], front: list[int]) -> None:
    """Let lines leave the hexes of `front`, at most `AXIS_LIMIT` hexes far."""
    onward = ways.onward
    for count in range(1, AXIS_LIMIT + 1):
        ring = []
        for h in front:
            for n in onward[h]:
                if found[n] > count and not closed[n]:
                    found[n] = count
                    ring.append(n)
        front = ring


def _add_ends(found: bytearray, ways: Ways, closed: Sequence[int]) -> None:
    """Add the hexes where lines end."""
    # Nothing goes on from an end, so ends are added after everything else, and all from the same state.
    before = bytes(found)
    for origin, target in ways.ends:
        if before[origin] < AXIS_LIMIT and not closed[target]:
            found[target] = min(found[target], before[origin] + 1)
    for origin, target in ways.rail_ends:
        if not before[origin] and not closed[target]:
            found[target] = 0


def ends_beside(position: Position, h: int, reading: Reading, rulings: Rulings) -> bool:
    """Return whether an Axis line gets to a neighbour of hex `h` and could go on into it by the board."""
    found = going_on(position, Owner.AXIS, reading, rulings)
    ways = ways_of(position.data.board, reading)
    if h in position.data.board.sources[Owner.AXIS]:
        return True
    return any(
        found[n] < AXIS_LIMIT and (h in ways.onward[n] or (n, h) in ways.ends)
        for n, _ in position.data.board.steps[h]
    )
