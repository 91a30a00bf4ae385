"""Chapter 9: movement.  Each numbered line is a function; costs are in half points (marching costs halves).

A *step* crosses one hexside.  The functions say what one step costs or forbids; ``search`` puts steps
together into moves and can waive a rule, which is how the decisive rule of an illegal move is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from toolkit.rules.gj47.board import BRIDGE, GREAT_RIVER, IMPASSABLE, RAIL, RIVER, ROAD, Board, Terrain
from toolkit.rules.gj47.settings import Reading
from toolkit.rules.registry import Enforcement, Kind, rule

POINT = 2
"""One movement point, in half points."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a unit: terrain left and entered, features of the hexside between."""

    origin: Terrain
    target: Terrain
    features: int


@rule(
    "9.1(1)",
    "Units move one at a time: the next may not start before a unit's move has ended.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
)
def resumed(order: Sequence[int], unit: int) -> bool:
    """Return whether `unit` moved again after another unit had started, `order` being who moved in turn.

    What it checks
    --------------
    The order of the drags of one movement segment. Several drags on end of one unit are one move, and
    units dragged together as a stack move one after the other.

    Legal example
    -------------
    Division A moves two hexes, then one more; then division B moves.

    Illegal example
    ---------------
    Division A moves two hexes, division B moves, then A moves on with the points it had left. It has moved
    twice as well, so 8.1(3) is named beside this rule.

    Unclear points
    --------------
    None. Where the record does not show that the segment went on, nothing is held against A.
    """
    own = [i for i, mover in enumerate(order) if mover == unit]
    return bool(own) and own[-1] - own[0] + 1 > len(own)


@rule(
    "9.1(2)",
    "A unit moves from hex to neighbouring hex; direction is free, and it may stay.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.EMBODIED,
)
def along_hexes(board: Board, way: Sequence[int]) -> bool:
    """Return whether each hex of `way` is a neighbour of the one before it.

    What it checks
    --------------
    That a way exists at all from the first hex to the last. A drag shows only its ends; the ways between
    them are searched, and a jump that none of them explains breaks the rule that closes them.

    Legal example
    -------------
    A unit dragged three hexes away, with an open way of three steps.

    Illegal example
    ---------------
    A unit inside a ring of enemies is dragged outside the ring.

    Unclear points
    --------------
    None.
    """
    return all(board.features(a, b) is not None for a, b in pairwise(way))


@rule(
    "9.1(3)",
    "For each movement segment a unit chooses normal movement or march formation, not both.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-21",),
)
def one_mode(*, marched: bool, moved_normally: bool) -> bool:
    """Return whether a move keeps to one of the two kinds of movement.

    What it checks
    --------------
    That no way mixes steps at marching cost with steps at normal cost.

    Legal example
    -------------
    Ten road hexes in march formation with five points.

    Illegal example
    ---------------
    Six road hexes marched for three points, then two clear hexes with the other two.

    Unclear points
    --------------
    U-21, which the text settles: no mixing.
    """
    return not (marched and moved_normally)


@rule(
    "9.2(1)",
    "A unit moves within its movement allowance.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.EMBODIED,
)
def costs_add_up(halves: Sequence[int]) -> int:
    """Return what a way costs: the sum of its steps, in half points.

    What it checks
    --------------
    Lines 1 to 4 say what counts; this head adds it up.

    Legal example
    -------------
    Three clear hexes with three points.

    Illegal example
    ---------------
    See 9.2(1)1.

    Unclear points
    --------------
    None.
    """
    return sum(halves)


@rule(
    "9.2(1)1",
    "The movement allowance is what one move of a unit may cost in all.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-17",),
)
def within_allowance(halves: int, allowance: int) -> bool:
    """Return whether a cost in half points is within an allowance in points.

    What it checks
    --------------
    The cheapest way from the first hex of a move to its last, against the allowance of the face shown.

    Legal example
    -------------
    Infantry with five points moves five clear hexes.

    Illegal example
    ---------------
    Infantry with five points moves six clear hexes off the road.

    Unclear points
    --------------
    U-17: a minimum move of one hex; the text knows none (9.2(5)).
    """
    return halves <= POINT * allowance


