"""The terrain effects chart: what a kind costs to enter, and what it does to combat and advance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolkit.source.json_value import KEPT, JsonValue
from toolkit.source.provenance import Provenance


@dataclass(frozen=True, slots=True)
class MoveCost:
    """What entering or crossing costs.

    Attributes
    ----------
    mode : str
        ``"points"`` a cost of its own; ``"extra"`` on top of the hex's cost; ``"as_terrain"`` whatever
        else is in the hex; ``"whole"`` the whole allowance; ``"road_only"``; ``"prohibited"``.
    points : float
        Movement points for ``"points"`` and ``"extra"``, else 0.
    """

    mode: str
    points: float = 0.0

    @classmethod
    def from_json(cls, data: str | float) -> MoveCost:
        """Read a number of points, ``"+1"`` or a mode."""
        if not isinstance(data, str):
            return cls("points", float(data))
        return cls("extra", float(data)) if data.startswith("+") else cls(data)

    def to_json(self) -> str | float:
        """Return the value that `from_json` reads."""
        if self.mode == "points":
            return self.points
        return f"+{self.points:g}" if self.mode == "extra" else self.mode


@dataclass(frozen=True, slots=True)
class TerrainEffect(JsonValue):
    """One row of the terrain effects chart.

    Attributes
    ----------
    kind : str
        Name of the terrain kind, place kind, hexside feature or link as the map spells it.
    layer : str
        ``"terrain"`` | ``"place"`` | ``"side"`` | ``"link"`` | ``"mark"``.
    movement : mapping of str to MoveCost
        Of ``"mechanised"``, ``"mountain"`` and ``"other"`` units.
    march : float or None
        Cost in march formation (links only).
    shift : int
        Columns to the left.
    on_top : bool
        Whether the shift adds to the one of the hex's terrain (a town's does).
    attack_factor : float
        What an attack across the side is multiplied by.
    advance : int or None
        Hexes an advance may go where this kind is met; None for no statement.
    """

    kind: str
    layer: str
    movement: Mapping[str, MoveCost]
    shift: int
    provenance: Provenance
    march: float | None = None
    on_top: bool = field(default=False, metadata=KEPT)
    attack_factor: float = field(default=1.0, metadata=KEPT)
    advance: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TerrainEffect:
        """Read one row, already checked against the schema."""
        move = data["movement"]
        return super(TerrainEffect, cls).from_json({**data, "movement": {"mountain": move["other"], **move}})
