"""Reinforcements of the random player."""

from __future__ import annotations

import random

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.arrivals import places
from toolkit.games.gj47.rules.basics import in_enemy_zoc
from toolkit.games.gj47.rules.battles import chit_owner
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.reinforcements import arrival, candidates
from toolkit.games.gj47.rules.soviet_reinforcements import column_came
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

_LAST = 10


def step(position: Position, rulings: Rulings, rng: random.Random) -> a.Action:
    """Return the next arrival, or the end of them; a few units are left behind by choice."""
    owner = chit_owner(position)
    waiting = list(candidates(position, rulings))
    rng.shuffle(waiting)
    for unit in waiting[:3]:
        if rng.random() < 0.03:
            break
        room = [
            h
            for h in places(position, unit, rulings)
            if not in_enemy_zoc(position, position.data.units[unit].owner, h, Asked(rulings))
        ]
        if room:
            return arrival(position, unit, rng.choice(room))
    # The number goes on when something of its column came (12.2(3), 12.2(4)).
    column = position.turn.column + column_came(position)
    return a.EndReinforcement(min(column, _LAST) if owner is Owner.SOVIET else 0)
