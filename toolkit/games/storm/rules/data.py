"""What the rules need of a game: areas, ways, units, cards, turns; built once, shared by all positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.storm.rules.figures import Figures
from toolkit.games.storm.rules.points import points_of
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Points

if TYPE_CHECKING:
    from toolkit.source.options import Option

KURGAN = "mamayev_kurgan"


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the map, or a ferry box.

    Attributes
    ----------
    terrain : int
        What it adds to the defence of its owner.
    owner : Side
        Who controls it at the start.
    victory : bool
        Whether it counts for victory.
    ferry : bool
        Whether it is a ferry landing box.
    entry : bool
        Whether German reinforcements may enter there.
    sourced : bool
        Whether its terrain has a printed source.
    """

    id: str
    name: str
    terrain: int
    owner: Side
    victory: bool = False
    ferry: bool = False
    entry: bool = False
    riverside: bool = False
    sourced: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the counter sheet.

    Attributes
    ----------
    attack, defence, movement : int
        Its fresh face.
    spent : int
        Defence of its spent face.
    kind : str
        Class of units: ``"infantry"`` …
    division : str
        "" for an independent unit.
    withdraws : bool
        Whether its counter is black (10.4).
    starts : str
        Area of the set-up; "" for a reinforcement.
    enters : int
        Turn in whose end phase it arrives; 0 for a unit of the set-up.
    entry : tuple of str
        Areas or ferry boxes where it may arrive.
    sourced : bool
        Whether its values have a printed source.
    """

    id: str
    side: Side
    attack: int
    defence: int
    movement: int
    spent: int
    kind: str = "infantry"
    division: str = ""
    withdraws: bool = False
    starts: str = ""
    enters: int = 0
    entry: tuple[str, ...] = ()
    name: str = ""
    sourced: bool = False


class Timing(StrEnum):
    """When a card is played: as the action, with an own one, or in answer to the enemy's."""

    ACTION = "action"
    OWN_FIRE = "own_fire"
    OWN_MOVE = "own_move"
    ENEMY_FIRE = "enemy_fire"
    ENEMY_LOSS = "enemy_loss"
    ENEMY_MOVE = "enemy_move"


class Use(StrEnum):
    """What a card does."""

    BOMBARD = "bombard"
    FIRE_BONUS = "fire_bonus"
    NO_TERRAIN = "no_terrain"
    ATTACKER_ALLOTS = "attacker_allots"
    OVERRUN = "overrun"
    MARCH = "march"
    INFILTRATE = "infiltrate"
    JOINT = "joint"
    UNSPENT = "unspent"
    RALLY = "rally"
    REPLACE = "replace"
    FERRY = "ferry"
    DRAW = "draw"
    SNIPE = "snipe"
    RUBBLE = "rubble"
    DIG_IN = "dig_in"
    WEAKEN = "weaken"
    CANCEL = "cancel"
    SPARE = "spare"
    MINES = "mines"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does, with its numbers.

    Attributes
    ----------
    amount : int
        Attack, movement, units, cards, points, factor or defence, as the use has one.
    by_attacker : bool
        Who allots the points of a sniper.
    back : bool
        Whether mines send a group back.
    """

    use: Use
    amount: int = 0
    by_attacker: bool = False
    back: bool = False


@dataclass(frozen=True, slots=True)
class Where:
    """What must be true of the area that a card is about; None and () ask for nothing.

    `own_control`, `own_units` and `beside_own` are seen from the player of the card.
    """

    areas: tuple[str, ...] = ()
    terrain_least: int | None = None
    terrain_most: int | None = None
    riverside: bool | None = None
    victory: bool | None = None
    own_control: bool | None = None
    own_units: bool | None = None
    beside_own: bool | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card of one side's deck.

    Attributes
    ----------
    effect : Effect or None
        None for a card whose meaning only people know.
    discards : int
        Other cards of the hand that it costs.
    spends : str
        Class of the fresh unit that it costs, in or next to the area that it is about; "" for none.
    classes : tuple of str
        Classes of the units that it is for; () for all.
    most : int
        How many units it is for at most; 0 for any number.
    """

    id: str
    side: Side
    timing: Timing | None = None
    effect: Effect | None = None
    discards: int = 0
    spends: str = ""
    where: Where = Where()
    classes: tuple[str, ...] = ()
    division: str = ""
    most: int = 0
    name: str = ""

    def does(self, *uses: Use) -> bool:
        """Return whether the card does one of these."""
        return self.effect is not None and self.effect.use in uses


