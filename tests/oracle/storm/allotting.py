"""Loss points: the rules' set of outcomes against an exhaustive search, board by board.

``python -m tests.oracle.storm.allotting [SECONDS] [--boards | --hours]`` goes through every mix of up to ten
fresh and spent units and every total up to thirty, on the plain boards under every reading of St-1 to St-4.
With ``--boards`` also on all boards: under every reading of all eight points as far as `SMALL` (`WANDERING`
where St-1 is "again"), and as far as ten units and thirty points under the readings of St-1 to St-4 that have
St-1 at "once"; with ``--hours`` so far under all readings that do.  `drawn` goes on with all boards and all
readings by chance.  Readings under which the search finds the same ways on every table of a board share one
search; the rules are asked under each.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from random import Random

from tests.games.storm.rules.table import in_impulses
from tests.games.storm.rules.world import figures
from tests.oracle.storm.adapter import read_world, state_of
from tests.oracle.storm.allotment import Allotment, Share, outcomes, outcomes_of_totals
from tests.oracle.storm.outcomes import Board, Outcome, Search, Step
from tests.oracle.storm.world import GONE
from tests.oracle.tally import Tally
from toolkit.games.storm.rules.data import Area, RulesData, Unit
from toolkit.games.storm.rules.points import READINGS, points_of
from toolkit.games.storm.rules.position import Position, Toll
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings

MOST, POINTS = 10, 30
GERMAN, SOVIET = Side.GERMAN, Side.SOVIET
ALLOTTING = ("St-1", "St-2", "St-3", "St-4")
RETREATING = ("St-14", "St-15", "St-17", "St-30")
SMALL = 6, 18
"""Units and points at most where every reading is gone through in minutes."""
WANDERING = 4, 12
"""Units and points at most where a unit may go back again and again."""
Reading = tuple[tuple[str, str], ...]
"""The values of some unclear points."""
POOL = tuple(f"s{n}" for n in range(MOST))


@dataclass(frozen=True)
class Ground:
    """What lies around an area x where units are hit.

    `areas` are the others: owner, Soviet units, German units; `ways` are words like "x-a".
    """

    areas: Mapping[str, tuple[Side, int, int]]
    ways: str
    enemies: int = 0
    """Germans in the area itself."""
    owner: Side = SOVIET
    """Who controls it."""


GROUNDS: Mapping[str, Ground] = {
    "nowhere to go": Ground({"g": (GERMAN, 0, 1)}, "x-g"),
    "one way, for good": Ground({"a": (SOVIET, 0, 0)}, "x-a", enemies=1, owner=GERMAN),
    "one way back": Ground({"a": (SOVIET, 0, 0), "g": (GERMAN, 0, 1)}, "x-a x-g"),
    "own or empty": Ground(
        {"a": (SOVIET, 0, 0), "b": (GERMAN, 0, 0), "g": (GERMAN, 0, 1)}, "x-a x-b a-b x-g"
    ),
    "room for two": Ground({"a": (SOVIET, 8, 0), "c": (SOVIET, 0, 0), "g": (GERMAN, 0, 1)}, "x-a a-c x-g"),
    "full": Ground({"a": (SOVIET, 10, 0), "g": (GERMAN, 0, 1)}, "x-a x-g", enemies=1),
    "full, and round": Ground(
        {"a": (SOVIET, 9, 0), "c": (SOVIET, 9, 0), "d": (GERMAN, 0, 0)}, "x-a x-c a-c c-d", enemies=2
    ),
    "among enemies": Ground(
        {"a": (SOVIET, 1, 1), "b": (SOVIET, 1, 2), "c": (SOVIET, 7, 1)}, "x-a x-b x-c", enemies=1
    ),
}
PLAIN = ("nowhere to go", "one way, for good")


@cache
def data_of(name: str, reading: Reading) -> RulesData:
    """Return a board under one reading."""
    ground = GROUNDS[name]
    areas = [Area("x", "X", 0, SOVIET)] + [Area(id, id, 0, has[0]) for id, has in ground.areas.items()]
    units = [Unit(unit, SOVIET, 0, 5, 2, 4) for unit in POOL]
    units += [Unit(unit, SOVIET, 0, 5, 2, 4) for unit, _ in _standing(ground, SOVIET)]
    units += [Unit(unit, GERMAN, 3, 4, 2, 3) for unit, _ in _standing(ground, GERMAN)]
    ways = [(way[0], way[2]) for way in ground.ways.split()]
    settled = {point: values[0] for point, values in READINGS.items()} | dict(reading)
    return RulesData.of(areas, ways, units, figures=figures(), points=points_of(None, settled))


def _standing(ground: Ground, side: Side) -> Iterator[tuple[str, str]]:
    for area, (_, soviets, germans) in ground.areas.items():
        for n in range(soviets if side is SOVIET else germans):
            yield f"{side.id}-{area}{n}", area
    for n in range(ground.enemies if side is GERMAN else 0):
        yield f"german-x{n}", "x"


def table(data: RulesData, name: str, fresh: int, spent: int, points: int) -> Position:
    """Return a table where so many units have to take so many points."""
    ground, pool = GROUNDS[name], POOL[: fresh + spent]
    where = dict.fromkeys(pool, "x")
    for side in Side:
        where |= dict(_standing(ground, side))
    position = in_impulses(data, where, spent=set(pool[fresh:]))
    for area, (owner, _, _) in ground.areas.items():
        if position.units_in(area, SOVIET) and position.units_in(area, GERMAN):
            position.held[area] = 0b1111 * owner
    position.held["x"] = 0b1111 * ground.owner
    position.toll = Toll(SOVIET, SOVIET, pool, "x", attack=points)
    return position


def in_words(ways: Iterable[Allotment]) -> set[Outcome]:
    """Return what the rules allow in this room's words."""
    return {(_ends(way.shares), way.left) for way in ways}


