"""Terrain by hex, and what lies on hexsides: the words of the terrain effects chart."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag


class Terrain(IntEnum):
    """What a hex costs.  A major city replaces the terrain under it; a town does not (terrain chart)."""

    CLEAR = 0
    FOREST = 1
    MARSH = 2
    MOUNTAIN = 3
    SEA = 4
    CITY = 5


class SideFeature(IntFlag):
    """What lies on or crosses a hexside."""

    NONE = 0
    RIVER = 1
    GREAT_RIVER = 2
    IMPASSABLE = 4
    ROAD = 8
    RAIL = 16


# The flags as plain integers: tests of single bits stand in the inner loops.
RIVER, GREAT_RIVER, IMPASSABLE, ROAD, RAIL = map(int, SideFeature)
BRIDGE = ROAD | RAIL
WATER = RIVER | GREAT_RIVER

CHART_ROW: Mapping[Terrain, str] = {terrain: terrain.name.lower() for terrain in Terrain} | {
    Terrain.CITY: "major_city"
}
"""Terrain → its row of the terrain effects chart; a map's kinds of terrain have the same names."""
TOWN = "town"
WATERS = ((RIVER, "river"), (GREAT_RIVER, "great_river"))
"""Rivers on a hexside, with their rows of that chart."""
