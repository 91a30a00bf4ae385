"""The terrain effects chart: what a kind costs to enter, and what it does to combat and advance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.source.provenance import Provenance
from toolkit.source.values import compact


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
class TerrainEffect:
    """One row of the terrain effects chart.

    Attributes
    ----------
    kind : str
        Name of the terrain kind, place kind, hexside feature or link as the map spells it.
    layer : str
        ``"terrain"`` | ``"place"`` | ``"side"`` | ``"link"`` | ``"mark"``.
    mechanised, other, mountain : MoveCost
        Movement of mechanised, other and mountain units.
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
    mechanised: MoveCost
    other: MoveCost
    mountain: MoveCost
    march: float | None
    shift: int
    on_top: bool
    attack_factor: float
    advance: int | None
    provenance: Provenance

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TerrainEffect:
        """Read one row, already checked against the schema."""
        move = data["movement"]
        other = MoveCost.from_json(move["other"])
        return cls(
            kind=data["kind"],
            layer=data["layer"],
            mechanised=MoveCost.from_json(move["mechanised"]),
            other=other,
            mountain=MoveCost.from_json(move["mountain"]) if "mountain" in move else other,
            march=data.get("march"),
            shift=data["shift"],
            on_top=data.get("on_top", False),
            attack_factor=data.get("attack_factor", 1.0),
            advance=data.get("advance"),
            provenance=Provenance.from_json(data["provenance"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        move = {
            "mechanised": self.mechanised.to_json(),
            "other": self.other.to_json(),
            "mountain": self.mountain.to_json(),
        }
        result: dict[str, Any] = {
            "kind": self.kind,
            "layer": self.layer,
            "movement": move,
            "shift": self.shift,
        }
        result |= {"on_top": self.on_top, "attack_factor": self.attack_factor}
        return {
            **result,
            **compact(march=self.march, advance=self.advance),
            "provenance": self.provenance.to_json(),
        }