@lru_cache(maxsize=100_000)
def _ends(shares: tuple[Share, ...]) -> frozenset[tuple[tuple[str, str, str], int]]:
    return frozenset(Counter(map(_told, shares)).items())


def _told(share: Share) -> tuple[str, str, str]:
    now = "gone" if not share.area else "spent" if share.spent else "fresh"
    return "fresh" if share.was_fresh else "spent", now, share.area or GONE


@dataclass
class Bench:
    """Compares outcomes of one board under readings that the search does not tell apart."""

    name: str
    readings: list[Reading]
    tally: Tally

    def __post_init__(self) -> None:
        data = data_of(self.name, self.readings[0])
        world = read_world(data)
        self.search = Search(world, state_of(world, table(data, self.name, MOST, 0, POINTS)))

    def compare(self, fresh: int, spent: int, totals: Sequence[int]) -> None:
        """Compare one mix under several totals; one of them also as the points of a fire."""
        chosen = totals[(3 * fresh + spent) % len(totals)]
        search = self.search.of_totals(fresh, spent, totals)
        for reading in self.readings:
            data = data_of(self.name, reading)
            position, rulings = table(data, self.name, fresh, spent, chosen), Rulings(data.points)
            rules = outcomes_of_totals(position, rulings, totals)
            for points in totals:
                theirs, mine = in_words(rules[points]), search[points]
                wrong = [f"only the rules: {sorted(theirs - mine, key=str)[:2]}"] if theirs - mine else []
                wrong += [f"only the search: {sorted(mine - theirs, key=str)[:2]}"] if mine - theirs else []
                if points == chosen and rules[points] != outcomes(position, rulings):
                    wrong.append("the rules give another set for this total alone")
                what = f"{points} points on {fresh} fresh and {spent} spent units"
                self.tally.result(what, wrong, f"{self.name} {dict(reading)}")


