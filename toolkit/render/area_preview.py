"""A working picture of an area map: areas, who borders on whom, links, points, and what is wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from toolkit.compile.area_map import AREA_CODES, CompiledAreas
from toolkit.diagnostics import Severity
from toolkit.diagnostics.words import counted
from toolkit.geometry.area_build import CONTROL, LABEL, PIECE
from toolkit.geometry.area_issues import AreaIssue
from toolkit.geometry.area_map import AreaMap
from toolkit.geometry.lattice import Rings
from toolkit.render.fonts import BOLD, REGULAR, fit_size, wrap
from toolkit.render.preview import BARRIER, data_uri
from toolkit.render.raster import png_of
from toolkit.render.scan import Pixels
from toolkit.render.svg import Canvas, number
from toolkit.source.style import INK, PAPER

_TINTS = ("#e2d5ad", "#c9a58f", "#a9bf95", "#9fb8cf", "#c7b3d1", "#cfcabf")
_FAULTS: Mapping[Severity, str] = {
    Severity.ERROR: BARRIER,
    Severity.WARNING: "#d55e00",
    Severity.INFO: "#0072b2",
}
_WAY = "#1b5e8a"
_VOID = "#d3e4ee"
_WORDS = 5.0
_ROLES: Mapping[str, str] = {PIECE: "#ffffff", CONTROL: "#e69f00", LABEL: "#56b4e9"}


def draw_areas(
    areas: CompiledAreas, size_px: tuple[int, int] | None = None, ground: Pixels | None = None
) -> str:
    """Draw an area map as it was compiled.

    Parameters
    ----------
    size_px : (width, height), optional
        Of the board; as large as the areas need when left out.
    ground : (height, width, 3) array, optional
        What they were drawn on.

    Returns
    -------
    str
        SVG in board pixels, with a list of what was found to the right.
    """
    built = areas.map
    width, height = size_px or _needed(built)
    unit = max(math.hypot(width, height) / 90, 8.0)
    faults = [issue for issue in areas.issues if issue.position is not None or issue.outline is not None]
    canvas = Canvas(width + _WORDS * 4 * unit, height, "The compiled areas")
    canvas.rect(0, 0, canvas.width, height, fill=PAPER)
    if ground is not None:
        canvas.add("image", x=0, y=0, width=width, height=height, xlink__href=data_uri(png_of(ground)))
    for ring in built.voids:
        canvas.polygon(ring.tolist(), fill=_VOID, fill_opacity=0.35 if ground is not None else 1.0)
    _draw_outlines(canvas, built, unit, over=ground is not None)
    _draw_ways(canvas, built, unit)
    _draw_points(canvas, built, unit)
    for index, issue in enumerate(faults, start=1):
        _draw_fault(canvas, issue, index, unit)
    _draw_list(canvas, areas, faults, (width + unit, canvas.width - unit), unit)
    return canvas.render()


def _needed(built: AreaMap) -> tuple[int, int]:
    rings = [ring for parts in built.polygons for rings in parts for ring in rings]
    if not rings:
        return (400, 300)
    width, height = np.ceil(np.concatenate(rings).max(axis=0) * 1.02).astype(int).tolist()
    return max(width, 50), max(height, 50)


def _path(parts: Sequence[Rings]) -> str:
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ring.tolist()) + "Z"
        for rings in parts
        for ring in rings
    )


def _draw_outlines(canvas: Canvas, built: AreaMap, unit: float, *, over: bool) -> None:
    kinds = list(dict.fromkeys(built.kinds))
    for i in range(len(built)):
        tint = _TINTS[kinds.index(built.kinds[i]) % len(_TINTS)]
        dashes = f"{unit:.1f} {unit / 2:.1f}" if built.is_box[i] else None
        canvas.path(
            _path(built.polygons[i]), fill=tint, fill_opacity=0.35 if over else 0.9, fill_rule="evenodd",
            stroke=INK, stroke_width=0.18 * unit, stroke_dasharray=dashes, stroke_linejoin="round",
        )  # fmt: skip


def _middles(built: AreaMap) -> np.ndarray:
    """Return where each area's lines meet ``(n, 2)``: its label; NaN for one that is drawn nowhere."""
    found = np.full((len(built), 2), np.nan)
    for i in range(len(built)):
        for role in (PIECE, LABEL):
            points = built.points_of(i, role)
            if len(points):
                found[i] = points[0]
    return found


