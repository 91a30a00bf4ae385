"""The board picture: all layers of a map in drawing order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.geometry.map import Map
from toolkit.render.areas import AreaName, area_names, draw_area_names
from toolkit.render.fonts import BLACK, BOLD
from toolkit.render.labels import Ink, Label, PlacedLabel, place_labels
from toolkit.render.layout import BoardLayout
from toolkit.render.legend import draw_legend, draw_title, legend_entries
from toolkit.render.marks import (
    COUNTER,
    FIELDWORKS,
    VP,
    Box,
    SetupMark,
    draw_fieldworks,
    draw_setup_mark,
    draw_source,
    draw_star,
    draw_start_line,
    draw_town,
    is_city,
    places_by_rank,
    setup_boxes,
    setup_colour,
    setup_text,
    start_line,
    symbol_radius,
    works_ring,
)
from toolkit.render.names import RiverName, draw_river_names, river_names
from toolkit.render.network import Segment, draw_bridges, draw_rails, draw_roads, link_kinds, segments
from toolkit.render.numbers import draw_numbers, number_boxes
from toolkit.render.outlines import draw_outline, outlines
from toolkit.render.palette import army_colours
from toolkit.render.rivers import (
    Course,
    course_line,
    courses,
    draw_barriers,
    draw_river_edges,
    draw_rivers,
    river_style,
)
from toolkit.render.style import side_colour, town_colour
from toolkit.render.svg import Canvas, polyline
from toolkit.render.terrain import draw_frame, draw_land, draw_sea, sea_shape
from toolkit.render.view import FloatArray, MapView, rings
from toolkit.source.style import INK, PLAIN, Style

FRAME = "#efe7d2"
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BoardText:
    """Words on the board that are not the map's.

    Attributes
    ----------
    notice : str
        Stands out beside the title, e.g. that the map is a reconstruction.
    about : tuple of str
        Paragraphs beside the legend.
    names : mapping
        English name of each terrain kind, layer, place kind and side, for the legend.
    areas : mapping
        English name of each area by its feature id.
    """

    title: str
    subtitle: str = ""
    notice: str = ""
    about: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)
    areas: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Everything on a board that has to keep clear of everything else, with its place.

    Attributes
    ----------
    water : geometry
        The sea as drawn.
    start : tuple of point chains ``(k, 2)``
    outlines : tuple of (colour, geometry)
        Lines round marked hexes.
    setup : tuple of (SetupMark, box)
    numbers : (n, 4) float array
        Rectangles of the hex numbers.
    busy : (n,) float array
        Ink under each hex number.
    """

    roads: tuple[Segment, ...]
    rails: tuple[Segment, ...]
    rivers: tuple[Course, ...]
    water: BaseGeometry
    start: tuple[FloatArray, ...]
    outlines: tuple[tuple[str, BaseGeometry], ...]
    setup: tuple[tuple[SetupMark, Box], ...]
    numbers: FloatArray
    busy: FloatArray
    labels: tuple[PlacedLabel, ...]
    river_names: tuple[RiverName, ...]
    area_names: tuple[AreaName, ...]


def plan_board(view: MapView, setup: Sequence[SetupMark] = (), areas: Mapping[str, str] = _NO_NAMES) -> Plan:
    """Work out where lines, symbols and names go; `areas` as in `BoardText`."""
    rails = [segment for kind in link_kinds(view, rail=True) for segment in segments(view, kind)]
    tracks = np.zeros(len(view.map.sides), dtype=np.bool_)
    tracks[[segment.side for segment in rails]] = True
    # What is no railway looks like a road: other games name other kinds.
    roads = [
        segment for kind in link_kinds(view, rail=False) for segment in segments(view, kind, beside=tracks)
    ]
    water = sea_shape(view, _dry_land(view))
    rivers = courses(view, water)
    start = start_line(view)
    boxes = setup_boxes(view, setup)
    marked = outlines(view)
    ink = _ink(view, roads + rails, rivers, start)
    for _, ground in marked:
        for ring in rings(ground):
            ink.add_line(np.concatenate([ring, ring[:1]]), 0.8)
    for _, box in boxes:
        ink.add_box(_grown(box, 3.0), 24.0)
    numbers = number_boxes(view, ink)
    busy = ink.under(numbers)
    for x, y in view.centres[~view.sea].tolist():
        ink.add_box(_around((x, y), COUNTER * view.pitch), _UNDER_COUNTERS)
    for left, top, right, bottom in numbers.tolist():
        ink.add_box((left, top, right, bottom), _UNDER_NUMBERS)
    labels = place_labels(_labels(view), ink)
    for placed in labels:
        ink.add_box(placed.box, 8.0)
    names = river_names(view, rivers, ink)
    for name in names:
        ink.add_box(name.box, 6.0)
    return Plan(
        roads=tuple(roads),
        rails=tuple(rails),
        rivers=tuple(rivers),
        water=water,
        start=tuple(start),
        outlines=tuple(marked),
        setup=tuple(boxes),
        numbers=numbers,
        busy=busy,
        labels=tuple(labels),
        river_names=tuple(names),
        area_names=tuple(area_names(view, areas, ink)),
    )


