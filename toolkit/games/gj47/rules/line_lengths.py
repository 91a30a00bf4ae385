"""Distances to the own sources: what a retreat shortens (10.6(6), U-29)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.line_ways import Ways, ways_of
from toolkit.games.gj47.rules.lines import AXIS_LIMIT, NO_LINE, closed_hexes, held_by, memo_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import RAIL
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings


def nearest_source(board: Board, owner: Owner, h: int) -> int:
    """Return how far the nearest source of a side is, in hexes, whatever lies between; `NO_LINE` for none."""
    return min((board.distances(source)[h] for source in board.sources[owner]), default=NO_LINE)


def line_lengths(position: Position, owner: Owner, reading: Reading, rulings: Rulings) -> bytes:
    """Return the length of the shortest line from a source to each hex, in hexes; `NO_LINE` for none."""
    memo = memo_of(position, rulings)
    key = ("lengths", owner, reading)
    if key not in memo:
        board = position.data.board
        closed = closed_hexes(position, owner, reading, held_by(position, rulings))
        memo[key] = _lengths(board, ways_of(board, reading), closed, owner, reading)
    return memo[key]


def _lengths(board: Board, ways: Ways, closed: Sequence[int], owner: Owner, reading: Reading) -> bytes:
    """Walk in order of length; a hex is walked again only with fewer hexes off the railway than before."""
    lengths = bytearray([NO_LINE]) * len(board)
    least_off = bytearray([NO_LINE]) * len(board)
    limited = owner is Owner.AXIS
    ends: dict[int, list[int]] = {}
    for origin, target in ways.ends:
        ends.setdefault(origin, []).append(target)
    front = [(h, 0) for h in sorted(board.sources[owner]) if not closed[h]]
    for length in range(NO_LINE):
        following: list[tuple[int, int]] = []
        for h, off in front:
            if off >= least_off[h]:
                continue
            least_off[h] = off
            lengths[h] = min(lengths[h], length)
            rails = ways.rails[h] if off == 0 else ()
            for n in ways.onward[h]:
                if not closed[n]:
                    further = 0 if n in rails or not limited else _off(board, n, off + 1, reading)
                    if further <= AXIS_LIMIT:
                        following.append((n, further))
            for n in ends.get(h, ()):
                if not closed[n] and (not limited or off < AXIS_LIMIT):
                    lengths[n] = min(lengths[n], length + 1)
        front = following
        if not front:
            break
    return bytes(lengths)


def _off(board: Board, h: int, off: int, reading: Reading) -> int:
    """Return the count of hexes off the railway on entering `h`."""
    joins = not reading.count_never_restarts and off <= AXIS_LIMIT and board.on_line(h, RAIL)
    return 0 if joins else off
