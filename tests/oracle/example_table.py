"""What second readings of the declared examples share: a map by printed numbers, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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


def near_areas(game: CompiledGame) -> dict[str, tuple[str, ...]]:
    """Return the areas of a map by id, each with those that it borders on."""
    areas = game.areas
    return {
        id: tuple(other for j, other in enumerate(areas.ids) if areas.adjacent[i][j])
        for i, id in enumerate(areas.ids)
    }


def kinds_of_areas(game: CompiledGame) -> dict[str, str]:
    """Return the areas of a map by id, each with its kind."""
    return dict(zip(game.areas.ids, game.areas.kinds, strict=True))


@dataclass(frozen=True)
class Unit:
    """A counter as printed; of its faces the weakest first."""

    side: str
    kind: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    pace: tuple[int, ...]
    enters: int | None
    entry: tuple[str, ...]

    @property
    def movement(self) -> int:
        """The allowance of its strongest face."""
        return self.pace[-1]


def units_of(game: CompiledGame) -> dict[str, Unit]:
    """Return the units of a game: those of its counters that have values."""
    found = {}
    for c in game.counters:
        if faces := c.faces[::-1]:
            attack, defence = tuple(face.attack for face in faces), tuple(face.defence for face in faces)
            pace = tuple(face.movement for face in faces)
            enters, entry = c.enters, tuple(c.entry or ())
            found[c.id] = Unit(str(c.side), str(c.unit_class), attack, defence, pace, enters, entry)
    return found


class Standing:
    """Where units stand: every table of an example has `near`, `at` and `units`."""

    near: Mapping[str, tuple[str, ...]]
    at: dict[str, str]
    units: dict[str, Unit]
    steps: dict[str, int]
    owner: dict[str, str]

    def lay_out(self, game: CompiledGame) -> None:
        """Put the units of the game's first set-up on the table."""
        self.units = units_of(game)
        setup = game.setups[0]
        places = {unit: setup.placements.get(unit, WAITING) for unit in self.units}
        self.at = {unit: place if place in self.near else WAITING for unit, place in places.items()}
        self.steps = {unit: len(one.attack) for unit, one in self.units.items()}

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


class Owing(Standing):
    """A table whose last battle asks for one thing after the other."""

    def owed(self) -> tuple[str, list[str]]:
        """Return what the last battle still asks for, and of whom; ("", []) for nothing."""
        return next(self._owed(), ("", []))

    def _owed(self) -> Iterator[tuple[str, list[str]]]:
        """Yield all that it asks for, in order."""
        raise NotImplementedError