@dataclass(frozen=True, slots=True)
class HandSize:
    """What a turn box prints for a side: how many cards it draws, and how many it may hold."""

    draw: int
    limit: int


NO_POINTS = Points(MappingProxyType({}))


@dataclass(frozen=True, eq=False)
class RulesData:
    """Areas, units, cards and settings of one game.

    Attributes
    ----------
    areas : mapping of str to Area
        Ferry boxes as well.
    neighbours : mapping of str to tuple of str
        Areas one may go to from each; out of ferry boxes only, never into them.
    turns : tuple of (HandSize, HandSize)
        For each turn what its box prints, German and Soviet.
    points : Points
        Every unclear point of the register with the values that count in this match.
    ways_sourced : frozenset of (str, str)
        Pairs of neighbours whose border has a printed source, both ways round.
    """

    areas: Mapping[str, Area]
    neighbours: Mapping[str, tuple[str, ...]]
    units: Mapping[str, Unit]
    cards: Mapping[str, Card]
    turns: tuple[tuple[HandSize, HandSize], ...]
    figures: Figures
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
        cards: Iterable[Card] = (),
        turns: Iterable[tuple[HandSize, HandSize]] = (),
        *,
        figures: Figures,
        points: Points = NO_POINTS,
        ways_sourced: Iterable[tuple[str, str]] = (),
    ) -> RulesData:
        """Return data from lists; ways lead both ways, but never into a ferry box.

        Raises
        ------
        KeyError
            For a way that leads to an area that is not there.
        """
        known = {area.id: area for area in areas}
        near: dict[str, set[str]] = {area: set() for area in known}
        for one, other in ways:
            for start, end in ((one, other), (other, one)):
                if not known[end].ferry:
                    near[start].add(end)
        sourced = frozenset(pair for one, other in ways_sourced for pair in ((one, other), (other, one)))
        return cls(
            areas=MappingProxyType(known),
            neighbours=MappingProxyType({area: tuple(sorted(found)) for area, found in near.items()}),
            units=MappingProxyType({unit.id: unit for unit in units}),
            cards=MappingProxyType({card.id: card for card in cards}),
            turns=tuple(turns),
            points=points,
            figures=figures,
            ways_sourced=sourced,
        )

    @property
    def last_turn(self) -> int:
        """How many turns the game has."""
        return len(self.turns)

    @cached_property
    def ways(self) -> frozenset[tuple[str, str]]:
        """All pairs of neighbours that one can go between."""
        return frozenset((one, other) for one, near in self.neighbours.items() for other in near)

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Unit → its place on the counter sheet."""
        return MappingProxyType({unit: place for place, unit in enumerate(self.units)})

    @cached_property
    def victory_areas(self) -> tuple[str, ...]:
        """The areas that count for victory."""
        return tuple(area.id for area in self.areas.values() if area.victory)

    @cached_property
    def ferries(self) -> frozenset[str]:
        """The ferry landing boxes."""
        return frozenset(area.id for area in self.areas.values() if area.ferry)

    @cached_property
    def decks(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """All cards of each side."""
        german, soviet = (
            tuple(card.id for card in self.cards.values() if card.side is side) for side in Side
        )
        return german, soviet

    @cached_property
    def black(self) -> tuple[str, ...]:
        """The German units that withdraw (10.4)."""
        return tuple(unit.id for unit in self.units.values() if unit.withdraws)
