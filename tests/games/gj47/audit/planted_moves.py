"""Moves of a scripted game that break one rule each, found where the table offers them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.games.gj47.audit.directing import CURES, Director
from tests.games.gj47.rules import oracle
from tests.games.gj47.rules.worlds import Piece


class PlantedMoves:
    """Plants illegal moves at a director's table."""

    def __init__(self, table: Director) -> None:
        self.table = table
        self.world, self.rng = table.world, table.rng
        self._rings: dict[tuple[int, int], set[int]] = {}

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
        for piece in self.table.idle(side):
            found = next(finder(piece), None)
            if found is not None:
                end, via = found
                start = piece.where
                cures = frozenset(self._all_cures(piece, end) | {rule})
                self.table.expect(self.table.drag([piece], end, via), piece, start, end, rule, cures)
                if self.table.enemies_at(piece, end) or self.world.terrain[end] == "sea":
                    self.table.spoiled.add(end)
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
        return self.table.free(piece, h) and not self.table.enemies_at(piece, h)

    def _cures_of(self, piece: Piece, h: int) -> set[str]:
        """Return which single things, taken away, would make a hex a legal goal."""
        cures = {rule for rule in CURES if h in self.table.cured(rule, piece)}
        if h in self.table.unzoned(piece, march=False):
            cures.add("9.2(2)")
        elif h in self.table.unzoned(piece, march=True):
            cures.add("9.3(1)2")
        if h in self.table.on_rails(piece, march=False):
            cures.add("9.2(1)4")
        elif h in self.table.on_rails(piece, march=True):
            cures.add("9.3(1)3")
        return cures

    def _all_cures(self, piece: Piece, h: int) -> set[str]:
        """Return every rule without which a hex were a legal goal, in the strictest or mildest reading."""
        cures: set[str] = set()
        for reading in (oracle.STRICT, oracle.MILD):
            free = replace(reading, zones=False)
            cures |= {
                rule
                for rule, world in self.table.without.items()
                if h in oracle.reachable(world, piece, reading)
            }
            goals = {
                "9.2(2)": oracle.reach_normal(self.world, piece, free),
                "9.3(1)2": oracle.reach_march(self.world, piece, free),
                "9.2(1)4": oracle.reach_normal(self.table.railways, piece, reading),
                "9.3(1)3": oracle.reach_march(self.table.railways, piece, reading),
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
        for h in self._shuffled(hexes - self.table.possible(piece))[:20]:
            if self._open(piece, h) and self._cures_of(piece, h) == {rule}:
                yield h, []

    def _cured_by(self, rule: str, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        if not (piece.mountain and rule == "9.2(4)"):
            yield from self._only(rule, piece, self.table.cured(rule, piece))

    def _through_zones(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        yield from self._only("9.2(2)", piece, self.table.unzoned(piece, march=False))

    def _march_through_zones(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        goals = self.table.unzoned(piece, march=True)
        yield from self._only("9.3(1)2", piece, {h for h in goals if self._far(piece, h)})

    def _march_on_rails(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        goals = self.table.on_rails(piece, march=True)
        yield from self._only("9.3(1)3", piece, {h for h in goals if self._far(piece, h)})

    def _along_railway(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        for h in self._shuffled(self.table.on_rails(piece, march=False) - self.table.possible(piece)):
            if self._open(piece, h):
                yield h, []

    def _far(self, piece: Piece, h: int) -> bool:
        return h not in self._within(piece.where, piece.allowance + 1)

    def _too_far(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        """A step or two beyond the allowance, with nothing else to blame."""
        goals = self._within(piece.where, piece.allowance + 2) - self._within(piece.where, piece.allowance)
        for h in self._shuffled(goals - self.table.possible(piece))[:25]:
            longer = replace(piece, allowance=piece.allowance + 4)
            if self._open(piece, h) and not self._cures_of(piece, h) and h in self.table.legal(longer):
                yield h, []

    def _into_the_sea(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        for h in self.world.around(piece.where):
            if self.world.terrain[h] == "sea":
                yield h, []

    def _into_the_enemy(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        for h in self._within(piece.where, 2):
            if self.table.enemies_at(piece, h):
                yield h, []

    def _bank_to_bank(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        zones = oracle.zoned(self.world, piece, oracle.MILD)
        for h in self.world.around(piece.where):
            on = self.world.on(piece.where, h)
            banks = {piece.where, h} <= zones
            river = "great" in on and not on & {"road", "rail"} and self.world.terrain[h] != "mountain"
            if river and banks and self._open(piece, h) and h not in self.table.possible(piece):
                yield h, []

    def _late_climb(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        if not piece.mountain:
            return
        for h in self._shuffled(self.table.cured("9.2(4)", piece) - self.table.possible(piece)):
            if self.world.terrain[h] == "mountain" and self._open(piece, h):
                yield h, []

    def _off_the_road(self, piece: Piece) -> Iterator[tuple[int, list[int]]]:
        """March along the road, and one step off it."""
        goals = self.table.marched(piece)
        zones = oracle.zoned(self.world, piece, oracle.STRICT)
        for road in self._shuffled({h for h in goals if self._far(piece, h)})[:6]:
            for h in self.world.around(road):
                clear = self.world.terrain[h] == "clear" and not self.world.on(road, h)
                off = h not in goals | self.table.possible(piece) | zones and clear
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
        for piece in self.table.idle(side):
            goals = self.table.marched(piece)
            for road in self._shuffled({h for h in goals if self._far(piece, h)})[:4]:
                marched = len(self._road_way(piece.where, road))
                left = piece.allowance - (marched + 1) // 2
                walker = replace(piece, where=road, allowance=left)
                walked = oracle.reach_normal(self.world, walker, oracle.STRICT) if left > 1 else {}
                for h in self._shuffled({h for h, spent in walked.items() if spent >= 2}):
                    legal = h in self.table.possible(piece)
                    if not legal and self._open(piece, h) and not self._cures_of(piece, h):
                        start = piece.where
                        # Marching on off the road is the same slip, seen from the march.
                        cures = frozenset(self._all_cures(piece, h) | {"9.1(3)", "9.3(1)1"})
                        self.table.expect(
                            self.table.drag([piece], h, [road]), piece, start, h, "9.1(3)", cures
                        )
                        return True
        return False

    def _crowd(self, rule: str, side: str) -> bool:
        """A third unit in a hex, by a move that is legal but for that."""
        for piece in self.table.idle(side):
            goals = self.table.legal(piece)
            if rule == "9.3(2)":
                goals &= self.table.marched(piece) - set(oracle.reach_normal(self.world, piece, oracle.MILD))
            for h in self._shuffled(goals):
                if self.table.own(side, h) == 2 and h not in self.table.spoiled:
                    start = piece.where
                    self.table.expect(
                        self.table.drag([piece], h), piece, start, h, "3.1(1)" if rule != "3.1(3)" else rule
                    )
                    self.table.spoiled.add(h)
                    return True
        return False

    def _interrupt(self, side: str) -> bool:
        """A moves, B moves, A moves on: 9.1(1)."""
        idle = self.table.idle(side)
        for piece in idle:
            start = piece.where
            first = [h for h in self._shuffled(self.table.legal(piece)) if self._open(piece, h)]
            spent = oracle.reach_normal(self.world, piece, oracle.STRICT)
            for half in (h for h in first if h in spent and spent[h] <= piece.allowance / 2):
                walker = replace(piece, where=half, allowance=int(piece.allowance - spent[half]))
                on = oracle.reach_normal(self.world, walker, oracle.STRICT)
                ends = [h for h in self._shuffled(set(on)) if self._farther(start, half, h)]
                ends = [h for h in ends if self._open(piece, h) and h in self.table.legal(piece)]
                others = [p for p in idle if p is not piece and p.where not in (start, half)]
                for other in others:
                    goal = self.table.goal(other)
                    if not ends or goal is None or goal in (half, ends[0], start):
                        continue
                    self.table.drag([piece], half)
                    where = other.where
                    self.table.expect(self.table.drag([other], goal), other, where, goal, None)
                    self.table.expect(self.table.drag([piece], ends[0]), piece, start, ends[0], "9.1(1)")
                    return True
        return False

    def _farther(self, start: int, half: int, end: int) -> bool:
        def ring(h: int) -> int:
            return next((n for n in range(1, 12) if h in self._within(start, n)), 99) if h != start else 0

        return end not in (start, half) and ring(end) > ring(half)
