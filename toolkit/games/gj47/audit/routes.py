"""Which towns a move passed: a drag hides its route, and a town on the way changes hands (3.4(2))."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.records import ControlShown
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import Move


def passed(bench: Bench, move: Move, controls: Iterable[ControlShown]) -> tuple[int, ...]:
    """Return the hexes entered on the way that matter for control, as far as the log shows them.

    Stops of the drags are shown.  Of the enemy's towns that lie on a shortest way between two stops, those
    whose control marker was turned to the mover were passed; the others stay in doubt, as `Bench.doubtful`.
    """
    owner = bench.position.data.units[move.unit].owner
    turned = {fact.hex for fact in controls if fact.owner is owner}
    found: list[int] = []
    stops = [move.start, *move.via, move.end]
    for start, end in pairwise(stops):
        for town in _between(bench, move, start, end):
            if town in turned:
                found.append(town)
            else:
                bench.doubtful.add(town)
        found.append(end)
    # Nobody passes a hex that the enemy stands in: what was dropped there was set down wrongly.
    enemies = bench.position.present[owner.enemy]
    return tuple(dict.fromkeys(h for h in found[:-1] if not enemies[h]))


def _between(bench: Bench, move: Move, start: int, end: int) -> list[int]:
    """Return the enemy's empty towns on a shortest way between two hexes."""
    position = bench.position
    owner = position.data.units[move.unit].owner
    board = position.data.board
    rings = _rings(board, start, end)
    if len(rings) <= 2:
        return []
    near: set[int] = set()
    ring = {end}
    for earlier in reversed(rings[:-1]):
        ring = {n for h in ring for n, _ in board.steps[h] if n in earlier}
        near |= ring
    held = position.control[0]
    return sorted(h for h in near if held.get(h, owner) is not owner and not position.present[owner.enemy][h])


def _rings(board: Board, start: int, end: int) -> list[set[int]]:
    """Return the hexes at each distance from one hex, as far as another."""
    rings, seen = [{start}], {start}
    while end not in seen and rings[-1]:
        ring = {n for h in rings[-1] for n, _ in board.steps[h]} - seen
        seen |= ring
        rings.append(ring)
    return rings