@rule(
    "9.2(1)2",
    "Entering a hex costs what the terrain chart says: clear and major city one point; the sea is closed.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-22",),
)
def chart_closes(step: Step) -> bool:
    """Return whether the chart forbids a step to every unit: into the sea, over an impassable side.

    What it checks
    --------------
    Terrain of the hex entered and the hexside crossed. What is open costs one point (`POINT`) before the
    surcharges of the other lines; a town costs what the terrain around it costs.

    Legal example
    -------------
    A unit enters a coast hex for one point.

    Illegal example
    ---------------
    A unit crosses a strait, or ends in a hex that is all sea.

    Unclear points
    --------------
    U-22: the chart's note on adjacent major-city hexes is cut off; it has no effect here.
    """
    return step.target == Terrain.SEA or bool(step.features & IMPASSABLE)


@rule(
    "9.2(1)3",
    "Crossing a river costs one point more.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-03",),
)
def river_surcharge(step: Step, reading: Reading) -> int:
    """Return what crossing the hexside adds, in half points.

    What it checks
    --------------
    An ordinary river on the hexside. A step along a road goes over its bridge without the surcharge.

    Legal example
    -------------
    Infantry with two points left crosses a river into a clear hex.

    Illegal example
    ---------------
    It does so with one point left.

    Unclear points
    --------------
    U-03: whether a rail bridge, or a road, spares the surcharge.
    """
    if not step.features & (RIVER | GREAT_RIVER):
        return 0
    if step.features & ROAD:
        return POINT if reading.road_pays_river else 0
    if not step.features & RAIL:
        return POINT if step.features & RIVER else 0
    if step.features & GREAT_RIVER:
        return POINT if reading.rail_bridge_pays_great_river else 0
    return POINT if reading.rail_bridge_pays_river else 0


@rule(
    "9.2(1)4",
    "A step along a road costs one point, whatever the terrain.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-03",),
)
def along_road(step: Step) -> bool:
    """Return whether a step goes along a road, from one hex of the road to the next.

    What it checks
    --------------
    That a road crosses the hexside. Two hexes that each have a road, but not to each other, are not
    joined by it, and a railway is no road.

    Legal example
    -------------
    A tank corps follows a road through a marsh, one point a hex.

    Illegal example
    ---------------
    It follows a railway through the marsh at that price.

    Unclear points
    --------------
    U-03: the point for a river under the road.
    """
    return bool(step.features & ROAD)


@rule(
    "9.2(2)",
    "Leaving an enemy zone of control costs two points more, entering one two points more.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-15", "U-16"),
)
def zoc_surcharge(*, leaves: bool, enters: bool) -> int:
    """Return what enemy zones of control add to a step, in half points.

    What it checks
    --------------
    Each step out of and into hexes in an enemy zone; from zone to zone it is four points.

    Legal example
    -------------
    Infantry with five points moves from one enemy zone to a clear hex in another: 1 + 2 + 2.

    Illegal example
    ---------------
    The same move into a marsh, or with four points.

    Unclear points
    --------------
    U-15 (which hexes are in a zone); U-16, which the text settles: an own unit in the hex changes nothing.
    """
    return 2 * POINT * (int(leaves) + int(enters))


@rule(
    "9.2(3)",
    "Great rivers are crossed under restrictions.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-18",),
)
def great_river_unbridged(step: Step, reading: Reading) -> bool:
    """Return whether a step crosses a great river where no bridge helps.

    What it checks
    --------------
    Which steps lines 1 and 2 restrict.

    Legal example
    -------------
    See 9.2(3)1.

    Illegal example
    ---------------
    See 9.2(3)1 and 9.2(3)2.

    Unclear points
    --------------
    U-18: such a crossing takes the whole allowance, and no terrain or zone cost on top.
    """
    return bool(step.features & GREAT_RIVER) and not great_river_bridge(step, reading)


@rule(
    "9.2(3)1",
    "A great river is crossed as a whole move: start beside it, end in the hex across.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-18",),
)
def crossing_is_whole_move(steps_in_move: int) -> bool:
    """Return whether a move that crosses an unbridged great river consists of that one step.

    What it checks
    --------------
    That the unit had not moved before and does not move on.

    Legal example
    -------------
    A rifle corps that starts on the bank ends its move in the hex on the other bank.

    Illegal example
    ---------------
    It first moves one hex to the bank and then crosses, or crosses and goes on.

    Unclear points
    --------------
    U-18 (see 9.2(3)).
    """
    return steps_in_move == 1


