"""Areas as drawn: the values that an area map is built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolkit.geometry.area_map import Scenery
from toolkit.geometry.lattice import Rings
from toolkit.geometry.provenance import Provenance


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """An area as drawn.

    Attributes
    ----------
    names : mapping
        Language to name; empty for an area without one.
    points : tuple of (role, (x, y))
    is_box : bool
        It borders on nothing, whatever lies beside it.
    origins : mapping of str to Provenance
        Of single facts: its name, kind, outline.
    """

    id: str
    kind: str
    names: Mapping[str, str]
    parts: tuple[Rings, ...]
    provenance: Provenance
    points: tuple[tuple[str, tuple[float, float]], ...] = ()
    is_box: bool = False
    properties: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, Provenance] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatedBorder:
    """A border that is (`connect`) or is not there whatever the drawing says."""

    id: str
    a: str
    b: str
    connect: bool
    reason: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SourcedBorder:
    """A drawn border of which is known where it comes from."""

    id: str
    a: str
    b: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class DrawnLink:
    """A special way from one area to another."""

    id: str
    kind: str
    start: str
    end: str
    one_way: bool
    provenance: Provenance
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AreaDrawing:
    """Everything an area map is built from.

    Attributes
    ----------
    voids : tuple of Rings
        Ground that belongs to no area on purpose.
    expected : mapping of id to tuple of id, or None
        Who should border on whom, for those areas that it names.
    tolerance, least_border : float or None
        In the plane; of the areas' size when left out.
    size_px : (int, int) or None
        Of the board.
    scenery : tuple of Scenery
        Passed on as it is.
    """

    areas: tuple[DrawnArea, ...]
    stated: tuple[StatedBorder, ...] = ()
    links: tuple[DrawnLink, ...] = ()
    voids: tuple[Rings, ...] = ()
    expected: Mapping[str, tuple[str, ...]] | None = None
    tolerance: float | None = None
    least_border: float | None = None
    sourced: tuple[SourcedBorder, ...] = ()
    size_px: tuple[int, int] | None = None
    scenery: tuple[Scenery, ...] = ()
