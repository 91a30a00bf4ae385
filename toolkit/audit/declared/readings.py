"""What the steps of a log are taken to be where it leaves that open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Meaning(StrEnum):
    """What it means that somebody is done while the other acts: he says it late, passes, or may not."""

    LATE = "late"
    PASS = "pass"
    OFFENCE = "offence"


@dataclass(frozen=True, slots=True)
class Reading:
    """What steps are taken to be.

    Attributes
    ----------
    stays : frozenset of (int, int)
        Log and number of steps in which a phase goes on, whatever they show that would fit a later one.
    dones : frozenset of (int, int, Meaning)
        Log and number of steps in which somebody is done while the other acts, and what that means.
    settled : bool
        Whether what the battles asked for that were rolled before the log begins has been done.
    otherwise : frozenset of (int, int)
        Log and number of steps in which a card dragged onto the pile was discarded where it would be taken to
        be played, or played where it would be taken to be discarded.
    """

    stays: frozenset[tuple[int, int]] = frozenset()
    dones: frozenset[tuple[int, int, Meaning]] = frozenset()
    settled: bool = False
    otherwise: frozenset[tuple[int, int]] = frozenset()
