"""What steps cost, read from the terrain effects chart once for each board; in half points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from toolkit.games.gj47.rules.terrain import CHART_ROW, Terrain
from toolkit.games.gj47.rules.units import UnitType

if TYPE_CHECKING:
    from toolkit.games.gj47.data.terrain_effects import MoveCost, TerrainEffect

POINT = 2
"""One movement point, in half points."""


class Hard(Enum):
    """What the chart says of terrain that has no price."""

    ROAD_ONLY = "road_only"
    WHOLE = "whole"
    CLOSED = "prohibited"


@dataclass(frozen=True, slots=True)
class Prices:
    """What steps cost units of one kind.

    Attributes
    ----------
    ground : tuple of int or Hard
        By `Terrain`: entering such a hex off the road.
    river : int
        On top, for crossing a river.
    road, march : int
        A step along a road, in normal movement and in march formation.
    """

    ground: tuple[int | Hard, ...]
    river: int
    road: int
    march: int

    def enter(self, terrain: Terrain) -> int:
        """Return what a hex costs; that of a clear one where the terrain has no price of its own."""
        found = self.ground[terrain]
        if isinstance(found, int):
            return found
        clear = self.ground[Terrain.CLEAR]
        return clear if isinstance(clear, int) else POINT

    @property
    def least(self) -> int:
        """The least that a step of normal movement can cost."""
        return min(self.road, self.enter(Terrain.CLEAR), *(p for p in self.ground if isinstance(p, int)))


Chart = tuple[Prices, Prices, Prices]
"""Prices of mechanised, mountain and other units."""


def prices_for(chart: Chart, kind: UnitType) -> Prices:
    """Return what steps cost a unit."""
    return chart[1 if kind.mountain else 0 if kind.mechanised else 2]


def read_chart(rows: Sequence[TerrainEffect]) -> Chart:
    """Return the prices that the rows of a terrain effects chart give."""
    named = {row.kind: row for row in rows}
    return _column("mechanised", named), _column("mountain", named), _column("other", named)


def _column(units: str, rows: Mapping[str, TerrainEffect]) -> Prices:
    costs = {kind: row.movement[units] for kind, row in rows.items()}
    return Prices(
        tuple(_ground(costs[CHART_ROW[terrain]]) for terrain in Terrain),
        _halves(costs["river"].points),
        _halves(costs["road"].points),
        _halves(rows["road"].march or 0),
    )


def _ground(cost: MoveCost) -> int | Hard:
    return _halves(cost.points) if cost.mode == "points" else Hard(cost.mode)


def _halves(cost: float) -> int:
    return round(POINT * cost)


def points(halves: int) -> str:
    """Return half points as people write them: ``5`` or ``5½``."""
    whole, half = divmod(halves, POINT)
    return f"{whole}½" if half and whole else "½" if half else str(whole)
