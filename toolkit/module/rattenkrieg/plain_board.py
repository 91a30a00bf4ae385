"""The board in plain colours: areas, their names, and the boxes along the lower edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from toolkit.compile.game import CompiledGame
from toolkit.render.fonts import BLACK
from toolkit.render.palette import INK, PAPER
from toolkit.render.svg import Canvas

FloatArray = npt.NDArray[np.float64]
_GROUNDS = {"urban": "#d9b0a0", "normal": "#d9d6c0", "rear": "#c0c8b0"}


@dataclass(frozen=True, slots=True)
class PlainLayout:
    """A board whose pixels are the plane's units."""

    size_px: tuple[int, int]

    def to_pixels(self, points: FloatArray) -> FloatArray:
        """Return the points themselves."""
        return points


def plain_layout(game: CompiledGame) -> PlainLayout:
    """Return the board's size: all areas and boxes with a margin."""
    corners = [ring for parts in game.areas.polygons for rings in parts for ring in rings]
    right, low = np.vstack(corners).max(axis=0).tolist()
    for box in game.boxes:
        if box.rect is not None:
            right, low = max(right, box.rect[0] + box.rect[2]), max(low, box.rect[1] + box.rect[3])
    return PlainLayout((round(right) + 40, round(low) + 40))


def draw_plain_board(game: CompiledGame) -> str:
    """Return the board as SVG."""
    width, height = plain_layout(game).size_px
    canvas = Canvas(width, height, game.names.en)
    canvas.rect(0, 0, width, height, fill="#dfe8ef")
    areas = game.areas
    for index, parts in enumerate(areas.polygons):
        for rings in parts:
            ground = _GROUNDS.get(areas.kinds[index], PAPER)
            canvas.polygon(rings[0].tolist(), fill=ground, stroke=INK, stroke_width=3)
        for x, y in areas.points_of(index, "label").tolist():
            canvas.text(areas.names[index].get("en", ""), x, y, 24, face=BLACK, fill=INK, anchor="middle")
    for box in game.boxes:
        if box.rect is not None:
            canvas.rect(*box.rect, fill=PAPER, stroke=INK)
            canvas.text(box.names.en, box.rect[0] + 6, box.rect[1] + 18, 14, face=BLACK, fill=INK)
    return canvas.render()
