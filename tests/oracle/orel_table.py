"""Before Orel, the table of its second reading: the map, the units, who moves when, and supply."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.example_table import Ground, Standing
from toolkit.compile.compiled import CompiledGame

TURNS = 6
ENEMY = {"axis": "soviet", "soviet": "axis"}
PHASES = [
    ("soviet", "supply"), ("soviet", "replace"), ("soviet", "rail"), ("soviet", "move"), ("soviet", "fight"),
    ("soviet", "exploit"), ("axis", "supply"), ("axis", "replace"), ("axis", "move"), ("axis", "fight"),
    ("axis", "exploit"),
]  # fmt: skip


@dataclass
class Fight:
    attackers: tuple[str, ...]
    target: str
    rolled: bool = False
    # What the result asks for and is not done yet: code and number of steps or hexes.
    results: list[tuple[str, int]] = field(default_factory=list)
    hurt: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    from_: frozenset[str] = frozenset()
    retreated: set[str] = field(default_factory=set)
    tolls: dict[str, int] = field(default_factory=dict)
    stuck: set[str] = field(default_factory=set)
    advanced: list[str] = field(default_factory=list)


class Table(Standing):
    """A table of Before Orel."""

    def __init__(self, game: CompiledGame) -> None:
        ground = Ground(game)
        self.near = ground.near
        self.ground = ground.terrain
        self.river = ground.sides("river")
        self.rail, self.road = ground.sides("rail"), ground.sides("road")
        self.marks = {name: ground.marked(name) for name in game.map.hex_features}
        self.edge = {"axis": self.marks["west_edge"], "soviet": self.marks["east_edge"]}
        self.kind = ground.kind
        self.owner = {place: "soviet" if place == "1103" else "axis" for place in self.kind}
        self.lay_out(game)
        for unit in self.units:
            self._take(unit)
        self.turn, self.phase = 1, PHASES.index(("soviet", "move"))
        self.score = {"axis": 0, "soviet": 0}
        self.saved = {"axis": 0, "soviet": 0}
        self.hungry: dict[str, set[str]] = {"axis": set(), "soviet": set()}
        self.far: dict[str, dict[str, int]] = {}
        self.over, self.winner = False, ""
        self._begin()

    def _begin(self) -> None:
        self.trails: dict[str, list[str]] = {}
        self.entered: dict[str, str] = {}
        self.fights: list[Fight] = []
        self.last: Fight | None = None
        self.spent = 0
        self.starved: dict[str, int] = {}
        if self.does == "supply":
            # Who is without for the first time in a row loses nothing yet.
            self.before, now = self.hungry[self.side], self._hungry(self.side)
            self.hungry[self.side] = now

    # -- facts

    @property
    def side(self) -> str:
        return PHASES[self.phase][0]

    @property
    def does(self) -> str:
        return PHASES[self.phase][1]

    @property
    def weather(self) -> str:
        return ("dry", "dry", "mud", "mud", "snow", "snow")[min(self.turn, TURNS) - 1]

    def steps_in(self, place: str, side: str) -> int:
        return sum(self.steps[unit] for unit in self.there(place, side))

    def zone(self, place: str, side: str) -> bool:
        """Return whether a hex lies in a zone of the enemies of a side (3.1)."""
        if self.kind.get(place) == "city":
            return False
        enemies = (e for near in self.near[place] for e in self.there(near, ENEMY[side]))
        return any(self.units[enemy].kind in ("infantry", "armour") for enemy in enemies)

    def distance(self, start: str, end: str) -> int:
        if start not in self.far:
            found, edge = {start: 0}, [start]
            for here in edge:
                for near in self.near[here]:
                    if near not in found:
                        found[near] = found[here] + 1
                        edge.append(near)
            self.far[start] = found
        return self.far[start][end]

    # -- supply (chapter 4)

    def _cut(self, place: str, side: str) -> bool:
        lifted = bool(self.there(place, side))
        return bool(self.there(place, ENEMY[side])) or (self.zone(place, side) and not lifted)

    def _on_railway(self, place: str, side: str) -> bool:
        """Return whether a free railway leads from a hex to the own edge."""
        if self._cut(place, side):
            return False
        seen, waiting = {place}, [place]
        for here in waiting:
            if here in self.edge[side]:
                return True
            for near in self.near[here]:
                linked = frozenset((here, near)) in self.rail
                if linked and near not in seen and not self._cut(near, side):
                    seen.add(near)
                    waiting.append(near)
        return False

    def fed(self, place: str, side: str) -> bool:
        """Return whether a free railway is at most four hexes away, lakes apart."""
        if self._cut(place, side):
            return False
        seen, edge = {place}, {place}
        for _ in range(5):
            if any(self._on_railway(here, side) for here in edge):
                return True
            edge = {
                near for here in edge for near in self.near[here]
                if near not in seen and self.ground[near] != "lake" and not self._cut(near, side)
            }  # fmt: skip
            seen |= edge
        return False

    def _hungry(self, side: str) -> set[str]:
        own = {unit for unit, one in self.units.items() if one.side == side and self.at[unit] in self.near}
        return {unit for unit in own if not self.fed(self.at[unit], side)}

    def _to_lose(self, unit: str) -> int:
        winter = self.turn >= 5 and self.units[unit].side == "axis"
        hungry = (winter or unit in self.before) and self.at[unit] in self.near
        hungry = hungry and not self.fed(self.at[unit], self.units[unit].side)
        return min(1 - self.starved.get(unit, 0), self.steps[unit]) if hungry else 0
