"""Set-ups at random, within chapter 4: for playing whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.set_up import place, room_for
from toolkit.games.gj47.rules.set_up_hexes import ARMY_HEXES, FRONT, hexes_of, left_over
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings


def random_set_up(position: Position, rulings: Rulings, rng: random.Random) -> Iterator[a.Place | a.EndSetUp]:
    """Yield a whole legal set-up of both sides, for units that are not yet on the map.

    Parameters
    ----------
    position : Position
        In the set-up phase; it is not changed.
    """
    table = position.copy()
    order = (Owner.SOVIET, Owner.AXIS) if rulings.says("U-47", "soviet-first") else (Owner.AXIS, Owner.SOVIET)
    for owner in order:
        for unit in _in_order(table, owner, rng):
            h = _hex_for(table, unit, rulings, rng)
            if h is not None:
                placed = a.Place(unit, h)
                place(table, placed)
                yield placed
        yield a.EndSetUp(owner)


def _in_order(position: Position, owner: Owner, rng: random.Random) -> list[int]:
    """Return the units to place: headquarters first, then those with the fewest hexes to choose from."""
    missing = left_over(position, owner)
    rng.shuffle(missing)
    units = position.data.units

    def rank(unit: int) -> int:
        kind = units[unit]
        if kind.headquarters:
            return 0
        return 1 if (kind.german and kind.mechanised) or kind.assignment == FRONT else 2

    return sorted(missing, key=rank)


def _hex_for(position: Position, unit: int, rulings: Rulings, rng: random.Random) -> int | None:
    """Return a hex for a unit: an empty set-up hex first, a place of headquarters or panzers last."""
    room = room_for(position, unit, rulings)
    if not room:
        return None
    kind = position.data.units[unit]
    if kind.owner is Owner.SOVIET or kind.headquarters:
        return rng.choice(room)
    board = position.data.board
    panzer = set(hexes_of(board, "panzer", army=kind.assignment))
    own = set(hexes_of(board, *ARMY_HEXES, army=kind.assignment))
    foreign = panzer if not (kind.german and kind.mechanised) else set()

    def rank(h: int) -> int:
        """Return 0 for an empty set-up hex, 1 for one with room, 2 for a hex better left to others."""
        if h not in own or h in foreign:
            return 2
        return 1 if position.present[Owner.AXIS][h] else 0

    best = min(map(rank, room))
    return rng.choice([h for h in room if rank(h) == best])
