"""The supply chit under the random player."""

from __future__ import annotations

import random
from collections.abc import Callable

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import forts, supply
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.withdrawal import withdrawal_choices
from toolkit.rules.rulings import Rulings


def step(position: Position, rulings: Rulings, rng: random.Random, die: Callable[[], int]) -> a.Action:
    """Return the action of the supply phase that the position is in."""
    phase = position.turn.phase
    if phase in (Phase.SUPPLY_SOVIET, Phase.SUPPLY_AXIS):
        owner = Owner.SOVIET if phase is Phase.SUPPLY_SOVIET else Owner.AXIS
        return a.Attrition(owner, supply.owed(position, owner, rulings))
    if phase is Phase.WITHDRAWAL:
        thrown = die()
        shares = withdrawal_choices(position, thrown, rulings)
        pick = [share.pick(rng.sample) for share in shares]
        return a.Withdraw(thrown, tuple(sorted(unit for units in pick for unit in units)))
    if phase is Phase.RAIL_BOX:
        return a.RailTransport(_tired(position, rulings, rng))
    sites = forts.sites(position, rulings)
    return a.BuildFort((rng.choice(sites),) if sites and rng.random() < 0.5 else ())


def _tired(position: Position, rulings: Rulings, rng: random.Random) -> tuple[int, ...]:
    """Return a few units to go by rail, reduced ones rather than full ones."""
    if rng.random() < 0.6:
        return ()
    able = [u for u in supply.transportable(position, rulings) if not position.data.units[u].headquarters]
    rng.shuffle(able)
    able.sort(key=lambda unit: -position.reduced[unit])
    return tuple(sorted(able[: rng.randint(1, 3)]))
