"""Small pictures of a drawn line, its truth and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np
import resvg_py
from fontpkg_roboto_condensed import ROOT

from toolkit.geometry.grid import HexGrid

_SIZE = 420
_WINDOW = 9.0
_HEAD = 26


@dataclass(frozen=True, slots=True)
class Panel:
    """One case: all lines are plane positions, `marks` are places flagged."""

    title: str
    truth: np.ndarray
    drawn: np.ndarray
    found: np.ndarray
    marks: np.ndarray


def write_sheet(path: Path, grid: HexGrid, panels: Sequence[Panel], columns: int) -> None:
    """Write panels side by side as ``path`` (SVG) and its PNG."""
    rows = -(-len(panels) // columns)
    width, height = columns * _SIZE, rows * (_SIZE + _HEAD)
    body = []
    for index, panel in enumerate(panels):
        x, y = index % columns * _SIZE, index // columns * (_SIZE + _HEAD)
        body.append(f'<g transform="translate({x},{y})">{"".join(_panel(grid, panel))}</g>')
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="Roboto Condensed">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(body)}</svg>'
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    picture = resvg_py.svg_to_bytes(
        svg_string=text, skip_system_fonts=True, font_dirs=[str(ROOT)], sans_serif_family="Roboto Condensed"
    )
    path.with_suffix(".png").write_bytes(bytes(picture))


def _panel(grid: HexGrid, panel: Panel) -> Iterable[str]:
    low, high = _window(panel)
    scale = _SIZE / float((high - low).max())

    def place(positions: np.ndarray) -> np.ndarray:
        return (positions - low) * scale + np.array([0, _HEAD])

    def line(positions: np.ndarray, style: str) -> str:
        coordinates = " ".join(f"{x:.1f},{y:.1f}" for x, y in place(positions))
        return f'<polyline points="{coordinates}" fill="none" stroke-linejoin="round" {style}/>'

    yield f'<text x="8" y="18" font-size="15">{escape(panel.title)}</text>'
    yield f'<svg y="{_HEAD}" width="{_SIZE}" height="{_SIZE}" viewBox="0 {_HEAD} {_SIZE} {_SIZE}">'
    box = grid.to_axial(np.array([low, high, (low[0], high[1]), (high[0], low[1])]))
    (q0, r0), (q1, r1) = np.floor(box.min(axis=0)).astype(int), np.ceil(box.max(axis=0)).astype(int)
    lattice = np.array([(q, r) for q in range(q0, q1 + 1) for r in range(r0, r1 + 1)])
    centres = grid.to_plane(lattice)
    seen = ((centres > low) & (centres < high)).all(axis=1)
    corners = np.array([(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1), (1, 1)]) / 3.0
    for cell in lattice[seen]:
        yield line(grid.to_plane(cell + corners), 'stroke="#ddd" stroke-width="1"')
    for x, y in place(centres[seen]):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.5" fill="#bbb"/>'
    yield line(panel.truth, 'stroke="#9ecbff" stroke-width="9" stroke-linecap="round"')
    yield line(panel.found, 'stroke="#08519c" stroke-width="3.5"')
    yield line(panel.drawn, 'stroke="#d94801" stroke-width="1.3"')
    for x, y in place(panel.marks):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="none" stroke="#e7298a" stroke-width="2"/>'
    yield f'<rect y="{_HEAD}" width="{_SIZE}" height="{_SIZE}" fill="none" stroke="#888"/></svg>'


def _window(panel: Panel) -> tuple[np.ndarray, np.ndarray]:
    """Return the square to show: around the place where most of the result differs from the truth."""
    truth, found = (np.round(line, 6) for line in (panel.truth, panel.found))
    differs = np.array(sorted(set(map(tuple, truth)) ^ set(map(tuple, found)))).reshape(-1, 2)
    if len(differs):
        near = np.hypot(*(differs[:, None, :] - differs[None, :, :]).transpose(2, 0, 1)) < _WINDOW / 2
        middle = differs[near.sum(axis=1).argmax()]
    else:
        middle = panel.drawn[len(panel.drawn) // 2]
    return middle - _WINDOW / 2, middle + _WINDOW / 2
