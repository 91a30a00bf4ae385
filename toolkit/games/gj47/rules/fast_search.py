"""Searches of the fast checker, over its tables and weights.

`weights` are those of `fast`: per hex the enemies beside it, and 64 or more where the enemy closes it.
"""

from __future__ import annotations

from toolkit.games.gj47.rules.fast_tables import OUT, Links, Row
from toolkit.games.gj47.rules.prices import POINT

CLOSED = 64
"""Weight from which a hex is closed; the rest of it counts enemies beside it."""
BESIDE = CLOSED - 1
ZOC = 2 * POINT
"""What leaving, or entering, a zone costs."""


def search(row: Row, outgoing: Links, weights: list[int], ends: tuple[int, int], slack: int) -> bool:
    """Return whether a way exists that is dearer than the cheapest static one by `slack` at most.

    Best slack first.  The zones of both ends are paid already; a hex in a zone between costs four points.
    """
    start, end = ends
    levels: list[list[int]] = [[] for _ in range(slack)]
    levels.append([start])
    losses = row.losses
    settled = set()
    left = slack
    while left >= 0:
        level = levels[left]
        if not level:
            left -= 1
            continue
        node = level.pop()
        if node in settled:
            continue
        settled.add(node)
        if node not in losses:
            beyond = ((cost + row.price[n] - row.price[node], n) for n, cost in outgoing[node])
            losses[node] = tuple(sorted(step for step in beyond if row.price[step[1]] != OUT))
        for loss, target in losses[node]:
            rest = left - loss
            if rest < 0:
                break
            weight = weights[target]
            if target == end:
                return True
            if weight:
                rest -= 2 * ZOC
                if rest < 0 or weight >= CLOSED:
                    continue
            if target not in settled:
                levels[rest].append(target)
    return False


def flood(
    outgoing: Links, weights: list[int], start: int, limit: int, *, enter: int = ZOC, leave: int = ZOC
) -> dict[int, int]:
    """Return every hex in reach, with the hex before it on the cheapest way.

    Parameters
    ----------
    enter, leave : int
        What a zone costs that is entered, or left: that of normal movement by default.
    """
    begun = leave if weights[start] & BESIDE else 0
    best = [limit + 1] * len(weights)
    best[start] = begun
    before: dict[int, int] = {}
    levels: list[list[int]] = [[] for _ in range(max(limit, begun) + 1)]
    levels[begun].append(start)
    for spent, level in enumerate(levels):
        for node in level:
            if spent > best[node]:
                continue
            # Behind the first hex, a zone was paid for at entry and is paid for again when it is left.
            onward = spent + (leave if weights[node] and node != start else 0)
            for target, cost in outgoing[node]:
                total = onward + cost
                if total >= best[target]:
                    continue
                weight = weights[target]
                if weight:
                    total += enter
                    if weight >= CLOSED or total >= best[target]:
                        continue
                best[target] = total
                before[target] = node
                levels[total].append(target)
    return before
