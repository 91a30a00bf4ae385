"""Chapter 3.4: who controls towns and major cities, and the hexes worth victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.rules.gj47.board import Board
from toolkit.rules.gj47.units import Owner
from toolkit.rules.registry import Enforcement, Kind, rule
from toolkit.rules.rulings import Rulings

if TYPE_CHECKING:
    from toolkit.rules.gj47.position import Position


@rule(
    "3.4(1)",
    "At start towns and cities east of the start line are Soviet, those west of it Axis.",
    kind=Kind.SETUP,
    enforcement=Enforcement.EMBODIED,
)
def first_holder(board: Board, h: int) -> Owner:
    """Return who controls a town, city or VP hex when the game starts.

    What it checks
    --------------
    On which side of the start line the hex lies.

    Legal example
    -------------
    Kharkov is Axis and Voronezh Soviet before anybody has moved.

    Illegal example
    ---------------
    Second-line Soviet units set up in a town west of the line.

    Unclear points
    --------------
    None.
    """
    return Owner.AXIS if h in board.start_axis else Owner.SOVIET


@rule(
    "3.4(2)",
    "Later the side whose unit passed last controls a town or city.",
    kind=Kind.DEFINITION,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-33",),
)
def holder(position: Position, h: int, rulings: Rulings) -> Owner | None:
    """Return who controls hex `h`; None where nobody can: it is neither town nor city nor a VP hex.

    What it checks
    --------------
    Which side's unit entered the hex last. A unit that has passed need not stay; a fort controls nothing.

    Legal example
    -------------
    A tank corps runs through an Axis town: the town is Soviet until an Axis unit comes.

    Illegal example
    ---------------
    Placing reinforcements in a town that the enemy passed through last.

    Unclear points
    --------------
    U-33: whether entering by retreat or advance counts as well; and VP hexes that are no towns follow the
    same rule.
    """
    every, moving = (held.get(h) for held in position.control)
    return every if every is moving or rulings.says("U-33", "any-entry") else moving


def holds(position: Position, owner: Owner, h: int, rulings: Rulings) -> bool:
    """Return whether hex `h` is a town, city or VP hex under a side's control."""
    return holder(position, h, rulings) is owner
