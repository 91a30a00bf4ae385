"""A printed map of nobody's, and a scan of it: rotated, skewed, bulged."""

from __future__ import annotations

import io
import math
import sys
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from tests.geometry.scans import Distortion, Warp, inverse
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.numbering import Numbering
from toolkit.render.fonts import BOLD
from toolkit.render.layout import BoardLayout
from toolkit.render.raster import rasterise
from toolkit.render.svg import Canvas

GRID = HexGrid(Orientation.POINTY, 1.0, (0.0, 0.0), 1, 14, 1, 10, "odd", Numbering("row-column", 2, 2, "."))
DISTORTION = Distortion(pitch_px=92.0, rotation=1.7, skew=0.6, stretch=0.01, bulge=0.025, off=(0.05, -0.03))

# In hexes, as it was printed.
RIVER = np.array(
    [(3.9, -1.2), (4.1, 1.3), (5.0, 2.6), (6.4, 3.2), (6.9, 4.6), (6.6, 6.0), (7.2, 7.3), (7.0, 9.2)]
)
STREAM = np.array([(10.9, 1.1), (10.0, 2.2), (8.6, 3.1), (7.4, 3.3), (6.5, 3.5)])
ROAD = np.array([(1.5, 2.6), (3.5, 2.6), (5.5, 4.33), (8.0, 5.2), (11.0, 5.2), (12.5, 6.06)])
RAIL = np.array([(2.0, 6.93), (5.0, 6.93), (8.0, 5.2), (10.5, 2.6)])
WOOD = np.array([(9.2, 6.6), (11.4, 6.2), (12.2, 7.4), (11.0, 8.1), (9.4, 7.7)])
LAKE = np.array([(-0.9, 3.9), (0.9, 4.0), (1.4, 5.1), (0.6, 6.3), (-0.9, 6.0)])
TOWNS = {"Ashford": (1.5, 2.6), "Birch Hill": (8.0, 5.2), "Coldwater": (2.0, 6.93), "Dunmoor": (10.5, 2.6)}
FORT = (12.5, 6.06)


def printed(grid: HexGrid = GRID) -> tuple[str, BoardLayout]:
    """Return the printed map as SVG, and where its hexes lie on it."""
    layout = BoardLayout.for_grid(grid, 100.0, margin=0.8, top=1.4, bottom=0.8)
    canvas = Canvas(*layout.size_px, "The printed map")
    canvas.rect(0, 0, canvas.width, canvas.height, fill="#e8dfc4")
    canvas.text("THE DUNMOOR CAMPAIGN", 60, 90, 60, face=BOLD, fill="#5a3a22")
    for points, colour in ((WOOD, "#8fb573"), (LAKE, "#8fb7cf")):
        canvas.polygon(smooth(layout.to_pixels(points), closed=True).tolist(), fill=colour)
    for points, colour, width in ((RIVER, "#4b86b4", 14), (STREAM, "#4b86b4", 8), (ROAD, "#a33b20", 7)):
        canvas.line(smooth(layout.to_pixels(points)).tolist(), stroke=colour, stroke_width=width)
    rail = smooth(layout.to_pixels(RAIL)).tolist()
    canvas.line(rail, stroke="#333333", stroke_width=4)
    canvas.line(rail, stroke="#333333", stroke_width=12, stroke_dasharray="2 14")
    with canvas.group(fill="none", stroke="#7a6a4a", stroke_width=2):
        for corners in layout.to_pixels(grid.corners(np.arange(len(grid)))).tolist():
            canvas.polygon(corners)
    for h, (x, y) in enumerate(layout.to_pixels(grid.centres()).tolist()):
        canvas.circle(x, y, 2, fill="#7a6a4a")
        canvas.text(grid.number(h), x, y - 34, 15, fill="#5a4a2a", anchor="middle", centred=True)
    for name, spot in TOWNS.items():
        x, y = layout.to_pixels(np.array(spot)).tolist()
        canvas.rect(x - 12, y - 9, 24, 18, fill="#222222")
        canvas.text(name, x, y + 30, 20, face=BOLD, fill="#222222", anchor="middle", centred=True)
    x, y = layout.to_pixels(np.array(FORT)).tolist()
    canvas.polygon(
        [(x + 16 * math.sin(a * math.pi / 5), y - 16 * math.cos(a * math.pi / 5)) for a in range(0, 20, 4)],
        fill="#b3001b",
    )
    return canvas.render(), layout


def smooth(points: FloatArray, *, closed: bool = False) -> FloatArray:
    """Return a Catmull-Rom curve through points ``(k, 2)``, ten steps between two."""
    if closed:
        around = np.concatenate([points[-1:], points, points[:2]])
    else:
        around = np.concatenate([points[:1], points, points[-1:]])
    a, b, c, d = around[:-3, None], around[1:-2, None], around[2:-1, None], around[3:, None]
    t = np.linspace(0, 1, 11)[None, :-1, None]
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    end = points[:1] if closed else points[-1:]
    return np.concatenate([curve.reshape(-1, 2), end])


