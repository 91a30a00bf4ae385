"""Zones of boards: overlaps, zones that are never found, holes, outlines that are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from lxml import etree
from shapely import Polygon, make_valid, union_all
from shapely.errors import GEOSException
from shapely.geometry.base import BaseGeometry

from toolkit.diagnostics import Finding, Severity
from toolkit.validate.book import CHECKS
from toolkit.validate.expressions import names_in_traits
from toolkit.validate.module_view import ModuleView, short
from toolkit.vassal.sequence import parse_integer

_check = partial(CHECKS.check, subject="module")
_SHOWN = 5
# Neighbours are drawn by hand and share a strip of pixels; only more than this of a zone is an overlap.
_SHARE = 0.02
_MOST_ZONES = 1_000


@dataclass(frozen=True, slots=True)
class _Zone:
    name: str
    element: etree._Element
    shape: BaseGeometry


def _points(path: str) -> list[tuple[int, int]]:
    found = []
    for pair in path.split(";"):
        x, _, y = pair.partition(",")
        try:
            found.append((parse_integer(x.strip()), parse_integer(y.strip())))
        except ValueError:
            continue
    return found


def _shape(path: str) -> BaseGeometry | None:
    """Return a zone's area, None for an outline that encloses nothing."""
    points = _points(path)
    if len(points) < 3:
        return None
    try:
        shape = make_valid(Polygon(points))
    except (GEOSException, ValueError):
        return None
    return shape if shape.area > 0 else None


def _grids(module: ModuleView) -> Iterator[tuple[str, etree._Element]]:
    for element in module.elements:
        if short(element) == "ZonedGrid":
            parent = element.getparent()
            yield "" if parent is None else str(parent.get("name", "")), element


def _zone_elements(grid: etree._Element) -> list[etree._Element]:
    return [item for item in grid if isinstance(item.tag, str) and short(item) == "Zone"]


def _zones(grid: etree._Element) -> list[_Zone]:
    found = []
    for element in _zone_elements(grid):
        shape = _shape(str(element.get("path", "")))
        if shape is not None:
            found.append(_Zone(str(element.get("name", "")), element, shape))
    return found


def _overlapping(first: _Zone, second: _Zone) -> bool:
    smaller = min(first.shape.area, second.shape.area)
    if not first.shape.intersects(second.shape):
        return False
    shared = first.shape.intersection(second.shape).area
    # One wholly inside a later one is how a box on a larger field is made: the inner is asked first.
    return bool(shared > _SHARE * smaller and shared < (1 - _SHARE) * first.shape.area)


@_check("MOD050", Severity.INFO)
def overlapping_zones(module: ModuleView) -> Iterator[Finding]:
    """Two zones of a board lie partly on each other.

    A strip of up to two percent of the smaller zone is let pass, and a zone that lies wholly on one that
    comes after it: so boxes are made on larger fields.

    Why
    ---
    A note: the first zone of the list counts where both lie; that may be meant.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>
      <Zone name="West" path="0,0;100,0;100,100;0,100"/><Zone name="East" path="100,0;200,0;200,100;100,100"/>
      </ZonedGrid></Board></BoardPicker></Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>
      <Zone name="West" path="0,0;120,0;120,100;0,100"/><Zone name="East" path="100,0;200,0;200,100;100,100"/>
      </ZonedGrid></Board></BoardPicker></Map></module>
    """
    for board, grid in _grids(module):
        zones = _zones(grid)[:_MOST_ZONES]
        pairs = [
            (first.name, second.name)
            for index, first in enumerate(zones)
            for second in zones[index + 1 :]
            if _overlapping(first, second)
        ]
        if pairs:
            listed = ", ".join(f"{one!r} and {other!r}" for one, other in pairs[:_SHOWN])
            more = f" and {len(pairs) - _SHOWN} more pairs" if len(pairs) > _SHOWN else ""
            message = f"zones of board {board!r} overlap: {listed}{more}"
            data = {"board": board, "pairs": [list(pair) for pair in pairs]}
            yield Finding("MOD050", Severity.INFO, message, module.place(grid), data=data)


