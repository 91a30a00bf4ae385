"""SEED 控制: who controls an area."""

from __future__ import annotations

from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, rule

# Control under the readings of St-21 and St-14 is kept side by side, a bit for each: set for the Soviets.
PASSING = {"yes": 0b0101, "no": 0b1010}  # St-21: going through an empty enemy area takes it
RETREAT = {"yes": 0b0011, "no": 0b1100}  # St-14: a retreat into an empty enemy area takes it
ALL = 0b1111


def bits(passing: str, retreat: str) -> int:
    """Return the bit of one reading: a value of St-21 and one of St-14."""
    return PASSING[passing] & RETREAT[retreat]


@rule("SEED 控制", "The moment only one side's units are in an area, that side controls it.", Kind.EFFECT)
def holder(german: int, soviet: int) -> Side | None:
    """Return who gets control of an area with so many units of each side; None where nothing changes.

    Checks: Nothing of its own: every unit that comes or goes asks it.
    Legal: The last Soviet leaves an area with a German: it is German from then on, also when it is empty.
    Illegal: A German enters an area with Soviets, and fire on them counts it as not theirs.
    Unclear: St-21: whether going through an empty enemy area takes it. St-14: whether a retreat into one
    does.
    """
    if bool(german) is bool(soviet):
        return None
    return Side.GERMAN if german else Side.SOVIET
