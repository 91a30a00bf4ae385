"""The unclear points that movement depends on, and the readings they allow.

A game fixes some of them (a property of the saved game, see ``toolkit.audit``); the others stay open when
nothing but a proposal supports their default.  Every switch below is *monotone*: True is the stricter
reading, so that what is legal under the strictest of the open readings is legal under all of them, and
what is illegal under the mildest is illegal under all.  Two checks therefore decide any number of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Protocol

from toolkit.rules.rulings import Rulings


class ZocReading(Protocol):
    """What zones of control ask a reading for; `Reading` and `ZocRulings` both answer."""

    @property
    def zoc_over_great_river(self) -> bool:
        """U-15: zones reach over great rivers without a bridge."""

    @property
    def zoc_into_mountain(self) -> bool:
        """U-15: zones reach into mountains off the road."""

    @property
    def zoc_between_cities(self) -> bool:
        """U-22: zones reach from one major-city hex into the next."""

    @property
    def own_unit_keeps_zoc(self) -> bool:
        """U-16: an own unit in a hex does not lift enemy zones there."""

    @property
    def fort_has_zoc(self) -> bool:
        """U-37: a fort without a unit has a zone of control."""

    @property
    def fort_bars_entry(self) -> bool:
        """U-37: it keeps enemies out of its hex."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the rules text.  Each switch: True is the stricter reading.

    Attributes
    ----------
    road_pays_river : bool
        U-03: a step along a road over a river pays the river's point as well.
    rail_bridge_pays_river : bool
        U-03: so does a step over a rail bridge that is not along a road.
    rail_bridge_pays_great_river : bool
        U-03: the same at a great river.
    great_river_needs_road : bool
        U-03: over a great river only a road bridge serves.
    zoc_over_great_river, zoc_into_mountain : bool
        U-15: zones of control reach over great rivers without a bridge, into mountains off the road.
    zoc_between_cities : bool
        U-22: they reach from one major-city hex into the next.
    own_unit_keeps_zoc : bool
        U-16: an own unit in a hex does not lift enemy zones there.
    whole_move_pays : bool
        U-18: a whole move must be able to pay its step as well.
    climb_is_whole_move : bool
        U-19: mountain divisions climb only with an untouched allowance.
    no_minimum_move : bool
        U-17: a unit may not always move one hex.
    fort_has_zoc, fort_bars_entry : bool
        U-37: a fort without a unit has a zone of control, keeps enemies out of its hex.
    march_drops_no_half : bool
        U-54: allowance 5 marches ten hexes, not eleven.
    march_ends_outside_zoc : bool
        U-55: a march may not even end beside an enemy.
    stacking_after_each_move : bool
        U-64: the limit holds at the end of each unit's move, not only of the segment.
    """

    road_pays_river: bool = False
    rail_bridge_pays_river: bool = True
    rail_bridge_pays_great_river: bool = False
    great_river_needs_road: bool = False
    zoc_over_great_river: bool = True
    zoc_into_mountain: bool = True
    zoc_between_cities: bool = True
    own_unit_keeps_zoc: bool = True
    whole_move_pays: bool = False
    climb_is_whole_move: bool = True
    no_minimum_move: bool = True
    fort_has_zoc: bool = False
    fort_bars_entry: bool = True
    march_drops_no_half: bool = True
    march_ends_outside_zoc: bool = True
    stacking_after_each_move: bool = True


@dataclass(frozen=True, slots=True)
class Point:
    """An unclear point: what each of its values switches.

    Attributes
    ----------
    id : str
    values : mapping of str to mapping of str to bool
        Value id → switches of `Reading`.
    default : str
    open : bool
        Whether all values count while the game fixed none; else the default does.
    """

    id: str
    values: Mapping[str, Mapping[str, bool]]
    default: str
    open: bool


def _point(id_: str, default: str, *, open_: bool, **values: Mapping[str, bool]) -> Point:
    return Point(id_, MappingProxyType({k.replace("_", "-"): v for k, v in values.items()}), default, open_)


# The ids of points and values are those of ``source_data/gj47/unclear.yaml``.
POINTS: tuple[Point, ...] = (
    _point(
        "U-03",
        "any-crossing",
        open_=True,
        any_crossing={
            "road_pays_river": False,
            "rail_bridge_pays_river": True,
            "rail_bridge_pays_great_river": False,
            "great_river_needs_road": False,
        },
        any_crossing_free={
            "road_pays_river": False,
            "rail_bridge_pays_river": False,
            "rail_bridge_pays_great_river": False,
            "great_river_needs_road": False,
        },
        along_line={
            "road_pays_river": False,
            "rail_bridge_pays_river": True,
            "rail_bridge_pays_great_river": True,
            "great_river_needs_road": True,
        },
        always_pays={
            "road_pays_river": True,
            "rail_bridge_pays_river": True,
            "rail_bridge_pays_great_river": True,
            "great_river_needs_road": False,
        },
    ),
    _point(
        "U-15",
        "everywhere",
        open_=True,
        everywhere={"zoc_over_great_river": True, "zoc_into_mountain": True},
        not_over_great_river={"zoc_over_great_river": False, "zoc_into_mountain": True},
        not_into_mountain={"zoc_over_great_river": True, "zoc_into_mountain": False},
        neither={"zoc_over_great_river": False, "zoc_into_mountain": False},
    ),
    _point("U-16", "no", open_=False, no={"own_unit_keeps_zoc": True}, yes={"own_unit_keeps_zoc": False}),
    _point(
        "U-17",
        "none",
        open_=False,
        none={"no_minimum_move": True},
        one_hex={"no_minimum_move": False},
    ),
    _point("U-18", "whole", open_=False, whole={"whole_move_pays": False}, costs={"whole_move_pays": True}),
    _point(
        "U-19",
        "whole-move",
        open_=False,
        whole_move={"climb_is_whole_move": True},
        after_moving={"climb_is_whole_move": False},
    ),
    _point(
        "U-22",
        "no-effect",
        open_=True,
        no_effect={"zoc_between_cities": True},
        no_zoc={"zoc_between_cities": False},
    ),
    _point(
        "U-37",
        "blocks-only",
        open_=True,
        blocks_only={"fort_has_zoc": False, "fort_bars_entry": True},
        as_unit={"fort_has_zoc": True, "fort_bars_entry": True},
        nothing={"fort_has_zoc": False, "fort_bars_entry": False},
    ),
    _point(
        "U-54",
        "exact",
        open_=True,
        exact={"march_drops_no_half": True},
        half_dropped={"march_drops_no_half": False},
    ),
    _point(
        "U-55",
        "never",
        open_=True,
        never={"march_ends_outside_zoc": True},
        may_end={"march_ends_outside_zoc": False},
    ),
    _point(
        "U-64",
        "segment",
        open_=True,
        segment={"stacking_after_each_move": False},
        each_move={"stacking_after_each_move": True},
    ),
)

_VALUES: Mapping[str, Mapping[str, Mapping[str, bool]]] = MappingProxyType(
    {point.id: point.values for point in POINTS}
)


@dataclass(frozen=True, slots=True)
class ZocRulings:
    """Rulings in the place of a `Reading`: each switch asks its unclear point when it is looked at."""

    rulings: Rulings

    def _switch(self, point: str, name: str) -> bool:
        return _VALUES[point][self.rulings.of(point)][name]

    @property
    def zoc_over_great_river(self) -> bool:
        """U-15: zones reach over great rivers without a bridge."""
        return self._switch("U-15", "zoc_over_great_river")

    @property
    def zoc_into_mountain(self) -> bool:
        """U-15: zones reach into mountains off the road."""
        return self._switch("U-15", "zoc_into_mountain")

    @property
    def zoc_between_cities(self) -> bool:
        """U-22: zones reach from one major-city hex into the next."""
        return self._switch("U-22", "zoc_between_cities")

    @property
    def own_unit_keeps_zoc(self) -> bool:
        """U-16: an own unit in a hex does not lift enemy zones there."""
        return self._switch("U-16", "own_unit_keeps_zoc")

    @property
    def fort_has_zoc(self) -> bool:
        """U-37: a fort without a unit has a zone of control."""
        return self._switch("U-37", "fort_has_zoc")

    @property
    def fort_bars_entry(self) -> bool:
        """U-37: it keeps enemies out of its hex."""
        return self._switch("U-37", "fort_bars_entry")


_SWITCHES = tuple(field.name for field in fields(Reading))


@dataclass(frozen=True, slots=True)
class Settings:
    """What a game fixed, and the readings that remain.

    Attributes
    ----------
    fixed : tuple of (str, str)
        Point and value, sorted.
    strict, mild : Reading
        The strictest and the mildest combination of what remains open.
    """

    fixed: tuple[tuple[str, str], ...]
    strict: Reading
    mild: Reading

    @classmethod
    def of(
        cls, fixed: Mapping[str, str] = MappingProxyType({}), points: Iterable[Point] = POINTS
    ) -> Settings:
        """Combine what the game fixed with the points' own readings.

        A value that is not known leaves its point open under all readings: a newer module's switch must
        not lead to an accusation.
        """
        strict = dict.fromkeys(_SWITCHES, False)
        mild = dict.fromkeys(_SWITCHES, True)
        known = []
        for point in points:
            value = fixed.get(point.id)
            if value in point.values and value is not None:
                readings = [point.values[value]]
                known.append((point.id, value))
            elif point.open or value is not None:
                readings = list(point.values.values())
            else:
                readings = [point.values[point.default]]
            for switches in readings:
                for name, state in switches.items():
                    strict[name] = strict[name] or state
                    mild[name] = mild[name] and state
        return cls(tuple(sorted(known)), Reading(**strict), Reading(**mild))

    def open_points(self) -> tuple[str, ...]:
        """Return the points whose readings differ here, in order of their number."""
        return tuple(point.id for point in POINTS if self.with_strict(point.id) != self.mild)

    def with_strict(self, point: str) -> Reading:
        """Return the mildest reading, with one point at its strictest."""
        return _mixed(self.mild, self.strict, point)

    def with_mild(self, point: str) -> Reading:
        """Return the strictest reading, with one point at its mildest."""
        return _mixed(self.strict, self.mild, point)


def _mixed(base: Reading, other: Reading, point_id: str) -> Reading:
    names = {name for point in POINTS if point.id == point_id for v in point.values.values() for name in v}
    return Reading(**{n: getattr(other if n in names else base, n) for n in _SWITCHES})
