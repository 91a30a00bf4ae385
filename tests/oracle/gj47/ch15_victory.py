"""Chapter 15: victory points."""

from __future__ import annotations

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch03_basics import line_hexes
from tests.oracle.gj47.world import AXIS, State, World
from tests.oracle.readings import Readings


def held(world: World, state: State, r: Readings) -> set[str]:
    """15.0(1): VP hexes that the Axis controls and that a line reaches (U-57: an empty one in a zone)."""
    reached = line_hexes(world, state, AXIS, r)
    own = {h for h in world.board.vp if state.control.get(h) == AXIS}
    lined = {h for h in own if h in reached}
    for h in own - lined:
        if h in line_hexes(world, state, AXIS, r, spared=(h,)) and r["U-57"] == "open":
            lined.add(h)
    return lined


def points(world: World, state: State, r: Readings) -> int:
    """15.0(1), (2): ten for each hex, less what lost pieces cost."""
    return book.VP_EACH * len(held(world, state, r)) - state.vp_lost
