"""Names along rivers: letters set one by one on a smooth stretch of the course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.render.fonts import ITALIC, text_width
from toolkit.render.labels import Ink
from toolkit.render.rivers import Course, course_line, river_style
from toolkit.render.svg import Canvas
from toolkit.render.view import FloatArray, MapView

COLOUR = "#1f5c86"
_TRACKING = 0.12
_STEP = 4.0
# Ink under a name beyond which the river stays nameless there.
_TOO_MUCH = 2500.0


Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class RiverName:
    """A river's name in place.

    Attributes
    ----------
    text : str
    size : float
    letters : tuple of (character, x, y, degrees)
        Middle of each letter on the baseline.
    box : (left, top, right, bottom)
    """

    text: str
    size: float
    letters: tuple[tuple[str, float, float, float], ...]
    box: Box


def river_names(view: MapView, found: Sequence[Course], ink: Ink) -> list[RiverName]:
    """Return a name for each river with one, on long rivers several, where least is covered."""
    by_name: dict[str, list[Course]] = {}
    for course in found:
        if course.name:
            by_name.setdefault(course.name, []).append(course)
    placed: list[RiverName] = []
    for name, listed in sorted(by_name.items()):
        for course in listed:
            placed += _along(view, course, name, ink, placed)
    return placed


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """A course ready for text: calm points every `_STEP` pixels, and how the name is set."""

    name: str
    line: FloatArray
    size: float
    length: float
    offset: float
    pitch: float


def _along(
    view: MapView, course: Course, name: str, ink: Ink, others: Sequence[RiverName]
) -> list[RiverName]:
    """Return the names of one course, at most one in eleven pitches."""
    pitch = view.pitch
    wide = river_style(course.kind).width
    size = (0.2 if wide > 0.1 else 0.155) * pitch
    length = text_width(name, size, ITALIC, _TRACKING)
    line = _even(course_line(course), _STEP)
    total = _STEP * (len(line) - 1)
    if total < 1.15 * length:
        return []
    stretch = _Stretch(name, _smooth(line, 9), size, length, (0.5 * wide + 0.035) * pitch, pitch)
    count = max(1, round(total / (11 * pitch)))
    names: list[RiverName] = []
    for i in range(count):
        taken = [other.box for other in (*others, *names)]
        best = _best(stretch, (total * i / count, total * (i + 1) / count), ink, taken)
        if best is not None:
            names.append(best)
    return names


def _best(stretch: _Stretch, span: tuple[float, float], ink: Ink, taken: Sequence[Box]) -> RiverName | None:
    """Return the name where it covers least and bends least between two distances; None if nowhere well."""
    (low, high), pitch, size = span, stretch.pitch, stretch.size
    options: list[tuple[float, int, RiverName]] = []
    # Names avoid the very ends, where rivers meet and mouths are crowded.
    starts = np.arange(low + 0.3 * pitch, high - stretch.length - 0.2 * pitch, 0.2 * pitch)
    reach = size * np.array([-0.4, -0.8, 0.4, 0.2])
    for start in starts.tolist():
        for side in (-1.0, 1.0):
            letters, bend = _set(stretch, start, side)
            if bend > 0.9:
                continue
            points = np.array([(x, y) for _, x, y, _ in letters])
            boxes = np.concatenate([points, points], axis=1) + reach
            cost = float(ink.under(boxes).sum()) + 60.0 * bend
            left, top = boxes[:, :2].min(axis=0).tolist()
            right, bottom = boxes[:, 2:].max(axis=0).tolist()
            box = (left, top, right, bottom)
            if any(_meet(box, other) for other in taken):
                continue
            name = RiverName(stretch.name, size, letters, box)
            options.append((cost, len(options), name))
    if not options:
        return None
    cost, _, chosen = min(options, key=lambda option: option[:2])
    return chosen if cost < _TOO_MUCH else None


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def _even(points: FloatArray, step: float) -> FloatArray:
    gaps = np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1))
    along = np.concatenate([[0.0], np.cumsum(gaps)])
    at = np.arange(0.0, along[-1], step)
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=1)


def _smooth(points: FloatArray, reach: int) -> FloatArray:
    """Return the running mean over ``2 * reach + 1`` points: text wants a calmer line than water."""
    padded = np.pad(points, ((reach, reach), (0, 0)), mode="edge")
    sums = np.concatenate([np.zeros((1, 2)), padded.cumsum(axis=0)])
    return np.asarray((sums[2 * reach + 1 :] - sums[: -2 * reach - 1]) / (2 * reach + 1))


def _set(
    stretch: _Stretch, start: float, side: float
) -> tuple[tuple[tuple[str, float, float, float], ...], float]:
    """Set letters along a line from a distance on; return them and the largest turn between two (radians)."""
    line, size = stretch.line, stretch.size
    offset = side * stretch.offset
    first = line[min(len(line) - 1, int(start / _STEP))]
    last = line[min(len(line) - 1, int((start + stretch.length) / _STEP))]
    forward = last[0] >= first[0]
    letters = []
    angles = []
    at = start
    for character in stretch.name if forward else stretch.name[::-1]:
        width = text_width(character, size, ITALIC)
        place = min(len(line) - 3.001, max(2.0, (at + width / 2) / _STEP))
        step = _at(line, place + 2) - _at(line, place - 2)
        step = step if forward else -step
        angle = float(np.arctan2(step[1], step[0]))
        normal = np.array([-np.sin(angle), np.cos(angle)])
        # Below the line the letters hang by their height, above it they stand on it.
        drop = offset if offset < 0 else offset + 0.72 * size
        x, y = (_at(line, place) + normal * drop).tolist()
        letters.append((character, x, y, float(np.degrees(angle))))
        angles.append(angle)
        at += width + _TRACKING * size
    turns = np.abs(np.diff(np.unwrap(np.array(angles)))) if len(angles) > 1 else np.zeros(1)
    return tuple(letters), float(turns.max())


def _at(line: FloatArray, place: float) -> FloatArray:
    """Return the point at a fractional position in a line's points."""
    i = int(place)
    return np.asarray(line[i] + (place - i) * (line[min(i + 1, len(line) - 1)] - line[i]))


def draw_river_names(canvas: Canvas, names: Sequence[RiverName]) -> None:
    """Draw the names, letter by letter."""
    for name in names:
        with canvas.group(aria_label=name.text):
            for character, x, y, angle in name.letters:
                canvas.text(
                    character,
                    x,
                    y,
                    name.size,
                    face=ITALIC,
                    fill=COLOUR,
                    anchor="middle",
                    rotate=angle,
                    halo="#ffffff",
                    halo_width=1.6,
                )
