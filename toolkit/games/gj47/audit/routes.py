"""Which towns a move passed: a drag hides its route, and a town on the way changes hands (3.4(2))."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.records import ControlShown
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
    near = position.data.board.distances(start)
    if near[end] < 2:
        return []
    far = position.data.board.distances(end)
    present = position.present[owner.enemy]
    between = (h for h in position.control[0] if near[h] and far[h] and near[h] + far[h] == near[end])
    return sorted(h for h in between if position.control[0][h] is not owner and not present[h])
