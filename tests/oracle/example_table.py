"""What second readings of the declared examples share: a map by printed numbers, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from toolkit.compile.compiled import CompiledGame

WAITING, GONE = "waiting", "gone"


class Ground:
    """The facts of a map of hexes; a side is the two hexes that it lies between."""

    def __init__(self, game: CompiledGame) -> None:
        self._map = game.map
        self.numbers = [self._map.grid.number(h) for h in range(len(self._map.grid))]
        self._sides = [frozenset((self.numbers[x], self.numbers[y])) for x, y in self._map.sides.tolist()]
        near: dict[str, list[str]] = {number: [] for number in self.numbers}
        for one, other in self._map.sides.tolist():
            near[self.numbers[one]].append(self.numbers[other])
            near[self.numbers[other]].append(self.numbers[one])
        self.near = {number: tuple(found) for number, found in near.items()}
        self.terrain = {number: self._map.terrain_of(h) for h, number in enumerate(self.numbers)}
        self.kind = {self.numbers[town.hex]: town.kind for town in self._map.places}

    def sides(self, name: str) -> frozenset[frozenset[str]]:
        """Return the hexsides of a kind, or those that a kind of link crosses."""
        masks = {**self._map.side_features, **self._map.links}
        return frozenset(side for side, there in zip(self._sides, masks[name], strict=True) if there)

    def marked(self, name: str) -> frozenset[str]:
        """Return the hexes of a layer."""
        return frozenset(self.numbers[h] for h in self._map.hex_features[name].nonzero()[0])


class Sided(Protocol):
    """A unit of a side."""

    @property
    def side(self) -> str:
        """Its side."""


class Standing:
    """Where units stand: every table of an example has `near`, `at` and `units`."""

    near: Mapping[str, tuple[str, ...]]
    at: dict[str, str]
    units: Mapping[str, Sided]
    owner: dict[str, str]

    def there(self, place: str, side: str) -> list[str]:
        """Return the units of a side in a place."""
        return [unit for unit, at in self.at.items() if at == place and self.units[unit].side == side]

    def on_map(self, unit: str) -> bool:
        """Return whether a unit is on the map."""
        return self.at[unit] in self.near

    def distance(self, start: str, end: str) -> int:
        """Return how many hexes lie from one to another."""
        seen, far = {start}, 0
        while end not in seen:
            seen |= {near for place in seen for near in self.near[place]}
            far += 1
        return far

    def _take(self, unit: str) -> None:
        if self.at[unit] in self.owner:
            self.owner[self.at[unit]] = self.units[unit].side