_UNDER_NUMBERS = 20.0
_UNDER_COUNTERS = 5.0
"""Ink of where counters will lie: names go to the strips between them, and cover no number they can spare."""


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _ink(
    view: MapView, links: Sequence[Segment], rivers: Sequence[Course], start: Sequence[FloatArray]
) -> Ink:
    pitch = view.pitch
    ink = Ink(*view.layout.size_px)
    for segment in links:
        ink.add_line(segment.points(), 1.6)
    for course in rivers:
        ink.add_line(course_line(course), 4.0 if river_style(course.kind, view.style).width > 0.1 else 2.2)
    for points in start:
        ink.add_line(points, 1.2)
    for layer in FIELDWORKS:
        for h in np.flatnonzero(view.features(layer)).tolist():
            ring = works_ring(view.corners[h])
            ink.add_line(np.concatenate([ring, ring[:1]]), 1.2)
    for place in view.map.places:
        x, y = view.centres[place.hex].tolist()
        r = symbol_radius(place.kind, pitch) + 2
        ink.add_box((x - r, y - r, x + r, y + r), 12.0)
    for h in np.flatnonzero(view.features(VP)).tolist():
        ink.add_box(_around(_star_place(view, h), 0.16 * pitch), 12.0)
    for layer in view.map.hex_features:
        if layer.startswith("supply_"):
            for h in np.flatnonzero(view.map.hex_features[layer]).tolist():
                ink.add_box(_around(_source_place(view, h), 0.15 * pitch), 12.0)
    return ink


def _around(point: tuple[float, float], r: float) -> Box:
    return point[0] - r, point[1] - r, point[0] + r, point[1] + r


def _star_place(view: MapView, h: int) -> tuple[float, float]:
    x, y = view.centres[h].tolist()
    return x + 0.31 * view.pitch, y - 0.27 * view.pitch


def _source_place(view: MapView, h: int) -> tuple[float, float]:
    x, y = view.centres[h].tolist()
    return x - 0.33 * view.pitch, y - 0.24 * view.pitch


def _labels(view: MapView) -> list[Label]:
    pitch = view.pitch
    labels = []
    for place in view.map.places:
        x, y = view.centres[place.hex].tolist()
        city = is_city(place.kind)
        text = place.names.get("en", place.id)
        labels.append(
            Label(
                text.upper() if city else text,
                (x, y),
                symbol_radius(place.kind, pitch),
                (0.19 if city else 0.165) * pitch,
                BLACK if city else BOLD,
                rank=0 if city else 1,
                covered=COUNTER * pitch,
            )
        )
    return labels


def draw_board(
    map: Map,
    layout: BoardLayout,
    text: BoardText,
    setup: Sequence[SetupMark] = (),
    style: Style = PLAIN,
) -> str:
    """Draw a map with title and legend.

    Parameters
    ----------
    setup : sequence of SetupMark
        Set-up symbols; none for a clean map.
    style : Style, optional
        That of the counters.

    Returns
    -------
    str
        SVG of `layout.size_px`.
    """
    view = _view(map, layout, setup, style)
    plan = plan_board(view, setup, text.areas)
    canvas = Canvas(*layout.size_px, text.title, style.wording.language)
    draw_land(canvas, view, plan.water, plan.numbers)
    draw_river_edges(canvas, view, plan.rivers)
    draw_sea(canvas, view, plan.water, plan.numbers)
    draw_rivers(canvas, view, plan.rivers)
    draw_frame(canvas, view, FRAME)
    _draw_outlines(canvas, view)
    for colour, ground in plan.outlines:
        draw_outline(canvas, colour, ground, view.pitch)
    draw_barriers(canvas, view)
    draw_roads(canvas, view, plan.roads)
    draw_rails(canvas, view, plan.rails)
    draw_bridges(canvas, view, [*plan.roads, *plan.rails])
    draw_start_line(canvas, view, plan.start)
    _draw_fieldworks(canvas, view)
    draw_numbers(canvas, view, plan.numbers, plan.busy)
    _draw_marks(canvas, view, plan)
    draw_area_names(canvas, plan.area_names)
    draw_river_names(canvas, plan.river_names)
    _draw_labels(canvas, plan.labels, layout.pitch_px)
    draw_title(canvas, layout, text.title, text.subtitle, text.notice)
    entries = legend_entries(view, setup, text.names)
    draw_legend(
        canvas, layout, entries, text.about, style.wording.say, bottom=float(view.corners[..., 1].max())
    )
    return canvas.render()


