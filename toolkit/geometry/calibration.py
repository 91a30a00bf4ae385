"""How a hex grid lies on a scan: plane to pixels and back, fitted to control points.

Straight where it can be: an affine map (origin, pitch, rotation, skew, stretch).  Where paper or lens
bent the picture, the simplest model that foretells control points it has not seen is taken: every
model is judged by leaving each point out in turn (Allen's PRESS, by leverages), so that a model with
many freedoms wins only when the picture needs them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from toolkit.geometry.lattice import FloatArray

LEAST_POINTS = 3

# A straight grid that misses no control point by more than this part of a hex is good enough.
STRAIGHT_ENOUGH = 0.02
# A richer model must foretell points better than a simpler one by this factor.
_GAIN = 0.85
# Below this part of a hex nobody can click, so no model is better than another there.
_CLICK = 0.003
_SMOOTHING = (0.0, 1e-4, 1e-3, 1e-2, 1e-1)
_NEWTON_STEPS = 30
# A fit is good when every point is foretold by the others this well, and a stray lies this far off
# where the others put it; as parts of a hex.
_GOOD_SHARE = 0.15
_VERY_GOOD_SHARE = 0.05
_SLIP_SHARE = 0.4
_ENOUGH_FOR_ONE = 8


class ScanModel(StrEnum):
    """How the grid lies on the scan.

    AFFINE: straight lines stay straight and parallel.  PROJECTIVE: straight lines stay straight (a
    photograph taken at an angle).  LENS: affine, then bulged or pinched around a centre.  QUADRATIC:
    bent evenly along both axes (paper that grew).  THIN_PLATE: the best of these, and what it leaves
    over spread smoothly between the control points (folds, damp, glued sheets).
    """

    AFFINE = "affine"
    PROJECTIVE = "projective"
    LENS = "lens"
    QUADRATIC = "quadratic"
    THIN_PLATE = "thin_plate"


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Where plane positions lie on a scan.

    Attributes
    ----------
    model : ScanModel
    centre, scale : (x, y), float
        Plane positions are first moved and scaled: ``n = (plane - centre) / scale``.
    parameters : (k,) array
        Of the parametric part, see `_MODELS`.
    base : ScanModel
        The parametric part; with THIN_PLATE one of the others.
    order : int
        Terms of the lens: 1 or 2.
    middle, reach : (x, y), float
        Pixels the lens is measured from and with.
    knots, weights : (m, 2), (m + 3, 2) arrays
        Thin plate: knots in scaled plane units, weights in pixels; empty without one.
    """

    model: ScanModel
    centre: tuple[float, float]
    scale: float
    parameters: FloatArray
    base: ScanModel
    order: int
    middle: tuple[float, float]
    reach: float
    knots: FloatArray
    weights: FloatArray

    def to_scan(self, plane: FloatArray) -> FloatArray:
        """Return scan pixels ``(..., 2)`` of plane positions ``(..., 2)``."""
        values = np.asarray(plane, dtype=np.float64)
        n = (values.reshape(-1, 2) - np.array(self.centre)) / self.scale
        pixels = _evaluate(self, self.parameters, n)
        if len(self.knots):
            pixels = pixels + _plate(n, self.knots) @ self.weights
        return pixels.reshape(values.shape)

    def to_plane(self, pixels: FloatArray) -> FloatArray:
        """Return plane positions ``(..., 2)`` of scan pixels ``(..., 2)``.

        Newton's method from the straight part; a pixel so far outside the map that no plane position
        leads to it is given the straight part's.
        """
        values = np.asarray(pixels, dtype=np.float64)
        wanted = values.reshape(-1, 2)
        straight = np.linalg.inv(self.jacobian(np.array([self.centre]))[0])
        start = np.array(self.centre) + (wanted - self.to_scan(np.array([self.centre]))) @ straight.T
        found = start
        for _ in range(_NEWTON_STEPS):
            miss = wanted - self.to_scan(found)
            if not len(miss) or float(np.abs(miss).max()) < 1e-9:
                break
            step = np.einsum("kij,kj->ki", _inverted(self.jacobian(found)), miss)
            # A step is held to a part of the map, or a fold far outside would throw it away.
            length = np.maximum(np.hypot(step[:, 0], step[:, 1]) / (0.5 * self.scale), 1.0)
            found = found + step / length[:, None]
        lost = np.abs(wanted - self.to_scan(found)).max(axis=1, initial=0.0) > 0.05
        return np.where(lost[:, None], start, found).reshape(values.shape)

    def jacobian(self, plane: FloatArray) -> FloatArray:
        """Return pixels for each plane unit ``(k, 2, 2)`` at plane positions ``(k, 2)``."""
        at = np.asarray(plane, dtype=np.float64).reshape(-1, 2)
        step = 1e-4 * self.scale
        columns = [
            (self.to_scan(at + offset) - self.to_scan(at - offset)) / (2 * step)
            for offset in (np.array([step, 0.0]), np.array([0.0, step]))
        ]
        return np.stack(columns, axis=-1)

    def to_json(self) -> dict[str, Any]:
        """Return the calibration as JSON values."""
        return {
            "model": self.model.value,
            "centre": list(self.centre),
            "scale": self.scale,
            "parameters": self.parameters.tolist(),
            "base": self.base.value,
            "order": self.order,
            "middle": list(self.middle),
            "reach": self.reach,
            "knots": self.knots.tolist(),
            "weights": self.weights.tolist(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Calibration:
        """Return the calibration that `to_json` described."""
        return cls(
            ScanModel(data["model"]),
            (data["centre"][0], data["centre"][1]),
            data["scale"],
            np.array(data["parameters"], dtype=np.float64),
            ScanModel(data["base"]),
            data["order"],
            (data["middle"][0], data["middle"][1]),
            data["reach"],
            np.array(data["knots"], dtype=np.float64).reshape(-1, 2),
            np.array(data["weights"], dtype=np.float64).reshape(-1, 2),
        )


@dataclass(frozen=True, slots=True)
class Straight:
    """What a grid's place on the scan is in a maker's words, at the middle of the map.

    Attributes
    ----------
    pitch_px : float
        Distance of neighbouring hex centres, the mean of both directions.
    rotation : float
        Degrees, clockwise as seen.
    skew : float
        Degrees by which the angle between the grid's axes differs from a right one.
    stretch : float
        Height of the hexes against their width; 1.01 is one per cent too tall.
    mirrored : bool
    """

    pitch_px: float
    rotation: float
    skew: float
    stretch: float
    mirrored: bool


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A calibration and how well it holds.

    Attributes
    ----------
    calibration : Calibration
    residuals : (k, 2) array
        Pixels from where the calibration puts each control point to where it was clicked.
    foretold : (k,) array
        Pixels by which each point would be missed had it not been used.
    straight_residuals : (k, 2) array
        Residuals of the affine model.
    pitch_px : (k,) array
        Distance of neighbouring hexes on the scan at each point.
    """

    calibration: Calibration
    residuals: FloatArray
    foretold: FloatArray
    straight_residuals: FloatArray
    pitch_px: FloatArray

    @property
    def shares(self) -> FloatArray:
        """Lengths of the residuals ``(k,)`` as part of a hex."""
        return np.hypot(self.residuals[:, 0], self.residuals[:, 1]) / self.pitch_px

    @property
    def straight_shares(self) -> FloatArray:
        """The same of the affine model."""
        return np.hypot(self.straight_residuals[:, 0], self.straight_residuals[:, 1]) / self.pitch_px

    @property
    def foretold_shares(self) -> FloatArray:
        """`foretold` as part of a hex."""
        return self.foretold / self.pitch_px


def fit_calibration(
    plane: FloatArray, pixels: FloatArray, pitch: float, model: ScanModel | None = None
) -> Fit:
    """Fit a grid to a scan.

    Parameters
    ----------
    plane : (k, 2) array
        Plane positions of the control points.
    pixels : (k, 2) array
        Where they lie on the scan.
    pitch : float
        Distance of neighbouring hex centres in the plane.
    model : ScanModel, optional
        Chosen by how well points are foretold when left out.

    Returns
    -------
    Fit

    Raises
    ------
    ValueError
        If there are fewer than three points, all on one line, or too few for `model`.
    """
    plane = np.asarray(plane, dtype=np.float64).reshape(-1, 2)
    pixels = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
    _check_spread(plane, pixels)
    job = _Job.of(plane, pixels, pitch)
    straight = _trial(job, ScanModel.AFFINE)
    assert straight is not None
    if model is None:
        chosen = _choose(job, straight)
    elif model is ScanModel.THIN_PLATE:
        chosen = _best_plate(job, _best([straight, *_richer(job)], job))
    else:
        tries = [trial for trial in _trials(job, model) if trial is not None]
        if not tries:
            raise ValueError(f"{len(plane)} control points are too few for the model '{model.value}'")
        chosen = _best(tries, job)
    steps = chosen.calibration.jacobian(plane)
    return Fit(
        chosen.calibration,
        chosen.residuals,
        chosen.foretold,
        straight.residuals,
        pitch * np.sqrt(np.abs(np.linalg.det(steps))),
    )


def describe(calibration: Calibration, pitch: float) -> Straight:
    """Return a calibration's pitch, rotation, skew and stretch at the middle of the control points."""
    (m,) = calibration.jacobian(np.array([calibration.centre]))
    across, down = m[:, 0], m[:, 1]
    rotation = math.degrees(math.atan2(across[1], across[0]))
    between = math.degrees(math.atan2(across[0] * down[1] - across[1] * down[0], float(across @ down)))
    mirrored = between < 0
    det = abs(float(np.linalg.det(m)))
    wide = float(np.hypot(*across))
    return Straight(pitch * math.sqrt(det), rotation, 90.0 - abs(between), det / wide**2, mirrored)


def folds(calibration: Calibration, plane: FloatArray) -> FloatArray:
    """Return those plane positions at which the scan would be turned over: the model is no use there."""
    signs = np.sign(np.linalg.det(calibration.jacobian(plane)))
    usual = np.sign(np.linalg.det(calibration.jacobian(np.array([calibration.centre]))))
    found: FloatArray = np.asarray(plane, dtype=np.float64).reshape(-1, 2)[signs != usual]
    return found


def strays(plane: FloatArray, pixels: FloatArray, pitch: float) -> tuple[int, ...]:
    """Return control points that the others contradict: a wrong number, a slip of the hand.

    The largest set of points that one straight grid explains to half a hex is searched for; points
    outside it count only when the fit is bad with them, good without them, and they are a minority.
    A slip at the edge of a small map can lie within half a hex of some straight grid: then the one
    point counts without which all others foretell each other.

    Parameters
    ----------
    plane, pixels : (k, 2) arrays
    pitch : float

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


def _check_spread(plane: FloatArray, pixels: FloatArray) -> None:
    if len(plane) < LEAST_POINTS:
        raise ValueError(f"{len(plane)} control points; a grid needs {LEAST_POINTS}, and 12 for a sure one")
    for values, words in ((plane, "hexes"), (pixels, "pixels")):
        spread = np.linalg.svd(values - values.mean(axis=0), compute_uv=False)
        if spread[1] < 0.02 * max(float(spread[0]), 1e-12):
            raise ValueError(f"the control points' {words} lie on one line; add one far beside it")


# Models ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """Control points made ready for fitting: plane moved and scaled to about one."""

    n: FloatArray
    pixels: FloatArray
    centre: tuple[float, float]
    scale: float
    middle: tuple[float, float]
    reach: float
    pitch_px: float

    @classmethod
    def of(cls, plane: FloatArray, pixels: FloatArray, pitch: float) -> _Job:
        low, high = plane.min(axis=0), plane.max(axis=0)
        centre, scale = (low + high) / 2, float(np.hypot(*(high - low))) / 2
        near, far = pixels.min(axis=0), pixels.max(axis=0)
        reach = float(np.hypot(*(far - near))) / 2
        return cls(
            (plane - centre) / scale,
            pixels,
            (float(centre[0]), float(centre[1])),
            scale,
            (float(near[0] + far[0]) / 2, float(near[1] + far[1]) / 2),
            reach,
            pitch * reach / scale,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """One fitted model and how it foretells points left out."""

    calibration: Calibration
    residuals: FloatArray
    foretold: FloatArray

    @property
    def score(self) -> float:
        return float(np.sqrt((self.foretold**2).mean()))


def _evaluate(shape: Calibration, parameters: FloatArray, n: FloatArray) -> FloatArray:
    """Return pixels ``(k, 2)`` of scaled plane positions ``(k, 2)`` by the parametric part.

    Parameters of all models begin with the affine six; then come two of the horizon (PROJECTIVE), six of
    the squares (QUADRATIC), or centre and strengths (LENS).
    """
    a, base = parameters, shape.base
    pixels = np.stack([a[0] + n @ a[1:3], a[3] + n @ a[4:6]], axis=-1)
    if base is ScanModel.PROJECTIVE:
        return np.asarray(pixels / (1.0 + n @ a[6:8])[:, None])
    if base is ScanModel.QUADRATIC:
        squares = np.stack([n[:, 0] ** 2, n[:, 0] * n[:, 1], n[:, 1] ** 2], axis=-1)
        return np.asarray(pixels + squares @ a[6:12].reshape(3, 2))
    if base is ScanModel.LENS:
        off = pixels - np.array(shape.middle) - shape.reach * a[6:8]
        square = (off**2).sum(axis=1) / shape.reach**2
        bulge = square[:, None] ** np.arange(1, shape.order + 1) @ a[8 : 8 + shape.order]
        return np.asarray(pixels + off * bulge[:, None])
    return np.asarray(pixels)


_SIZES: Mapping[ScanModel, int] = {
    ScanModel.AFFINE: 6,
    ScanModel.PROJECTIVE: 8,
    ScanModel.LENS: 8,
    ScanModel.QUADRATIC: 12,
}


def _trials(job: _Job, base: ScanModel) -> list[_Trial | None]:
    orders = (1, 2) if base is ScanModel.LENS else (1,)
    return [_trial(job, base, order) for order in orders]


def _trial(job: _Job, base: ScanModel, order: int = 1) -> _Trial | None:
    """Fit one parametric model; None when the points do not determine it."""
    size = _SIZES[base] + (order if base is ScanModel.LENS else 0)
    needed = size if base is ScanModel.AFFINE else size + 2
    if 2 * len(job.n) < needed:
        return None

    empty = np.zeros((0, 2))
    shape = Calibration(
        base, job.centre, job.scale, np.zeros(size), base, order, job.middle, job.reach, empty, empty
    )

    def evaluate(parameters: FloatArray) -> FloatArray:
        return np.asarray(_evaluate(shape, parameters, job.n) - job.pixels).reshape(-1)

    parameters = np.zeros(size)
    design = np.column_stack([np.ones(len(job.n)), job.n])
    parameters[:6] = np.linalg.lstsq(design, job.pixels, rcond=None)[0].T.reshape(-1)
    if base is not ScanModel.AFFINE:
        parameters = _least_squares(evaluate, parameters)
    residuals = -evaluate(parameters).reshape(-1, 2)
    foretold = _left_out(_slopes(evaluate, parameters), residuals)
    calibration = replace(shape, parameters=parameters)
    return None if foretold is None else _Trial(calibration, residuals, foretold)


def _slopes(function: Callable[[FloatArray], FloatArray], at: FloatArray) -> FloatArray:
    columns = []
    for i in range(len(at)):
        step = np.zeros(len(at))
        step[i] = 1e-5 * max(1.0, abs(float(at[i])))
        columns.append((function(at + step) - function(at - step)) / (2 * step[i]))
    return np.stack(columns, axis=-1)


def _least_squares(function: Callable[[FloatArray], FloatArray], start: FloatArray) -> FloatArray:
    """Return the parameters of least squares (Levenberg's and Marquardt's method)."""
    at, damping = start, 1e-3
    miss = function(at)
    for _ in range(100):
        slopes = _slopes(function, at)
        normal, pull = slopes.T @ slopes, slopes.T @ miss
        ridge = np.diag(np.maximum(np.diag(normal), 1e-12))
        step = -np.linalg.lstsq(normal + damping * ridge, pull, rcond=None)[0]
        after = function(at + step)
        better = float(after @ after) < float(miss @ miss)
        if better:
            gain = 1.0 - float(after @ after) / max(float(miss @ miss), 1e-300)
            at, miss, damping = at + step, after, max(damping / 10, 1e-12)
            if gain < 1e-10:
                break
        else:
            damping *= 10
            if damping > 1e10:
                break
    return at


def _left_out(jacobian: FloatArray, residuals: FloatArray) -> FloatArray | None:
    """Return by how much each point is missed when it is left out ``(k,)``, from leverages.

    None when a point alone decides a parameter: nothing can then be said of it, except in a straight
    grid of three points, which has no other choice.
    """
    hat = jacobian @ np.linalg.pinv(jacobian)
    count = len(residuals)
    blocks = hat.reshape(count, 2, count, 2)[np.arange(count), :, np.arange(count), :]
    rest = np.eye(2) - blocks
    if (np.abs(np.linalg.det(rest)) < 1e-6).any():
        return np.hypot(*residuals.T) if jacobian.shape[1] == 6 else None
    missed = np.linalg.solve(rest, residuals[:, :, None])[:, :, 0]
    return np.asarray(np.hypot(missed[:, 0], missed[:, 1]))


def _richer(job: _Job) -> list[_Trial]:
    kinds = (ScanModel.PROJECTIVE, ScanModel.LENS, ScanModel.QUADRATIC)
    return [trial for base in kinds for trial in _trials(job, base) if trial is not None]


def _choose(job: _Job, straight: _Trial) -> _Trial:
    worst = float(np.hypot(*straight.residuals.T).max())
    if worst <= STRAIGHT_ENOUGH * job.pitch_px and len(job.n) < 6:
        return straight
    best = _best([straight, *_richer(job)], job)
    if len(job.n) >= 6:
        best = _best([best, _best_plate(job, best)], job)
    # A bent model that gains less than can be clicked is not worth its freedom.
    if worst <= STRAIGHT_ENOUGH * job.pitch_px and straight.score <= 2 * best.score:
        return straight
    return best


def _best(trials: Sequence[_Trial], job: _Job) -> _Trial:
    """Return the first, in the order given, that no later one betters by `_GAIN`."""
    best = trials[0]
    for trial in trials[1:]:
        if trial.score < _GAIN * best.score and best.score > _CLICK * job.pitch_px:
            best = trial
    return best


# Thin plate --------------------------------------------------------------------------------------


def _plate(n: FloatArray, knots: FloatArray) -> FloatArray:
    """Return the plate's design matrix ``(k, m + 3)``: r² log r of each knot, then 1, x, y."""
    square = ((n[:, None, :] - knots[None, :, :]) ** 2).sum(axis=2)
    kernel = 0.5 * square * np.log(np.maximum(square, 1e-300))
    return np.column_stack([kernel, np.ones(len(n)), n])


def _best_plate(job: _Job, base: _Trial) -> _Trial:
    """Return a parametric trial with a thin plate over what it leaves, smoothed as foretells best."""
    plain = replace(base.calibration, knots=np.zeros((0, 2)), weights=np.zeros((0, 2)))
    trials = [_plate_over(job, base, plain, smoothing) for smoothing in _SMOOTHING]
    return min(trials, key=lambda trial: trial.score)


def _plate_over(job: _Job, base: _Trial, plain: Calibration, smoothing: float) -> _Trial:
    count = len(job.n)
    design = _plate(job.n, job.n)
    kernel, flat = design[:, :count], design[:, count:]
    system = np.zeros((count + 3, count + 3))
    system[:count, :count] = kernel + smoothing * np.eye(count)
    system[:count, count:], system[count:, :count] = flat, flat.T
    inverse: FloatArray = np.asarray(np.linalg.pinv(system, rcond=1e-13), dtype=np.float64)
    weights = inverse[:, :count] @ base.residuals
    calibration = replace(plain, model=ScanModel.THIN_PLATE, knots=job.n, weights=weights)
    residuals = base.residuals - design @ weights
    return _Trial(calibration, residuals, _plate_left_out(base, inverse[:count, :count], weights[:count]))


def _plate_left_out(base: _Trial, inner: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the plate's misses of points left out ``(k,)``: weight over the inverse's diagonal (Rippa).

    The parametric part below has seen every point; what it would have missed more without it is added.
    """
    miss = weights / np.maximum(np.abs(np.diag(inner)), 1e-300)[:, None]
    seen = np.hypot(*base.residuals.T)
    return np.asarray(np.hypot(*miss.T) + np.maximum(base.foretold - seen, 0.0))


def _inverted(matrices: FloatArray) -> FloatArray:
    """Return the inverses of 2 × 2 matrices; of a singular one, nought."""
    det = np.linalg.det(matrices)
    sound = np.abs(det) > 1e-12 * np.abs(matrices).max(axis=(1, 2), initial=1e-12) ** 2
    adjugate = np.empty_like(matrices)
    adjugate[:, 0, 0], adjugate[:, 1, 1] = matrices[:, 1, 1], matrices[:, 0, 0]
    adjugate[:, 0, 1], adjugate[:, 1, 0] = -matrices[:, 0, 1], -matrices[:, 1, 0]
    return np.where(sound[:, None, None], adjugate / np.where(sound, det, 1.0)[:, None, None], 0.0)
