"""Where a group can go: the cheapest legal path to each area, under one reading."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from toolkit.games.storm.rules.card_moves import pays_no_extra
from toolkit.games.storm.rules.movement import slowest, stays_hostile
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import has_room, hostile
from toolkit.rules.rulings import Rulings

# More than any allowance: a full area cannot be entered.
FULL = 1_000


def reachable(position: Position, units: Sequence[str], rulings: Rulings) -> Mapping[str, tuple[str, ...]]:
    """Return the cheapest path to each area that a group can move to together.

    Parameters
    ----------
    position : Position
        With the cards laid for the move.
    units : sequence of str
        Units of one side in one area.

    Returns
    -------
    mapping of str to tuple of str
        Goal → areas entered, the goal last; of equal paths the one that comes first by ids.
    """
    side, start = position.side(units[0]), position.where[units[0]]
    data, allowance, count = position.data, slowest(position, units), len(units)
    plain = pays_no_extra(position)
    one_step = start in data.ferries and rulings.says("St-28", "no")
    entering: dict[str, int] = {}
    figures = data.figures
    begun = figures.area_cost + figures.enemy_cost * (not plain and hostile(position, side, start, rulings))
    # What the next step costs before it is known where to stands beside each path.
    waiting: list[tuple[int, tuple[str, ...], int]] = [(0, (), begun)]
    found: dict[str, tuple[str, ...]] = {}
    while waiting:
        spent, path, step = heapq.heappop(waiting)
        at = path[-1] if path else start
        if path:
            if at in found:
                continue
            found[at] = path
            if one_step:
                continue
        if spent + step > allowance:
            continue
        for area in data.neighbours[at]:
            if area in found or area == start:
                continue
            more = entering.get(area)
            if more is None:
                full = not has_room(position, area, side, count)
                dear = not plain and hostile(position, side, area, rulings)
                more = FULL if full else figures.enemy_cost * dear
                entering[area] = more
            price = spent + step + more
            if price <= allowance:
                more_to_leave = bool(more) and stays_hostile(position, side, area, rulings)
                leaving = figures.area_cost + figures.enemy_cost * more_to_leave
                heapq.heappush(waiting, (price, (*path, area), leaving))
    return found
