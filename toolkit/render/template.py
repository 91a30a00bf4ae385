"""A drawing to begin with: the scan, the fitted grid above it, an empty layer for every kind of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from toolkit.compile.scan import Scan
from toolkit.geometry.grid import HexGrid
from toolkit.render.svg import number, polyline
from toolkit.source.layers import LayerKind

_HOW = """
  Draw in the layer that is called after what you draw; every shape is one feature.
  Label (Object properties, Ctrl+Shift+O): its name.  Description: further keys, one a line, as in a map file.
  Layers whose name begins with _ are left out.  Keep the picture of the scan: it says where the drawing lies.
"""
_FORMS = {
    "areas": "closed shapes around the ground",
    "rivers": "lines along hexsides, each drawn from its source to its mouth",
    "links": "lines from hex to hex",
    "towns": "a small circle on each",
    "marks": "a small circle in each hex",
    "start_line": "one line from north to south; description: west: side, east: side",
}
_COLOURS = {
    "areas": "fill:#6f9455;fill-opacity:0.4;stroke:#4a6d34;stroke-width:{thin}",
    "rivers": "fill:none;stroke:#0072b2;stroke-width:{wide};stroke-linejoin:round",
    "links": "fill:none;stroke:#d55e00;stroke-width:{wide};stroke-linejoin:round",
    "towns": "fill:#ffffff;stroke:#000000;stroke-width:{thin}",
    "marks": "fill:#e69f00;stroke:#000000;stroke-width:{thin}",
    "start_line": "fill:none;stroke:#b3001b;stroke-width:{wide}",
}


def draw_template(scan: Scan, grid: HexGrid, kinds: Sequence[LayerKind], image: str) -> str:
    """Return the drawing as SVG for Inkscape; its user units are pixels of the scan.

    Parameters
    ----------
    image : str
        The scan's address as seen from the drawing.
    """
    width, height = scan.size_px
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
            ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
            f' width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
            f"<!--{_HOW}-->",
            _layer("_scan", locked=True),
            f'<image id="scan" x="0" y="0" width="{width}" height="{height}" preserveAspectRatio="none"'
            f" xlink:href={quoteattr(image)}/>",
            "</g>",
            _layer("_grid", locked=True),
            *_grid(scan, grid),
            "</g>",
            *_layers(scan, kinds),
            "</svg>",
            "",
        )
    )


def _layer(label: str, *, locked: bool = False, style: str = "") -> str:
    lock = ' sodipodi:insensitive="true"' if locked else ""
    look = f' style="{style}"' if style else ""
    return f'<g inkscape:groupmode="layer" inkscape:label={quoteattr(label)}{lock}{look}>'


def _grid(scan: Scan, grid: HexGrid) -> Iterator[str]:
    pitch = float(np.median(scan.fit.pitch_px))
    outlines = scan.calibration.to_scan(grid.corners(np.arange(len(grid))))
    middles = scan.calibration.to_scan(grid.centres())
    data = "".join(polyline(corners, closed=True) for corners in outlines.tolist())
    yield f'<path d="{data}" style="fill:none;stroke:#c2006b;stroke-width:{number(0.012 * pitch)}"/>'
    size = number(0.13 * pitch)
    yield f'<g style="font-family:sans-serif;font-size:{size}px;fill:#c2006b;text-anchor:middle">'
    for h, (x, y) in enumerate(middles.tolist()):
        yield f'<text x="{number(x)}" y="{number(y + 0.4 * pitch)}">{escape(grid.number(h))}</text>'
    yield "</g>"


def _layers(scan: Scan, kinds: Sequence[LayerKind]) -> Iterator[str]:
    pitch = float(np.median(scan.fit.pitch_px))
    taken: set[str] = set()
    for kind in kinds:
        own = kind.kind or kind.section
        label = own if own not in taken else f"{kind.section}:{own}"
        taken.add(own)
        style = _COLOURS[kind.section].format(thin=number(0.02 * pitch), wide=number(0.07 * pitch))
        yield _layer(label, style=style)
        yield f"<title>{escape(kind.names.en)}: {_FORMS[kind.section]}</title>"
        yield "</g>"