@_check("MOD051", Severity.WARNING)
def hidden_zone(module: ModuleView) -> Iterator[Finding]:
    """A zone lies wholly under zones that come before it in the list, and no trait names it.

    A trait may send pieces to a zone that no point belongs to; zones of modules in which names of zones are
    put together while the game runs are passed over.

    Why
    ---
    A warning: the engine takes the first zone that holds a point, so this one is never found; a box on a
    larger field must stand before the field.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>
      <Zone name="Box" path="10,10;60,10;60,60;10,60"/><Zone name="Field" path="0,0;200,0;200,100;0,100"/>
      </ZonedGrid></Board></BoardPicker></Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>
      <Zone name="Field" path="0,0;200,0;200,100;0,100"/><Zone name="Box" path="10,10;60,10;60,60;10,60"/>
      </ZonedGrid></Board></BoardPicker></Map></module>
    """
    named = names_in_traits(module)
    for board, grid in _grids(module):
        zones = _zones(grid)[:_MOST_ZONES]
        for index, zone in enumerate(zones):
            if named is None or zone.name in named:
                continue
            above = [
                item for item in zones[:index] if item.shape.intersects(zone.shape) and item.shape.area > 0
            ]
            if not above:
                continue
            left = zone.shape.difference(union_all([item.shape for item in above])).area
            if left < 0.001 * zone.shape.area:
                names = ", ".join(repr(item.name) for item in above[:_SHOWN])
                message = f"zone {zone.name!r} of board {board!r} is never found: {names} before it cover it"
                data = {"board": board, "zone": zone.name}
                yield Finding("MOD051", Severity.WARNING, message, module.place(zone.element), data=data)


@_check("MOD052", Severity.INFO)
def hole_between_zones(module: ModuleView) -> Iterator[Finding]:
    """Zones of a board surround a piece of it that belongs to no zone.

    Only holes are meant, not what lies outside all zones, and only where no grid behind the zones names the
    place.  Slivers of less than two percent of an average zone are let pass.

    Why
    ---
    A note: a counter there has no location, which may be meant for water or a frame.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="300" height="200"><ZonedGrid>
      <Zone name="West" path="0,0;100,0;100,200;0,200"/><Zone name="East" path="100,0;300,0;300,200;100,200"/>
      </ZonedGrid></Board></BoardPicker></Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="300" height="200"><ZonedGrid>
      <Zone name="North" path="0,0;300,0;300,80;200,80;200,50;100,50;100,80;0,80"/>
      <Zone name="South" path="0,80;100,80;100,120;200,120;200,80;300,80;300,200;0,200"/>
      </ZonedGrid></Board></BoardPicker></Map></module>
    """
    for board, grid in _grids(module):
        behind = [item for item in grid if isinstance(item.tag, str) and short(item).endswith("Grid")]
        zones = _zones(grid)[:_MOST_ZONES]
        if behind or len(zones) < 2:
            continue
        whole = union_all([zone.shape for zone in zones])
        average = sum(zone.shape.area for zone in zones) / len(zones)
        parts = getattr(whole, "geoms", [whole])
        holes = [
            Polygon(ring)
            for part in parts
            for ring in getattr(part, "interiors", ())
            if Polygon(ring).area > _SHARE * average
        ]
        if holes:
            spots = sorted(hole.representative_point().coords[0] for hole in holes)
            listed = ", ".join(f"({round(x)}, {round(y)})" for x, y in spots[:_SHOWN])
            more = f" and {len(spots) - _SHOWN} more" if len(spots) > _SHOWN else ""
            message = f"zones of board {board!r} leave holes, at {listed}{more}"
            data = {"board": board, "holes": [[round(x), round(y)] for x, y in spots]}
            yield Finding("MOD052", Severity.INFO, message, module.place(grid), data=data)


@_check("MOD053", Severity.WARNING)
def zone_without_area(module: ModuleView) -> Iterator[Finding]:
    """A zone's outline encloses nothing, and no trait names the zone.

    Fewer than three points that can be read, or all of them on one line.  A trait may send pieces to such a
    zone, which is then a name for a point; it is passed over, as in MOD051.

    Why
    ---
    A warning: no counter can ever be in the zone.

    Good example
    ------------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>
      <Zone name="West" path="0,0;100,0;100,100"/></ZonedGrid></Board></BoardPicker></Map></module>

    Bad example
    -----------
    <module><Map mapName="Main"><BoardPicker><Board name="Map" width="200" height="100"><ZonedGrid>
      <Zone name="West" path="0,0;100,0"/></ZonedGrid></Board></BoardPicker></Map></module>
    """
    named = names_in_traits(module)
    for board, grid in _grids(module):
        for element in _zone_elements(grid):
            path, name = str(element.get("path", "")), str(element.get("name", ""))
            if named is not None and name not in named and _shape(path) is None:
                message = f"zone {name!r} of board {board!r} encloses nothing: {path[:60] or 'no outline'!r}"
                data = {"board": board, "zone": name}
                yield Finding("MOD053", Severity.WARNING, message, module.place(element), data=data)
