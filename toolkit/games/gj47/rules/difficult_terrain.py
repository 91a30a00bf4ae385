"""Chapter 9.2(3) to 9.2(5): great rivers, mountains, marsh, forest; costs in half points as in `movement`."""

from __future__ import annotations

from toolkit.games.gj47.rules.movement import Step, base, chart_closes
from toolkit.games.gj47.rules.prices import Hard, Prices
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import BRIDGE, GREAT_RIVER, ROAD, Terrain
from toolkit.rules.registry import Kind, asked, rule


@rule("9.2(3)", "Great rivers are crossed under restrictions.", Kind.RESTRICTION)
@asked(
    "9.2(3)1",
    "A great river is crossed as a whole move: start beside it, end in the hex across.",
    Kind.RESTRICTION,
)
def great_river_unbridged(step: Step, reading: Reading) -> bool:
    """Return whether a step crosses a great river where no bridge helps.

    Checks: Which steps lines 1 and 2 restrict, and that the unit had not moved before and does not move on.
    Legal: A rifle corps that starts on the bank ends its move in the hex on the other bank.
    Illegal: It first moves one hex to the bank and then crosses, or crosses and goes on.
    Unclear: U-18: such a crossing takes the whole allowance, and no terrain or zone cost on top.
    """
    return bool(step.features & GREAT_RIVER) and not great_river_bridge(step, reading)


@asked("9.2(3)2", "No crossing of a great river from one enemy zone of control to another.", Kind.RESTRICTION)
def crossing_barred(step: Step, reading: Reading, *, leaves: bool, enters: bool) -> bool:
    """Return whether both banks lie in enemy zones of control.

    Checks: The first and the last hex of the crossing.
    Legal: A unit beside an enemy crosses to a bank without one.
    Illegal: It crosses to a bank beside another enemy.
    Unclear: U-15: whether zones reach over the great river itself.
    """
    return leaves and enters and great_river_unbridged(step, reading)


@asked("9.2(3)3", "A bridge lifts the restrictions of lines 1 and 2.", Kind.EFFECT)
def great_river_bridge(step: Step, reading: Reading) -> bool:
    """Return whether a bridge carries this step over a great river.

    Checks: Whether a road or a railway crosses the hexside (2.1(3)).
    Legal: A column follows the road over the Don and goes on.
    Illegal: It crosses one hexside beside the bridge and goes on: 9.2(3)1 decides, and this line is named
    after it.
    Unclear: U-02, which the text settles: what a bridge is. U-03: whether a rail bridge serves units that do
    not move along a road.
    """
    if step.features & ROAD:
        return True
    return bool(step.features & BRIDGE) and not reading.great_river_needs_road


@asked("9.2(4)", "Mountain hexes are neither entered nor left, but for two exceptions.", Kind.RESTRICTION)
def mountain_bars(step: Step) -> bool:
    """Return whether a step into or out of a mountain hex is closed as a step of normal movement.

    Checks: Steps off the road. Mountain divisions leave freely; they enter by 9.2(4)2 only.
    Legal: A mountain division leaves a mountain hex into the clear at normal cost.
    Illegal: Infantry enters a mountain hex where no road leads.
    Unclear: U-19: leaving off the road, settled by practice: mountain divisions only.
    """
    if mountain_road(step):
        return False
    prices = step.prices
    return is_hard(prices, step.target) or prices.ground[step.origin] is Hard.ROAD_ONLY


def is_hard(prices: Prices, terrain: Terrain) -> bool:
    """Return whether terrain is such as 9.2(4) speaks of: by road only, or with the whole allowance."""
    return prices.ground[terrain] in (Hard.ROAD_ONLY, Hard.WHOLE)


def climbs(step: Step) -> bool:
    """Return whether a step off the road enters terrain that takes the whole allowance (9.2(4)2)."""
    ground = step.prices.ground
    if mountain_road(step) or ground[step.origin] is Hard.ROAD_ONLY:
        return False
    return ground[step.target] is Hard.WHOLE


def mountain_rule(prices: Prices) -> str:
    """Return the line of 9.2(4) that a unit breaks when it enters or leaves mountains off the road."""
    return "9.2(4)2" if prices.ground[Terrain.MOUNTAIN] is Hard.WHOLE else "9.2(4)"


def whole_move_rules(step: Step, reading: Reading) -> tuple[str, ...]:
    """Return which zone-to-zone rules bind a step that takes a whole move; () when it is no such step."""
    climbing = climbs(step)
    if chart_closes(step) or (mountain_bars(step) and not climbing):
        return ()
    crossing = great_river_unbridged(step, reading)
    return (("9.2(3)2",) if crossing else ()) + (("9.2(4)2",) if climbing else ())


@asked("9.2(4)1", "Along a road mountains are entered and left like any road hex.", Kind.EFFECT)
def mountain_road(step: Step) -> bool:
    """Return whether a step needs no leave of 9.2(4): it follows a road.

    Checks: That a road crosses the hexside.
    Legal: A tank corps drives over a pass, one point a hex.
    Illegal: It leaves the pass over a hexside without a road.
    """
    return bool(step.features & ROAD)


@asked(
    "9.2(4)2",
    "A mountain division may enter a mountain hex with its whole allowance, but not from zone to zone.",
    Kind.RESTRICTION,
)
def climbing_barred(step: Step, *, leaves: bool, enters: bool) -> bool:
    """Return whether a climb is barred because it starts and ends in enemy zones of control.

    Checks: A step off the road into a mountain hex, as the only step of the move of a mountain division.
    Legal: A mountain division that has not moved enters the neighbouring mountain hex.
    Illegal: It moves one clear hex first, or both hexes lie in enemy zones.
    Unclear: U-19: after having moved, settled by practice: no.
    """
    return leaves and enters and climbs(step)


@asked("9.2(5)", "Without the points that a hex asks for, a unit cannot enter it.", Kind.RESTRICTION)
def free_first_step(steps_in_move: int, reading: Reading) -> bool:
    """Return whether a move is free of its cost because it is a single step.

    Checks: A single step that costs more than the whole allowance: there is no minimum move. Where a game
    fixed one, a single open step is always allowed. Marsh and forest have their own lines, which are named
    first.
    Legal: A unit with two points stays where it is, beside a marsh.
    Illegal: A tank corps with two points enters a marsh, for three: 9.2(5)1, and this head of it. Infantry
    with four points goes from one enemy zone into another, for five: 9.2(2) decides, and this rule is named
    after it.
    Unclear: U-17: a minimum move of one hex.
    """
    return steps_in_move == 1 and not reading.no_minimum_move


@asked("9.2(5)1", "A marsh hex costs mechanised units three points, others two.", Kind.EFFECT)
def marsh_surcharge(step: Step) -> int:
    """Return what a marsh adds to the point of a clear hex, in half points.

    Checks: Entering a marsh hex off the road.
    Legal: A rifle corps enters a marsh with two points left.
    Illegal: A tank corps enters it with two points left.
    """
    return step.prices.enter(Terrain.MARSH) - base(step) if step.target == Terrain.MARSH else 0


@asked("9.2(5)2", "A forest hex costs mechanised units two points, others one.", Kind.EFFECT)
def forest_surcharge(step: Step) -> int:
    """Return what a forest adds to the point of a clear hex, in half points.

    Checks: Entering a forest hex off the road.
    Legal: Infantry crosses five forest hexes with five points.
    Illegal: A panzer division with six points crosses four.
    """
    return step.prices.enter(Terrain.FOREST) - base(step) if step.target == Terrain.FOREST else 0
