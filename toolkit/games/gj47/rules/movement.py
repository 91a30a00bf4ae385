"""Chapter 9.1 to 9.2(2): movement.  Each numbered line is a function; costs are in half points.

A *step* crosses one hexside.  The functions say what one step costs or forbids; ``search`` puts steps
together into moves and can waive a rule, which is how the decisive rule of an illegal move is found.
9.2(3) to 9.2(5) are in `difficult_terrain`, 9.3 in `marching`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.prices import POINT, Hard, Prices
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import GREAT_RIVER, IMPASSABLE, RAIL, RIVER, ROAD, Terrain
from toolkit.rules.registry import Kind, asked, rule


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a unit: terrain left and entered, features of the hexside between, what steps cost it."""

    origin: Terrain
    target: Terrain
    features: int
    prices: Prices


@asked(
    "9.1(1)",
    "Units move one at a time: the next may not start before a unit's move has ended.",
    Kind.RESTRICTION,
)
def resumed(order: Sequence[int], unit: int) -> bool:
    """Return whether `unit` moved again after another unit had started, `order` being who moved in turn.

    Checks: The order of the drags of one movement segment. Several drags on end of one unit are one move, and
    units dragged together as a stack move one after the other.
    Legal: Division A moves two hexes, then one more; then division B moves.
    Illegal: Division A moves two hexes, division B moves, then A moves on with the points it had left. It has
    moved twice as well, so 8.1(3) is named beside this rule.
    Unclear: None. Where the record does not show that the segment went on, nothing is held against A.
    """
    own = [i for i, mover in enumerate(order) if mover == unit]
    return bool(own) and own[-1] - own[0] + 1 > len(own)


@rule(
    "9.1(2)", "A unit moves from hex to neighbouring hex; direction is free, and it may stay.", Kind.PROCEDURE
)
def along_hexes(board: Board, way: Sequence[int]) -> bool:
    """Return whether each hex of `way` is a neighbour of the one before it.

    Checks: That a way exists at all from the hex where the unit stands to the last. A drag shows only its
    ends; the ways between them are searched, and a jump that none of them explains breaks the rule that
    closes them.
    Legal: A unit dragged three hexes away, with an open way of three steps.
    Illegal: A unit inside a ring of enemies is dragged outside the ring.
    """
    return all(board.features(a, b) is not None for a, b in pairwise(way))


@asked(
    "9.1(3)",
    "For each movement segment a unit chooses normal movement or march formation, not both.",
    Kind.RESTRICTION,
)
def one_mode(*, marched: bool, moved_normally: bool) -> bool:
    """Return whether a move keeps to one of the two kinds of movement.

    Checks: That no way mixes steps at marching cost with steps at normal cost. A unit whose player said that
    it marches has chosen: normal movement is closed to it. Where nothing was said, either kind will do.
    Legal: Ten road hexes in march formation with five points.
    Illegal: Six road hexes marched for three points, then two clear hexes with the other two.
    Unclear: U-21, which the text settles: no mixing.
    """
    return not (marched and moved_normally)


@rule("9.2(1)", "A unit moves within its movement allowance.", Kind.RESTRICTION)
@asked("9.2(1)1", "The movement allowance is what one move of a unit may cost in all.", Kind.RESTRICTION)
def within_allowance(halves: int, allowance: int) -> bool:
    """Return whether a cost in half points is within an allowance in points.

    Checks: The cheapest way from the first hex of a move to its last, all its steps added up, against the
    allowance of the face shown. Lines 2 to 4 say what a step costs.
    Legal: Infantry with five points moves five clear hexes.
    Illegal: Infantry with five points moves six clear hexes off the road.
    Unclear: U-17: a minimum move of one hex; the text knows none (9.2(5)).
    """
    return halves <= POINT * allowance


@asked(
    "9.2(1)2",
    "Entering a hex costs what the terrain chart says: clear and major city one point; the sea is closed.",
    Kind.RESTRICTION,
)
def chart_closes(step: Step) -> bool:
    """Return whether the chart forbids a step to every unit: into the sea, over an impassable side.

    Checks: Terrain of the hex entered and the hexside crossed. What is open costs what the chart says
    (`base`) before the surcharges of the other lines; a town costs what the terrain around it costs.
    Legal: A unit enters a coast hex for one point.
    Illegal: A unit crosses a strait, or ends in a hex that is all sea.
    Unclear: U-22: the chart's note on adjacent major-city hexes is cut off; it has no effect here.
    """
    return step.prices.ground[step.target] is Hard.CLOSED or bool(step.features & IMPASSABLE)


def base(step: Step) -> int:
    """Return what entering a hex costs before surcharges: the major city's price, or that of a clear hex."""
    return step.prices.enter(step.target if step.target == Terrain.CITY else Terrain.CLEAR)


@asked("9.2(1)3", "Crossing a river costs one point more.", Kind.EFFECT)
def river_surcharge(step: Step, reading: Reading) -> int:
    """Return what crossing the hexside adds, in half points.

    Checks: An ordinary river on the hexside. A step along a road goes over its bridge without the surcharge.
    Legal: Infantry with two points left crosses a river into a clear hex.
    Illegal: It does so with one point left.
    Unclear: U-03: whether a rail bridge, or a road, spares the surcharge.
    """
    if not step.features & (RIVER | GREAT_RIVER):
        return 0
    if step.features & ROAD:
        return step.prices.river if reading.road_pays_river else 0
    if not step.features & RAIL:
        return step.prices.river if step.features & RIVER else 0
    if step.features & GREAT_RIVER:
        return step.prices.river if reading.rail_bridge_pays_great_river else 0
    return step.prices.river if reading.rail_bridge_pays_river else 0


@asked("9.2(1)4", "A step along a road costs one point, whatever the terrain.", Kind.EFFECT)
def along_road(step: Step) -> bool:
    """Return whether a step goes along a road, from one hex of the road to the next.

    Checks: That a road crosses the hexside. Two hexes that each have a road, but not to each other, are not
    joined by it, and a railway is no road.
    Legal: A tank corps follows a road through a marsh, one point a hex.
    Illegal: It follows a railway through the marsh at that price.
    Unclear: U-03: the point for a river under the road.
    """
    return bool(step.features & ROAD)


@asked(
    "9.2(2)",
    "Leaving an enemy zone of control costs two points more, entering one two points more.",
    Kind.EFFECT,
)
def zoc_surcharge(*, leaves: bool, enters: bool) -> int:
    """Return what enemy zones of control add to a step, in half points.

    Checks: Each step out of and into hexes in an enemy zone; from zone to zone it is four points.
    Legal: Infantry with five points moves from one enemy zone to a clear hex in another: 1 + 2 + 2.
    Illegal: The same move into a marsh, or with four points.
    Unclear: U-15 (which hexes are in a zone); U-16, which the text settles: an own unit in the hex changes
    nothing.
    """
    return 2 * POINT * (int(leaves) + int(enters))
