"""Where names go: candidate places round each town, weighed against what lies under them and each other.

The cartographers' point-feature problem (Christensen, Marks, Shieber 1995) with a local search that is
deterministic: the same map gives the same labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from toolkit.render.fonts import Face, cap_height, text_width

FloatArray = npt.NDArray[np.float64]

_CELL = 3.0
_OVERLAP = 5000.0
_OUTSIDE = 1e6
_SWEEPS = 40
# Smaller type is the last resort for a name that finds no free place.
_SHRINK = (1.0, 0.9, 0.82)


@dataclass(frozen=True, slots=True)
class Label:
    """A name that wants a place.

    Attributes
    ----------
    anchor : (x, y)
        Middle of the symbol it names, in pixels.
    clearance : float
        Half the size of that symbol.
    size : float
        Type size.
    rank : int
        Lower numbers choose first.
    covered : float
        Half the size of what will lie on the symbol in play; beyond it the name can be read all the time.
    """

    text: str
    anchor: tuple[float, float]
    clearance: float
    size: float
    face: Face
    rank: int = 0
    covered: float = 0.0


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A name with its place.

    Attributes
    ----------
    x, y : float
        Start of the baseline.
    size : float
        Type size used.
    box : (left, top, right, bottom)
    """

    label: Label
    x: float
    y: float
    size: float
    box: tuple[float, float, float, float]


