"""Chapter 14.2: what a fort does in its hex."""

from __future__ import annotations

from toolkit.games.gj47.rules.data import Forts
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import AnyReading
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule

TOP_LEVEL = 2


@rule("14.2(1)", "A level 2 fort adds one to the defence of its hex, a level 1 fort nothing.", Kind.EFFECT)
def defence(forts: Forts, level: int) -> int:
    """Return the defence strength of a fort; 0 for none.

    Checks: The level of the fort in the hex attacked, when defence strengths are added up.
    Legal: A rifle division of 2 in a level 2 fort defends with 3.
    Illegal: Adding one for a level 1 fort.
    Unclear: U-25: odds against a level 1 fort that stands alone.
    """
    return forts.defence[min(level, len(forts.defence) - 1)]


@rule("14.2(2)", "Enemy zones of control have no effect in a hex with a fort.", Kind.EFFECT)
def lifts_zones(position: Position, mover: Owner, h: int) -> bool:
    """Return whether enemy zones have no effect on a side in hex `h` because of a fort.

    Checks: Movement, lines, retreats and arrivals of the fort's side in its hex; for the Axis nothing
    changes.
    Legal: Soviet reinforcements are placed in a fort's hex beside a panzer division.
    Illegal: A Soviet unit pays two points for entering such a hex.
    Unclear: U-63, which the text settles: lines of communication and placement as well.
    """
    return mover is Owner.SOVIET and h in position.forts


@rule("14.2(3)", "A hex with a fort has no stacking limit.", Kind.EFFECT)
def no_stacking_limit(position: Position, h: int) -> bool:
    """Return whether any number of units may stand in hex `h`.

    Checks: Whether there is a fort when the stacking limit of 3.1(1) is judged.
    Legal: Four rifle divisions in Stalingrad with a fort.
    Illegal: Three of them end their move in Stalingrad after its fort has fallen.
    Unclear: U-41: whether reinforcements may use it, and what becomes of a surplus when the fort falls.
    """
    return h in position.forts


@rule("14.2(4)", "A fort loses levels by combat losses only, never by the supply check.", Kind.RESTRICTION)
def worn_down(level: int, lost: int) -> int:
    """Return the level of a fort after a battle in which it lost `lost` levels; 0 when it is gone.

    Checks: Nothing but a battle's losses takes levels away; the supply check names units only.
    Legal: A 1RR against a level 2 fort with a unit: the owner flips the fort to level 1.
    Illegal: An encircled fort loses a level when supply is checked.
    """
    return max(0, level - lost)


@rule("14.2(6)", "For the rest a fort counts as a combat unit.", Kind.DEFINITION)
def bars_entry(position: Position, mover: Owner, h: int, reading: AnyReading) -> bool:
    """Return whether a fort, with or without units, closes hex `h` to a side.

    Checks: Axis units and lines that would go through a fort's hex; a fort can be attacked like a unit.
    Legal: The Axis attacks an empty fort, and advances after it is gone.
    Illegal: A panzer division runs through the hex of an empty fort.
    Unclear: U-37: what a fort without a unit does.
    """
    return mover is Owner.AXIS and h in position.forts and reading.fort_bars_entry
