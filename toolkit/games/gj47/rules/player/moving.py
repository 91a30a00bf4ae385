"""Movement of the random player: where a unit would like to be."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.activation import active_units
from toolkit.games.gj47.rules.basics import STACKING_LIMIT
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.player.temper import Temper
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

_FOCUS = 4
"""How many enemy hexes the units of one chit gather at, at most."""


@dataclass(slots=True)
class Movement:
    """One movement segment: who moves, and what it is about.

    Attributes
    ----------
    waiting : list of int
        Units that are still to move.
    focus : list of int
        Enemy hexes the units gather at.
    objective : int or None
        Victory hex the headquarters and most of its units go for.
    """

    position: Position
    fast: FastCheck
    rng: random.Random
    temper: Temper
    waiting: list[int] = field(default_factory=list)
    focus: list[int] = field(default_factory=list)
    objective: int | None = None

    @classmethod
    def begun(cls, fast: FastCheck, rulings: Rulings, rng: random.Random, temper: Temper) -> Movement:
        """Return a segment at its begin: some units are to move, in a random order."""
        position = fast.position
        units = [unit for unit in active_units(position, rulings) if rng.random() >= temper.hold]
        rng.shuffle(units)
        made = cls(position, fast, rng, temper, units)
        hq = position.command.hq
        if hq is not None and position.hex_of[hq] != OFF_MAP:
            owner, here = position.data.units[hq].owner, position.hex_of[hq]
            enemies = made._prey(owner) if rng.random() < temper.hunt else []
            enemies = enemies or [h for h, count in enumerate(position.present[owner.enemy]) if count]
            near = made._nearest(enemies, here)
            made.focus = near[: rng.randint(1, _FOCUS)] if rng.random() < 0.5 + temper.attack / 2 else []
            made.objective = made._objective(owner, here)
        return made

    def moves(self) -> Iterator[a.Move]:
        """Yield a legal move for each unit that is better off elsewhere; carried out by the caller."""
        while self.waiting:
            move = self._move(self.waiting.pop())
            if move is not None:
                yield move

    def _move(self, unit: int) -> a.Move | None:
        position, rng = self.position, self.rng
        ways = self.fast.ways(unit)
        owner = position.data.units[unit].owner
        room = [h for h in ways.hexes() if h in position.forts or position.present[owner][h] < STACKING_LIMIT]
        if not room:
            return None
        goal = self._goal(unit)
        near = position.data.board.distances(goal)
        scored = sorted((near[h] + 2 * rng.random() + self._danger(unit, h), h) for h in room)
        best, end = scored[min(int(rng.expovariate(2.0)), len(scored) - 1)]
        if best > near[position.hex_of[unit]] + self._danger(unit, position.hex_of[unit]) + 2:
            return None
        path = ways.path(end)[:-1]
        return a.Move(unit, position.hex_of[unit], end, path, march=ways.only_marched(end))

    def _goal(self, unit: int) -> int:
        """Return a hex to go for: one to attack, a victory hex to take or guard, now and then any."""
        position, rng = self.position, self.rng
        here, owner = position.hex_of[unit], position.data.units[unit].owner
        board = position.data.board
        if rng.random() < 0.03:
            return rng.randrange(len(board))
        if self.focus and rng.random() < self.temper.attack and not position.data.units[unit].headquarters:
            wanted = self.focus
        elif self.objective is not None and rng.random() < self.temper.drive:
            return self.objective
        else:
            wanted = [h for h in board.vp_hexes if position.control[0].get(h) is owner] or [here]
        ordered = self._nearest(wanted, here)
        return ordered[min(int(rng.expovariate(1.0)), len(ordered) - 1)]

    def _objective(self, owner: Owner, here: int) -> int | None:
        """Return one of the nearest victory hexes that are not the side's own and not full of its units."""
        position = self.position
        wanted = [h for h in position.data.board.vp_hexes if position.control[0].get(h) is not owner]
        near = self._nearest(wanted, here)
        return near[min(int(self.rng.expovariate(1.5)), len(near) - 1)] if near else None

    def _prey(self, owner: Owner) -> list[int]:
        """Return the enemy's headquarters and forts."""
        position = self.position
        units = position.data.units
        found = {position.hex_of[u] for u in position.on_map(owner.enemy) if units[u].headquarters}
        return sorted(found | (set(position.forts) if owner is Owner.AXIS else set()))

    def _nearest(self, hexes: list[int], here: int) -> list[int]:
        ring = self.position.data.board.distances(here)
        return sorted(hexes, key=lambda h: (ring[h], h))

    def _danger(self, unit: int, h: int) -> float:
        """Return how much a hex frightens a unit: headquarters keep away from the enemy."""
        kind = self.position.data.units[unit]
        if not kind.headquarters:
            return 0.0
        enemies = self.position.present[kind.owner.enemy]
        return 3.0 * self.temper.caution * sum(enemies[n] > 0 for n, _ in self.position.data.board.steps[h])
