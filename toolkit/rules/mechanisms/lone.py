"""Units that are nothing without others: leaders and trains, caught by an enemy who comes upon them alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.forces import Units


@dataclass(frozen=True, slots=True)
class Caught:
    """Units that cannot hold a place alone: leaders, trains.

    Where only such units of a side stand, enemies of other kinds may enter and nobody attacks.  Once one has
    entered, if only in passing, they are caught: before the phase ends they are gone from there.

    Attributes
    ----------
    units : Units
    then : {"eliminated", "joins"}
        What becomes of one that is caught: it is lost; or its owner puts it with the nearest of his units of
        other kinds, and it is lost where there is none.
    """

    units: Units
    then: Literal["eliminated", "joins"] = "eliminated"
