"""The unclear points that movement, zones of control and lines of communication ask for.

Which values of a point count is the register's matter (``unclear.yaml``, `RulesData.points`); here stands
what each value switches.  Every switch is *monotone*: True is the stricter reading, so that what is legal
under the strictest of the readings that are left is legal under all of them, and what is illegal under the
mildest is illegal under all.  Two checks therefore decide any number of points; only where they disagree is
one asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from toolkit.rules.rulings import Points, Rulings

T = TypeVar("T")


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
        U-37: a fort without a unit has a zone of control, keeps enemies and their lines out of its hex.
    march_drops_no_half : bool
        U-54: allowance 5 marches ten hexes, not eleven.
    march_ends_outside_zoc : bool
        U-55: a march may not even end beside an enemy.
    stacking_after_each_move : bool
        U-64: the limit holds at the end of each unit's move, not only of the segment.
    impassable_bars : bool
        U-56: no line goes over an impassable side.
    mountain_left_by_road : bool
        U-66: a line that came into a mountain hex by road goes on from it by road only.
    count_never_restarts : bool
        U-34: a railway joined again does not start the count of six anew.
    allies_limited : bool
        U-34: the limit of six hexes binds the allies of the Germans as well.
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
    impassable_bars: bool = True
    mountain_left_by_road: bool = True
    count_never_restarts: bool = True
    allies_limited: bool = True


_U03 = ("road_pays_river", "rail_bridge_pays_river", "rail_bridge_pays_great_river", "great_river_needs_road")
_U15 = ("zoc_over_great_river", "zoc_into_mountain")
_U34 = ("count_never_restarts", "allies_limited")
_U37 = ("fort_has_zoc", "fort_bars_entry")
_Values = Mapping[str, Mapping[str, bool]]


def _values(switches: Sequence[str], **values: str) -> _Values:
    """Return the values of a point; ``"10"`` sets the first of its switches and not the second."""
    return {
        name.replace("_", "-"): {switch: bit == "1" for switch, bit in zip(switches, bits, strict=True)}
        for name, bits in values.items()
    }


# The ids of points and values are those of ``source_data/gj47/unclear.yaml``.
_BOTH: Mapping[str, _Values] = {
    "U-15": _values(_U15, everywhere="11", not_over_great_river="01", not_into_mountain="10", neither="00"),
    "U-22": _values(("zoc_between_cities",), no_effect="1", no_zoc="0"),
    "U-37": _values(_U37, blocks_only="01", as_unit="11", nothing="00"),
}
MOVES: Mapping[str, _Values] = {
    "U-03": _values(
        _U03, any_crossing="0100", any_crossing_free="0000", along_line="0111", always_pays="1110"
    ),
    "U-15": _BOTH["U-15"],
    "U-16": _values(("own_unit_keeps_zoc",), no="1", yes="0"),
    "U-17": _values(("no_minimum_move",), none="1", one_hex="0"),
    "U-18": _values(("whole_move_pays",), whole="0", costs="1"),
    "U-19": _values(("climb_is_whole_move",), whole_move="1", after_moving="0"),
    "U-22": _BOTH["U-22"],
    "U-37": _BOTH["U-37"],
    "U-54": _values(("march_drops_no_half",), exact="1", half_dropped="0"),
    "U-55": _values(("march_ends_outside_zoc",), never="1", may_end="0"),
    "U-64": _values(("stacking_after_each_move",), segment="0", each_move="1"),
}
"""Point of movement → value → switches of `Reading`."""
LINES: Mapping[str, _Values] = {
    **_BOTH,
    "U-34": _values(_U34, all_axis="11", rejoin="01", german_only="10"),
    "U-56": _values(("impassable_bars",), blocked="1", side_open="0"),
    "U-66": _values(("mountain_left_by_road",), by_road="1", any_way="0"),
}
"""The same of lines of communication, for which the text lets own units lift enemy zones."""
_SWITCHES: Mapping[str, _Values] = MappingProxyType({**MOVES, **LINES})
_POINT_OF = {name: point for point, values in _SWITCHES.items() for name in next(iter(values.values()))}


class Asked:
    """A reading that asks each unclear point when one of its switches is looked at."""

    __slots__ = ("_rulings",)

    def __init__(self, rulings: Rulings) -> None:
        self._rulings = rulings

    def __getattr__(self, switch: str) -> bool:
        point = _POINT_OF[switch]
        return _SWITCHES[point][self._rulings.of(point)][switch]


AnyReading = Reading | Asked


def reading_of(allowed: Mapping[str, Sequence[str]], *, strict: bool) -> Reading:
    """Return the strictest or the mildest reading that the allowed values of some points make up."""
    return _reading(tuple((point, tuple(values)) for point, values in allowed.items()), strict)


@lru_cache(maxsize=1024)
def _reading(allowed: tuple[tuple[str, tuple[str, ...]], ...], strict: bool) -> Reading:
    combine = any if strict else all
    switches = {}
    for point, values in allowed:
        given = [_SWITCHES[point][value] for value in values]
        for name in given[0]:
            switches[name] = combine(value[name] for value in given)
    return Reading(**switches)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The readings between which those of a match lie.

    Attributes
    ----------
    allowed : mapping of str to tuple of str
        Point → the values that count.
    strict, mild : Reading
        The strictest and the mildest combination of them.
    """

    allowed: Mapping[str, tuple[str, ...]]
    strict: Reading
    mild: Reading

    def open_points(self) -> tuple[str, ...]:
        """Return the points of more than one value, in order of their number."""
        return tuple(point for point, values in self.allowed.items() if len(values) > 1)


