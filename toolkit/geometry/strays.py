"""Control points that the others contradict."""

from __future__ import annotations

import math

import numpy as np

from toolkit.geometry.calibration import Fit, fit_calibration
from toolkit.geometry.lattice import FloatArray

# A fit is good when every point is foretold by the others this well, and a stray lies this far off
# where the others put it; as parts of a hex.
_GOOD_SHARE = 0.15
_VERY_GOOD_SHARE = 0.05
_SLIP_SHARE = 0.4
_ENOUGH_FOR_ONE = 8


def strays(plane: FloatArray, pixels: FloatArray, pitch: float) -> tuple[int, ...]:
    """Return control points that the others contradict: a wrong number, a slip of the hand.

    The largest set of points that one straight grid explains to half a hex is searched for; points
    outside it count only when the fit is bad with them, good without them, and they are a minority.
    A slip at the edge of a small map can lie within half a hex of some straight grid: then the one
    point counts without which all others foretell each other.

    Parameters
    ----------
    plane, pixels : (k, 2) arrays

    Returns
    -------
    tuple of int
        Indices, ascending.
    """
    if len(plane) < 5 or _is_good(plane, pixels, pitch):
        return ()
    found = _outside_one_grid(plane, pixels, pitch)
    if found:
        return found
    alone = _one_stray(plane, pixels, pitch)
    return () if alone is None else (alone,)


def _outside_one_grid(plane: FloatArray, pixels: FloatArray, pitch: float) -> tuple[int, ...]:
    count = len(plane)
    best: np.ndarray | None = None
    for triple in _triples(count):
        rows = list(triple)
        design = np.column_stack([plane, np.ones(count)])
        if abs(np.linalg.det(design[rows])) < (0.5 * pitch) ** 2:
            continue
        matrix = np.linalg.solve(design[rows], pixels[rows])
        area = abs(float(np.linalg.det(matrix[:2])))
        miss = np.hypot(*(pixels - design @ matrix).T)
        near = miss < 0.5 * pitch * math.sqrt(area)
        if area > 0 and (best is None or near.sum() > best.sum()):
            best = near
    if best is None or best.sum() < max(4, math.ceil(0.6 * count)) or best.all():
        return ()
    outside = np.flatnonzero(~best)
    kept = np.flatnonzero(best)
    try:
        fit = fit_calibration(plane[kept], pixels[kept], pitch)
    except ValueError:
        return ()
    if float(fit.foretold_shares.max()) > _GOOD_SHARE:
        return ()
    far = _slips(fit, plane[outside], pixels[outside]) > _SLIP_SHARE
    return tuple(int(i) for i in outside[far])


def _one_stray(plane: FloatArray, pixels: FloatArray, pitch: float) -> int | None:
    """Return the point without which all others foretell each other well, the clearest of several."""
    if len(plane) < _ENOUGH_FOR_ONE:
        return None
    found: list[tuple[float, int]] = []
    for i in range(len(plane)):
        kept = np.arange(len(plane)) != i
        try:
            fit = fit_calibration(plane[kept], pixels[kept], pitch)
        except ValueError:
            continue
        worst = float(fit.foretold_shares.max())
        if worst < _VERY_GOOD_SHARE and _slips(fit, plane[~kept], pixels[~kept])[0] > _SLIP_SHARE:
            found.append((worst, i))
    found.sort()
    # A bent model can follow a slip once some right point is left out: the best must be clearly so.
    if not found or (len(found) > 1 and found[1][0] < 2 * found[0][0]):
        return None
    return found[0][1]


def _slips(fit: Fit, plane: FloatArray, pixels: FloatArray) -> FloatArray:
    """Return how far points ``(k, 2)`` lie from where a fit puts them ``(k,)``, as part of a hex."""
    apart = np.hypot(*(pixels - fit.calibration.to_scan(plane)).T)
    return np.asarray(apart / float(np.median(fit.pitch_px)))


def _is_good(plane: FloatArray, pixels: FloatArray, pitch: float) -> bool:
    try:
        fit = fit_calibration(plane, pixels, pitch)
    except ValueError:
        return False
    return float(fit.foretold_shares.max()) < _GOOD_SHARE


def _triples(count: int) -> list[tuple[int, int, int]]:
    """Return triples of points: all of them, or evenly chosen ones where they are many."""
    step = 1 if count <= 24 else math.ceil(count / 24)
    some = range(0, count, step)
    return [(a, b, c) for a in some for b in some if b > a for c in some if c > b]
