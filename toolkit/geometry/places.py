"""Towns and other points of a map."""

from __future__ import annotations

import numpy as np

from toolkit.diagnostics import Severity
from toolkit.geometry.features import PlaceFeature, Problem
from toolkit.geometry.map import BoolArray, Place
from toolkit.geometry.workbench import Workbench


def build_places(bench: Workbench, sea: BoolArray) -> tuple[Place, ...]:
    """Put all place features into their hexes.

    Parameters
    ----------
    sea : (n,) bool
        By hex id.

    Returns
    -------
    tuple of Place
        In the order of the features; those off the map are left out.
    """
    features = bench.features.places
    points = np.array([f.point for f in features], dtype=np.float64).reshape(-1, 2)
    nearest = bench.grid.nearest(points).tolist()
    places: list[Place] = []
    holder: dict[int, str] = {}
    for feature, own in zip(features, nearest, strict=True):
        h = own if feature.hex is None else feature.hex
        if not 0 <= h < len(bench.grid):
            message = "the place lies off the map"
            bench.report(Problem.OFF_MAP, feature.id, Severity.ERROR, message, position=feature.point)
            continue
        _report(bench, feature, h, bool(sea[h]), holder)
        bench.recorder.record("place", [len(places)], bench.recorder.row(feature.id, feature.provenance))
        x, y = feature.point
        places.append(
            Place(feature.id, feature.names, feature.kind, h, feature.control, (float(x), float(y)))
        )
    return tuple(places)


def _report(bench: Workbench, feature: PlaceFeature, h: int, wet: bool, holder: dict[int, str]) -> None:
    if wet:
        message = "the place lies in a sea hex"
        bench.report(Problem.PLACE_IN_SEA, feature.id, Severity.ERROR, message, position=feature.point, hex=h)
    other = holder.setdefault(h, feature.id)
    if other != feature.id:
        bench.report(
            Problem.SHARED_HEX,
            feature.id,
            Severity.WARNING,
            f"shares its hex with {other!r}",
            position=feature.point,
            hex=h,
            other=other,
        )
