"""Where a group can go: the cheapest legal path to each area, under one reading."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from toolkit.rules.rulings import Rulings
from toolkit.rules.storm.movement import cost, slowest
from toolkit.rules.storm.position import Position
from toolkit.rules.storm.readings import has_room


def reachable(position: Position, units: Sequence[str], rulings: Rulings) -> Mapping[str, tuple[str, ...]]:
    """Return the cheapest path to each area that a group can move to together.

    Parameters
    ----------
    position : Position
        With the cards laid for the move.
    units : sequence of str
        Units of one side in one area.
    rulings : Rulings

    Returns
    -------
    mapping of str to tuple of str
        Goal → areas entered, the goal last; of equal paths the one that comes first by ids.
    """
    side, start = position.side(units[0]), position.where[units[0]]
    data, allowance = position.data, slowest(position, units)
    waiting: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    found: dict[str, tuple[str, ...]] = {}
    while waiting:
        _, path = heapq.heappop(waiting)
        at = path[-1] if path else start
        if path and at in found:
            continue
        if path:
            found[at] = path
        if path and start in data.ferries and rulings.says("St-28", "no"):
            continue
        for area in data.neighbours[at]:
            if area in found or area == start or not has_room(position, area, side, len(units)):
                continue
            longer = (*path, area)
            price = cost(position, side, start, longer, rulings).total
            if price <= allowance:
                heapq.heappush(waiting, (price, longer))
    return found
