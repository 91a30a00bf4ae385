"""A long scripted game: hundreds of legal moves, dozens of planted illegal ones, and what an audit must say.

Everything expected here comes from the independent oracle of ``tests.rules.oracle`` on plain copies of the
map; the checker has no part in it.  A planted move is illegal in the mildest reading, and legal in the
strictest once the one thing that its rule forbids is taken away from the world: the river, the zones, the
missing road.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.rules import oracle
from tests.rules.worlds import Piece, World
from toolkit.compile.game import CompiledGame

_SIDES = {"river": "river", "great_river": "great", "impassable": "closed"}
Step = dict[str, object]


def world_of(game: CompiledGame) -> World:
    """Return a compiled map in plain terms, without units."""
    grid = game.map.grid
    terrain = [game.map.terrain_of(h) for h in range(len(grid))]
    for place in game.map.places:
        if place.kind == "major_city":
            terrain[place.hex] = "city"
    world = World(grid.columns, grid.rows, terrain)
    world.near = {h: [n for n in row if n >= 0] for h, row in enumerate(game.map.neighbours.tolist())}
    for s, (a, b) in enumerate(game.map.sides.tolist()):
        for layer, name in _SIDES.items():
            if game.map.side_features[layer][s]:
                world.add(a, b, name)
        for link in ("road", "rail"):
            if game.map.links[link][s]:
                world.add(a, b, link)
    return world


def start_of(game: CompiledGame) -> list[Piece]:
    """Return the units of the fullest set-up where they stand."""
    setup = max(game.setups, key=lambda s: len(s.on_map))
    counters = {counter.id: counter for counter in game.counters}
    pieces = []
    for name, number in setup.on_map.items():
        counter = counters[name]
        if counter.full is not None and counter.side is not None:
            pieces.append(
                Piece(
                    name, counter.side, counter.mechanised, counter.mountain, counter.full.movement,
                    game.map.grid.hex(number),
                )
            )  # fmt: skip
    return pieces


@dataclass(frozen=True, slots=True)
class Expected:
    """What the audit must say of the unit's move that ends with a step of the plan.

    Attributes
    ----------
    plan_step : int
        Index of the plan's step that completes the move.
    unit : str
    start, end : str
        Printed numbers.
    rule : str or None
        The rule planted; None for a legal move.
    cures : frozenset of str
        Rules each of which, taken away alone, makes the move legal, by the oracle: one of them must lead.
    """

    plan_step: int
    unit: str
    start: str
    end: str
    rule: str | None
    cures: frozenset[str] = frozenset()


@dataclass
class Script:
    """A plan for the recorder, and what is expected of it."""

    steps: list[Step] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    first_judged: int = 0


# What each rule forbids, taken away.


def _without_feature(name: str) -> Callable[[World], World]:
    def take(world: World) -> World:
        sides = {pair: names - {name} for pair, names in world.sides.items()}
        return replace(world, sides=sides, memo={})

    return take


def _terrain_cleared(kind: str) -> Callable[[World], World]:
    def take(world: World) -> World:
        return replace(world, terrain=["clear" if k == kind else k for k in world.terrain], memo={})

    return take


def _rail_is_road(world: World) -> World:
    sides = {pair: names | {"road"} if "rail" in names else names for pair, names in world.sides.items()}
    return replace(world, sides=sides, memo={})


CURES: Mapping[str, Callable[[World], World]] = {
    "9.2(1)3": _without_feature("river"),
    "9.2(3)1": _without_feature("great"),
    "9.2(4)": _terrain_cleared("mountain"),
    "9.2(5)1": _terrain_cleared("marsh"),
    "9.2(5)2": _terrain_cleared("forest"),
}
NO_ZONES = replace(oracle.STRICT, zones=False)


class Director:
    """Writes a script, keeping the oracle's table up to date.

    Parameters
    ----------
    game : CompiledGame
    seed : int
    """

    def __init__(self, game: CompiledGame, seed: int = 1) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.world = world_of(game)
        self.world.pieces = start_of(game)
        self.script = Script()
        self.world.memo = {}
        self.moved: set[str] = set()
        self.spoiled: set[int] = set()
        self.numbers = [game.map.grid.number(h) for h in range(len(game.map.grid))]
        self._cured = {rule: cure(self.world) for rule, cure in CURES.items()}
        self._railways = _rail_is_road(self.world)
        # Valid while the other side stands still: within a segment.
        self._kept: dict[tuple[object, ...], set[int]] = {}
        self._rings: dict[tuple[int, int], set[int]] = {}

    # -- the script --------------------------------------------------------------------------------

    def drag(self, pieces: Sequence[Piece], end: int, via: Sequence[int] = ()) -> int:
        """Drag pieces; return the plan's step."""
        step: Step = {"op": "drag", "counters": [p.name for p in pieces], "to": self.numbers[end]}
        if via:
            step["via"] = [self.numbers[h] for h in via]
        self.script.steps.append(step)
        for piece in pieces:
            piece.where = end
        return len(self.script.steps) - 1

    def chit(self, chit: str) -> None:
        """Begin a new segment: a chit is played at once."""
        self.script.steps.append({"op": "key", "counter": chit, "key": "Ctrl-P"})
        self.moved.clear()
        self._kept.clear()
        for world in (self.world, self._railways, *self._cured.values()):
            assert world.memo is not None
            world.memo.clear()
            world.pieces = self.world.pieces

    def undo(self, times: int = 1) -> None:
        """Take back the latest logged steps; the table must be put right by the caller."""
        self.script.steps.append({"op": "undo", "times": times})

    def expect(  # noqa: PLR0917 -- what a finding is made of
        self,
        step: int,
        piece: Piece,
        start: int,
        end: int,
        rule: str | None,
        cures: frozenset[str] = frozenset(),
    ) -> None:
        """Note what the audit must say."""
        here, there = self.numbers[start], self.numbers[end]
        self.script.expected.append(Expected(step, piece.name, here, there, rule, cures))
        self.moved.add(piece.name)

    # -- the oracle's table ------------------------------------------------------------------------

    def idle(self, side: str) -> list[Piece]:
        """Return the side's units that have not moved in this segment, in random order."""
        found = [
            p
            for p in self.world.pieces
            if p.side == side and p.name not in self.moved and p.where not in self.spoiled
        ]
        self.rng.shuffle(found)
        return found

    def own(self, side: str, h: int) -> int:
        """Return how many units of a side are in a hex."""
        return sum(p.side == side and p.where == h for p in self.world.pieces)

    def free(self, piece: Piece, h: int, *, more: int = 1) -> bool:
        """Return whether `more` units may end in a hex."""
        return self.own(piece.side, h) + more <= 2 and h not in self.spoiled

    def keep(self, key: str, piece: Piece, find: Callable[[], Iterable[int]]) -> set[int]:
        """Return a set of hexes for a piece where it stands, found once in a segment."""
        full = (key, piece.name, piece.where, piece.allowance)
        if full not in self._kept:
            self._kept[full] = set(find())
        return self._kept[full]

    def legal(self, piece: Piece) -> set[int]:
        """Return where the unit may surely go, stacking aside."""
        found = self.keep("legal", piece, lambda: oracle.reachable(self.world, piece, oracle.STRICT))
        return found - {piece.where}

    def possible(self, piece: Piece) -> set[int]:
        """Return where it may go in the mildest reading."""
        return self.keep("mild", piece, lambda: oracle.reachable(self.world, piece, oracle.MILD))

    def cured(self, rule: str, piece: Piece) -> set[int]:
        """Return where it might go if what a rule is about were not in the world."""
        world = self._cured[rule]
        return self.keep(rule, piece, lambda: oracle.reachable(world, piece, oracle.STRICT))

    def marched(self, piece: Piece) -> set[int]:
        """Return where a march surely gets."""
        return self.keep("march", piece, lambda: oracle.reach_march(self.world, piece, oracle.STRICT))

    def on_rails(self, piece: Piece, *, march: bool) -> set[int]:
        """Return where it might go if railways were roads."""
        reach = oracle.reach_march if march else oracle.reach_normal
        return self.keep(f"rail {march}", piece, lambda: reach(self._railways, piece, oracle.STRICT))

    def unzoned(self, piece: Piece, *, march: bool) -> set[int]:
        """Return where it might go if there were no zones of control."""
        reach = oracle.reach_march if march else oracle.reach_normal
        return self.keep(f"zones {march}", piece, lambda: reach(self.world, piece, NO_ZONES))

    def enemies_at(self, piece: Piece, h: int) -> bool:
        """Return whether a hex holds an enemy."""
        return any(p.side != piece.side and p.where == h for p in self.world.pieces)

    # -- legal play --------------------------------------------------------------------------------

    def play(self, side: str, count: int) -> None:
        """Make `count` legal moves in all the ways that players make them."""
        ways = (self.plain, self.plain, self.detour, self.stack, self.put_back, self.undone)
        for piece in self.idle(side):
            if count <= 0:
                return
            if piece.name in self.moved or piece.where in self.spoiled:
                continue
            count -= self.rng.choice(ways)(piece)

    def _goal(self, piece: Piece, *, more: int = 1) -> int | None:
        goals = [h for h in sorted(self.legal(piece)) if self.free(piece, h, more=more)]
        return self.rng.choice(goals) if goals else None

    def plain(self, piece: Piece) -> int:
        """One drag."""
        end = self._goal(piece)
        if end is None:
            return 0
        start = piece.where
        self.expect(self.drag([piece], end), piece, start, end, None)
        return 1

    def detour(self, piece: Piece) -> int:
        """Several drags, over hexes that may be too far or too full."""
        end = self._goal(piece)
        if end is None:
            return 0
        start = piece.where
        land = [
            h for h in self.world.around(end) + self.world.around(start) if self.world.terrain[h] != "sea"
        ]
        via = [h for h in self.rng.sample(sorted(set(land)), min(2, len(set(land)))) if h not in (start, end)]
        self.expect(self.drag([piece], end, via), piece, start, end, None)
        return 1

    def stack(self, piece: Piece) -> int:
        """Two units of one hex dragged together."""
        both = [p for p in self.world.pieces if p.where == piece.where and p.side == piece.side]
        if len(both) != 2 or any(p.name in self.moved for p in both):
            return self.plain(piece)
        goals = sorted(self.legal(both[0]) & self.legal(both[1]))
        goals = [h for h in goals if self.free(piece, h, more=2)]
        if not goals:
            return self.plain(piece)
        end, start = self.rng.choice(goals), piece.where
        step = self.drag(both, end)
        for one in both:
            self.expect(step, one, start, end, None)
        return 2

    def put_back(self, piece: Piece) -> int:
        """Dragged somewhere, put back, then moved (or left alone)."""
        start = piece.where
        far = self.rng.choice([h for h, kind in enumerate(self.world.terrain) if kind == "clear"])
        if far == start or self.enemies_at(piece, far):
            return self.plain(piece)
        self.drag([piece], far)
        self.drag([piece], start)
        return self.plain(piece) if self.rng.random() < 0.6 else 0

    def undone(self, piece: Piece) -> int:
        """A wild drag taken back with Undo, then a move."""
        start = piece.where
        far = self.rng.choice([h for h, kind in enumerate(self.world.terrain) if kind == "clear"])
        if far == start:
            return self.plain(piece)
        self.drag([piece], far)
        self.undo()
        piece.where = start
        return self.plain(piece)

    # -- planted moves -----------------------------------------------------------------------------

    def plant(self, rule: str, side: str) -> bool:
        """Plant one move that breaks `rule`, if the table offers one."""
        finders: dict[str, Callable[[Piece], Iterator[tuple[int, list[int]]]]] = {
            "9.2(1)1": self._too_far,
            "9.2(1)2": self._into_the_sea,
            "9.2(1)4": self._along_railway,
            "9.2(2)": self._through_zones,
            "9.2(3)2": self._bank_to_bank,
            "9.2(4)2": self._late_climb,
            "9.3(1)1": self._off_the_road,
            "9.3(1)2": self._march_through_zones,
            "9.3(1)3": self._march_on_rails,
            "3.1(2)": self._into_the_enemy,
        }
        if rule in ("3.1(1)", "3.1(3)", "9.3(2)"):
            return self._crowd(rule, side)
        if rule == "9.1(1)":
            return self._interrupt(side)
        if rule == "9.1(3)":
            return self._mixed(side)
        finder = finders.get(rule) or (lambda piece: self._cured_by(rule, piece))
        for piece in self.idle(side):
            found = next(finder(piece), None)
            if found is not None:
                end, via = found
                start = piece.where
                cures = frozenset(self._all_cures(piece, end) | {rule})
                self.expect(self.drag([piece], end, via), piece, start, end, rule, cures)
                if self.enemies_at(piece, end) or self.world.terrain[end] == "sea":
                    self.spoiled.add(end)
                return True
        return False

    def _shuffled(self, hexes: set[int]) -> list[int]:
        found = sorted(hexes)
        self.rng.shuffle(found)
        return found

    def _within(self, start: int, steps: int) -> set[int]:
        if (start, steps) not in self._rings:
            seen, ring = {start}, {start}
            for _ in range(steps):
                ring = {n for h in ring for n in self.world.around(h)} - seen
                seen |= ring
            self._rings[start, steps] = seen - {start}
        return self._rings[start, steps]

    def _open(self, piece: Piece, h: int) -> bool:
        return self.free(piece, h) and not self.enemies_at(piece, h)

    def _cures_of(self, piece: Piece, h: int) -> set[str]:
        """Return which single things, taken away, would make a hex a legal goal."""
        cures = {rule for rule in CURES if h in self.cured(rule, piece)}
        if h in self.unzoned(piece, march=False):
            cures.add("9.2(2)")
        elif h in self.unzoned(piece, march=True):
            cures.add("9.3(1)2")
        if h in self.on_rails(piece, march=False):
            cures.add("9.2(1)4")
        elif h in self.on_rails(piece, march=True):
            cures.add("9.3(1)3")
        return cures

    def _all_cures(self, piece: Piece, h: int) -> set[str]:
        """Return every rule without which a hex were a legal goal, in the strictest or mildest reading."""
        cures: set[str] = set()
        for reading in (oracle.STRICT, oracle.MILD):
            free = replace(reading, zones=False)
            cures |= {
                rule for rule, world in self._cured.items() if h in oracle.reachable(world, piece, reading)
            }
            goals = {
                "9.2(2)": oracle.reach_normal(self.world, piece, free),
                "9.3(1)2": oracle.reach_march(self.world, piece, free),
                "9.2(1)4": oracle.reach_normal(self._railways, piece, reading),
                "9.3(1)3": oracle.reach_march(self._railways, piece, reading),
                "9.2(1)1": oracle.reachable(
                    self.world, replace(piece, allowance=piece.allowance + 6), reading
                ),
            }
            cures |= {rule for rule, found in goals.items() if h in found}
            if h in oracle.reachable(self.world, piece, free) and h in self.world.around(piece.where):
                # A step that takes the whole move, barred by the zones on both sides of it.
                cures |= {"9.2(3)2"} if "great" in self.world.on(piece.where, h) else set()
                cures |= {"9.2(4)2"} if self.world.terrain[h] == "mountain" else set()
        return cures

    def _only(self, rule: str, piece: Piece, hexes: set[int]) -> Iterator[tuple[int, list[int]]]:
        for h in self._shuffled(hexes - self.possible(piece))[:20]:
            if self._open(piece, h) and self._cures_of(piece, h) == {rule}:
                yield h, []

    def _cured_by(self, rule: str, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        if not (piece.mountain and rule == "9.2(4)"):
            yield from self._only(rule, piece, self.cured(rule, piece))

    def _through_zones(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        yield from self._only("9.2(2)", piece, self.unzoned(piece, march=False))

    def _march_through_zones(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        goals = self.unzoned(piece, march=True)
        yield from self._only("9.3(1)2", piece, {h for h in goals if self._far(piece, h)})

    def _march_on_rails(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        goals = self.on_rails(piece, march=True)
        yield from self._only("9.3(1)3", piece, {h for h in goals if self._far(piece, h)})

    def _along_railway(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        for h in self._shuffled(self.on_rails(piece, march=False) - self.possible(piece)):
            if self._open(piece, h):
                yield h, []

    def _far(self, piece: Piece, h: int) -> bool:
        return h not in self._within(piece.where, piece.allowance + 1)

    def _too_far(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        """A step or two beyond the allowance, with nothing else to blame."""
        goals = self._within(piece.where, piece.allowance + 2) - self._within(piece.where, piece.allowance)
        for h in self._shuffled(goals - self.possible(piece))[:25]:
            longer = replace(piece, allowance=piece.allowance + 4)
            if self._open(piece, h) and not self._cures_of(piece, h) and h in self.legal(longer):
                yield h, []

    def _into_the_sea(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        for h in self.world.around(piece.where):
            if self.world.terrain[h] == "sea":
                yield h, []

    def _into_the_enemy(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        for h in self._within(piece.where, 2):
            if self.enemies_at(piece, h):
                yield h, []

    def _bank_to_bank(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        zones = oracle.zoned(self.world, piece, oracle.MILD)
        for h in self.world.around(piece.where):
            on = self.world.on(piece.where, h)
            banks = {piece.where, h} <= zones
            river = "great" in on and not on & {"road", "rail"} and self.world.terrain[h] != "mountain"
            if river and banks and self._open(piece, h) and h not in self.possible(piece):
                yield h, []

    def _late_climb(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        if not piece.mountain:
            return
        for h in self._shuffled(self.cured("9.2(4)", piece) - self.possible(piece)):
            if self.world.terrain[h] == "mountain" and self._open(piece, h):
                yield h, []

    def _off_the_road(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        """March along the road, and one step off it."""
        goals = self.marched(piece)
        zones = oracle.zoned(self.world, piece, oracle.STRICT)
        for road in self._shuffled({h for h in goals if self._far(piece, h)})[:6]:
            for h in self.world.around(road):
                clear = self.world.terrain[h] == "clear" and not self.world.on(road, h)
                off = h not in goals | self.possible(piece) | zones and clear
                half = len(self._road_way(piece.where, road)) <= 2 * piece.allowance - 2
                if off and half and self._open(piece, h) and not self._cures_of(piece, h):
                    yield h, [road]

    def _road_way(self, start: int, end: int) -> list[int]:
        """Return the shortest way along roads, without its start."""
        back = {start: start}
        ring = [start]
        while ring and end not in back:
            fresh = []
            for a in ring:
                for b in self.world.around(a):
                    if "road" in self.world.on(a, b) and b not in back:
                        back[b] = a
                        fresh.append(b)
            ring = fresh
        way = [end]
        while end in back and back[way[-1]] != way[-1]:
            way.append(back[way[-1]])
        return way[:-1]

    def _mixed(self, side: str) -> bool:
        """March a few hexes, then walk: 9.1(3)."""
        for piece in self.idle(side):
            goals = self.marched(piece)
            for road in self._shuffled({h for h in goals if self._far(piece, h)})[:4]:
                marched = len(self._road_way(piece.where, road))
                left = piece.allowance - (marched + 1) // 2
                walker = replace(piece, where=road, allowance=left)
                walked = oracle.reach_normal(self.world, walker, oracle.STRICT) if left > 1 else {}
                for h in self._shuffled({h for h, spent in walked.items() if spent >= 2}):
                    legal = h in self.possible(piece)
                    if not legal and self._open(piece, h) and not self._cures_of(piece, h):
                        start = piece.where
                        # Marching on off the road is the same slip, seen from the march.
                        cures = frozenset(self._all_cures(piece, h) | {"9.1(3)", "9.3(1)1"})
                        self.expect(self.drag([piece], h, [road]), piece, start, h, "9.1(3)", cures)
                        return True
        return False

    def _crowd(self, rule: str, side: str) -> bool:
        """A third unit in a hex, by a move that is legal but for that."""
        for piece in self.idle(side):
            goals = self.legal(piece)
            if rule == "9.3(2)":
                goals &= self.marched(piece) - set(oracle.reach_normal(self.world, piece, oracle.MILD))
            for h in self._shuffled(goals):
                if self.own(side, h) == 2 and h not in self.spoiled:
                    start = piece.where
                    self.expect(
                        self.drag([piece], h), piece, start, h, "3.1(1)" if rule != "3.1(3)" else rule
                    )
                    self.spoiled.add(h)
                    return True
        return False

    def _interrupt(self, side: str) -> bool:
        """A moves, B moves, A moves on: 9.1(1)."""
        idle = self.idle(side)
        for piece in idle:
            start = piece.where
            first = [h for h in self._shuffled(self.legal(piece)) if self._open(piece, h)]
            spent = oracle.reach_normal(self.world, piece, oracle.STRICT)
            for half in (h for h in first if h in spent and spent[h] <= piece.allowance / 2):
                walker = replace(piece, where=half, allowance=int(piece.allowance - spent[half]))
                on = oracle.reach_normal(self.world, walker, oracle.STRICT)
                ends = [h for h in self._shuffled(set(on)) if self._farther(start, half, h)]
                ends = [h for h in ends if self._open(piece, h) and h in self.legal(piece)]
                others = [p for p in idle if p is not piece and p.where not in (start, half)]
                for other in others:
                    goal = self._goal(other)
                    if not ends or goal is None or goal in (half, ends[0], start):
                        continue
                    self.drag([piece], half)
                    where = other.where
                    self.expect(self.drag([other], goal), other, where, goal, None)
                    self.expect(self.drag([piece], ends[0]), piece, start, ends[0], "9.1(1)")
                    return True
        return False

    def _farther(self, start: int, half: int, end: int) -> bool:
        def ring(h: int) -> int:
            return next((n for n in range(1, 12) if h in self._within(start, n)), 99) if h != start else 0

        return end not in (start, half) and ring(end) > ring(half)


PLANTED: Mapping[str, int] = {
    "3.1(1)": 4, "3.1(2)": 4, "3.1(3)": 3, "9.1(1)": 4, "9.1(3)": 3, "9.2(1)1": 4, "9.2(1)2": 3, "9.2(1)3": 4,
    "9.2(1)4": 3, "9.2(2)": 5, "9.2(3)1": 4, "9.2(3)2": 3, "9.2(4)": 4, "9.2(4)2": 3, "9.2(5)1": 3,
    "9.2(5)2": 3, "9.3(1)1": 4, "9.3(1)2": 4, "9.3(1)3": 4,
}  # fmt: skip
"""How many moves to plant for each rule."""


def arrange(director: Director) -> None:
    """Before play, drag units to where every rule can be broken: mountains, coasts, banks, marshes, roads."""
    world, rng = director.world, director.rng
    taken = {p.where for p in world.pieces}

    def spots(test: Callable[[int], bool]) -> list[int]:
        found = [h for h, kind in enumerate(world.terrain) if kind != "sea" and test(h) and h not in taken]
        return found

    def beside(kind: str) -> Callable[[int], bool]:
        return lambda h: (
            world.terrain[h] == "clear" and any(world.terrain[n] == kind for n in world.around(h))
        )

    def on_line(h: int, line: str) -> bool:
        return any(line in world.on(h, n) for n in world.around(h))

    def put(pieces: Sequence[Piece], test: Callable[[int], bool]) -> None:
        for piece in pieces:
            places = spots(test)
            if places:
                where = rng.choice(places)
                director.drag([piece], where)
                taken.add(where)

    axis = [p for p in world.pieces if p.side == "axis"]
    soviet = [p for p in world.pieces if p.side == "soviet"]
    rng.shuffle(axis)
    rng.shuffle(soviet)
    mountain = [p for p in axis if p.mountain]
    tanks = [p for p in axis + soviet if p.mechanised]
    feet = [p for p in axis + soviet if not p.mechanised and not p.mountain]
    put(mountain, beside("mountain"))
    put(feet[:5], beside("mountain"))
    put(feet[5:10], beside("sea"))
    put(tanks[:7], beside("marsh"))
    put(tanks[7:14], beside("forest"))
    put(feet[10:34], lambda h: world.terrain[h] == "clear" and on_line(h, "road"))
    put(feet[34:44], lambda h: on_line(h, "rail") and not on_line(h, "road"))
    put(feet[44:50], lambda h: any("great" in world.on(h, n) for n in world.around(h)))
    _banks(director, taken, feet[50:])


def _banks(director: Director, taken: set[int], feet: Sequence[Piece]) -> None:
    """Set units of both sides against each other over great rivers, so that both banks are in zones."""
    world = director.world
    axis = [p for p in feet if p.side == "axis"]
    soviet = [p for p in feet if p.side == "soviet"]
    for pair, names in world.sides.items():
        if "great" not in names or names & {"road", "rail"}:
            continue
        near, far = sorted(pair)
        if {near, far} & taken or any(world.terrain[h] not in ("clear", "forest") for h in (near, far)):
            continue
        # An enemy on the mover's bank beside `near`, another beyond `far`, both over plain hexsides.
        mine = [n for n in world.around(near) if n != far and not world.on(near, n) and n not in taken]
        theirs = [n for n in world.around(far) if n != near and not world.on(far, n) and n not in taken]
        mine = [n for n in mine if world.terrain[n] != "sea"]
        theirs = [n for n in theirs if world.terrain[n] != "sea" and n not in mine]
        if not mine or not theirs or not axis or len(soviet) < 2:
            continue
        for piece, h in ((axis.pop(), near), (soviet.pop(), mine[0]), (soviet.pop(), theirs[0])):
            director.drag([piece], h)
            taken.add(h)
        taken.add(far)
        if len(axis) < 2 or len(taken) > 2000:
            return
        if sum(1 for _ in taken) and director.rng.random() < 0.2:
            return


def write_script(
    game: CompiledGame,
    *,
    legal: int = 320,
    seed: int = 1,
    rounds: int = 8,
    planted: Mapping[str, int] = PLANTED,
) -> Script:
    """Return a script of at least `legal` legal moves with planted illegal ones between them."""
    director = Director(game, seed)
    arrange(director)
    chits = [c for c in game.counters if c.chit is not None and c.side is not None]
    by_side = {side: [c.id for c in chits if c.side == side] for side in ("axis", "soviet")}
    director.script.first_judged = len(director.script.steps)
    wanted = dict(planted)
    rounds = min(rounds, *map(len, by_side.values()))
    each = legal // (2 * rounds) + 2
    for number in range(rounds):
        for side in ("axis", "soviet"):
            director.chit(by_side[side][number])
            for rule in sorted(wanted):
                share = -(-wanted[rule] // max(2 * (rounds - number) - 4, 1))
                for _ in range(share):
                    if wanted[rule] and director.plant(rule, side):
                        wanted[rule] -= 1
            director.play(side, each)
    return director.script
