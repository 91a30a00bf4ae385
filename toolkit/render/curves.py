"""Smooth lines: quadratic splines near their points, cubic ones through them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from toolkit.render.svg import number

FloatArray = npt.NDArray[np.float64]


def _xy(point: Sequence[float] | FloatArray) -> str:
    return f"{number(point[0], 1)} {number(point[1], 1)}"


def closed_spline(points: FloatArray) -> str:
    """Return path data of a closed quadratic B-spline with control points ``(k, 2)``."""
    if len(points) < 3:
        return ""
    middles = (points + np.roll(points, -1, axis=0)) / 2.0
    parts = [f"M{_xy(middles[-1])}"]
    parts += [f"Q{_xy(control)} {_xy(end)}" for control, end in zip(points, middles, strict=True)]
    return "".join(parts) + "Z"


def open_spline(points: FloatArray) -> str:
    """Return path data of a quadratic B-spline from the first to the last of points ``(k, 2)``.

    It touches each step between points half way and passes every inner point at a quarter of the distance
    between the point and the middle of its neighbours' halves: near, never beyond.
    """
    if len(points) < 2:
        return ""
    parts = [f"M{_xy(points[0])}"]
    middles = (points[:-1] + points[1:]) / 2.0
    parts.append(f"L{_xy(middles[0])}")
    parts += [f"Q{_xy(control)} {_xy(end)}" for control, end in zip(points[1:-1], middles[1:], strict=True)]
    parts.append(f"L{_xy(points[-1])}")
    return "".join(parts)


def sample_spline(points: FloatArray) -> FloatArray:
    """Return points along what `open_spline` draws, six for each control point."""
    if len(points) < 3:
        return points
    middles = (points[:-1] + points[1:]) / 2.0
    t = (np.arange(6) / 6)[None, :, None]
    a, b, c = middles[:-1, None], points[1:-1, None], middles[1:, None]
    inner = ((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c).reshape(-1, 2)
    return np.concatenate([points[:1], inner, middles[-1:], points[-1:]])


def sample_cubic(
    start: FloatArray, end: FloatArray, leave: FloatArray, arrive: FloatArray, steps: int = 12
) -> FloatArray:
    """Return ``(steps + 1, 2)`` points of a Hermite segment with tangents `leave` and `arrive`."""
    t = (np.arange(steps + 1) / steps)[:, None]
    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * leave
        + (3 * t**2 - 2 * t**3) * end
        + (t**3 - t**2) * arrive
    )


def cubic(start: FloatArray, end: FloatArray, leave: FloatArray, arrive: FloatArray) -> str:
    """Return path data of a Hermite segment with tangents `leave` and `arrive`."""
    return f"M{_xy(start)}C{_xy(start + leave / 3)} {_xy(end - arrive / 3)} {_xy(end)}"
