"""The ground: terrain tints with a pattern each, sea and coast."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.render.curves import closed_spline
from toolkit.render.noise import hashed
from toolkit.render.svg import Canvas, number
from toolkit.render.view import BoolArray, FloatArray, MapView, rings, roughen
from toolkit.source.style import TerrainStyle
from toolkit.source.style_words import CLEAR, COMMON


def define_symbol(canvas: Canvas, name: str) -> None:
    """Put a scattered symbol into the definitions as ``t-<name>``, sized for a pitch of 100."""
    canvas.define(f"t-{name}", f'<g id="t-{name}">{_SYMBOLS[name]}</g>')


_SYMBOLS: Mapping[str, str] = {
    "tree": (
        '<ellipse cx="1.5" cy="4.6" rx="5.6" ry="2.4" fill="#7f9c66"/>'
        '<path d="M0 6.2V1" stroke="#5a4a30" stroke-width="1.3"/>'
        '<circle cy="-1.5" r="5.4" fill="#6f9a4f" stroke="#4a6d34" stroke-width="1"/>'
        '<circle cx="-1.6" cy="-3.1" r="2.1" fill="#92b870"/>'
    ),
    "tuft": (
        '<path d="M-10 4H10M-6 8H6" stroke="#4d8394" stroke-width="1.5" stroke-linecap="round"/>'
        '<path d="M0 3V-7M-3.5 3L-6.5 -5M3.5 3L6.5 -5" stroke="#5d7c4a" stroke-width="1.4"'
        ' stroke-linecap="round"/>'
    ),
    "peak": (
        '<path d="M-19 12Q-9 4 -3 -12Q-1 -16 1 -12Q8 3 19 12Z" fill="#d9bf98"/>'
        '<path d="M0 -15Q1 -14 1.5 -12Q8 3 19 12H4Q-2 5 2 -1Q-3 -6 0 -15Z" fill="#7d5c3b"/>'
        '<path d="M-19 12Q-9 4 -3 -12Q-1 -16 1 -12Q8 3 19 12" fill="none" stroke="#5f452b"'
        ' stroke-width="1.2" stroke-linejoin="round"/>'
    ),
    "hill": (
        '<path d="M-13 6Q-6 -7 0 -7Q6 -7 13 6" fill="none" stroke="#9a7f4e" stroke-width="1.5"'
        ' stroke-linecap="round"/>'
        '<path d="M3 -4Q6 -1 8 4M-1 -4Q1 0 2 4" stroke="#9a7f4e" stroke-width=".9" fill="none"/>'
    ),
    "dash": '<path d="M-9 0H-2M3 0H9M-5 5H5" stroke="#847b98" stroke-width="1.4"/>',
    "block": '<path d="M-8 -5H0V3H-8ZM2 -7H9V0H2ZM2 2H7V8H2Z" fill="#8d8078"/>',
    "wave": (
        '<path d="M-9 0Q-6.5 -3 -4 0T1 0T6 0T11 0" fill="none" stroke="#d9e9f2" stroke-width="1.3"'
        ' stroke-linecap="round"/>'
    ),
    "steppe": (
        '<path d="M-7 4L-9 -4M-3 4L-4 -6M1 4V-7M5 4L7 -5" stroke="#8d8f74" stroke-width="1.3"'
        ' stroke-linecap="round"/>'
    ),
    "bush": (
        '<path d="M-6 4Q-7 -2 -3 -2Q-1 -6 2 -3Q7 -3 6 4Z" fill="#a9b56c" stroke="#7f8b47" stroke-width=".9"/>'
    ),
    "rock": '<path d="M-7 4L-4 -3L0 -1L3 -5L8 4Z" fill="#c2ad8c" stroke="#86704c" stroke-width="1.1"/>',
    "dune": (
        '<path d="M-11 4Q-3 -6 2 -4Q6 -2 11 4M-5 8Q1 3 8 8" fill="none" stroke="#c19a4c"'
        ' stroke-width="1.3" stroke-linecap="round"/>'
    ),
    "dot": '<circle r="1.4" fill="#c9ab62"/>',
    "furrow": (
        '<path d="M-9 -4H9M-9 0H9M-9 4H9" stroke="#b9a455" stroke-width="1.2" stroke-linecap="round"/>'
    ),
    "grass": (
        '<path d="M-3 2L-4.5 -2M0 2V-3.5M3 2L4.5 -2" stroke="#d3c598" stroke-width="1"'
        ' stroke-linecap="round"/>'
    ),
}


_SMALL = (0.05, 0.05, 0.05)
# How far each symbol reaches from its point, in pitches: to the sides, up, down.
_EXTENT: Mapping[str, tuple[float, float, float]] = {
    "tree": (0.06, 0.07, 0.07),
    "tuft": (0.1, 0.07, 0.08),
    "peak": (0.2, 0.16, 0.12),
    "hill": (0.14, 0.08, 0.07),
    "bush": (0.07, 0.06, 0.05),
    "rock": (0.09, 0.06, 0.05),
    "dune": (0.12, 0.07, 0.09),
    "furrow": (0.1, 0.05, 0.05),
    "grass": (0.05, 0.04, 0.02),
    "wave": (0.11, 0.03, 0.03),
}


def draw_land(canvas: Canvas, view: MapView, water: BaseGeometry, numbers: FloatArray) -> None:
    """Draw all terrain but the sea.

    Parameters
    ----------
    water : geometry
        As `sea_shape` returned it.
    numbers : (n, 4) array
        Rectangles of the hex numbers, which symbols keep free.
    """
    styles = view.terrain_styles
    clear = next((kind for kind, style in styles.items() if style.symbol is None), None)
    canvas.path(_outline(view.board), fill=CLEAR.tint if clear is None else styles[clear].tint)
    if clear is not None:
        _scatter(canvas, view, view.terrain(clear), "grass", 1.6, dry=water, seed=7, numbers=numbers)
    # Flat ground first, so that heights and woods overlap it and not the other way round.
    order = sorted(
        styles, key=lambda kind: (styles[kind].symbol == "peak", styles[kind].symbol == "tree", kind)
    )
    for kind in order:
        hexes = view.terrain(kind)
        if kind != clear and not styles[kind].is_water and hexes.any():
            _draw_area(canvas, view, hexes, styles[kind], kind)
    for seed, kind in enumerate(order):
        style = styles[kind]
        if style.symbol is not None and not style.is_water:
            _scatter(
                canvas,
                view,
                view.terrain(kind),
                style.symbol,
                style.density,
                dry=water,
                seed=seed,
                numbers=numbers,
            )


def draw_frame(canvas: Canvas, view: MapView, colour: str) -> None:
    """Cover what reaches beyond the hexes; cheaper than clipping every layer."""
    width, height = view.layout.size_px
    data = f"M0 0H{width}V{height}H0Z{_outline(view.board)}"
    canvas.path(data, fill=colour, fill_rule="evenodd")


def _outline(shape: BaseGeometry) -> str:
    parts = []
    for ring in rings(shape):
        parts.append("M" + "L".join(f"{number(x, 1)} {number(y, 1)}" for x, y in ring) + "Z")
    return "".join(parts)


def _draw_area(canvas: Canvas, view: MapView, hexes: BoolArray, style: TerrainStyle, kind: str) -> None:
    pitch = view.pitch
    area = view.area(hexes)
    soft = area.buffer(-0.16 * pitch).buffer(0.24 * pitch).buffer(-0.11 * pitch)
    edge = roughen(soft, 0.17 * pitch, 0.045 * pitch, seed=sum(map(ord, kind)))
    data = "".join(map(closed_spline, edge))
    canvas.path(
        data,
        fill=style.tint,
        fill_rule="evenodd",
        stroke=style.edge,
        stroke_width=0.016 * pitch,
        stroke_opacity=0.7,
    )


def sea_shape(view: MapView, dry: BaseGeometry) -> BaseGeometry:
    """Return what is drawn as water of the sea: sea hexes whole, coast hexes in part, straits.

    Parameters
    ----------
    dry : geometry
        What must stay on land (towns, roads), in pixels.
    """
    sea = view.sea
    pitch = view.pitch
    water = view.area(sea) if sea.any() else shapely.Polygon()
    coast = view.features("coast") & ~sea
    if coast.any() and sea.any():
        room = view.area(coast | sea)
        near = shapely.intersection(water.buffer(0.2 * pitch), room)
        water = shapely.union(water, near)
    straits = view.sides_with("impassable") & coast[view.map.sides].all(axis=1)
    if straits.any():
        lines = shapely.linestrings(view.side_ends[straits])
        water = shapely.union(water, shapely.union_all(lines).buffer(0.17 * pitch))
    if water.is_empty:
        return water
    # Off the map the sea goes on: rounding must not bend it away from the map's edge.
    beyond = shapely.difference(water.buffer(0.5 * pitch, join_style="mitre"), view.board)
    rounded = shapely.union(water, beyond).buffer(-0.12 * pitch).buffer(0.24 * pitch).buffer(-0.12 * pitch)
    return shapely.difference(rounded, dry)


def draw_sea(canvas: Canvas, view: MapView, water: BaseGeometry, numbers: FloatArray) -> None:
    """Draw the sea with bands of depth and its coast; parameters as for `draw_land`."""
    style = next((look for look in view.terrain_styles.values() if look.is_water), COMMON.terrain["sea"])
    if water.is_empty:
        return
    pitch = view.pitch
    edge = roughen(water, 0.14 * pitch, 0.04 * pitch, seed=3)
    data = "".join(map(closed_spline, edge))
    canvas.path(data, fill="#c4dfec", fill_rule="evenodd")
    for depth, tint in ((0.13, "#b3d4e5"), (0.3, "#a7cbe0"), (0.55, style.tint)):
        inner = roughen(water.buffer(-depth * pitch), 0.2 * pitch, 0.05 * pitch, seed=5)
        canvas.path("".join(map(closed_spline, inner)), fill=tint, fill_rule="evenodd")
    canvas.path(data, fill="none", stroke=style.edge, stroke_width=0.03 * pitch, stroke_linejoin="round")
    _scatter(canvas, view, view.sea, "wave", 2.2, dry=shapely.Polygon(), seed=11, numbers=numbers)


def _scatter(
    canvas: Canvas,
    view: MapView,
    hexes: BoolArray,
    symbol: str,
    density: float,
    *,
    dry: BaseGeometry,
    numbers: FloatArray,
    seed: int,
) -> None:
    """Put symbols into hexes, about `density` for each, not on water, none where the number stands."""
    chosen = np.flatnonzero(hexes)
    if not len(chosen):
        return
    points = _spread(view, chosen, density, seed)
    half = _EXTENT.get(symbol, _SMALL)[0] * view.pitch
    inner = view.area(hexes).buffer(-0.8 * half)
    shapely.prepare(inner)
    points = points[shapely.contains_xy(inner, points[:, 0], points[:, 1])]
    points = points[~_on_number(view, points, symbol, numbers)]
    if not dry.is_empty:
        shapely.prepare(dry)
        points = points[~shapely.contains_xy(dry, points[:, 0], points[:, 1])]
    points = points[np.lexsort((points[:, 0], points[:, 1]))]
    scale = (0.72 + 0.45 * hashed(np.round(points).astype(np.int64), seed + 40)) * view.pitch / 100.0
    define_symbol(canvas, symbol)
    with canvas.group():
        for (x, y), s in zip(points.tolist(), scale.tolist(), strict=True):
            canvas.add(
                "use",
                xlink__href=f"#t-{symbol}",
                transform=f"translate({number(x, 1)} {number(y, 1)})scale({number(s, 2)})",
            )


def _spread(
    view: MapView, chosen: np.ndarray[tuple[int], np.dtype[np.int64]], density: float, seed: int
) -> FloatArray:
    """Return jittered grid points inside the chosen hexes, away from hex numbers."""
    pitch = view.pitch
    area = pitch * pitch * 0.8660254
    step = (area / density) ** 0.5
    centres = view.centres[chosen]
    reach = int(0.62 * pitch / step) + 1
    offsets = np.array([(i, j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)])
    cells = np.floor(centres / step).astype(np.int64)[:, None, :] + offsets[None]
    flat = np.unique(cells.reshape(-1, 2), axis=0)
    jitter = np.stack([hashed(flat, seed), hashed(flat, seed + 20)], axis=1)
    points: FloatArray = (flat + 0.16 + 0.68 * jitter) * step
    owner = view.map.grid.nearest(view.layout.to_plane(points))
    inside = np.isin(owner, chosen)
    return np.asarray(points[inside])


def _on_number(view: MapView, points: FloatArray, symbol: str, numbers: FloatArray) -> BoolArray:
    """Return which symbols at points ``(k, 2)`` would cover a hex number."""
    half, rise, fall = (reach * view.pitch for reach in _EXTENT.get(symbol, _SMALL))
    if not len(points):
        return np.zeros(0, dtype=np.bool_)
    owner = view.map.grid.nearest(view.layout.to_plane(points))
    left, top, right, bottom = numbers[np.maximum(owner, 0)].T
    covered: BoolArray = (
        (points[:, 0] + half > left)
        & (points[:, 0] - half < right)
        & (points[:, 1] + fall > top)
        & (points[:, 1] - rise < bottom)
    )
    return covered
