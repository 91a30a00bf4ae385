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

import numpy as np

from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.scan_models import Calibration, ScanModel, evaluate, plate, slopes

LEAST_POINTS = 3

# A straight grid that misses no control point by more than this part of a hex is good enough.
STRAIGHT_ENOUGH = 0.02
# A richer model must foretell points better than a simpler one by this factor.
_GAIN = 0.85
# Below this part of a hex nobody can click, so no model is better than another there.
_CLICK = 0.003
_SMOOTHING = (0.0, 1e-4, 1e-3, 1e-2, 1e-1)


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

    def miss(parameters: FloatArray) -> FloatArray:
        return (evaluate(shape, parameters, job.n) - job.pixels).reshape(-1)

    def follow(parameters: FloatArray) -> FloatArray:
        return slopes(shape, parameters, job.n).reshape(2 * len(job.n), size)

    parameters = np.zeros(size)
    design = np.column_stack([np.ones(len(job.n)), job.n])
    parameters[:6] = np.linalg.lstsq(design, job.pixels, rcond=None)[0].T.reshape(-1)
    if base is not ScanModel.AFFINE:
        parameters = _least_squares(miss, follow, parameters)
    residuals = -miss(parameters).reshape(-1, 2)
    foretold = _left_out(follow(parameters), residuals)
    calibration = replace(shape, parameters=parameters)
    return None if foretold is None else _Trial(calibration, residuals, foretold)


def _least_squares(
    function: Callable[[FloatArray], FloatArray],
    follow: Callable[[FloatArray], FloatArray],
    start: FloatArray,
) -> FloatArray:
    """Return the parameters of least squares (Levenberg's and Marquardt's method)."""
    at, damping = start, 1e-3
    miss = function(at)
    for _ in range(100):
        rises = follow(at)
        normal, pull = rises.T @ rises, rises.T @ miss
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


def _best_plate(job: _Job, base: _Trial) -> _Trial:
    """Return a parametric trial with a thin plate over what it leaves, smoothed as foretells best."""
    plain = replace(base.calibration, knots=np.zeros((0, 2)), weights=np.zeros((0, 2)))
    trials = [_plate_over(job, base, plain, smoothing) for smoothing in _SMOOTHING]
    return min(trials, key=lambda trial: trial.score)


def _plate_over(job: _Job, base: _Trial, plain: Calibration, smoothing: float) -> _Trial:
    count = len(job.n)
    design = plate(job.n, job.n)
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
