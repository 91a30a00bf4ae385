"""10.6 against brute force: every walk over a small random world, sieved by the rule's own sentences.

The sieve below shares nothing with the engine but the description of the world.  It lists all walks a unit
could take, whole ones only, and throws out what each sentence of the rule throws out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache

import pytest

from tests.games.gj47.rules.field import points
from tests.games.gj47.rules.oracle import House, zoned
from tests.games.gj47.rules.worlds import Piece, World, charts, random_world
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.retreat import options
from toolkit.games.gj47.rules.retreat_ways import Ground, ways
from toolkit.rules.rulings import Rulings

Walk = tuple[int, ...]
WORLDS = 120


@dataclass(frozen=True)
class Manner:
    """How the unclear points are read."""

    free: bool = False  # U-29
    quiet: bool = False  # U-67
    shields: bool = False  # U-28
    climb: bool = False  # U-20
    third_over_river: bool = False  # U-61
    stays: bool = False  # U-27

    def fixed(self) -> dict[str, str]:
        return {
            "U-29": "free" if self.free else "nearest-source",
            "U-67": "quiet-way-first" if self.quiet else "short-way-first",
            "U-28": "own-unit-shields" if self.shields else "overstack-first",
            "U-20": "allowed" if self.climb else "prohibited",
            "U-61": "allowed" if self.third_over_river else "eliminated",
            "U-27": "stays" if self.stays else "eliminated",
        }


class Sieve:
    """All walks of one retreat, and what is left of them."""

    def __init__(self, world: World, piece: Piece, sources: set[int], hexes: int, manner: Manner) -> None:
        self.world, self.piece, self.manner = world, piece, manner
        self.hexes = hexes
        self.start = piece.where
        self.foes = {p.where for p in world.pieces if p.side != piece.side}
        self.crowd = [p.where for p in world.pieces if p.side == piece.side and p is not piece]
        self.zones = zoned(world, piece, House())
        self.home = self._home(sources)

    def _home(self, sources: set[int]) -> dict[int, int]:
        """Distance to the nearest source, in rounds."""
        n = self.world.columns * self.world.rows
        if not sources:
            return dict.fromkeys(range(n), 0)
        found = dict.fromkeys(sources, 0)
        rounds = 0
        while len(found) < n:
            rounds += 1
            for h in [h for h, d in found.items() if d == rounds - 1]:
                for other in self.world.around(h):
                    found.setdefault(other, rounds)
        return found

    def open(self, number: int, one: int, other: int) -> bool:
        """May step `number` (1 = first) of the walk go from hex `one` to hex `other`?"""
        on = self.world.on(one, other)
        if other in self.foes or self.world.terrain[other] == "sea" or "closed" in on:
            return False
        shut = number == 2 or (number > 2 and not self.manner.third_over_river)
        if shut and "great" in on and not on & {"road", "rail"}:
            return False
        high = self.world.terrain[other] == "mountain" and "road" not in on
        return not high or self.piece.mountain or self.manner.climb

    def full(self, h: int) -> bool:
        return self.crowd.count(h) > 1

    def costs(self, h: int) -> bool:
        return h in self.zones and not (self.manner.shields and h in self.crowd)

    def whole_walks(self) -> list[Walk]:
        """Every walk with the hexes asked for that goes on while, and only while, its last hex is full."""
        walks: list[Walk] = [()]
        whole = []
        while walks:
            longer = []
            for walk in walks:
                here = walk[-1] if walk else self.start
                for other in self.world.around(here):
                    if other == self.start or other in walk or not self.open(len(walk) + 1, here, other):
                        continue
                    more = (*walk, other)
                    if len(more) < self.hexes or self.full(other):
                        longer.append(more)
                    else:
                        whole.append(more)
            walks = longer
        return whole

    def allowed(self) -> set[Walk]:
        """Sieve the whole walks stage by stage: first the hexes asked for, then hex by hex."""
        left = set(self.whole_walks())
        stage, begin = self.hexes, 0
        done: set[Walk] = set()
        groups = [left]
        while groups:
            following = []
            for group in groups:
                kept = self.sieve(group, begin, stage)
                done |= {walk for walk in kept if len(walk) == stage}
                heads = {walk[:stage] for walk in kept if len(walk) > stage}
                following += [{walk for walk in kept if walk[:stage] == head} for head in sorted(heads)]
            begin, stage = stage, stage + 1
            groups = following
        return done

    def sieve(self, walks: set[Walk], begin: int, end: int) -> set[Walk]:
        """Keep the walks whose steps `begin` to `end` are as 10.6(6) has them, `walks` agreeing before."""
        short = self.nearest(walks, begin, end)
        if self.manner.quiet and all(self.trouble(w[begin:end]) for w in short):
            least_trouble = min((self.trouble(w[begin:end]) for w in walks), default=0)
            return self.nearest({w for w in walks if self.trouble(w[begin:end]) == least_trouble}, begin, end)
        calm = {w for w in short if not any(map(self.costs, w[begin:end]))}
        if any(not self.full(w[end - 1]) for w in calm):
            return short  # an open way is there: ties are free
        return calm or short

    def nearest(self, walks: set[Walk], begin: int, end: int) -> set[Walk]:
        """Keep the walks that end the stage nearest to home, two hexes leading two away where they can."""
        if self.manner.free:
            return walks
        if begin == 0 and end == 2:
            two_away = {w for w in walks if w[1] not in self.world.around(self.start)}
            walks = two_away or walks
        least = min((self.home[w[end - 1]] for w in walks), default=0)
        return {w for w in walks if self.home[w[end - 1]] == least}

    def trouble(self, steps: Walk) -> int:
        """Zones are the worst, then a full hex at the end."""
        return 2 if any(map(self.costs, steps)) else int(self.full(steps[-1]))

    def outcomes(self, steps: int) -> set[tuple[Walk, int, bool]]:
        """What becomes of the unit on each walk."""
        found = set()
        for walk in self.allowed():
            lost = 0
            for i, h in enumerate(walk):
                lost += self.costs(h)
                if lost == steps:
                    found.add((walk[: i + 1], lost, True))
                    break
            else:
                found.add((walk, lost, False))
        if found:
            return found
        return {((), 1, steps == 1)} if self.manner.stays else {((), 0, True)}


@cache
def scene(seed: int) -> tuple[World, Position, Piece, int, set[int]]:
    """A crowded random world, one unit of which has to retreat; nobody changes it."""
    rng = random.Random(seed)
    size, pieces = rng.choice(((7, 12), (7, 24), (6, 34)))
    world = random_world(seed, columns=size, rows=size, pieces=pieces)
    for piece in world.pieces[4::5]:  # stacks, so that some hexes are full
        friends = [p for p in world.pieces if p.side == piece.side and p is not piece]
        where = rng.choice(friends).where if friends else piece.where
        if sum(p.where == where for p in world.pieces) < 2:
            piece.where = where
    unit = rng.randrange(len(world.pieces))
    if rng.random() < 0.3:
        unit = max(range(len(world.pieces)), key=lambda u: _shut_in(world, world.pieces[u]))
    piece = world.pieces[unit]
    sources = {rng.randrange(size * size) for _ in range(rng.randrange(3))}
    data = world.data()
    side = 0 if piece.side == "axis" else 1
    held = (frozenset(sources), frozenset[int]()) if side == 0 else (frozenset[int](), frozenset(sources))
    board = replace(data.board, sources=held)
    data = replace(data, board=board, charts=charts(), points=points())
    position = Position(data)
    for index, p in enumerate(world.pieces):
        position.place(index, p.where)
    position.reduced[unit] = rng.random() < 0.3
    return world, position, piece, unit, sources


def _shut_in(world: World, piece: Piece) -> int:
    foes = {p.where for p in world.pieces if p.side != piece.side}
    shut = [h for h in world.around(piece.where) if h in foes or world.terrain[h] in ("sea", "mountain")]
    return len(shut) + 6 - len(world.around(piece.where))


MANNERS = (
    Manner(),
    Manner(free=True),
    Manner(quiet=True),
    Manner(shields=True, climb=True, quiet=True),
    Manner(third_over_river=True, stays=True),
)


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("hexes", [1, 2])
def test_options_are_what_brute_force_leaves(manner: Manner, hexes: int) -> None:
    kinds = {"removed": 0, "on through full": 0, "in zones": 0}
    for seed in range(WORLDS):
        world, position, piece, unit, sources = scene(seed)
        sieve = Sieve(world, piece, sources, hexes, manner)
        expected = sieve.outcomes(1 if position.reduced[unit] else 2)
        rulings = Rulings(points(manner.fixed()))
        found = {(way.path, way.steps, way.eliminated) for way in options(position, unit, hexes, rulings)}
        assert found == expected, seed
        kinds["removed"] += any(not path for path, _, _ in expected)
        kinds["on through full"] += any(len(path) > hexes for path, _, _ in expected)
        kinds["in zones"] += any(steps for _, steps, _ in expected)
    assert min(kinds.values()) >= (1 if manner.quiet else 3), kinds


@pytest.mark.parametrize("manner", MANNERS[:3])
def test_single_paths_are_judged_as_brute_force_does(manner: Manner) -> None:
    told = {True: 0, False: 0}
    for seed in range(0, WORLDS, 3):
        world, position, piece, unit, sources = scene(seed)
        for hexes in (1, 2):
            sieve = Sieve(world, piece, sources, hexes, manner)
            good = sieve.allowed()
            ground = Ground(position, unit, piece.where, Rulings(points(manner.fixed())))
            taken = set(ways(ground, hexes))
            for walk in sieve.whole_walks():
                assert (walk in taken) is (walk in good), (seed, walk)
                told[walk in good] += 1
    assert told[True] >= 20
    assert told[False] >= (0 if manner.free else 20), told
