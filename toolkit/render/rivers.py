"""Lines along hexsides: rivers drawn smoothly, impassable sides, and where rivers' names may run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.geometry.lattice import Vertex
from toolkit.geometry.map import Chain
from toolkit.render.curves import open_spline, sample_spline
from toolkit.render.noise import value_noise
from toolkit.render.svg import Canvas, number, polyline
from toolkit.render.view import BoolArray, FloatArray, MapView
from toolkit.source.style import HexsideStyle, Style, by_word
from toolkit.source.style_words import COMMON, RIVER

# For layers that no word tells, in the order of their names.
_SPARE = (
    HexsideStyle("#5f452b", 0.055),
    HexsideStyle("#4a3a7a", 0.045, dash=(0.02, 0.08)),
    HexsideStyle("#35562a", 0.045, dash=(0.16, 0.08)),
)
_IMPASSABLE = "impassable"


def line_attributes(style: HexsideStyle, pitch: float) -> dict[str, str | float]:
    """Return the SVG attributes of a line along hexsides that is no water."""
    result: dict[str, str | float] = {
        "stroke": style.colour,
        "stroke_width": style.width * pitch,
        "stroke_linecap": "round",
    }
    if style.dash is not None:
        result["stroke_dasharray"] = " ".join(number(part * pitch, 1) for part in style.dash)
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A stretch of river as it is drawn.

    Attributes
    ----------
    name : str
        English name; empty for none.
    controls : (k, 2) float array
        Control points in pixels.
    """

    kind: str
    name: str
    controls: FloatArray


def courses(view: MapView, water: BaseGeometry) -> list[Course]:
    """Return all rivers to draw: every hexside of a water layer once, in the order of the chains.

    A chain is cut where the compiled layer says there is no river (an override), and hexsides of a
    layer that no chain holds become stretches of their own.

    Parameters
    ----------
    water : geometry
        The sea as drawn: a river that ends close to it is drawn into it.
    """
    found: list[Course] = []
    ends = _ends(view)
    layers = [name for name in view.map.water_layers if name in view.map.side_features]
    left = {name: view.map.side_features[name].copy() for name in layers}
    for chain in view.map.chains:
        if chain.kind not in left:
            continue
        for run in _runs(view.map.side_features[chain.kind], chain):
            controls = _controls(view, chain, ends, run, water)
            found.append(Course(chain.kind, chain.names.get("en", ""), controls))
        inside = chain.sides[chain.sides >= 0]
        left[chain.kind][inside] = False
    for kind in layers:
        found += [Course(kind, "", side) for side in view.side_ends[left[kind]]]
    return found


def _to_sea(view: MapView, controls: FloatArray, water: BaseGeometry) -> FloatArray:
    """Lengthen a river that ends within a hexside or so of the sea."""
    if water.is_empty:
        return controls
    mouth = shapely.points(controls[-1])
    distance = shapely.distance(water, mouth)
    if not 0.0 < distance < 0.7 * view.pitch:
        return controls
    shore = shapely.get_coordinates(shapely.shortest_line(mouth, water))[1]
    beyond = shore + (shore - controls[-1]) * (0.06 * view.pitch / distance)
    return np.concatenate([controls, [shore], [beyond]])


def _runs(layer: BoolArray, chain: Chain) -> list[tuple[int, int]]:
    """Return (first, last) vertex positions of the stretches the layer confirms; off the map it is silent."""
    there = np.where(chain.sides >= 0, layer[chain.sides], True)
    runs = []
    start: int | None = None
    for i, river in enumerate(there.tolist()):
        if river and start is None:
            start = i
        elif not river and start is not None:
            runs.append((start, i))
            start = None
    if start is not None:
        runs.append((start, len(there)))
    return runs


@dataclass(slots=True, eq=False)
class _End:
    """A vertex where chains end: its point, the points before it, and where a chain passes through it."""

    point: FloatArray
    before: list[FloatArray]
    passing: FloatArray | None = None

    def lead(self, before: FloatArray) -> FloatArray:
        """Return the last control points ``(1 or 2, 2)`` of the chain that comes from `before`."""
        if self.passing is not None:
            return self.passing[None]
        if len(self.before) != 2:
            return self.point[None]
        # Two rivers that go on into each other (a kind begins): one smooth line, cut where it passes.
        controls = [0.25 * point + 0.75 * self.point for point in self.before]
        mine = 0.25 * before + 0.75 * self.point
        return np.stack([mine, (controls[0] + controls[1]) / 2.0])


