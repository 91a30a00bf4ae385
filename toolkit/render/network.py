"""Lines from hex to hex: roads and railways drawn smoothly, bridges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.render.curves import cubic, sample_cubic
from toolkit.render.svg import Canvas, polyline
from toolkit.render.view import BoolArray, FloatArray, MapView

ROAD = "#b4532a"
ROAD_EDGE = "#fbf3dc"
RAIL = "#23211c"


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One link as it is drawn: a cubic from centre to centre.

    Attributes
    ----------
    side : int
        Hexside crossed.
    start, end, leave, arrive : (2,) float arrays
        Ends and tangents, in pixels.
    """

    side: int
    start: FloatArray
    end: FloatArray
    leave: FloatArray
    arrive: FloatArray

    @property
    def path(self) -> str:
        """Return SVG path data."""
        return cubic(self.start, self.end, self.leave, self.arrive)

    def points(self, steps: int = 12) -> FloatArray:
        """Return points along it."""
        return sample_cubic(self.start, self.end, self.leave, self.arrive, steps)


def link_kinds(view: MapView, *, rail: bool) -> list[str]:
    """Return the link layers drawn as railways, or those drawn as roads."""
    return [kind for kind in sorted(view.map.links) if kind.startswith("rail") == rail]


def segments(view: MapView, kind: str, *, beside: BoolArray | None = None) -> list[Segment]:
    """Return the drawn links of a kind, one for each hexside crossed.

    Where two links of a hex go on into each other the line is smooth; at junctions the straightest pairs do.

    Parameters
    ----------
    kind : str
        Name of a link layer.
    beside : (m,) bool array, optional
        Links that another kind already uses: there the line keeps a little to one side.
    """
    links = np.flatnonzero(view.map.links[kind])
    nodes = _nodes(view, links, beside)
    ends: dict[int, list[int]] = {}
    for side in links.tolist():
        for h in view.map.sides[side].tolist():
            ends.setdefault(h, []).append(side)
    tangents: dict[tuple[int, int], FloatArray] = {}
    for h, sides in ends.items():
        tangents |= _tangents_at(view, h, sides, nodes)
    found = []
    for side in links.tolist():
        a, b = view.map.sides[side].tolist()
        found.append(Segment(side, nodes[a], nodes[b], tangents[a, side], -tangents[b, side]))
    return found


def _nodes(
    view: MapView, links: np.ndarray[tuple[int], np.dtype[np.int64]], beside: BoolArray | None
) -> dict[int, FloatArray]:
    """Return where lines pass each hex: its centre, or beside it where another kind shares the links."""
    shift: dict[int, list[FloatArray]] = {}
    nodes: dict[int, FloatArray] = {}
    for side in links.tolist():
        a, b = view.map.sides[side].tolist()
        nodes[a], nodes[b] = view.centres[a], view.centres[b]
        if beside is not None and beside[side]:
            normal = _normal(view.centres[b] - view.centres[a])
            shift.setdefault(a, []).append(normal)
            shift.setdefault(b, []).append(normal)
    for h, normals in shift.items():
        nodes[h] = nodes[h] + 0.085 * view.pitch * np.mean(normals, axis=0)
    return nodes


def _normal(step: FloatArray) -> FloatArray:
    """Return the unit normal that points left and up, so that neighbouring links agree."""
    unit = step / np.sqrt((step**2).sum())
    normal = np.array([-unit[1], unit[0]])
    return normal if normal[0] + 0.3 * normal[1] < 0 else -normal