def _draw_ways(canvas: Canvas, built: AreaMap, unit: float) -> None:
    middles = _middles(built)
    with canvas.group(stroke=_WAY, stroke_opacity=0.75, fill="none"):
        for border in built.borders:
            pair = middles[[border.a, border.b]]
            if np.isfinite(pair).all():
                dashes = f"{0.5 * unit:.1f} {0.3 * unit:.1f}" if border.reason else None
                canvas.line(pair.tolist(), stroke_width=0.16 * unit, stroke_dasharray=dashes)
    for link in built.links:
        start, end = middles[link.start], middles[link.end]
        if not (np.isfinite(start).all() and np.isfinite(end).all()):
            continue
        canvas.line([start.tolist(), end.tolist()], stroke="#d55e00", stroke_width=0.28 * unit)
        _arrowhead(canvas, start, end, unit)
        if not link.one_way:
            _arrowhead(canvas, end, start, unit)


def _arrowhead(canvas: Canvas, start: np.ndarray, end: np.ndarray, unit: float) -> None:
    run = end - start
    length = float(np.hypot(run[0], run[1]))
    if length < unit:
        return
    along = run / length
    across = np.array([-along[1], along[0]])
    tip = end - 1.2 * unit * along
    wings = [
        tip,
        tip - 1.1 * unit * along + 0.5 * unit * across,
        tip - 1.1 * unit * along - 0.5 * unit * across,
    ]
    canvas.polygon([point.tolist() for point in wings], fill="#d55e00")


def _draw_points(canvas: Canvas, built: AreaMap, unit: float) -> None:
    for point in built.points:
        if point.role != LABEL:
            canvas.circle(
                *point.xy,
                0.42 * unit,
                fill=_ROLES.get(point.role, "#cc79a7"),
                stroke=INK,
                stroke_width=0.1 * unit,
            )
    for i in range(len(built)):
        for x, y in built.points_of(i, LABEL)[:1].tolist():
            name = built.names[i].get("en") or f"({built.ids[i]})"
            canvas.text(
                name, x, y + 1.25 * unit, 1.15 * unit, face=BOLD, fill=INK, anchor="middle", centred=True,
                halo=PAPER, halo_width=0.18 * unit,
            )  # fmt: skip


def _draw_fault(canvas: Canvas, issue: AreaIssue, index: int, unit: float) -> None:
    colour = _FAULTS[issue.severity]
    if issue.outline is not None:
        canvas.polygon(
            issue.outline.tolist(), fill=colour, fill_opacity=0.55, stroke=colour, stroke_width=0.3 * unit,
            stroke_linejoin="round",
        )  # fmt: skip
    if issue.position is not None:
        x, y = issue.position
        canvas.circle(x, y, 0.85 * unit, fill="#ffffff", stroke=colour, stroke_width=0.2 * unit)
        canvas.text(str(index), x, y, 0.95 * unit, face=BOLD, fill=colour, anchor="middle", centred=True)


def _draw_list(
    canvas: Canvas, areas: CompiledAreas, faults: Sequence[AreaIssue], room: tuple[float, float], unit: float
) -> None:
    left, right = room
    built = areas.map
    y = 2 * unit
    numbers = (len(built), "area"), (len(built.borders), "border"), (len(built.links), "link")
    head = ", ".join(counted(number, word) for number, word in numbers)
    canvas.text(head, left, y, fit_size(head, right - left, 1.1 * unit, BOLD), face=BOLD, fill=INK)
    y += 1.8 * unit
    kinds = list(dict.fromkeys(built.kinds))
    for kind in kinds:
        canvas.rect(
            left, y - 0.8 * unit, 1.4 * unit, unit, fill=_TINTS[kinds.index(kind) % len(_TINTS)], stroke=INK,
            stroke_width=0.08 * unit,
        )  # fmt: skip
        canvas.text(kind, left + 2 * unit, y, 0.95 * unit, face=REGULAR, fill=INK)
        y += 1.5 * unit
    shown = [*faults, *(issue for issue in areas.issues if issue not in faults)]
    for number_, issue in enumerate(shown, start=1):
        mark = f"{number_}  " if number_ <= len(faults) else ""
        lines = wrap(f"{mark}{AREA_CODES[issue.problem]} {issue.message}", right - left, 0.85 * unit, REGULAR)
        if y + len(lines) * 1.15 * unit > canvas.height - 2 * unit:
            canvas.text(f"and {len(shown) - number_ + 1} more", left, y, 0.9 * unit, face=BOLD, fill=INK)
            return
        for line in lines:
            canvas.text(line, left, y, 0.85 * unit, face=REGULAR, fill=_FAULTS[issue.severity])
            y += 1.15 * unit
        y += 0.4 * unit