def draw_setup_layer(map: Map, layout: BoardLayout, setup: Sequence[SetupMark], style: Style) -> str:
    """Draw set-up symbols alone, on nothing, as they lie on the map."""
    view = _view(map, layout, setup, style)
    canvas = Canvas(*layout.size_px, "", style.wording.language)
    _draw_setup(canvas, setup_boxes(view, setup), view.style)
    return canvas.render()


def _view(map: Map, layout: BoardLayout, setup: Sequence[SetupMark], style: Style) -> MapView:
    armies = {mark.army for mark in setup if mark.kind == "army"}
    shown = {army: colour for army, colour in style.armies.items() if army in armies}
    return MapView(map, layout, replace(style, armies=army_colours(armies) | shown))


def _draw_setup(canvas: Canvas, boxes: Sequence[tuple[SetupMark, Box]], style: Style) -> None:
    for mark, box in boxes:
        draw_setup_mark(canvas, box, mark.kind, setup_text(mark, style), setup_colour(mark, style))


def _dry_land(view: MapView) -> BaseGeometry:
    """Return what the drawn coast must not flood: surroundings of places and links in coast hexes."""
    coast = view.features("coast") & ~view.sea
    pitch = view.pitch
    towns = [place.hex for place in view.map.places if coast[place.hex]]
    shapes: list[BaseGeometry] = list(shapely.buffer(shapely.points(view.centres[towns]), 0.24 * pitch))
    for links in view.map.links.values():
        pairs = view.map.sides[links]
        near = np.asarray(coast[pairs]).any(axis=1)
        shapes += list(
            shapely.buffer(shapely.linestrings(view.centres[pairs[near]]), 0.13 * pitch, quad_segs=4)
        )
    return shapely.union_all(shapes) if shapes else shapely.Polygon()


def _draw_outlines(canvas: Canvas, view: MapView) -> None:
    both = view.sea[view.map.sides].all(axis=1)
    land = np.ones(len(view.outlines), dtype=np.bool_)
    land[: len(view.map.sides)] = ~both
    for mask, colour, opacity in ((land, "#5b5138", 0.5), (~land, "#ffffff", 0.45)):
        data = "".join(polyline(ends) for ends in np.round(view.outlines[mask], 1))
        canvas.path(data, fill="none", stroke=colour, stroke_width=0.012 * view.pitch, stroke_opacity=opacity)


def _draw_fieldworks(canvas: Canvas, view: MapView) -> None:
    for layer in FIELDWORKS:
        for h in np.flatnonzero(view.features(layer)).tolist():
            draw_fieldworks(canvas, view.corners[h].tolist(), view.pitch)


def _draw_marks(canvas: Canvas, view: MapView, plan: Plan) -> None:
    pitch, style = view.pitch, view.style
    for h in np.flatnonzero(view.features(VP)).tolist():
        x, y = view.centres[h].tolist()
        inner = np.array([x, y]) + 0.9 * (view.corners[h] - view.centres[h])
        canvas.polygon(
            inner, fill="none", stroke="#e0a800", stroke_width=0.035 * pitch, stroke_linejoin="round"
        )
    _draw_setup(canvas, plan.setup, style)
    for place in places_by_rank(view.map.places):
        x, y = view.centres[place.hex].tolist()
        holder = None if place.control is None else town_colour(place.control, style)
        draw_town(canvas, (x, y), pitch, place.kind, holder)
    for h in np.flatnonzero(view.features(VP)).tolist():
        draw_star(canvas, *_star_place(view, h), 0.135 * pitch)
    for layer in sorted(view.map.hex_features):
        if layer.startswith("supply_"):
            colour = side_colour(layer.removeprefix("supply_"), style)
            for h in np.flatnonzero(view.map.hex_features[layer]).tolist():
                draw_source(canvas, *_source_place(view, h), 0.1 * pitch, colour)


def _draw_labels(canvas: Canvas, labels: Sequence[PlacedLabel], pitch: float) -> None:
    for placed in labels:
        canvas.text(
            placed.label.text,
            placed.x,
            placed.y,
            placed.size,
            face=placed.label.face,
            fill=INK,
            halo="#fffbee",
            halo_width=0.026 * pitch,
        )
