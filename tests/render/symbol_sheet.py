"""``python -m tests.render.symbol_sheet FILE``: every symbol with its word, for docs/source_format.md."""

from __future__ import annotations

import sys
from pathlib import Path

from toolkit.render.fonts import REGULAR
from toolkit.render.raster import rasterise
from toolkit.render.svg import Canvas
from toolkit.render.symbols import SIZES, Box, draw_size, draw_symbol
from toolkit.source.branches import branches

ACROSS, WIDTH, HEIGHT = 8, 112, 62


def sheet() -> str:
    """Return the sheet as SVG: symbols, then sizes."""
    rows = -(-len(branches()) // ACROSS) + -(-len(SIZES) // ACROSS)
    canvas = Canvas(ACROSS * WIDTH, rows * HEIGHT, "Symbols")
    canvas.rect(0, 0, ACROSS * WIDTH, rows * HEIGHT, fill="#ffffff")
    for index, branch in enumerate(branches()):
        x, y = index % ACROSS * WIDTH, index // ACROSS * HEIGHT
        draw_symbol(canvas, branch, Box(x + 32, y + 8, 48, 29, "#1d1d1b", "#e8dfc6", 2.2))
        _word(canvas, branch, x, y)
    first = -(-len(branches()) // ACROSS)
    for index, size in enumerate(SIZES):
        x, y = index % ACROSS * WIDTH, (first + index // ACROSS) * HEIGHT
        draw_size(canvas, size, (x + WIDTH / 2, y + 26), 13, "#1d1d1b")
        _word(canvas, size, x, y)
    return canvas.render()


def _word(canvas: Canvas, word: str, x: float, y: float) -> None:
    canvas.text(word, x + WIDTH / 2, y + 55, 10.5, face=REGULAR, fill="#1d1d1b", anchor="middle")


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(rasterise(sheet(), scale=1.0))
