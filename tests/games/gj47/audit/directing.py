"""The table of a scripted game: what lies where, what an oracle allows, what the audit must say."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.games.gj47.rules import oracle
from tests.games.gj47.rules.worlds import Piece, World
from toolkit.compile.compiled import CompiledGame

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
    """Writes a script, keeping the oracle's table up to date."""

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
        self.without = {rule: cure(self.world) for rule, cure in CURES.items()}
        self.railways = _rail_is_road(self.world)
        # Valid while the other side stands still: within a segment.
        self._kept: dict[tuple[object, ...], set[int]] = {}

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
        for world in (self.world, self.railways, *self.without.values()):
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
        world = self.without[rule]
        return self.keep(rule, piece, lambda: oracle.reachable(world, piece, oracle.STRICT))

    def marched(self, piece: Piece) -> set[int]:
        """Return where a march surely gets."""
        return self.keep("march", piece, lambda: oracle.reach_march(self.world, piece, oracle.STRICT))

    def on_rails(self, piece: Piece, *, march: bool) -> set[int]:
        """Return where it might go if railways were roads."""
        reach = oracle.reach_march if march else oracle.reach_normal
        return self.keep(f"rail {march}", piece, lambda: reach(self.railways, piece, oracle.STRICT))

    def unzoned(self, piece: Piece, *, march: bool) -> set[int]:
        """Return where it might go if there were no zones of control."""
        reach = oracle.reach_march if march else oracle.reach_normal
        return self.keep(f"zones {march}", piece, lambda: reach(self.world, piece, NO_ZONES))

    def enemies_at(self, piece: Piece, h: int) -> bool:
        """Return whether a hex holds an enemy."""
        return any(p.side != piece.side and p.where == h for p in self.world.pieces)

    def goal(self, piece: Piece, *, more: int = 1) -> int | None:
        """Return a hex at random where the unit may surely go and `more` units may end; None for none."""
        goals = [h for h in sorted(self.legal(piece)) if self.free(piece, h, more=more)]
        return self.rng.choice(goals) if goals else None
