"""Tables for what games seldom show: stacks filled to the brim, and a German army that has all but gone.

A game goes on from such a table by the rules; only how it came about is not told.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from toolkit.rules.storm.data import Side
from toolkit.rules.storm.position import ELIMINATED, OFF_MAP, Phase, Position

_TURN_OF_WITHDRAWALS = 3
_FEW = 5
"""So many areas, at most, a crowd fills when it stands where there are few ways out."""


def crowd(position: Position, rng: random.Random) -> None:
    """Put both armies into a few areas beside each other, in the draw of some turn."""
    data = position.data
    position.turn = rng.randint(1, data.last_turn - 1)
    city = [area for area in data.areas if area not in data.ferries]
    small = [area for area in city if len(data.neighbours[area]) < _FEW]
    gates = [area for area in city if data.areas[area].entry]
    heart = rng.choice(rng.choice((small or city, gates or city)))
    few = [heart, *data.neighbours[heart]]
    for unit, known in data.units.items():
        room = [area for area in few if len(position.units_in(area, known.side)) < data.stacking]
        comes_later = known.enters >= position.turn
        if comes_later or not room:
            position.put(unit, OFF_MAP if comes_later else ELIMINATED)
        elif rng.random() < 0.15:
            position.put(unit, rng.choice(sorted(data.ferries)) if known.side is Side.SOVIET else room[0])
        else:
            position.put(unit, rng.choice(room))


def ruin(position: Position, rng: random.Random) -> None:
    """Leave the German few units in the draw of turn 3, fewer at times than have to leave."""
    data = position.data
    position.turn = _TURN_OF_WITHDRAWALS
    german = [unit for unit in data.units if position.side(unit) is Side.GERMAN]
    kept = set(rng.sample(german, rng.choice((1, 2, 4, 9, 20))))
    for unit in german:
        spot = data.units[unit].starts or rng.choice([area.id for area in data.areas.values() if area.entry])
        full = spot in data.areas and len(position.units_in(spot, Side.GERMAN)) >= data.stacking
        position.put(unit, spot if unit in kept and not full else ELIMINATED)


STAGES: tuple[Callable[[Position, random.Random], None], ...] = (crowd, ruin)


def stage(position: Position, seed: int) -> bool:
    """Set a table for one seed in two; return whether it was.

    Parameters
    ----------
    position : Position
        Before the first card is drawn; the set-up is in place.
    seed : int
    """
    if seed % 4 not in (1, 3):
        return False
    rng = random.Random(f"stage {seed}")
    STAGES[seed % 4 == 3](position, rng)
    position.phase = Phase.DRAW
    for side in Side:
        cards = rng.sample(position.data.decks[side], len(position.data.decks[side]))
        position.decks[side].extend(cards)
    return True