def scanned(distortion: Distortion = DISTORTION, grid: HexGrid = GRID) -> tuple[Image.Image, Warp]:
    """Return a scan of the printed map, and the true way from hexes to its pixels."""
    svg, layout = printed(grid)
    flat = Image.open(io.BytesIO(rasterise(svg))).convert("RGB")
    warp = distortion.of(grid)
    corners = layout.to_plane(
        np.array([(0, 0), (flat.width, 0), (0, flat.height), (flat.width, flat.height)])
    )
    width, height = np.ceil(warp(corners).max(axis=0)).astype(int).tolist()
    step = 16
    x, y = np.arange(0, width + step, step), np.arange(0, height + step, step)
    mesh = np.stack(np.meshgrid(x, y), axis=-1).astype(np.float64)
    start = np.broadcast_to(grid.centres().mean(axis=0), mesh.shape).reshape(-1, 2)
    back = layout.to_pixels(inverse(warp, mesh.reshape(-1, 2), start, 1e-3 * grid.pitch)).reshape(mesh.shape)
    pieces = [
        (
            (int(x[j]), int(y[i]), int(x[j + 1]), int(y[i + 1])),
            tuple(back[[i, i + 1, i + 1, i], [j, j, j + 1, j + 1]].reshape(-1).tolist()),
        )
        for i in range(len(y) - 1)
        for j in range(len(x) - 1)
    ]
    size = (int(x[-1]), int(y[-1]))
    picture = flat.transform(
        size, Image.Transform.MESH, pieces, Image.Resampling.BICUBIC, fillcolor="#f4f4f2"
    )
    return picture.crop((0, 0, width, height)), warp


@cache
def scan_png() -> tuple[bytes, Warp]:
    """Return the scan as PNG and the true way from hexes to its pixels."""
    picture, warp = scanned()
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue(), warp


def save_scan(path: Path) -> Warp:
    """Write the scan as PNG and return the true way from hexes to its pixels."""
    png, warp = scan_png()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png)
    return warp


def path_data(points: FloatArray, *, closed: bool = False) -> str:
    """Return the same curve as `smooth` as Bézier path data, as a drawing program writes it."""
    ring = np.concatenate([points, points[:1]]) if closed else points
    if closed:
        around = np.concatenate([points[-1:], points, points[:2]])
    else:
        around = np.concatenate([points[:1], points, points[-1:]])
    out = [f"M {ring[0, 0]:.3f},{ring[0, 1]:.3f}"]
    for a, b, c, d in zip(around[:-3], around[1:-2], around[2:-1], around[3:], strict=True):
        x1, y1, x2, y2 = *(b + (c - a) / 6), *(c - (d - b) / 6)
        out.append(f"C {x1:.3f},{y1:.3f} {x2:.3f},{y2:.3f} {c[0]:.3f},{c[1]:.3f}")
    return " ".join(out) + (" Z" if closed else "")


def trace(template: str, warp: Warp) -> str:
    """Return a template with the map traced in it, as a patient hand would."""

    def line(id: str, label: str, points: FloatArray, more: str = "", *, closed: bool = False) -> str:
        data = path_data(warp(points), closed=closed)
        return f'<path id="{id}" inkscape:label="{label}" d="{data}">{more}</path>'

    def dot(id: str, label: str, spot: tuple[float, float]) -> str:
        x, y = warp(np.array(spot)).tolist()
        return f'<circle id="{id}" inkscape:label="{label}" cx="{x:.2f}" cy="{y:.2f}" r="9"/>'

    layers = {
        "river": line("path1", "Great Ash", RIVER, "<desc>ends: off_map\nbegins: off_map</desc>")
        + line("path2", "Dun Brook", STREAM, "<desc>ends: {joins: great_ash}</desc>"),
        "road": line("path3", "Ashford road", ROAD),
        "rail": line("path4", "Dunmoor line", RAIL),
        "wood": line("path5", "Old Wood", WOOD, closed=True),
        "lake": line("path6", "Ash Mere", LAKE, closed=True),
        "town": "".join(dot(f"circle{i}", name, spot) for i, (name, spot) in enumerate(TOWNS.items())),
        "fort": dot("circle9", "east fort", FORT),
    }
    for label, shapes in layers.items():
        head, found, rest = template.partition(f'inkscape:label="{label}"')
        assert found, label
        begin, end, after = rest.partition("</g>")
        template = head + found + begin + shapes + end + after
    return template


def main() -> None:
    """Write the scan, or trace it in a template: ``python -m tests.render.made_map FILE``."""
    path = Path(sys.argv[1])
    if path.suffix == ".svg":
        path.write_text(trace(path.read_text(encoding="utf-8"), DISTORTION.of(GRID)), encoding="utf-8")
    else:
        save_scan(path)


if __name__ == "__main__":
    main()
