"""Hex numbers: at the top of each hex, beside the line that runs there."""

from __future__ import annotations

import numpy as np

from toolkit.geometry.grid import Orientation
from toolkit.render.fonts import MEDIUM, cap_height, text_width
from toolkit.render.labels import Ink
from toolkit.render.svg import Canvas
from toolkit.render.view import FloatArray, MapView

SIZE = 0.125
"""Type size in pitches."""

# Height of the number's middle above the hex's centre, clear of a counter, and step aside, in pitches;
# pointy hexes are too narrow there.
_RISE = {Orientation.FLAT: 0.43, Orientation.POINTY: 0.33}
_ASIDE = {Orientation.FLAT: 0.15, Orientation.POINTY: 0.16}
# Multiples of the step aside, with how much worse than the middle each is.
_PLACES = ((0.0, 0.0), (-1.0, 3.0), (1.0, 3.5))


def number_boxes(view: MapView, ink: Ink) -> FloatArray:
    """Return each hex's number's rectangle ``(n, 4)``, left to bottom, where least is covered."""
    grid = view.map.grid
    size = SIZE * view.pitch
    half_width = text_width(grid.number(0), size, MEDIUM) / 2 + 1.5
    half_height = cap_height(MEDIUM) * size / 2 + 1.5
    middle = view.centres - np.array([0.0, _RISE[grid.orientation] * view.pitch])
    aside = _ASIDE[grid.orientation] * view.pitch
    options = np.stack([middle + np.array([step * aside, 0.0]) for step, _ in _PLACES], axis=1)
    reach = np.array([-half_width, -half_height, half_width, half_height])
    boxes = np.concatenate([options, options], axis=2) + reach
    costs = ink.under(boxes.reshape(-1, 4)).reshape(len(grid), len(_PLACES))
    chosen = (costs + np.array([dislike for _, dislike in _PLACES])).argmin(axis=1)
    return np.asarray(boxes[np.arange(len(grid)), chosen])


def draw_numbers(canvas: Canvas, view: MapView, boxes: FloatArray, busy: FloatArray) -> None:
    """Draw the numbers of all hexes.

    Parameters
    ----------
    boxes : (n, 4) array
        As `number_boxes` returned them.
    busy : (n,) array
        Ink under each; a number over a line gets a halo.
    """
    sea = view.sea
    size = SIZE * view.pitch
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    for h, (at_x, at_y) in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        canvas.text(
            view.map.grid.number(h),
            at_x,
            at_y,
            size,
            face=MEDIUM,
            fill="#2b5876" if sea[h] else "#4d4535",
            anchor="middle",
            centred=True,
            halo="#f7f1de" if busy[h] > 0 else None,
            halo_width=0.018 * view.pitch,
        )
