"""Numbers that look random and are not: the same for the same place, on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

_MASK = np.uint64(0xFFFFFFFFFFFFFFFF)


def hashed(values: npt.ArrayLike, seed: int) -> FloatArray:
    """Return numbers in [0, 1) for whole numbers ``(..., k)``, shape ``(...)``.

    Rows are mixed as splitmix64 does (Steele, Lea, Flood 2014): integer arithmetic only.
    """
    rows = np.asarray(values, dtype=np.int64).astype(np.uint64)
    state = np.full(rows.shape[:-1], np.uint64(seed), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for i in range(rows.shape[-1]):
            state = (state + rows[..., i] + np.uint64(0x9E3779B97F4A7C15)) & _MASK
            state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            state = state ^ (state >> np.uint64(31))
    return (state >> np.uint64(11)).astype(np.float64) / float(1 << 53)


def value_noise(points: FloatArray, wavelength: float, seed: int) -> FloatArray:
    """Return smooth displacements ``(k, 2)`` within ±1 at points ``(k, 2)``.

    Parameters
    ----------
    points : (k, 2) array
    wavelength : float
        Distance over which the displacement changes.
    """
    scaled = points / wavelength
    cell = np.floor(scaled)
    u = scaled - cell
    u = u * u * (3.0 - 2.0 * u)
    corner = cell.astype(np.int64)
    result = np.empty_like(points)
    for part in range(2):
        at = [[hashed(corner + np.array([i, j]), 2 * seed + part) for j in range(2)] for i in range(2)]
        left = at[0][0] + (at[0][1] - at[0][0]) * u[:, 1]
        right = at[1][0] + (at[1][1] - at[1][0]) * u[:, 1]
        result[:, part] = 2.0 * (left + (right - left) * u[:, 0]) - 1.0
    return result
