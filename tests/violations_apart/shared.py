"""What is planted in all games alike, and how each of them gets it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from tests.violations_apart.kinds import Expected, Kinds
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game, Moved
from tests.violations_apart.ways import Ways

Shared = Callable[[Ways, Game, random.Random], Iterator[Planted]]


class Common:
    """A decorator that gathers what all games share; `clauses` as in `Kind`."""

    def __init__(self, expected: Expected, *clauses: str) -> None:
        self._expected, self._clauses = expected, clauses
        self.plants: dict[str, Shared] = {}

    def __call__(self, plant: Shared) -> Shared:
        """Gather it."""
        self.plants[plant.__name__] = plant
        return plant

    def enter(self, kinds: Kinds, ways: Ways, but: tuple[str, ...] = ()) -> None:
        """Give a game all that was gathered but some."""
        for name, plant in self.plants.items():
            if name not in but:
                bound = partial(plant, ways)
                bound.__doc__ = plant.__doc__
                kinds.take(name, bound, self._expected, self._clauses)


def lone_drag(ways: Ways, game: Game, rng: random.Random) -> Moved:
    """Return a drag of a unit over the board that is a step by itself."""
    return rng.choice(
        [
            m
            for m in game.dragged()
            if m.step > ways.first(game)
            and ways.on_board(game, m.start, ways.main)
            and ways.on_board(game, m.end, ways.main)
            and game.fixed.get(m.piece, {}).get("Kind") in ways.kinds
            and game.alone(m.step)
        ]
    )
