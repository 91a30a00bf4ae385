"""Where the map lies on the board picture: plane coordinates to pixels and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from toolkit.geometry.grid import HexGrid

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The one place that knows how the plane lies on the board; module, pictures and audit share it.

    Attributes
    ----------
    pitch_px : float
        Distance between neighbouring hex centres, in pixels.
    origin_px : (float, float)
        Pixel of the centre of the grid's first hex (its first column and row).
    size_px : (int, int)
        Width and height of the board picture.
    plane_pitch : float
        The same distance as `pitch_px`, in plane units.
    plane_origin : (float, float)
        The same point as `origin_px`, in the plane.
    """

    pitch_px: float
    origin_px: tuple[float, float]
    size_px: tuple[int, int]
    plane_pitch: float
    plane_origin: tuple[float, float]

    @classmethod
    def for_grid(
        cls,
        grid: HexGrid,
        pitch_px: float = 100.0,
        *,
        margin: float = 0.35,
        top: float = 1.25,
        bottom: float = 3.3,
    ) -> Self:
        """Lay a grid out with room for a title above and a legend below.

        Parameters
        ----------
        pitch_px : float
            At least 80: below that hex numbers and names cannot be read.
        margin, top, bottom : float
            Free space left and right, above and below the outermost hexes, in pitches.

        Raises
        ------
        ValueError
            If `pitch_px` is below 80.
        """
        if pitch_px < 80:
            raise ValueError(f"pitch_px is {pitch_px}; hex numbers and names need at least 80")
        scale = pitch_px / grid.pitch
        # A hex reaches one half pitch from its centre across its sides and 1/sqrt(3) across its corners.
        reach = pitch_px / np.sqrt(3.0)
        offsets = (grid.centres() - np.asarray(grid.origin)) * scale
        low, high = offsets.min(axis=0) - reach, offsets.max(axis=0) + reach
        origin_x = round(margin * pitch_px - low[0])
        origin_y = round(top * pitch_px - low[1])
        width = round(origin_x + high[0] + margin * pitch_px)
        height = round(origin_y + high[1] + bottom * pitch_px)
        return cls(
            float(pitch_px), (float(origin_x), float(origin_y)), (width, height), grid.pitch, grid.origin
        )

    @property
    def scale(self) -> float:
        """Return pixels for each plane unit."""
        return self.pitch_px / self.plane_pitch

    def to_pixels(self, points: npt.ArrayLike) -> FloatArray:
        """Return board pixels of plane points, shape ``(..., 2)`` to ``(..., 2)``."""
        plane = np.asarray(points, dtype=np.float64)
        shifted: FloatArray = (plane - np.asarray(self.plane_origin)) * self.scale + np.asarray(
            self.origin_px
        )
        return shifted

    def to_plane(self, pixels: npt.ArrayLike) -> FloatArray:
        """Return plane points of board pixels, shape ``(..., 2)`` to ``(..., 2)``."""
        board = np.asarray(pixels, dtype=np.float64)
        back: FloatArray = (board - np.asarray(self.origin_px)) / self.scale + np.asarray(self.plane_origin)
        return back

    def to_json(self) -> dict[str, object]:
        """Return a JSON-serialisable form that `from_json` reads."""
        return {
            "pitch_px": self.pitch_px,
            "origin_px": list(self.origin_px),
            "size_px": list(self.size_px),
            "plane_pitch": self.plane_pitch,
            "plane_origin": list(self.plane_origin),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Return the layout that `to_json` wrote.

        Raises
        ------
        ValueError
            If a key is missing or a value is no number (pair).
        """
        try:
            width, height = _pair(data["size_px"])
            return cls(
                _real(data["pitch_px"]),
                _pair(data["origin_px"]),
                (round(width), round(height)),
                _real(data["plane_pitch"]),
                _pair(data["plane_origin"]),
            )
        except KeyError as missing:
            raise ValueError(f"board layout has no {missing.args[0]}") from None


def _real(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"board layout: {value!r} is no number")
    return float(value)


def _pair(value: object) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"board layout: {value!r} is no pair of numbers")
    return _real(value[0]), _real(value[1])