def _ends(view: MapView) -> dict[Vertex, _End]:
    """Return every vertex where a chain ends."""
    ends: dict[Vertex, _End] = {}
    drawn = [(chain, _wander(view, view.layout.to_pixels(chain.vertices))) for chain in view.map.chains]
    for chain, points in drawn:
        if len(points) > 1:
            for here, before in ((0, 1), (-1, -2)):
                end = ends.setdefault(chain.nodes[here], _End(points[here], []))
                end.before.append(points[before])
    for chain, points in drawn:
        for i, node in enumerate(chain.nodes[1:-1], start=1):
            if node in ends and ends[node].passing is None:
                first, second = (points[i - 1] + points[i]) / 2, (points[i] + points[i + 1]) / 2
                ends[node].passing = 0.25 * first + 0.5 * points[i] + 0.25 * second
    return ends


def _controls(
    view: MapView, chain: Chain, ends: Mapping[Vertex, _End], run: tuple[int, int], water: BaseGeometry
) -> FloatArray:
    """Return the control points of a run of a chain; at the chain's ends they lead into what is there."""
    points = _wander(view, view.layout.to_pixels(chain.vertices))
    first, last = run
    parts = [points[first : last + 1]]
    if chain.nodes[0] != chain.nodes[-1]:
        if first == 0:
            parts = [ends[chain.nodes[0]].lead(points[1])[::-1], parts[0][1:]]
        if last == len(points) - 1:
            parts = [*parts[:-1], parts[-1][:-1], ends[chain.nodes[-1]].lead(points[-2])]
    controls = np.concatenate(parts)
    return _to_sea(view, controls, water) if last == len(points) - 1 else controls


def _wander(view: MapView, points: FloatArray) -> FloatArray:
    """Move points a little, the same point always the same way: rivers are not made of hexagons."""
    return np.asarray(points + 0.035 * view.pitch * value_noise(points, 0.45 * view.pitch, 17))


def draw_river_edges(canvas: Canvas, view: MapView, found: Sequence[Course]) -> None:
    """Draw the edges of all rivers: below the sea, so that mouths stay open."""
    pitch = view.pitch
    with canvas.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
        for course in found:
            style = river_style(course.kind, view.style)
            data = open_spline(course.controls)
            canvas.path(data, stroke=style.edge, stroke_width=(style.width + 0.026) * pitch)


def draw_rivers(canvas: Canvas, view: MapView, found: Sequence[Course]) -> None:
    """Draw the water of all rivers; narrow ones first, so that they run into the great ones."""
    drawn = [(course, open_spline(course.controls)) for course in found]
    pitch = view.pitch
    with canvas.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
        for wide in (False, True):
            for course, data in drawn:
                style = river_style(course.kind, view.style)
                if (style.width > 0.1) == wide:
                    canvas.path(data, stroke=style.colour, stroke_width=style.width * pitch)


def river_style(kind: str, style: Style) -> HexsideStyle:
    """Return the style of a water layer; one that no word tells looks like a river."""
    return style.hexsides.get(kind) or by_word(COMMON.hexsides, kind) or RIVER


def course_line(course: Course) -> FloatArray:
    """Return points along a course as drawn."""
    return sample_spline(course.controls)


def barriers(view: MapView) -> dict[str, HexsideStyle]:
    """Return the style of each side layer that is no water and marks any hexside."""
    marked = [name for name in sorted(view.map.side_features) if view.sides_with(name).any()]
    dry = [name for name in marked if name not in view.map.water_layers]
    known = {name: view.style.hexsides.get(name) or by_word(COMMON.hexsides, name) for name in dry}
    spare = iter(_SPARE * len(dry))
    found = {name: style or next(spare) for name, style in known.items()}
    return {name: found[name] for name in sorted(found, key=lambda name: name == _IMPASSABLE)}


def draw_barriers(canvas: Canvas, view: MapView) -> None:
    """Draw hexsides that are barred or otherwise marked; beside the sea, impassable ones need no line."""
    by_sea = np.asarray(view.sea[view.map.sides]).any(axis=1)
    for name, style in barriers(view).items():
        marked = view.sides_with(name)
        if name == _IMPASSABLE:
            marked = marked & ~by_sea
        lines = (polyline(ends) for ends in np.round(view.side_ends[marked], 1))
        canvas.path("".join(lines), fill="none", **line_attributes(style, view.pitch))
