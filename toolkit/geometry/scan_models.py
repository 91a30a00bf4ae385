"""How a grid can lie on a scan: the models, plane to pixels and back, and how pixels follow parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from toolkit.geometry.lattice import FloatArray

_NEWTON_STEPS = 30


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
    centre, scale : (x, y), float
        Plane positions are first moved and scaled: ``n = (plane - centre) / scale``.
    parameters : (k,) array
        Of the parametric part, see `evaluate`.
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
        pixels = evaluate(self, self.parameters, n)
        if len(self.knots):
            pixels = pixels + plate(n, self.knots) @ self.weights
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


def evaluate(shape: Calibration, parameters: FloatArray, n: FloatArray) -> FloatArray:
    """Return pixels ``(k, 2)`` of scaled plane positions ``(k, 2)`` by the parametric part.

    Parameters of all models begin with the affine six; then come two of the horizon (PROJECTIVE), six of
    the squares (QUADRATIC), or centre and strengths (LENS).
    """
    a, base = parameters, shape.base
    pixels = np.stack([a[0] + n @ a[1:3], a[3] + n @ a[4:6]], axis=-1)
    if base is ScanModel.PROJECTIVE:
        return np.asarray(pixels / (1.0 + n @ a[6:8])[:, None])
    if base is ScanModel.QUADRATIC:
        return np.asarray(pixels + _squares(n) @ a[6:12].reshape(3, 2))
    if base is ScanModel.LENS:
        off = pixels - np.array(shape.middle) - shape.reach * a[6:8]
        square = (off**2).sum(axis=1) / shape.reach**2
        bulge = square[:, None] ** np.arange(1, shape.order + 1) @ a[8 : 8 + shape.order]
        return np.asarray(pixels + off * bulge[:, None])
    return np.asarray(pixels)


def slopes(shape: Calibration, parameters: FloatArray, n: FloatArray) -> FloatArray:
    """Return how the pixels of `evaluate` follow each parameter: ``(k, 2, p)``, by the rules of calculus."""
    a, base = parameters, shape.base
    found = np.zeros((len(n), 2, len(a)))
    straight = np.column_stack([np.ones(len(n)), n])
    found[:, 0, 0:3] = found[:, 1, 3:6] = straight
    pixels = np.stack([straight @ a[0:3], straight @ a[3:6]], axis=-1)
    if base is ScanModel.PROJECTIVE:
        depth = (1.0 + n @ a[6:8])[:, None, None]
        found[:, :, 6:8] = -pixels[:, :, None] * n[:, None, :] / depth
        return np.asarray(found / depth)
    if base is ScanModel.QUADRATIC:
        found[:, 0, 6:12:2] = found[:, 1, 7:12:2] = _squares(n)
    if base is ScanModel.LENS:
        strengths, powers = a[8 : 8 + shape.order], np.arange(1, shape.order + 1)
        off = pixels - np.array(shape.middle) - shape.reach * a[6:8]
        square = (off**2).sum(axis=1)[:, None] / shape.reach**2
        bulge = square**powers @ strengths
        grows = square ** (powers - 1) @ (powers * strengths)
        # By the place seen from the lens's centre; pixels move by themselves as well, the centre does not.
        along = 2 * off[:, :, None] * off[:, None, :] / shape.reach**2 * grows[:, None, None]
        turned = np.eye(2) * bulge[:, None, None] + along
        found[:, :, 0:6] += turned @ found[:, :, 0:6]
        found[:, :, 6:8] = -shape.reach * turned
        found[:, :, 8:] = off[:, :, None] * (square**powers)[:, None, :]
    return found


def _squares(n: FloatArray) -> FloatArray:
    return np.stack([n[:, 0] ** 2, n[:, 0] * n[:, 1], n[:, 1] ** 2], axis=-1)


def plate(n: FloatArray, knots: FloatArray) -> FloatArray:
    """Return the plate's design matrix ``(k, m + 3)``: r² log r of each knot, then 1, x, y."""
    square = ((n[:, None, :] - knots[None, :, :]) ** 2).sum(axis=2)
    kernel = 0.5 * square * np.log(np.maximum(square, 1e-300))
    return np.column_stack([kernel, np.ones(len(n)), n])


def _inverted(matrices: FloatArray) -> FloatArray:
    """Return the inverses of 2 × 2 matrices; of a singular one, nought."""
    det = np.linalg.det(matrices)
    sound = np.abs(det) > 1e-12 * np.abs(matrices).max(axis=(1, 2), initial=1e-12) ** 2
    adjugate = np.empty_like(matrices)
    adjugate[:, 0, 0], adjugate[:, 1, 1] = matrices[:, 1, 1], matrices[:, 0, 0]
    adjugate[:, 0, 1], adjugate[:, 1, 0] = -matrices[:, 0, 1], -matrices[:, 1, 0]
    return np.where(sound[:, None, None], adjugate / np.where(sound, det, 1.0)[:, None, None], 0.0)