def benches(name: str, every: Sequence[Reading], tally: Tally, most: int) -> list[Bench]:
    """Return a bench for all readings of a board that may end alike and offer the same rows everywhere."""
    found: dict[tuple[str, frozenset[tuple[Board, tuple[Step, ...]]]], Bench] = {}
    for reading in every:
        bench = Bench(name, [reading], tally)
        key = bench.search.world.r["St-3"], frozenset(bench.search.everything(most).items())
        if key in found:
            found[key].readings.append(reading)
        else:
            found[key] = bench
    return list(found.values())


def readings(points: Sequence[str]) -> list[Reading]:
    """Return every combination of the values of some points."""
    return [tuple(zip(points, chosen, strict=True)) for chosen in product(*(READINGS[id] for id in points))]


def mixes(most: int) -> list[tuple[int, int]]:
    """Return every number of fresh and spent units up to so many together."""
    return [(fresh, spent) for fresh in range(most + 1) for spent in range(most + 1 - fresh)]


def drawn(
    tally: Tally,
    random: Random,
    *,
    seconds: float = 1e9,
    most: int = MOST,
    total: int = POINTS,
    count: int = 10**9,
) -> None:
    """Compare boards, readings, mixes and totals by chance."""
    until = time.monotonic() + seconds
    every = readings(ALLOTTING + RETREATING)
    while time.monotonic() < until and count > 0:
        reading = random.choice(every)
        bench = Bench(random.choice(list(GROUNDS)), [reading], tally)
        # Units that go back and forth again and again have more ways than anybody can follow.
        again = dict(reading)["St-1"] == "again"
        units, highest = (min(most, WANDERING[0]), min(total, WANDERING[1])) if again else (most, total)
        for fresh, spent in random.sample(mixes(units), 3):
            totals = random.sample(range(highest + 1), 4)
            bench.compare(fresh, spent, totals)
            count -= len(totals)


def swept(
    tally: Tally, names: Sequence[str], every: Sequence[Reading], most: int = MOST, total: int = POINTS
) -> Iterator[str]:
    """Compare all mixes and totals up to some on boards under some readings; yield what is done."""
    for name in names:
        for bench in benches(name, every, tally, most):
            for fresh, spent in mixes(most):
                bench.compare(fresh, spent, range(total + 1))
            like = f"{dict(bench.readings[0])} and {len(bench.readings) - 1} like it"
            yield f"{name}, {like}: {tally.results} compared, {len(tally.differing)} differences"


def _with(every: Iterable[Reading], first: str) -> list[Reading]:
    return [reading for reading in every if dict(reading)["St-1"] == first]


def main(arguments: list[str]) -> int:
    """Sweep the plain boards, perhaps all boards, then draw for some seconds."""
    tally = Tally()
    large, boards = (MOST, POINTS), list(GROUNDS)
    sweeps: list[tuple[Sequence[str], list[Reading], tuple[int, int]]] = [(PLAIN, readings(ALLOTTING), large)]
    if "--boards" in arguments:
        sweeps.append((boards, _with(readings(ALLOTTING + RETREATING), "once"), SMALL))
        sweeps.append((boards, _with(readings(ALLOTTING + RETREATING), "again"), WANDERING))
        sweeps.append((boards, _with(readings(ALLOTTING), "once"), large))
    if "--hours" in arguments:
        sweeps.append((boards, _with(readings(ALLOTTING + RETREATING), "once"), large))
    for names, chosen, (most, total) in sweeps:
        for line in swept(tally, names, chosen, most, total):
            sys.stdout.write(f"{line}, {time.process_time():.0f} s\n")
            sys.stdout.flush()
    seconds = [float(word) for word in arguments if not word.startswith("-")]
    drawn(tally, Random(1), seconds=seconds[0] if seconds else 600.0)
    sys.stdout.write(tally.told())
    return int(bool(tally.differing))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
