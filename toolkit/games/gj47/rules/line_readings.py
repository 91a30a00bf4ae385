"""The unclear points of lines of communication, and how a question about lines asks for them.

Every switch is *monotone*: True lets fewer lines through.  So what has a line under the strictest of the
readings that are left has one under all of them, and what has none under the mildest has none at all.  Only
where these two disagree is a point asked for, and the next, until they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from toolkit.games.gj47.rules.settings import POINTS
from toolkit.rules.rulings import Rulings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LineReading:
    """One way to read the rules of lines.  Each switch: True is the stricter reading.

    Attributes
    ----------
    zoc_over_great_river, zoc_into_mountain, zoc_between_cities : bool
        U-15, U-22: how far zones of control reach.
    fort_has_zoc, fort_bars_entry : bool
        U-37: a fort without a unit has a zone of control, stops enemy lines in its hex.
    impassable_bars : bool
        U-56: no line goes over an impassable side.
    mountain_left_by_road : bool
        U-66: a line that came into a mountain hex by road goes on from it by road only.
    count_never_restarts : bool
        U-34: a railway joined again does not start the count of six anew.
    allies_limited : bool
        U-34: the limit of six hexes binds the allies of the Germans as well.
    own_unit_keeps_zoc : bool
        Never asked: for lines the text lets own units lift enemy zones.
    """

    zoc_over_great_river: bool
    zoc_into_mountain: bool
    zoc_between_cities: bool
    fort_has_zoc: bool
    fort_bars_entry: bool
    impassable_bars: bool
    mountain_left_by_road: bool
    count_never_restarts: bool
    allies_limited: bool
    own_unit_keeps_zoc: bool = True


_Switches = Mapping[str, bool]
_SWITCHES = tuple(name for name in LineReading.__slots__ if name != "own_unit_keeps_zoc")
_OWN: Mapping[str, Mapping[str, _Switches]] = MappingProxyType(
    {
        "U-34": {
            "all-axis": {"count_never_restarts": True, "allies_limited": True},
            "rejoin": {"count_never_restarts": False, "allies_limited": True},
            "german-only": {"count_never_restarts": True, "allies_limited": False},
        },
        "U-56": {"blocked": {"impassable_bars": True}, "side-open": {"impassable_bars": False}},
        "U-66": {"by-road": {"mountain_left_by_road": True}, "any-way": {"mountain_left_by_road": False}},
    }
)
_SHARED = {point.id: point.values for point in POINTS if point.id in ("U-15", "U-22", "U-37")}
SWITCHES: Mapping[str, Mapping[str, _Switches]] = MappingProxyType({**_SHARED, **_OWN})
"""Point → value → switches of `LineReading` (of `Reading` as well where movement asks the same)."""


def reading_of(allowed: Mapping[str, Sequence[str]], *, strict: bool) -> LineReading:
    """Return the strictest or the mildest reading that the allowed values of the points make up."""
    return _reading(tuple((point, tuple(values)) for point, values in allowed.items()), strict)


@lru_cache(maxsize=1024)
def _reading(allowed: tuple[tuple[str, tuple[str, ...]], ...], strict: bool) -> LineReading:
    combine = any if strict else all
    switches = {}
    for point, values in allowed:
        given = [SWITCHES[point][value] for value in values]
        for name in given[0].keys() & set(_SWITCHES):
            switches[name] = combine(value[name] for value in given)
    return LineReading(**switches)


def settle(rulings: Rulings, question: Callable[[LineReading], T]) -> T:
    """Answer a monotone question about lines, asking for no more points than the answer needs.

    Parameters
    ----------
    rulings : Rulings
    question : callable
        Its answers under two readings are equal only if those between them are equal as well.
    """
    registered, assigned = rulings.points.values, rulings.assigned
    values = tuple((assigned[point],) if point in assigned else registered.get(point) for point in SWITCHES)
    strict, mild = _ends(values)
    one = question(strict)
    if strict == mild:
        return one
    allowed = _known(values)
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


_Values = tuple[tuple[str, ...] | None, ...]


@lru_cache(maxsize=1024)
def _ends(values: _Values) -> tuple[LineReading, LineReading]:
    """Return the strictest and the mildest reading that these values of the points leave."""
    allowed = _known(values)
    return reading_of(allowed, strict=True), reading_of(allowed, strict=False)


def _known(values: _Values) -> dict[str, tuple[str, ...]]:
    """Return the values that count: the proposed one for a point that an older game does not have."""
    found = {}
    for (point, switches), open_ in zip(SWITCHES.items(), values, strict=True):
        known = tuple(switches)
        found[point] = tuple(value for value in open_ or () if value in known) or known[:1]
    return found


def _next_point(
    allowed: Mapping[str, tuple[str, ...]], question: Callable[[LineReading], T], strict: T, mild: T
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
