"""Arrivals: set-up, reinforcements, replacements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import ANYWHERE, Places
from toolkit.rules.mechanisms.forces import ALL, Unit, Units

Faces = Literal["full", "reduced"]


@dataclass(frozen=True, slots=True)
class SetUp:
    """Where a side sets up its units before the first turn.

    Attributes
    ----------
    units : Units
        Whose units, and which.
    places : Places
    each : int or None
        So many units in each of the places, no more and no less; any number when left out.
    faces : {"full", "reduced"}
        With all steps, or with one less.
    all_units : bool
        Whether all of them must be on the map.
    """

    units: Units
    places: Places = ANYWHERE
    each: int | None = None
    faces: Faces = "full"
    all_units: bool = False

    def steps(self, unit: Unit) -> int:
        """Return with how many steps a unit is set up."""
        return unit.most if self.faces == "full" else max(1, unit.most - 1)


@dataclass(frozen=True, slots=True)
class Reinforcements:
    """Units enter the map in the turn that their counter names, or later.

    Attributes
    ----------
    units : Units
    places : Places
        Where, if the counter does not say it.
    in_zones : bool
        Whether they may enter in an enemy zone.
    must : bool
        Whether all that can must enter before the phase ends.
    pays : bool
        Whether the place where it enters costs movement points, as if it had been moved into.
    otherwise : Places or None
        Where they may enter while enemies, or enemy zones that bar it, hold all places where they should.
    nearest : bool
        Whether they enter in the nearest free of these only.
    delay : int
        So many turns later than their own.
    when : tuple of str
        Kinds of turns, or states, in which they may enter; always when left out.
    """

    units: Units = ALL
    places: Places = ANYWHERE
    in_zones: bool = False
    must: bool = False
    pays: bool = False
    otherwise: Places | None = None
    nearest: bool = False
    delay: int = 0
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotBefore:
    """Units that do not come on the map before a turn.

    Attributes
    ----------
    units : Units
    turn : int
    """

    units: Units
    turn: int


@dataclass(frozen=True, slots=True)
class Replacements:
    """How many replacements each side has a turn.  Those of several clauses that hold are added up.

    Attributes
    ----------
    points : mapping of str to number
        Side → number; of what they come to a fraction is dropped.
    for_each : Places or None
        So many for each of these places that the side holds.
    worth : str
        Property of areas that says how much a place counts, in place of one.
    saved : bool
        Whether what is left, of all of them, may be used later.
    when : tuple of str
        Kinds of turns, or states, in which it has them; always when left out.
    """

    points: Mapping[str, float]
    for_each: Places | None = None
    worth: str = ""
    saved: bool = False
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacementUse:
    """What replacements do.  Of several clauses that fit a unit the last stated counts.

    Attributes
    ----------
    units : Units
        For whom.
    restore : int or None
        Price of giving a unit on the map a step back; not possible when left out.
    rebuild : int or None
        Price of bringing a unit back to the map; not possible when left out.
    steps : int
        With how many steps it comes back.
    waiting : bool
        Whether units that have not entered yet count as eliminated.
    """

    units: Units = ALL
    restore: int | None = None
    rebuild: int | None = None
    steps: int = 1
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class ReplacementOnce:
    """A unit has one replacement a phase only.

    Attributes
    ----------
    units : Units
    """

    units: Units = ALL


@dataclass(frozen=True, slots=True)
class Base:
    """A kind of place where units are brought back.

    Attributes
    ----------
    places : Places
    units : Units
    held : bool
        Whether the side must hold the place.
    empty : bool
        Whether no unit may stand there.
    line : str
        Id of the line that must lead from there; "" for none.
    """

    places: Places
    units: Units = ALL
    held: bool = False
    empty: bool = True
    line: str = ""


@dataclass(frozen=True, slots=True)
class RebuildAt:
    """Where units are brought back.

    Attributes
    ----------
    any_of : tuple of Base
        One of them must fit.
    """

    any_of: tuple[Base, ...]


@dataclass(frozen=True, slots=True)
class RebuildEach:
    """So many units are brought back in one place a phase.

    Attributes
    ----------
    places : Places
    units_a_phase : int
    """

    places: Places
    units_a_phase: int = 1


@dataclass(frozen=True, slots=True)
class RestoreNeeds:
    """A unit is given steps back only where a line leads from its place.

    Attributes
    ----------
    line : str
        Id of the line.
    units : Units
    """

    line: str
    units: Units = ALL


@dataclass(frozen=True, slots=True)
class WithoutLine:
    """In these places replacements need no line.

    Attributes
    ----------
    places : Places
    units : Units
    """

    places: Places
    units: Units = ALL
