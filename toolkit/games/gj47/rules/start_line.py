"""Chapter 3.4(1): the line that says who holds towns, cities and VP hexes when the game begins."""

from __future__ import annotations

from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule


@rule(
    "3.4(1)",
    "At start towns and cities east of the start line are Soviet, those west of it Axis.",
    Kind.SETUP,
)
def first_holder(board: Board, h: int) -> Owner:
    """Return who controls a town, city or VP hex when the game starts.

    Checks: On which side of the start line the hex lies.
    Legal: Kharkov is Axis and Voronezh Soviet before anybody has moved.
    Illegal: Second-line Soviet units set up in a town west of the line.
    """
    return Owner.AXIS if h in board.start_axis else Owner.SOVIET
