"""Counters as the movement rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Owner(IntEnum):
    """The two players."""

    AXIS = 0
    SOVIET = 1

    @property
    def enemy(self) -> Owner:
        """The other player."""
        return Owner.SOVIET if self is Owner.AXIS else Owner.AXIS


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter that stands on the map: a combat unit or a headquarters.

    Attributes
    ----------
    id : str
        Counter id.
    owner : Owner
    mechanised, mountain : bool
    allowance, reduced_allowance : int
        Movement allowance of the two faces, in points; the same for a blank back.
    headquarters : bool
    nationality : str
    name : str
        For people.
    sourced : bool
        Whether the printed values are known from a source.
    """

    id: str
    owner: Owner
    mechanised: bool
    mountain: bool
    allowance: int
    reduced_allowance: int
    headquarters: bool = False
    nationality: str = ""
    name: str = ""
    sourced: bool = False
