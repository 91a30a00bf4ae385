"""Chapter 9: normal movement and march.

Every search keeps all (hex, points spent) pairs that can be reached; nothing is pruned by being dearer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch03_basics import closed_hexes, closed_to, overfills, zone
from tests.oracle.gj47.world import State, World, enemy_of, face, on_map, route_steps, side, units
from tests.oracle.readings import Readings

WHOLE = -1
NEVER = -2


class Ground:
    """What one unit's move depends on: its enemies' zone and hexes, its allowance, and what is lifted.

    `lift` names rules to leave out ("zoc", "river", "great", "mountain", "marsh", "forest", "enemy", "sea",
    "impassable"): the difference tells which of them a move breaks.
    """

    def __init__(
        self, world: World, state: State, piece: str, r: Readings, lift: Collection[str] = ()
    ) -> None:
        self.world, self.state, self.piece, self.r = world, state, world.pieces[piece], r
        self.lift = frozenset(lift)
        self.start = on_map(state, piece) or ""
        self.allowance = face(world, state, piece)[2]
        enemy = enemy_of(self.piece.side)
        self.zone: set[str] = set() if "zoc" in self.lift else zone(world, state, enemy, r)
        if r["U-16"] == "yes":
            self.zone = {h for h in self.zone if not self._friends(h)}
        self.closed: set[str] = set()
        if "enemy" not in self.lift:
            self.closed = closed_hexes(world, state, self.piece.side, r)

    def _friends(self, h: str) -> bool:
        return any(id != self.piece.id for id in units(self.world, self.state, h, self.piece.side))

    def barred(self, a: str, b: str) -> str | None:
        """Return the clause that forbids any step from `a` to `b`."""
        board = self.world.board
        if board.terrain[b] == "sea" and "sea" not in self.lift:
            return "9.2(1)2"
        if side(a, b) in board.impassable and "impassable" not in self.lift:
            return "9.2(1)2"
        if b in self.closed:
            return "3.1(2)"
        return None

    def points(self, a: str, b: str) -> int:
        """9.2(1)2-4, 9.2(3), 9.2(4), 9.2(5): points of a normal step without zones, `WHOLE` or `NEVER`."""
        board, r = self.world.board, self.r
        s = side(a, b)
        terrain = "clear" if board.terrain[b] in self.lift | {"sea"} else board.terrain[b]
        if s in board.road:
            paid = s in board.river and r["U-03"] == "always-pays" and "river" not in self.lift
            return 2 if paid else 1
        mountaineer = self.piece.mountain
        if board.terrain[a] == "mountain" and not mountaineer and "mountain" not in self.lift:
            return NEVER
        if terrain == "mountain":
            return WHOLE if mountaineer else NEVER
        serves = board.bridged(s) and r["U-03"] != "along-line"
        if s in board.great and not serves and "great" not in self.lift:
            return WHOLE
        city = board.place.get(b) == "major_city"
        cost = 1 if city else book.ENTER[terrain][0 if self.piece.mech else 1]
        if s in board.river and "river" not in self.lift:
            free = board.bridged(s) and r["U-03"] == "any-crossing-free"
            cost += 0 if free else 1
        return cost

    def zoc_points(self, a: str, b: str) -> int:
        """9.2(2): two to leave an enemy zone, two to enter one."""
        return (2 if a in self.zone else 0) + (2 if b in self.zone else 0)

    def whole(self, a: str, b: str, spent: int) -> bool:
        """9.2(3)1, 2 and 9.2(4)2: whether a step that takes the whole allowance can be made from `a`."""
        if self.start in self.zone and b in self.zone:
            return False
        over_water = side(a, b) in self.world.board.great and not self._served(a, b)
        late = self.r["U-19"] == "after-moving" and not over_water
        if spent or a != self.start:
            return late and spent < self.allowance
        if over_water and self.r["U-18"] == "costs":
            terrain = self.world.board.terrain[b]
            cost = book.ENTER[terrain][0 if self.piece.mech else 1] if terrain in book.ENTER else 0
            return cost + self.zoc_points(a, b) <= self.allowance
        return self.allowance > 0

    def _served(self, a: str, b: str) -> bool:
        return self.world.board.bridged(side(a, b)) and self.r["U-03"] != "along-line"


def reach(
    world: World, state: State, piece: str, r: Readings, lift: Collection[str] = ()
) -> dict[str, set[int]]:
    """Return every hex a unit reaches by normal movement, with all sums of points that lead there."""
    ground = Ground(world, state, piece, r, lift)
    found: dict[str, set[int]] = {}
    front = [(ground.start, 0)]
    seen = set(front)
    while front:
        following = []
        for h, spent in front:
            for b in world.board.neighbours(h):
                if ground.barred(h, b) is not None:
                    continue
                points = ground.points(h, b)
                if points == NEVER:
                    continue
                if points == WHOLE:
                    if ground.whole(h, b, spent):
                        found.setdefault(b, set()).add(ground.allowance)
                    continue
                total = spent + points + ground.zoc_points(h, b)
                if total <= ground.allowance and (b, total) not in seen:
                    seen.add((b, total))
                    found.setdefault(b, set()).add(total)
                    following.append((b, total))
        front = following
    if r["U-17"] == "one-hex":
        for b in world.board.neighbours(ground.start):
            if ground.barred(ground.start, b) is None and ground.points(ground.start, b) not in (
                NEVER,
                WHOLE,
            ):
                found.setdefault(b, set()).add(ground.allowance)
    found.pop(ground.start, None)
    return found


def march_reach(
    world: World, state: State, piece: str, r: Readings, lift: Collection[str] = ()
) -> dict[str, int]:
    """Return every hex a unit reaches by march, with the number of hexes on the way (9.3)."""
    ground = Ground(world, state, piece, r, lift)
    if ground.start in ground.zone:
        return {}
    links = world.board.road | (world.board.rail if "rail" in ground.lift else frozenset())
    limit = 2 * ground.allowance + (1 if r["U-54"] == "half-dropped" else 0)
    found: dict[str, int] = {}
    front, count = {ground.start}, 0
    while front and count < limit:
        count += 1
        following = set()
        for h in front:
            for b in world.board.neighbours(h):
                if side(h, b) not in links or ground.barred(h, b) is not None or b in found:
                    continue
                if b in ground.zone:
                    if r["U-55"] == "may-end":
                        found[b] = count
                    continue
                found[b] = count
                following.add(b)
        front = following
    found.pop(ground.start, None)
    return found


def destinations(world: World, state: State, piece: str, r: Readings, *, stacked: bool = True) -> set[str]:
    """Return the hexes where a unit may end its move; `stacked` leaves out those that would be over-full."""
    ends = set(reach(world, state, piece, r)) | set(march_reach(world, state, piece, r))
    return {h for h in ends if not stacked or not overfills(world, state, piece, h)}


def normal_route(world: World, state: State, piece: str, route: Sequence[str], r: Readings) -> list[str]:
    """Return the clauses that a route breaks as normal movement."""
    ground = Ground(world, state, piece, r)
    broken, spent = _start(world, ground, route), 0
    for n, (a, b) in enumerate(route_steps(route)):
        if b not in world.board.neighbours(a):
            return [*broken, "9.1(2)"]
        bar = ground.barred(a, b)
        if bar is not None:
            broken.append(bar)
            if world.board.terrain[b] == "sea":
                return broken
        points = ground.points(a, b)
        if points == NEVER:
            broken.append("9.2(4)")
            continue
        if points == WHOLE:
            broken += _whole_step(world, ground, route, n, spent)
            spent = max(spent, ground.allowance)
            continue
        spent += points + ground.zoc_points(a, b)
    if spent > ground.allowance and not broken:
        broken += dear(world, state, piece, route, r)
    return sorted(set(broken))


def _start(world: World, ground: Ground, route: Sequence[str]) -> list[str]:
    if not route or route[0] != ground.start or ground.start not in world.board.terrain:
        return ["9.1(2)"]
    return []


def _whole_step(world: World, ground: Ground, route: Sequence[str], n: int, spent: int) -> list[str]:
    a, b = route[n], route[n + 1]
    mountain = world.board.terrain[b] == "mountain" and side(a, b) not in world.board.road
    broken = []
    first, second = ("9.2(4)2", "9.2(4)2") if mountain else ("9.2(3)1", "9.2(3)2")
    if route[0] in ground.zone and b in ground.zone:
        broken.append(second)
    elif not ground.whole(a, b, spent) or n + 2 < len(route):
        broken.append(first)
    return broken


def dear(world: World, state: State, piece: str, route: Sequence[str], r: Readings) -> list[str]:
    """Return the clauses whose costs make a route dearer than the allowance."""
    broken = ["9.2(1)1"]
    for rule, clause in (
        ("zoc", "9.2(2)"),
        ("river", "9.2(1)3"),
        ("marsh", "9.2(5)1"),
        ("forest", "9.2(5)2"),
    ):
        ground = Ground(world, state, piece, r, (rule,))
        spent = 0
        for a, b in route_steps(route):
            points = ground.points(a, b)
            spent += (ground.allowance if points == WHOLE else points) + ground.zoc_points(a, b)
        if spent <= ground.allowance:
            broken.append(clause)
    return broken


def march_route(world: World, state: State, piece: str, route: Sequence[str], r: Readings) -> list[str]:
    """Return the clauses that a route breaks as a march (9.3)."""
    ground = Ground(world, state, piece, r)
    board = world.board
    broken = _start(world, ground, route)
    if route[0] in ground.zone:
        broken.append("9.3(1)2")
    for a, b in route_steps(route):
        if b not in board.neighbours(a):
            return [*broken, "9.1(2)"]
        bar = ground.barred(a, b)
        if bar is not None:
            broken += [bar, "9.3(2)"]
        s = side(a, b)
        if s not in board.road:
            broken.append("9.3(1)3" if s in board.rail else "9.3(1)1")
        if b in ground.zone and not (b == route[-1] and r["U-55"] == "may-end"):
            broken.append("9.3(1)2")
    limit = 2 * ground.allowance + (1 if r["U-54"] == "half-dropped" else 0)
    if len(route) - 1 > limit:
        broken.append("9.3(1)")
    return sorted(set(broken))


def drag(world: World, state: State, piece: str, end: str, r: Readings, *, explain: bool = True) -> list[str]:
    """Return the clauses a move to `end` breaks when no way of getting there is legal.

    Without `explain` only that some are broken.
    """
    if end in reach(world, state, piece, r) or end in march_reach(world, state, piece, r):
        return []
    if not explain:
        return ["9.2(1)1"]
    broken: list[str] = []
    for rule, clauses in LIFTED:
        if end in reach(world, state, piece, r, (rule,)) or end in march_reach(
            world, state, piece, r, (rule,)
        ):
            broken += clauses
    board = world.board
    if board.terrain.get(end) == "sea":
        broken.append("9.2(1)2")
    if end in board.terrain and closed_to(world, state, end, world.pieces[piece].side, r):
        broken.append("3.1(2)")
    if board.terrain.get(end) == "mountain":
        broken.append("9.2(4)")
    return sorted({*broken, "9.2(1)1"})


def said_to_march(world: World, state: State, piece: str, end: str, r: Readings) -> list[str]:
    """Return the clauses that a move breaks which was said to be a march (9.1(3)): nothing else will do."""
    if end in march_reach(world, state, piece, r):
        return []
    lifted = (("zoc", "9.3(1)2"), ("rail", "9.3(1)3"), ("enemy", "3.1(2)"))
    broken = {clause for rule, clause in lifted if end in march_reach(world, state, piece, r, (rule,))}
    return sorted(broken | {"9.3(1)", "9.3(1)1"})


LIFTED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("zoc", ("9.2(2)", "9.3(1)2", "9.2(3)2", "9.2(4)2")),
    ("river", ("9.2(1)3",)),
    ("great", ("9.2(3)1", "9.2(3)2")),
    ("mountain", ("9.2(4)", "9.2(4)2")),
    ("marsh", ("9.2(5)1",)),
    ("forest", ("9.2(5)2",)),
    ("enemy", ("3.1(2)",)),
    ("sea", ("9.2(1)2",)),
    ("impassable", ("9.2(1)2",)),
    ("rail", ("9.3(1)3",)),
)