def _tangents_at(
    view: MapView, h: int, sides: list[int], nodes: dict[int, FloatArray]
) -> dict[tuple[int, int], FloatArray]:
    """Return the tangent with which each link leaves a hex."""
    away = {}
    for side in sides:
        a, b = view.map.sides[side].tolist()
        away[side] = nodes[b if a == h else a] - nodes[h]
    result = {(h, side): step for side, step in away.items()}
    free = list(sides)
    pairs = sorted(
        (float((away[s] * away[t]).sum()), s, t) for i, s in enumerate(sides) for t in sides[i + 1 :]
    )
    for opposite, s, t in pairs:
        # Links that turn back by 60 degrees or less are no continuation of each other.
        if s in free and t in free and (opposite < 0 or len(sides) == 2):
            along = (away[s] - away[t]) / 2.0
            along *= view.pitch / max(1.0, float(np.sqrt((along**2).sum())))
            result[h, s], result[h, t] = along, -along
            free.remove(s)
            free.remove(t)
    return result


def draw_roads(canvas: Canvas, view: MapView, found: Sequence[Segment]) -> None:
    """Draw roads: a light edge, then the line."""
    data = "".join(segment.path for segment in found)
    pitch = view.pitch
    with canvas.group(fill="none", stroke_linecap="round"):
        canvas.path(data, stroke=ROAD_EDGE, stroke_width=0.075 * pitch, stroke_opacity=0.85)
        canvas.path(data, stroke=ROAD, stroke_width=0.042 * pitch)


def draw_rails(canvas: Canvas, view: MapView, found: Sequence[Segment]) -> None:
    """Draw railways: a line with ties."""
    pitch = view.pitch
    data = "".join(segment.path for segment in found)
    ties = [tie for segment in found for tie in _ties(segment, 0.105 * pitch, 0.034 * pitch)]
    with canvas.group(fill="none", stroke_linecap="round"):
        canvas.path(data, stroke=ROAD_EDGE, stroke_width=0.07 * pitch, stroke_opacity=0.7)
        canvas.path(data, stroke=RAIL, stroke_width=0.026 * pitch)
        canvas.path("".join(ties), stroke=RAIL, stroke_width=0.02 * pitch, stroke_linecap="butt")


def _ties(segment: Segment, step: float, half: float) -> list[str]:
    """Return ties across a segment, evenly spaced, half a step from its ends."""
    points = segment.points(24)
    gaps = np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1))
    along = np.concatenate([[0.0], np.cumsum(gaps)])
    count = max(1, round(float(along[-1]) / step))
    at = (np.arange(count) + 0.5) * along[-1] / count
    x, y = np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])
    i = np.clip(np.searchsorted(along, at) - 1, 0, len(gaps) - 1)
    unit = (points[i + 1] - points[i]) / gaps[i][:, None]
    normal = np.stack([-unit[:, 1], unit[:, 0]], axis=1) * half
    centre = np.stack([x, y], axis=1)
    return [polyline([low, high]) for low, high in zip(centre - normal, centre + normal, strict=True)]


def draw_bridges(canvas: Canvas, view: MapView, found: Sequence[Segment]) -> None:
    """Draw a bridge where a link crosses water: two walls with wings along the line."""
    pitch = view.pitch
    bridged = view.map.bridge
    wide = view.sides_with("great_river")
    data = []
    for segment in found:
        if not bridged[segment.side]:
            continue
        points = segment.points(12)
        here = points[6]
        along = points[7] - points[5]
        along = along / np.sqrt((along**2).sum())
        normal = np.array([-along[1], along[0]])
        reach = (0.13 if wide[segment.side] else 0.095) * pitch
        for sign in (-1.0, 1.0):
            wall = here + sign * 0.058 * pitch * normal
            wing = sign * 0.045 * pitch * normal
            data.append(
                polyline(
                    [
                        wall - (reach + 0.035 * pitch) * along + wing,
                        wall - reach * along,
                        wall + reach * along,
                        wall + (reach + 0.035 * pitch) * along + wing,
                    ]
                )
            )
    with canvas.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
        canvas.path("".join(data), stroke="#ffffff", stroke_width=0.05 * pitch, stroke_opacity=0.8)
        canvas.path("".join(data), stroke="#1b1a17", stroke_width=0.024 * pitch)
