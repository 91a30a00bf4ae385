"""Chapter 9.3: march along roads; costs in half points as in `movement`."""

from __future__ import annotations

from toolkit.games.gj47.rules import movement as m
from toolkit.games.gj47.rules.movement import Step
from toolkit.games.gj47.rules.prices import POINT
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import RAIL, ROAD
from toolkit.rules.registry import Kind, asked


@asked("9.3(1)", "In march formation a step along a road costs half a point.", Kind.EFFECT)
def march_allowance(allowance: int, reading: Reading) -> int:
    """Return how many half points a march may cost.

    Checks: Twice as many road hexes as the unit has points. Named first where the way can only have been
    meant as a march, with the allowance (9.2(1)1) after it.
    Legal: Infantry with five points marches ten road hexes.
    Illegal: It marches twelve.
    Unclear: U-54: eleven, if the half point is dropped from 5½.
    """
    if not allowance:
        return 0
    return POINT * allowance + (0 if reading.march_drops_no_half else 1)


@asked("9.3(1)1", "A march starts in a road hex and keeps to roads with every step.", Kind.RESTRICTION)
def march_step(step: Step) -> bool:
    """Return whether a step can be part of a march: it goes along a road.

    Checks: Each step of a march, the first included.
    Legal: A column marches from town to town along the road.
    Illegal: It starts beside the road, or leaves it with the last step.
    """
    return m.along_road(step)


@asked("9.3(1)2", "A march starts outside enemy zones of control and enters none.", Kind.RESTRICTION)
def march_barred_by_zone(*, last: bool, reading: Reading) -> bool:
    """Return whether a hex in an enemy zone of control is closed to a march.

    Checks: The first hex of a march and every hex it enters.
    Legal: A column stops two hexes before the enemy.
    Illegal: It marches past an enemy division at one hex distance.
    Unclear: U-15: how far zones reach. U-55: whether the last hex may lie in a zone; the rulebook's second
    example seems to say so.
    """
    return reading.march_ends_outside_zoc or not last


@asked("9.3(1)3", "Railways are no use for marching.", Kind.RESTRICTION)
def march_line(*, rail_counts: bool) -> int:
    """Return which links a march may follow, as hexside features.

    Checks: That each step of a march crosses its hexside on a road; `rail_counts` asks what would be open
    otherwise.
    Legal: A column marches where road and railway run side by side.
    Illegal: It marches along a railway, be it two hexes that it might have walked.
    """
    return ROAD | RAIL if rail_counts else ROAD


@asked("9.3(2)", "For the rest a march obeys the rules of normal movement.", Kind.PROCEDURE)
def march_halves(step: Step, reading: Reading) -> int | None:
    """Return what a marching step costs in half points; None where normal movement would be closed too.

    Checks: Sea, impassable sides and enemy units close a road to a march as to any move; stacking counts at
    its end. The rule of normal movement that is broken decides; this one is named after it.
    Legal: A column marches through hexes full of its own side.
    Illegal: It ends in a hex where two units stand: 3.1(1), and this rule where the hex is in reach of a
    march only.
    Unclear: U-03: the point for a river under the road.
    """
    if m.chart_closes(step):
        return None
    return step.prices.march + (m.river_surcharge(step, reading) if step.features & ROAD else 0)
