"""What the rules need of a game: areas, ways, units, unclear points; built once, shared by all positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.rattenkrieg.rules.figures import Figures
from toolkit.games.rattenkrieg.rules.points import points_of
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.rulings import Points

if TYPE_CHECKING:
    from toolkit.source.options import Option

KURGAN = "mamayev_kurgan"
FACTORY = "tractor_factory"


class UnitClass(StrEnum):
    """Kinds of units that the text tells apart (3.3, 8.8, 8.12)."""

    PANZER = "panzer"
    MOTORISED = "motorised"
    INFANTRY = "infantry"
    GUARDS = "guards"
    RIFLE = "rifle"
    TANK = "tank"


class Terrain(StrEnum):
    """Kinds of areas (2.1)."""

    NORMAL = "normal"
    URBAN = "urban"
    REAR = "rear"


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the map.

    Attributes
    ----------
    owner : Side or None
        Whose rear it is; None in Stalingrad.
    sourced : bool
        Whether its terrain has a printed source.
    """

    id: str
    name: str
    terrain: Terrain
    owner: Side | None = None
    sourced: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the counter sheet.

    Attributes
    ----------
    strength : int
        Combat value as printed.
    steps : int
        Cards it has when full (3.3).
    enters : int
        Turn in which it arrives; 1 for the set-up.
    sourced : bool
        Whether its combat value has a printed source.
    """

    id: str
    side: Side
    kind: UnitClass
    strength: int
    steps: int
    enters: int = 1
    name: str = ""
    sourced: bool = False


@dataclass(frozen=True, slots=True)
class CardUses:
    """What cards are to the two sides (8.7.2, 9.1).

    Attributes
    ----------
    colours : pair of str
        The colour that wins for a side, the German first.
    events : mapping of (Side, str) to str
        Side and card → event, by its id in the data.
    """

    colours: tuple[str, str]
    events: Mapping[tuple[Side, str], str]


NO_POINTS = Points(MappingProxyType({}))


@dataclass(frozen=True, eq=False)
class RulesData:
    """Areas, units and settings of one game.

    Attributes
    ----------
    neighbours : mapping of str to frozenset of str
        Areas one may go to from each, arrows of the Soviet rear included (3.5).
    points : Points
        Every unclear point of the register with the values that count in this match.
    ways_sourced : frozenset of (str, str)
        Pairs of neighbours whose border has a printed source, both ways round.
    """

    areas: Mapping[str, Area]
    neighbours: Mapping[str, frozenset[str]]
    units: Mapping[str, Unit]
    figures: Figures
    cards: CardUses
    points: Points = NO_POINTS
    ways_sourced: frozenset[tuple[str, str]] = field(default_factory=frozenset)

    def under(self, options: Sequence[Option], fixed: Mapping[str, str]) -> RulesData:
        """Return the same data for a match that fixed these points of a register, if there is one."""
        return replace(self, points=points_of(options, fixed)) if options else self

    @classmethod
    def of(
        cls,
        areas: Iterable[Area],
        ways: Iterable[tuple[str, str]],
        units: Iterable[Unit],
        figures: Figures,
        cards: CardUses,
        *,
        points: Points = NO_POINTS,
        ways_sourced: Iterable[tuple[str, str]] = (),
    ) -> RulesData:
        """Return data from lists; ways lead both ways.

        Raises
        ------
        KeyError
            For a way that leads to an area that is not there.
        """
        known = {area.id: area for area in areas}
        near: dict[str, set[str]] = {area: set() for area in known}
        for one, other in ways:
            near[one].add(other)
            near[other].add(one)
        sourced = frozenset(pair for one, other in ways_sourced for pair in ((one, other), (other, one)))
        return cls(
            MappingProxyType(known),
            MappingProxyType({area: frozenset(found) for area, found in near.items()}),
            MappingProxyType({unit.id: unit for unit in units}),
            figures,
            cards,
            points,
            sourced,
        )

    @cached_property
    def rears(self) -> tuple[str, str]:
        """The rear areas, the German first."""
        found = {area.owner: area.id for area in self.areas.values() if area.owner is not None}
        return found[Side.GERMAN], found[Side.SOVIET]

    @cached_property
    def city(self) -> tuple[str, ...]:
        """The areas of Stalingrad."""
        return tuple(area.id for area in self.areas.values() if area.owner is None)

    @cached_property
    def normal(self) -> tuple[str, ...]:
        """The normal areas of Stalingrad."""
        return tuple(area for area in self.city if self.areas[area].terrain is Terrain.NORMAL)

    @cached_property
    def crossings(self) -> tuple[str, ...]:
        """The areas linked with the Soviet rear (3.5, 4.0)."""
        near = self.neighbours[self.rears[Side.SOVIET]]
        return tuple(area for area in self.city if area in near)

    @cached_property
    def ways(self) -> frozenset[tuple[str, str]]:
        """All pairs of neighbours, both ways round."""
        return frozenset((one, other) for one, near in self.neighbours.items() for other in near)

    @cached_property
    def tank(self) -> str:
        """The T-34; "" in a game without it."""
        return next((unit.id for unit in self.units.values() if unit.kind is UnitClass.TANK), "")
