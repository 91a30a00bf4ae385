"""Labels that lie on one another."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from toolkit.render.labels import PlacedLabel


def overlapping(placed: Iterable[PlacedLabel]) -> list[tuple[str, str]]:
    """Return the pairs of texts whose boxes overlap; what a good map has none of."""
    return [
        (a.label.text, b.label.text)
        for a, b in combinations(placed, 2)
        if a.box[0] < b.box[2] and a.box[2] > b.box[0] and a.box[1] < b.box[3] and a.box[3] > b.box[1]
    ]
