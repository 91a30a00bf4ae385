"""Chapters 3.3(2) and 3.3(3): where lines of communication can go by the board alone, kept with the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.terrain import IMPASSABLE, RAIL, ROAD, Terrain
from toolkit.rules.registry import Kind, rule


class Passage(IntEnum):
    """What a line can do across a hexside: nothing, end behind it, or go on."""

    CLOSED = 0
    ENDS = 1
    THROUGH = 2


@dataclass(frozen=True, slots=True)
class Ways:
    """Where lines can go by the board alone.

    Attributes
    ----------
    onward, rails : tuple of tuple of int
        For each hex the neighbours a line goes on to; along the railway only.
    ends, rail_ends : tuple of (int, int)
        Steps ``(from, to)`` into hexes where the line ends; along the railway only.
    """

    onward: tuple[tuple[int, ...], ...]
    rails: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, int], ...]
    rail_ends: tuple[tuple[int, int], ...]


@rule("3.3(2)", "No line goes through a hex that is all sea; great rivers are no obstacle.", Kind.RESTRICTION)
def line_crosses(board: Board, target: int, features: int, reading: Reading) -> bool:
    """Return whether a line can cross a hexside into `target`, its terrain's own rules aside.

    Checks: The hex behind the side, and the side itself.
    Legal: A line over the Volga where there is no bridge.
    Illegal: A line over the Sea of Azov.
    Unclear: U-56: whether an impassable side stops a line.
    """
    if board.terrain[target] == Terrain.SEA:
        return False
    return not (features & IMPASSABLE and reading.impassable_bars)


@rule(
    "3.3(3)",
    "A line goes through a mountain hex by road only; entered otherwise, the hex is its end.",
    Kind.RESTRICTION,
)
def mountain_passage(board: Board, origin: int, target: int, features: int, reading: Reading) -> Passage:
    """Return what a line does that steps from `origin` to `target`, as far as mountains are concerned.

    Checks: Mountain hexes at either end of the step, and whether it follows a road. A railway is no road.
    Legal: A line along the road over a pass; a mountain division off the road, in the first mountain hex.
    Illegal: A line that enters a mountain hex off the road and goes on behind it.
    Unclear: U-66: whether a line that came by road may leave the mountain hex off the road.
    """
    if features & ROAD:
        return Passage.THROUGH
    if board.terrain[origin] == Terrain.MOUNTAIN and reading.mountain_left_by_road:
        return Passage.CLOSED
    return Passage.ENDS if board.terrain[target] == Terrain.MOUNTAIN else Passage.THROUGH


def reached(ways: Sequence[Sequence[int]], sources: Iterable[int], closed: Sequence[int]) -> list[int]:
    """Return the sources that are open, and every open hex that `ways` lead to from them, nearest first."""
    taken = bytearray(closed)
    front = [h for h in sources if not taken[h]]
    for h in front:
        taken[h] = 1
    for h in front:  # grows while it is walked
        for n in ways[h]:
            if not taken[n]:
                taken[n] = 1
                front.append(n)
    return front


def ways_of(board: Board, reading: Reading) -> Ways:
    """Return where lines can go by the board alone; kept with the board."""
    key = ("ways", reading.impassable_bars, reading.mountain_left_by_road)
    return board.kept(key, lambda: _find_ways(board, reading))


def _find_ways(board: Board, reading: Reading) -> Ways:
    onward: list[tuple[int, ...]] = []
    rails: list[tuple[int, ...]] = []
    ends: list[tuple[int, int]] = []
    rail_ends: list[tuple[int, int]] = []
    for h in range(len(board)):
        steps = [
            (n, features, mountain_passage(board, h, n, features, reading))
            for n, features in board.steps[h]
            if board.terrain[h] != Terrain.SEA and line_crosses(board, n, features, reading)
        ]
        through = [(n, features) for n, features, passage in steps if passage is Passage.THROUGH]
        onward.append(tuple(n for n, _ in through))
        rails.append(tuple(n for n, features in through if features & RAIL))
        ends += [(h, n) for n, _, passage in steps if passage is Passage.ENDS]
        rail_ends += [(h, n) for n, features, p in steps if p is Passage.ENDS and features & RAIL]
    return Ways(tuple(onward), tuple(rails), tuple(ends), tuple(rail_ends))