def mixed(base: Reading, other: Reading, point: str) -> Reading:
    """Return a reading with one point of movement as another reading has it."""
    return replace(base, **{name: getattr(other, name) for name in next(iter(MOVES[point].values()))})


def bounds_of(
    asked: Mapping[str, _Values], points: Points, assigned: Mapping[str, str] = MappingProxyType({})
) -> Bounds:
    """Return the bounds that the register leaves for some points, and values `assigned` to them."""
    counted = points.values
    return _bounds(
        tuple((point, (assigned[point],) if point in assigned else counted.get(point, ())) for point in asked)
    )


@lru_cache(maxsize=1024)
def _bounds(given: tuple[tuple[str, tuple[str, ...]], ...]) -> Bounds:
    # A point that an older game does not have has its proposed value.
    allowed = {
        point: tuple(value for value in values if value in _SWITCHES[point]) or tuple(_SWITCHES[point])[:1]
        for point, values in given
    }
    return Bounds(allowed, reading_of(allowed, strict=True), reading_of(allowed, strict=False))


def settle(rulings: Rulings, question: Callable[[Reading], T]) -> T:
    """Answer a monotone question about lines, asking for no more points than the answer needs.

    Parameters
    ----------
    question : callable
        Its answers under two readings are equal only if those between them are equal as well.
    """
    bounds = bounds_of(LINES, rulings.points, rulings.assigned)
    strict, mild, allowed = bounds.strict, bounds.mild, dict(bounds.allowed)
    one = question(strict)
    if strict == mild:
        return one
    while True:
        other = question(mild)
        if one == other:
            return one
        point = _next_point(allowed, question, one, other)
        allowed[point] = (rulings.of(point),)
        strict, mild = reading_of(allowed, strict=True), reading_of(allowed, strict=False)
        one = question(strict)
        if strict == mild:
            return one


def _next_point(
    allowed: Mapping[str, tuple[str, ...]], question: Callable[[Reading], T], strict: T, mild: T
) -> str:
    """Return an open point that decides something alone; the first open one when none does."""
    opened = [point for point, values in allowed.items() if len(values) > 1]
    for point in opened:
        for value in allowed[point]:
            settled = {**allowed, point: (value,)}
            if question(reading_of(settled, strict=True)) != strict:
                return point
            if question(reading_of(settled, strict=False)) != mild:
                return point
    return opened[0]
