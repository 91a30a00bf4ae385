"""The board as rules see it, of hexes or of areas: places, what they touch, what lies in and between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from toolkit.geometry.area_map import AreaMap
    from toolkit.geometry.map import BoolArray, Map

T = TypeVar("T")

Way = tuple[str, str]
"""From one place to the next."""
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Places:
    """Places chosen by what they are: one of each list that is stated.

    Attributes
    ----------
    ids : tuple of str
        Hexes by printed number, or areas by id.
    terrain : tuple of str
        Kinds of terrain, or of areas.
    features : tuple of str
        Marked hexes by their layer (`layers.hexes` of game.yaml); of areas ``key`` or ``key=value`` of their
        properties.
    towns : tuple of str
        Classes of towns.
    not_ids : tuple of str
        Places that are left out.
    cards : tuple of str
        Kinds of cards, one of which is played on the place.
    either : bool
        Whether it is enough to be in one of these lists: woods, or a town.
    """

    ids: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    not_ids: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    either: bool = False


ANYWHERE = Places()


@dataclass(frozen=True, eq=False)
class Board:
    """A board.

    Attributes
    ----------
    neighbours : mapping of str to tuple of str
        Place → the places it touches, in a fixed order.
    terrain : mapping of str to str
        Place → kind of terrain, or of area.
    features, towns : mapping of str to frozenset of str
        Place → layers it is marked in; classes of its towns.
    sides : mapping of (str, str) to frozenset of str
        Layers of hexsides, in both directions; of areas the kinds of links that alone join the two.
    links : mapping of (str, str) to frozenset of str
        Layers of links (road, rail), in both directions; of areas the kinds of links.
    names : mapping of str to str
        What a place is called.
    cards : mapping of str to frozenset of str
        Place → kinds of cards that are played on it.
    """

    neighbours: Mapping[str, tuple[str, ...]]
    terrain: Mapping[str, str]
    features: Mapping[str, frozenset[str]]
    towns: Mapping[str, frozenset[str]]
    sides: Mapping[Way, frozenset[str]]
    links: Mapping[Way, frozenset[str]]
    names: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, frozenset[str]] = field(default_factory=dict)
    _distances: dict[str, dict[str, int]] = field(default_factory=dict, repr=False)
    _chosen: dict[Places, frozenset[str]] = field(default_factory=dict, repr=False)

    def with_cards(self, cards: Mapping[str, frozenset[str]]) -> Board:
        """Return the board with other cards played on its places."""
        return replace(self, cards=cards, _chosen={})

    def without(self, layers: Iterable[str], among: Places | None) -> Board:
        """Return the board without some layers of hexsides and links, or without those among some places."""
        ends = self.places if among is None else self.chosen(among)

        def left(found: Mapping[Way, frozenset[str]]) -> Mapping[Way, frozenset[str]]:
            gone = [way for way in found if way[0] in ends and way[1] in ends]
            return {**found, **{way: found[way].difference(layers) for way in gone}}

        return replace(self, sides=left(self.sides), links=left(self.links))

    @property
    def places(self) -> Collection[str]:
        """All places."""
        return self.neighbours.keys()

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset(self.neighbours)

    @cached_property
    def linked(self) -> Mapping[str, frozenset[str]]:
        """Place → layers of links that lead out of it."""
        found: dict[str, set[str]] = {}
        for (start, _), layers in self.links.items():
            found.setdefault(start, set()).update(layers)
        return {place: frozenset(layers) for place, layers in found.items()}

    def worth(self, place: str, key: str) -> int:
        """Return the number that a property of an area gives it, 0 without one; without a key it is 1."""
        stated = (name.removeprefix(f"{key}=") for name in self.features.get(place, NOTHING) if key)
        return next((int(value) for value in stated if value.isdigit()), 0 if key else 1)

    def touch(self, a: str, b: str) -> bool:
        """Return whether two places are neighbours."""
        return b in self.neighbours.get(a, ())

    def chosen(self, places: Places) -> frozenset[str]:
        """Return the places that are chosen."""
        if places is ANYWHERE:
            return self._all
        if places not in self._chosen:
            self._chosen[places] = frozenset(p for p in self.neighbours if self._fits(p, places))
        return self._chosen[places]

    def _fits(self, place: str, wanted: Places) -> bool:
        lists = (
            (wanted.ids, (place,)),
            (wanted.terrain, (self.terrain[place],)),
            (wanted.features, self.features.get(place, NOTHING)),
            (wanted.towns, self.towns.get(place, NOTHING)),
            (wanted.cards, self.cards.get(place, NOTHING)),
        )
        found = [not set(names).isdisjoint(own) for names, own in lists if names]
        return place not in wanted.not_ids and (any(found) if wanted.either and found else all(found))

    def distance(self, a: str, b: str) -> int:
        """Return how many places b is away from a; a large number where nothing leads there."""
        if a not in self._distances:
            self._distances[a] = self._from(a)
        return self._distances[a].get(b, len(self.neighbours))

    def _from(self, start: str) -> dict[str, int]:
        found, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for near in self.neighbours.get(here, ()):
                if near not in found:
                    found[near] = found[here] + 1
                    waiting.append(near)
        return found

    def sees(self, start: str, end: str, hidden: Collection[str]) -> bool:
        """Return whether a shortest way from one place to another leads through none of the hidden ones."""
        edge = {start}
        for left in range(self.distance(end, start) - 1, 0, -1):
            around = {near for place in edge for near in self.neighbours[place] if near not in hidden}
            edge = {near for near in around if self.distance(end, near) == left}
        return bool(edge)

    def crosses(self, way: Way, sides: Iterable[str], unless: Iterable[str] = ()) -> bool:
        """Return whether a way crosses a hexside of these layers, and has no link of those `unless`."""
        found = self.sides.get(way, NOTHING)
        return not found.isdisjoint(sides) and self.links.get(way, NOTHING).isdisjoint(unless)


def board_of_hexes(game_map: Map) -> Board:
    """Return the board of a compiled map of hexes."""
    numbers = [game_map.grid.number(h) for h in range(len(game_map.grid))]
    pairs = [(numbers[a], numbers[b]) for a, b in game_map.sides.tolist()]
    marked: dict[str, set[str]] = {}
    for layer, mask in game_map.hex_features.items():
        for h in mask.nonzero()[0].tolist():
            marked.setdefault(numbers[h], set()).add(layer)
    towns: dict[str, set[str]] = {}
    for town in game_map.places:
        towns.setdefault(numbers[town.hex], set()).add(town.kind)
    return Board(
        neighbours={
            numbers[h]: tuple(numbers[n] for n in row if n >= 0)
            for h, row in enumerate(game_map.neighbours.tolist())
        },
        terrain={number: game_map.terrain_of(h) for h, number in enumerate(numbers)},
        features=_frozen(marked),
        towns=_frozen(towns),
        sides=_both_ways(pairs, game_map.side_features),
        links=_both_ways(pairs, game_map.links),
        names={numbers[town.hex]: town.names["en"] for town in reversed(game_map.places)},
    )


def board_of_areas(areas: AreaMap) -> Board:
    """Return the board of a map of areas: neighbours by borders and links."""
    near: dict[str, dict[str, None]] = {id: {} for id in areas.ids}
    bordering: set[Way] = set()
    for border in areas.borders:
        a, b = areas.ids[border.a], areas.ids[border.b]
        near[a][b] = near[b][a] = None
        bordering |= {(a, b), (b, a)}
    links: dict[Way, set[str]] = {}
    for link in areas.links:
        a, b = areas.ids[link.start], areas.ids[link.end]
        for way in [(a, b)] if link.one_way else [(a, b), (b, a)]:
            near[way[0]][way[1]] = None
            links.setdefault(way, set()).add(link.kind)
    features = {
        id: frozenset({*properties, *(f"{key}={value}" for key, value in properties.items())})
        for id, properties in zip(areas.ids, areas.properties, strict=True)
    }
    return Board(
        neighbours={id: tuple(found) for id, found in near.items()},
        terrain=dict(zip(areas.ids, areas.kinds, strict=True)),
        features=features,
        towns={},
        sides={way: frozenset(kinds) for way, kinds in links.items() if way not in bordering},
        links=_frozen(links),
        names={id: names.get("en", id) for id, names in zip(areas.ids, areas.names, strict=True)},
    )


def _frozen(found: Mapping[T, set[str]]) -> dict[T, frozenset[str]]:
    return {key: frozenset(values) for key, values in found.items()}


def _both_ways(pairs: Iterable[Way], masks: Mapping[str, BoolArray]) -> dict[Way, frozenset[str]]:
    pairs = list(pairs)
    found: dict[Way, set[str]] = {}
    for layer, mask in masks.items():
        for side in mask.nonzero()[0].tolist():
            a, b = pairs[side]
            found.setdefault((a, b), set()).add(layer)
            found.setdefault((b, a), set()).add(layer)
    return _frozen(found)
