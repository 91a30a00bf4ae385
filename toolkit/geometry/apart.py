"""What to say of two hexes that were meant to touch and do not."""

from __future__ import annotations

from dataclasses import replace

from toolkit.geometry.grid import HexGrid


def apart(grid: HexGrid, a: int, b: int) -> str:
    """Return that two hexes do not touch, by their printed numbers, and what would make them.

    Half of all pairs that touch are apart when the other columns (or rows) lie half a hex further down,
    so ``shifted`` is the first thing to look at.
    """
    first, second = grid.number(a), grid.number(b)
    other = replace(grid, shifted="odd" if grid.shifted == "even" else "even")
    hint = f"; with `shifted: {other.shifted}` they would" if other.distance(a, b) == 1 else ""
    return f"hexes {first} and {second} do not touch{hint}"
