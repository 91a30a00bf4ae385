"""Movement of the random player: where a unit would like to be."""

from __future__ import annotations

import random

from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.activation import active_units
from toolkit.rules.gj47.basics import STACKING_LIMIT
from toolkit.rules.gj47.fast import FastCheck
from toolkit.rules.gj47.player.temper import Temper
from toolkit.rules.gj47.position import Position
from toolkit.rules.gj47.units import Owner
from toolkit.rules.rulings import Rulings

def movers(position: Position, rulings: Rulings, rng: random.Random, temper: Temper) -> list[int]:
    """Return the units that are to move under the chit in play, in a random order."""
    units = [unit for unit in active_units(position, rulings) if rng.random() >= temper.hold]
    rng.shuffle(units)
    return units


def move_of(position: Position, fast: FastCheck, unit: int, rng: random.Random, temper: Temper) -> a.Move | None:
    """Return a legal move of a unit that suits its side, None when it had better stay."""
    ways = fast.ways(unit)
    owner = position.data.units[unit].owner
    room = [h for h in ways.hexes() if h in position.forts or position.present[owner][h] < STACKING_LIMIT]
    if not room:
        return None
    goal = _goal(position, unit, rng, temper)
    near = position.data.board.distances(goal)
    scored = sorted((near[h] + rng.random() * 3 + _danger(position, unit, h), h) for h in room)
    end = scored[min(int(rng.expovariate(1.5)), len(scored) - 1)][1]
    path = ways.path(end)
    return a.Move(unit, position.hex_of[unit], end, path[:-1])


def _goal(position: Position, unit: int, rng: random.Random, temper: Temper) -> int:
    """Return a hex to go for: a victory hex to take or to guard, an enemy, now and then anything."""
    here, owner = position.hex_of[unit], position.data.units[unit].owner
    board = position.data.board
    if rng.random() < 0.08:
        return rng.randrange(len(board))
    taken = [h for h in board.vp_hexes if position.control[0].get(h) is not owner]
    kept = [h for h in board.vp_hexes if position.control[0].get(h) is owner]
    wanted = taken if rng.random() < temper.drive else kept
    enemies = [h for h in set(position.hex_of) if h >= 0 and position.present[owner.enemy][h]]
    if not wanted or (enemies and rng.random() < 0.25):
        wanted = enemies or taken or kept
    ring = board.distances(here)
    ordered = sorted(wanted, key=lambda h: (ring[h], h))
    return ordered[min(int(rng.expovariate(1.0)), len(ordered) - 1)]


def _danger(position: Position, unit: int, h: int) -> float:
    """Return how much a hex frightens a unit: headquarters keep away from the enemy."""
    kind = position.data.units[unit]
    beside = sum(position.present[kind.owner.enemy][n] > 0 for n, _ in position.data.board.steps[h])
    if kind.headquarters:
        return 2.5 * beside
    return 0.3 * max(0, beside - 2) if kind.owner is Owner.AXIS else 0.2 * beside