@rule(
    "9.2(3)2",
    "No crossing of a great river from one enemy zone of control to another.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-15",),
)
def crossing_between_zones(*, leaves: bool, enters: bool) -> bool:
    """Return whether both banks lie in enemy zones of control.

    What it checks
    --------------
    The first and the last hex of the crossing.

    Legal example
    -------------
    A unit beside an enemy crosses to a bank without one.

    Illegal example
    ---------------
    It crosses to a bank beside another enemy.

    Unclear points
    --------------
    U-15: whether zones reach over the great river itself.
    """
    return leaves and enters


@rule(
    "9.2(3)3",
    "A bridge lifts the restrictions of lines 1 and 2.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-02", "U-03"),
)
def great_river_bridge(step: Step, reading: Reading) -> bool:
    """Return whether a bridge carries this step over a great river.

    What it checks
    --------------
    Whether a road or a railway crosses the hexside (2.1(3)).

    Legal example
    -------------
    A column follows the road over the Don and goes on.

    Illegal example
    ---------------
    It crosses one hexside beside the bridge and goes on: 9.2(3)1 decides, and this line is named after it.

    Unclear points
    --------------
    U-03: whether a rail bridge serves units that do not move along a road.
    """
    if step.features & ROAD:
        return True
    return bool(step.features & BRIDGE) and not reading.great_river_needs_road


@rule(
    "9.2(4)",
    "Mountain hexes are neither entered nor left, but for two exceptions.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-19",),
)
def mountain_bars(step: Step, *, mountain_unit: bool) -> bool:
    """Return whether a step into or out of a mountain hex is closed as a step of normal movement.

    What it checks
    --------------
    Steps off the road. Mountain divisions leave freely; they enter by 9.2(4)2 only.

    Legal example
    -------------
    A mountain division leaves a mountain hex into the clear at normal cost.

    Illegal example
    ---------------
    Infantry enters a mountain hex where no road leads.

    Unclear points
    --------------
    U-19: leaving off the road, settled by practice: mountain divisions only.
    """
    if mountain_road(step):
        return False
    if step.target == Terrain.MOUNTAIN:
        return True
    return step.origin == Terrain.MOUNTAIN and not mountain_unit


@rule(
    "9.2(4)1",
    "Along a road mountains are entered and left like any road hex.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
)
def mountain_road(step: Step) -> bool:
    """Return whether a step needs no leave of 9.2(4): it follows a road.

    What it checks
    --------------
    That a road crosses the hexside.

    Legal example
    -------------
    A tank corps drives over a pass, one point a hex.

    Illegal example
    ---------------
    It leaves the pass over a hexside without a road.

    Unclear points
    --------------
    None.
    """
    return bool(step.features & ROAD)


@rule(
    "9.2(4)2",
    "A mountain division may enter a mountain hex with its whole allowance, but not from zone to zone.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-19",),
)
def climbing_between_zones(*, leaves: bool, enters: bool) -> bool:
    """Return whether a climb is barred because it starts and ends in enemy zones of control.

    What it checks
    --------------
    A step off the road into a mountain hex, as the only step of the move of a mountain division.

    Legal example
    -------------
    A mountain division that has not moved enters the neighbouring mountain hex.

    Illegal example
    ---------------
    It moves one clear hex first, or both hexes lie in enemy zones.

    Unclear points
    --------------
    U-19: after having moved, settled by practice: no.
    """
    return leaves and enters


@rule(
    "9.2(5)",
    "Without the points that a hex asks for, a unit cannot enter it.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-17",),
)
def free_first_step(steps_in_move: int, reading: Reading) -> bool:
    """Return whether a move is free of its cost because it is a single step.

    What it checks
    --------------
    A single step that costs more than the whole allowance: there is no minimum move. Where a game fixed one,
    a single open step is always allowed. Marsh and forest have their own lines, which are named first.

    Legal example
    -------------
    A unit with two points stays where it is, beside a marsh.

    Illegal example
    ---------------
    A tank corps with two points enters a marsh, for three: 9.2(5)1, and this head of it. Infantry with four
    points goes from one enemy zone into another, for five: 9.2(2) decides, and this rule is named after it.

    Unclear points
    --------------
    U-17: a minimum move of one hex.
    """
    return steps_in_move == 1 and not reading.no_minimum_move


