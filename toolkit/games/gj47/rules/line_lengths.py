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
    limited, restarts = owner is Owner.AXIS, not reading.count_never_restarts
    ends: dict[int, list[int]] = {}
    for origin, target in ways.ends:
        ends.setdefault(origin, []).append(target)
    front = [(h, 0, 0) for h in board.sources[owner] if not closed[h]]
    for h, off, length in front:  # grows while it is walked
        lengths[h] = min(lengths[h], length)
        if length + 1 == NO_LINE:
            continue
        for n in ways.onward[h]:
            joins = restarts and off < AXIS_LIMIT and board.on_line(n, RAIL)
            rail = joins or (off == 0 and n in ways.rails[h])
            further = off + 1 if limited and not rail else 0
            if further <= AXIS_LIMIT and further < least_off[n] and not closed[n]:
                least_off[n] = further
                front.append((n, further, length + 1))
        for n in ends.get(h, ()):
            if off < AXIS_LIMIT and not closed[n]:
                lengths[n] = min(lengths[n], length + 1)
    return bytes(lengths)
