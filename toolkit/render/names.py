"""Names along rivers: letters set one by one on a smooth stretch of the course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.render.fonts import ITALIC, is_turned, stands_upright, text_width
from toolkit.render.labels import Ink
from toolkit.render.rivers import Course, course_line, river_style
from toolkit.render.svg import Canvas
from toolkit.render.view import BoolArray, FloatArray, MapView

COLOUR = "#1f5c86"
_TRACKING = 0.12
_STEP = 4.0
# How much steeper than across a course runs beside which letters stand upright.
_STEEP = 1.2
# Height of the middle of a letter that fills its square, to its size.
_MIDDLE = 0.38
# Ink under a name beyond which the river stays nameless there.
_TOO_MUCH = 2500.0


Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class RiverName:
    """A river's name in place.

    Attributes
    ----------
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


@dataclass(frozen=True, slots=True, eq=False)
class _Settings:
    """A name set at many places: middles of letters ``(k, l, 2)``, their angles and the line's ``(k, l)``.

    Where the river runs to the left, or upwards under letters that stand upright (`forward` False), the
    letters come last to first.
    """

    points: FloatArray
    angles: FloatArray
    bends: FloatArray
    forward: BoolArray


def _along(
    view: MapView, course: Course, name: str, ink: Ink, others: Sequence[RiverName]
) -> list[RiverName]:
    """Return the names of one course, at most one in eleven pitches."""
    pitch = view.pitch
    wide = river_style(course.kind, view.style).width
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
    # Names avoid the very ends, where rivers meet and mouths are crowded.
    starts = np.arange(low + 0.3 * pitch, high - stretch.length - 0.2 * pitch, 0.2 * pitch)
    if not len(starts):
        return None
    found = _set(stretch, starts)
    reach = size * np.array([-0.4, -0.8, 0.4, 0.2])
    boxes = np.concatenate([found.points, found.points], axis=2) + reach
    covered = ink.under(boxes.reshape(-1, 4)).reshape(boxes.shape[:2]).sum(axis=1)
    # Of the line: a stroke that is turned among upright letters is no bend.
    turns = np.abs(np.diff(np.unwrap(found.bends, axis=1), axis=1))
    bend = turns.max(axis=1, initial=0.0)
    costs = covered + 60.0 * bend
    outer = np.concatenate([boxes[..., :2].min(axis=1), boxes[..., 2:].max(axis=1)], axis=1)
    for choice in np.argsort(costs, kind="stable").tolist():
        left, top, right, bottom = outer[choice].tolist()
        box = (left, top, right, bottom)
        if costs[choice] >= _TOO_MUCH:
            return None
        if bend[choice] <= 0.9 and not any(_meet(box, other) for other in taken):
            return RiverName(stretch.name, size, _letters(stretch.name, found, choice), box)
    return None


def _letters(name: str, found: _Settings, choice: int) -> tuple[tuple[str, float, float, float], ...]:
    text = name if found.forward[choice] else name[::-1]
    points, angles = found.points[choice].tolist(), np.degrees(found.angles[choice]).tolist()
    return tuple((letter, x, y, angle) for letter, (x, y), angle in zip(text, points, angles, strict=True))


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


def _set(stretch: _Stretch, starts: FloatArray) -> _Settings:
    """Set a name from each of many distances on, first above the line and then below it."""
    line, size, name = stretch.line, stretch.size, stretch.name
    first, last = _at(line, starts / _STEP), _at(line, (starts + stretch.length) / _STEP)
    run = last - first
    steep = stands_upright(stretch.name) & (np.abs(run[:, 1]) > _STEEP * np.abs(run[:, 0]))
    forward = np.where(steep, run[:, 1], run[:, 0]) >= 0
    reading = np.where(forward[:, None], _middles(stretch.name, size), _middles(stretch.name[::-1], size))
    places = np.clip((starts[:, None] + reading) / _STEP, 2.0, len(line) - 3.001)
    steps = _at(line, places + 2.0) - _at(line, places - 2.0)
    steps *= np.where(forward, 1.0, -1.0)[:, None, None]
    bends = angles = np.arctan2(steps[..., 1], steps[..., 0])
    normals = np.stack([-np.sin(angles), np.cos(angles)], axis=-1)
    here = _at(line, places)
    # Above the line the letters stand on it, below it they hang by their height.
    above, below = (here + normals * drop for drop in (-stretch.offset, stretch.offset + 0.72 * size))
    if steep.any():
        # Upright ones stand beside it; a stroke that lies is turned about its middle.
        reach = stretch.offset + 0.5 * size
        turned = np.array([[is_turned(letter) for letter in text] for text in (name, name[::-1])])
        lies = np.where(forward[:, None], turned[0], turned[1])
        foot = _MIDDLE * size * np.stack([np.where(lies, -1.0, 0.0), np.where(lies, 0.0, 1.0)], axis=-1)
        mask = steep[:, None, None]
        above = np.where(mask, here - normals * reach + foot, above)
        below = np.where(mask, here + normals * reach + foot, below)
        angles = np.where(steep[:, None], np.where(lies, np.pi / 2, 0.0), angles)
    twice = (np.concatenate([each, each]) for each in (angles, bends, forward))
    return _Settings(np.concatenate([above, below]), *twice)


def _middles(text: str, size: float) -> FloatArray:
    """Return the middle of each letter ``(l,)`` as a distance from the start of the text."""
    widths = np.array([text_width(letter, size, ITALIC) for letter in text])
    return np.asarray(np.cumsum(widths + _TRACKING * size) - _TRACKING * size - widths / 2)


def _at(line: FloatArray, places: FloatArray) -> FloatArray:
    """Return points ``(..., 2)`` at fractional positions ``(...)`` in a line's points."""
    i = np.clip(places.astype(np.int64), 0, len(line) - 2)
    share = (places - i)[..., None]
    return np.asarray(line[i] + share * (line[i + 1] - line[i]))


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