class Ink:
    """How much is already drawn where, so that any rectangle's sum is four look-ups.

    Parameters
    ----------
    width, height : float
        Size of the board in pixels.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._cells = np.zeros((int(height / _CELL) + 2, int(width / _CELL) + 2))
        self._sums: FloatArray | None = None

    def add_line(self, points: FloatArray, weight: float) -> None:
        """Add a line ``(k, 2)``; `weight` counts for each `_CELL` of its length."""
        if len(points) < 2:
            return
        gaps = np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1))
        along = np.concatenate([[0.0], np.cumsum(gaps)])
        at = np.arange(0.0, along[-1], _CELL)
        self.add_points(np.stack([np.interp(at, along, points[:, i]) for i in (0, 1)], axis=1), weight)

    def add_points(self, points: FloatArray, weight: float) -> None:
        """Add points ``(k, 2)``."""
        cells = np.floor(points / _CELL).astype(np.int64)
        rows, columns = self._cells.shape
        inside = (cells[:, 0] >= 0) & (cells[:, 0] < columns) & (cells[:, 1] >= 0) & (cells[:, 1] < rows)
        np.add.at(self._cells, (cells[inside, 1], cells[inside, 0]), weight)
        self._sums = None

    def add_box(self, box: tuple[float, float, float, float], weight: float) -> None:
        """Add a rectangle (left, top, right, bottom); `weight` counts for each cell of it."""
        left, top, right, bottom = (max(0, int(value / _CELL)) for value in box)
        self._cells[top : bottom + 1, left : right + 1] += weight
        self._sums = None

    def under(self, boxes: FloatArray) -> FloatArray:
        """Return the ink ``(k,)`` under rectangles ``(k, 4)``; beyond the board it is prohibitive."""
        if self._sums is None:
            self._sums = np.pad(self._cells.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        rows, columns = self._cells.shape
        left = np.clip((boxes[:, 0] / _CELL).astype(np.int64), 0, columns - 1)
        top = np.clip((boxes[:, 1] / _CELL).astype(np.int64), 0, rows - 1)
        right = np.clip((boxes[:, 2] / _CELL).astype(np.int64) + 1, 0, columns)
        bottom = np.clip((boxes[:, 3] / _CELL).astype(np.int64) + 1, 0, rows)
        s = self._sums
        total = s[bottom, right] - s[top, right] - s[bottom, left] + s[top, left]
        beyond = (
            (boxes[:, 0] < 0) | (boxes[:, 1] < 0) | (boxes[:, 2] > self.width) | (boxes[:, 3] > self.height)
        )
        return np.asarray(total + _OUTSIDE * beyond)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    boxes: FloatArray
    costs: FloatArray
    sizes: FloatArray


# Direction of the label's middle from the symbol's, and how readers like it: right, then left, above, below.
_PLACES = (
    (1.0, 0.0, 0.0),
    (-1.0, 0.0, 6.0),
    (0.0, -1.0, 8.0),
    (0.0, 1.0, 9.0),
    (1.0, -1.0, 3.0),
    (1.0, 1.0, 5.0),
    (-1.0, -1.0, 8.0),
    (-1.0, 1.0, 9.0),
    (0.5, -1.0, 7.0),
    (-0.5, -1.0, 9.0),
    (0.5, 1.0, 8.0),
    (-0.5, 1.0, 10.0),
    (1.0, -0.5, 2.0),
    (1.0, 0.5, 3.0),
    (-1.0, -0.5, 7.0),
    (-1.0, 0.5, 8.0),
    # On the line through the symbol's middle: beside it run the edges of hexes, with numbers under them.
    (1.0, -1.2, 3.0),
    (-1.0, -1.2, 8.0),
    (1.0, -1.7, 5.0),
    (-1.0, -1.7, 9.0),
    (1.0, 1.7, 7.0),
    (-1.0, 1.7, 10.0),
    *((dx, dy, 8.0) for dx in (-0.75, -0.25, 0.25, 0.75) for dy in (-1.0, 1.0)),
)
_AIR = 4.0
_GAPS = (0.0, 4.0, 9.0)
_COVERED = 60.0
"""How readers dislike a name that a counter on its symbol covers in part."""
_FAR = 26.0
"""How readers dislike a name that is as far away as what will lie on its symbol is large."""


def place_labels(labels: Sequence[Label], ink: Ink) -> list[PlacedLabel]:
    """Give every label a place.

    Parameters
    ----------
    ink : Ink
        What must not be covered.

    Returns
    -------
    list of PlacedLabel
        In the order of `labels`.  No two overlap where any choice of candidates avoids it locally.
    """
    if not labels:
        return []
    options = [_candidates(label, ink) for label in labels]
    order = sorted(
        range(len(labels)), key=lambda i: (labels[i].rank, -len(labels[i].text), labels[i].text, i)
    )
    near = _neighbourhoods(options)
    chosen = [-1] * len(labels)
    for _ in range(_SWEEPS):
        changed = False
        for i in order:
            costs = options[i].costs.copy()
            for j in near[i]:
                if chosen[j] >= 0:
                    costs += _OVERLAP * _overlaps(options[i].boxes, options[j].boxes[chosen[j]])
            best = int(costs.argmin())
            if best != chosen[i]:
                chosen[i], changed = best, True
        if not changed:
            break
    return [_placed(label, options[i], chosen[i]) for i, label in enumerate(labels)]


def _candidates(label: Label, ink: Ink) -> _Candidates:
    boxes, base, sizes = [], [], []
    for step, shrink in enumerate(_SHRINK):
        size = label.size * shrink
        width = text_width(label.text, size, label.face)
        height = cap_height(label.face) * size
        for gap, far in _gaps(label):
            for dx, dy, dislike in _PLACES:
                reach = label.clearance + _AIR + gap
                diagonal = 0.72 if abs(dx) == 1.0 and abs(dy) == 1.0 else 1.0
                x = label.anchor[0] + dx * (width / 2 + (reach * diagonal if abs(dx) == 1.0 else 0.0))
                y = label.anchor[1] + dy * (height / 2 + (reach * diagonal if abs(dy) == 1.0 else 0.0))
                boxes.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
                base.append(dislike + far + 60.0 * step)
                sizes.append(size)
    grid = np.array(boxes)
    # A little air: descenders, halo and the eye need it.
    air = grid + np.array([-3.0, -3.0, 3.0, 4.0])
    return _Candidates(air, np.array(base) + ink.under(air), np.array(sizes))


def _gaps(label: Label) -> list[tuple[float, float]]:
    """Return how far from its symbol a name may stand, with how readers like that."""
    free = label.covered + 1.0 - label.clearance - _AIR
    if free <= _GAPS[-1]:
        return [(gap, 2.5 * gap) for gap in _GAPS]
    return [*((gap, _COVERED + 2.5 * gap) for gap in _GAPS), (free, _FAR)]


def _neighbourhoods(options: Sequence[_Candidates]) -> list[list[int]]:
    low = np.array([option.boxes[:, :2].min(axis=0) for option in options])
    high = np.array([option.boxes[:, 2:].max(axis=0) for option in options])
    near = []
    for i in range(len(options)):
        touch = ((low < high[i]) & (high > low[i])).all(axis=1)
        near.append([j for j in np.flatnonzero(touch).tolist() if j != i])
    return near


def _overlaps(boxes: FloatArray, other: FloatArray) -> npt.NDArray[np.bool_]:
    return np.asarray(
        (boxes[:, 0] < other[2])
        & (boxes[:, 2] > other[0])
        & (boxes[:, 1] < other[3])
        & (boxes[:, 3] > other[1])
    )


def _placed(label: Label, options: _Candidates, choice: int) -> PlacedLabel:
    left, top, right, bottom = options.boxes[choice].tolist()
    return PlacedLabel(
        label, left + 3.0, bottom - 4.0, float(options.sizes[choice]), (left, top, right, bottom)
    )
