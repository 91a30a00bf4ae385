"""Terrain by hex, and what lies on hexsides: the words of the terrain effects chart."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag
from types import MappingProxyType


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

# Rows of the terrain effects chart.
CHART_ROW: Mapping[Terrain, str] = MappingProxyType(
    {
        Terrain.CLEAR: "clear",
        Terrain.FOREST: "forest",
        Terrain.MARSH: "marsh",
        Terrain.MOUNTAIN: "mountain",
        Terrain.SEA: "sea",
        Terrain.CITY: "major_city",
    }
)
TOWN = "town"