@rule(
    "9.2(5)1",
    "A marsh hex costs mechanised units three points, others two.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
)
def marsh_surcharge(step: Step, *, mechanised: bool) -> int:
    """Return what a marsh adds to the point of a clear hex, in half points.

    What it checks
    --------------
    Entering a marsh hex off the road.

    Legal example
    -------------
    A rifle corps enters a marsh with two points left.

    Illegal example
    ---------------
    A tank corps enters it with two points left.

    Unclear points
    --------------
    None.
    """
    if step.target != Terrain.MARSH:
        return 0
    return POINT * (2 if mechanised else 1)


@rule(
    "9.2(5)2",
    "A forest hex costs mechanised units two points, others one.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
)
def forest_surcharge(step: Step, *, mechanised: bool) -> int:
    """Return what a forest adds to the point of a clear hex, in half points.

    What it checks
    --------------
    Entering a forest hex off the road.

    Legal example
    -------------
    Infantry crosses five forest hexes with five points.

    Illegal example
    ---------------
    A panzer division with six points crosses four.

    Unclear points
    --------------
    None.
    """
    return POINT if mechanised and step.target == Terrain.FOREST else 0


@rule(
    "9.3(1)",
    "In march formation a step along a road costs half a point.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-54",),
)
def march_allowance(allowance: int, reading: Reading) -> int:
    """Return how many half points a march may cost.

    What it checks
    --------------
    Twice as many road hexes as the unit has points. Named first where the way can only have been meant as a
    march, with the allowance (9.2(1)1) after it.

    Legal example
    -------------
    Infantry with five points marches ten road hexes.

    Illegal example
    ---------------
    It marches twelve.

    Unclear points
    --------------
    U-54: eleven, if the half point is dropped from 5½.
    """
    if not allowance:
        return 0
    return POINT * allowance + (0 if reading.march_drops_no_half else 1)


@rule(
    "9.3(1)1",
    "A march starts in a road hex and keeps to roads with every step.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
)
def march_step(step: Step) -> bool:
    """Return whether a step can be part of a march: it goes along a road.

    What it checks
    --------------
    Each step of a march, the first included.

    Legal example
    -------------
    A column marches from town to town along the road.

    Illegal example
    ---------------
    It starts beside the road, or leaves it with the last step.

    Unclear points
    --------------
    None.
    """
    return along_road(step)


@rule(
    "9.3(1)2",
    "A march starts outside enemy zones of control and enters none.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-15", "U-55"),
)
def march_barred_by_zone(*, last: bool, reading: Reading) -> bool:
    """Return whether a hex in an enemy zone of control is closed to a march.

    What it checks
    --------------
    The first hex of a march and every hex it enters.

    Legal example
    -------------
    A column stops two hexes before the enemy.

    Illegal example
    ---------------
    It marches past an enemy division at one hex distance.

    Unclear points
    --------------
    U-55: whether the last hex may lie in a zone; the rulebook's second example seems to say so.
    """
    return reading.march_ends_outside_zoc or not last


@rule(
    "9.3(1)3",
    "Railways are no use for marching.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
)
def march_line(*, rail_counts: bool) -> int:
    """Return which links a march may follow, as hexside features.

    What it checks
    --------------
    That each step of a march crosses its hexside on a road; `rail_counts` asks what would be open otherwise.

    Legal example
    -------------
    A column marches where road and railway run side by side.

    Illegal example
    ---------------
    It marches along a railway.

    Unclear points
    --------------
    None.
    """
    return ROAD | RAIL if rail_counts else ROAD


@rule(
    "9.3(2)",
    "For the rest a march obeys the rules of normal movement.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
)
def march_halves(step: Step, reading: Reading) -> int | None:
    """Return what a marching step costs in half points; None where normal movement would be closed too.

    What it checks
    --------------
    Sea, impassable sides and enemy units close a road to a march as to any move; stacking counts at its end.
    The rule of normal movement that is broken decides; this one is named after it.

    Legal example
    -------------
    A column marches through hexes full of its own side.

    Illegal example
    ---------------
    It ends in a hex where two units stand: 3.1(1), and this rule where the hex is in reach of a march only.

    Unclear points
    --------------
    U-03: the point for a river under the road.
    """
    if chart_closes(step):
        return None
    return 1 + (river_surcharge(step, reading) if step.features & ROAD else 0)
