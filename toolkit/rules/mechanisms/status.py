"""What units are in for a time: dug in, in disorder, in reserve."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.forces import ALL, Unit, Units
from toolkit.rules.mechanisms.sequence import Doing


@dataclass(frozen=True, slots=True)
class Status:
    """What units are in for a time: dug in, in disorder, in reserve; a unit is in one at a time.

    A unit takes it on in phases that do ``change``, or because a result of a battle says so (``becomes``).

    Attributes
    ----------
    id : str
        What conditions and results call it.
    units : Units
        Who may take it on in a phase.
    phases : tuple of str
        Phases in which it may be taken on; in none when left out.
    not_after : tuple of {"arrive", "move", "attack", "support", "retreat", "advance"}
        Who did one of these in this turn does not take it on.
    ends_with : tuple of {"arrive", "move", "attack", "support", "retreat", "advance"}
        Doing one of these ends it.
    ends_in : tuple of str
        Phases with whose end it ends, for the units of those who act in them.
    bars : tuple of {"move", "attack", "support"}
        What units do not do in it.
    """

    id: str
    units: Units = ALL
    phases: tuple[str, ...] = ()
    not_after: tuple[Doing, ...] = ()
    ends_with: tuple[Doing, ...] = ()
    ends_in: tuple[str, ...] = ()
    bars: tuple[Literal["move", "attack", "support"], ...] = ()

    def offered(self, phase: str, unit: Unit) -> bool:
        """Return whether a unit may take it on in a phase, whatever it did before."""
        return phase in self.phases and self.units.take(unit)

    def comes_after(self, doings: Iterable[tuple[str, str]]) -> bool:
        """Return whether a unit did something, as (phase, doing), after which it does not take it on."""
        return any(doing in self.not_after for _, doing in doings)
