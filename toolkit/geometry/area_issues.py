"""What can be wrong with drawn areas."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.diagnostics import Severity
from toolkit.geometry.lattice import FloatArray


class AreaProblem(StrEnum):
    """What can be wrong with an area map."""

    DUPLICATE_ID = "duplicate_id"
    BROKEN_RING = "broken_ring"
    NO_OUTLINE = "no_outline"
    UNKNOWN_AREA = "unknown_area"
    GAP = "gap"
    OVERLAP = "overlap"
    SLIVER = "sliver"
    NO_NAME = "no_name"
    SAME_NAME = "same_name"
    UNREACHABLE = "unreachable"
    SHORT_BORDER = "short_border"
    MISSING_BORDER = "missing_border"
    EXTRA_BORDER = "extra_border"
    NEEDLESS = "needless"
    CONTRADICTION = "contradiction"
    POINT_OUTSIDE = "point_outside"


@dataclass(frozen=True, slots=True)
class AreaIssue:
    """One thing found while building.

    Attributes
    ----------
    feature : str
        Id of the area, statement or link; of a gap, the first area around it.
    position : (x, y) or None
    others : tuple of str
        The other areas concerned.
    outline : (k, 2) array or None
        Of the gap, overlap or sliver, to be drawn.
    size : float
        Its area, or the length of a border.
    """

    problem: AreaProblem
    feature: str
    severity: Severity
    message: str
    position: tuple[float, float] | None = None
    others: tuple[str, ...] = ()
    outline: FloatArray | None = None
    size: float = 0.0
