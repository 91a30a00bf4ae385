"""Positions in which values matter that games by chance hardly ever show: battles of all kinds, crowds, ends.

A corner takes a game's rules and returns what they say there; two games whose answers differ are different.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.declared.corners.arriving import doors
from tests.rules.declared.corners.changing import afterwards, barred, carried, changed, cups, dice
from tests.rules.declared.corners.endings import exact, fates, moments, places, scores, starts
from tests.rules.declared.corners.fighting import (
    afar,
    again,
    battles,
    captured,
    exchanges,
    followed,
    obliged,
    results,
    weakened,
)
from tests.rules.declared.corners.handling import cornered, hands, helpers, passages, volleys
from tests.rules.declared.corners.moving import beset, crowds, first_places, heaps, moves, returns, stranded
from tests.rules.declared.corners.retreating import stuck, tolls
from tests.rules.declared.corners.scenes import Corner

_BATTLES = (battles, results, exchanges, crowds, afar, obliged, again, weakened)
_ENDS = (starts, moments, places, scores, exact, fates, weakened)
CORNERS: Mapping[str, tuple[Corner, ...]] = {
    "sequence": (moves, battles, cups, afterwards, dice),
    "arrivals": (returns, beset, first_places, doors),
    "movement": (moves, carried),
    "stacking": (crowds, heaps, passages),
    "zones": (moves, crowds, stranded, tolls),
    "lines": (stranded, moves, battles, captured),
    "combat": _BATTLES,
    "modifiers": (battles, results),
    "tables": _BATTLES,
    "losses": _BATTLES,
    "retreats": (crowds, followed, tolls, stuck, cornered),
    "status": (changed, barred),
    "support": (helpers,),
    "unit_dice": (volleys,),
    "cards": (hands, volleys),
    "control": (*_ENDS, passages),
    "victory": _ENDS,
}
"""Module of a mechanism → the corners in which its values matter."""
