"""The railway alone (12.1(1)): where unbroken rail leads from a side's sources, for arrivals."""

from __future__ import annotations

from operator import mul

from toolkit.games.gj47.rules.line_ways import reached, ways_of
from toolkit.games.gj47.rules.lines import closed_hexes, held_by, memo_of
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import RAIL
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings


def rail_line(position: Position, owner: Owner, reading: Reading, rulings: Rulings) -> bytes:
    """Return which rail hexes unbroken railway connects to a side's sources for arrivals (12.1(1)).

    1 where the railway goes on, 2 where a line ends (a mountain entered off the road), 0 elsewhere.

    Zones of control stop it even where own units stand; a fort's hex has none for its owner (U-63).
    """
    memo = memo_of(position, rulings)
    key = ("rail", owner, reading)
    if key not in memo:
        board = position.data.board
        closed = closed_hexes(position, owner, reading, held_by(position, rulings), shields=False)
        ways = ways_of(board, reading)
        found = bytearray(len(board))
        for h in reached(ways.rails, board.sources[owner], closed):
            found[h] = 1
        for origin, target in ways.rail_ends:
            if found[origin] == 1 and not closed[target] and not found[target]:
                found[target] = 2
        memo[key] = bytes(map(mul, found, board.lines(RAIL)))
    return memo[key]


def rail_starts(position: Position, owner: Owner, h: int, found: bytes, reading: Reading) -> bool:
    """Return whether the railway is open up to hex `h`, whatever bars the hex itself."""
    board = position.data.board
    if h in board.sources[owner]:
        return True
    ways = ways_of(board, reading)
    return any(found[n] == 1 and (h in ways.rails[n] or (n, h) in ways.rail_ends) for n, _ in board.steps[h])
