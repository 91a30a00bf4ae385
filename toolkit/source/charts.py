"""Charts as data: combat results, terrain effects, withdrawal, reinforcements, turns and victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.source.document import Document
from toolkit.source.provenance import Provenance
from toolkit.source.reading import read_document
from toolkit.source.values import compact, mapping


@dataclass(frozen=True, slots=True)
class CombatResult:
    """One cell of a combat results table.

    Attributes
    ----------
    text : str
        As printed: ``"A2"``, ``"-"``, ``"R"``, ``"2RR"``.
    attacker_losses, defender_losses : int
        Steps, shared out by the owner.
    retreat : int
        Hexes the defenders retreat.
    """

    text: str
    attacker_losses: int
    defender_losses: int
    retreat: int

    @classmethod
    def from_text(cls, text: str) -> CombatResult:
        """Read a printed cell (10.4(2)): ``An``, ``-``, or an optional number and one R a hex."""
        if text.startswith("A"):
            return cls(text, int(text[1:]), 0, 0)
        if text == "-":
            return cls(text, 0, 0, 0)
        losses = text.rstrip("R")
        return cls(text, 0, int(losses or 0), len(text) - len(losses))


@dataclass(frozen=True, slots=True)
class CombatTable:
    """Odds columns across, die down.

    Attributes
    ----------
    columns : tuple of str
        Headings, lowest odds first.
    ratios : tuple of float
        The least ratio of each column.
    rows : tuple of tuple of CombatResult
        ``rows[die - 1][column]``.
    provenance : Provenance
    """

    columns: tuple[str, ...]
    ratios: tuple[float, ...]
    rows: tuple[tuple[CombatResult, ...], ...]
    provenance: Provenance

    def result(self, column: int, die: int) -> CombatResult:
        """Return the cell of a column index (0 = lowest odds) and a die roll (1 to 6)."""
        return self.rows[die - 1][column]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CombatTable:
        """Read the table, already checked against the schema."""
        rows = tuple(tuple(CombatResult.from_text(cell) for cell in row) for row in data["rows"])
        origin = Provenance.from_json(data["provenance"])
        return cls(tuple(data["columns"]), tuple(map(float, data["ratios"])), rows, origin)

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        rows = [[cell.text for cell in row] for row in self.rows]
        return {
            "columns": list(self.columns),
            "ratios": list(self.ratios),
            "rows": rows,
            "provenance": self.provenance.to_json(),
        }


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
    provenance : Provenance
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


@dataclass(frozen=True, slots=True)
class DieTable:
    """A table of one die: what number of each class a roll gives.

    Attributes
    ----------
    classes : tuple of str
        `Counter.pool_type` values, e.g. ``"Pz"``.
    rows : tuple of tuple of int
        ``rows[die - 1][class]``.
    provenance : Provenance
    notes : tuple of str
        Doubts about the scan, and how they were read.
    """

    classes: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    provenance: Provenance
    notes: tuple[str, ...] = ()

    def roll(self, die: int) -> dict[str, int]:
        """Return the classes a roll (1 to 6) names with their numbers, without the zeros."""
        return {name: count for name, count in zip(self.classes, self.rows[die - 1], strict=True) if count}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DieTable:
        """Read the table, already checked against the schema."""
        rows = tuple(tuple(row) for row in data["rows"])
        origin = Provenance.from_json(data["provenance"])
        return cls(tuple(data["classes"]), rows, origin, tuple(data.get("notes", ())))

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "classes": list(self.classes),
            "rows": [list(row) for row in self.rows],
            "provenance": self.provenance.to_json(),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class ReinforcementTrack:
    """Numbered columns, each a number of pieces by class.

    Attributes
    ----------
    classes : tuple of str
        `Counter.pool_type` values; ``"HQ"`` for headquarters.
    columns : tuple of tuple of int
        ``columns[number - 1][class]``.
    provenance : Provenance
    notes : tuple of str
    """

    classes: tuple[str, ...]
    columns: tuple[tuple[int, ...], ...]
    provenance: Provenance
    notes: tuple[str, ...] = ()

    def column(self, number: int) -> dict[str, int]:
        """Return the classes of a column (1-based) with their numbers, without the zeros."""
        return {
            name: count for name, count in zip(self.classes, self.columns[number - 1], strict=True) if count
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ReinforcementTrack:
        """Read the track, already checked against the schema (rows by class, as printed)."""
        rows: Mapping[str, list[int]] = data["rows"]
        columns = tuple(zip(*rows.values(), strict=True))
        return cls(
            tuple(rows), columns, Provenance.from_json(data["provenance"]), tuple(data.get("notes", ()))
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        rows = {name: [column[i] for column in self.columns] for i, name in enumerate(self.classes)}
        return {"rows": rows, "provenance": self.provenance.to_json(), "notes": list(self.notes)}


@dataclass(frozen=True, slots=True)
class Turn:
    """One box of the turn track.

    Attributes
    ----------
    number : int
    dates : mapping of str to str
        Printed date by language (``"en"``, ``"ja"``, ``"zh"``).
    su_com, ger_com, axis_rnf_com : int
        Chits to choose from the Soviet fronts, the German armies, the allied armies and Axis reinforcement.
    date_provenance, number_provenance : Provenance
    """

    number: int
    dates: Mapping[str, str]
    su_com: int
    ger_com: int
    axis_rnf_com: int
    date_provenance: Provenance
    number_provenance: Provenance

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Turn:
        """Read one turn, already checked against the schema."""
        origin = data["provenance"]
        return cls(
            data["number"],
            dict(data["dates"]),
            data["su_com"],
            data["ger_com"],
            data["axis_rnf_com"],
            Provenance.from_json(origin["dates"]),
            Provenance.from_json(origin["numbers"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "number": self.number,
            "dates": dict(self.dates),
            "su_com": self.su_com,
            "ger_com": self.ger_com,
            "axis_rnf_com": self.axis_rnf_com,
            "provenance": {
                "dates": self.date_provenance.to_json(),
                "numbers": self.number_provenance.to_json(),
            },
        }


@dataclass(frozen=True, slots=True)
class Victory:
    """Victory points of 15.0.

    Attributes
    ----------
    hex_points : int
        For each VP hex held with a line of communication.
    needed : int
        Axis points that win at the end of a turn.
    start_hexes : int
        VP hexes that are Axis at start.
    losses : mapping of str to int
        Points a removed unit costs: ``"german_mechanised"``, ``"german_other"``, ``"allied"``, ``"hq"``.
    provenance : Provenance
    """

    hex_points: int
    needed: int
    start_hexes: int
    losses: Mapping[str, int]
    provenance: Provenance

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Victory:
        """Read the values, already checked against the schema."""
        origin = Provenance.from_json(data["provenance"])
        return cls(data["hex_points"], data["needed"], data["start_hexes"], dict(data["losses"]), origin)

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "hex_points": self.hex_points,
            "needed": self.needed,
            "start_hexes": self.start_hexes,
            "losses": dict(self.losses),
            "provenance": self.provenance.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Charts:
    """Every chart of the game."""

    crt: CombatTable
    terrain_effects: tuple[TerrainEffect, ...]
    withdrawal: DieTable
    axis_reinforcement: DieTable
    soviet_reinforcement: ReinforcementTrack
    turn_track: tuple[Turn, ...]
    victory: Victory

    def effect(self, kind: str) -> TerrainEffect | None:
        """Return the row of a terrain, place, hexside or link kind; None when the chart has none."""
        return next((row for row in self.terrain_effects if row.kind == kind), None)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Charts:
        """Read all charts, already checked against their schemas; keys are the attribute names."""
        return cls(
            CombatTable.from_json(data["crt"]),
            tuple(TerrainEffect.from_json(row) for row in data["terrain_effects"]["effects"]),
            DieTable.from_json(data["withdrawal"]),
            DieTable.from_json(data["axis_reinforcement"]),
            ReinforcementTrack.from_json(data["soviet_reinforcement"]),
            tuple(Turn.from_json(turn) for turn in data["turn_track"]["turns"]),
            Victory.from_json(data["victory"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "crt": self.crt.to_json(),
            "terrain_effects": {"effects": [row.to_json() for row in self.terrain_effects]},
            "withdrawal": self.withdrawal.to_json(),
            "axis_reinforcement": self.axis_reinforcement.to_json(),
            "soviet_reinforcement": self.soviet_reinforcement.to_json(),
            "turn_track": {"turns": [turn.to_json() for turn in self.turn_track]},
            "victory": self.victory.to_json(),
        }


CHART_FILES = (
    "crt",
    "terrain_effects",
    "withdrawal",
    "axis_reinforcement",
    "soviet_reinforcement",
    "turn_track",
    "victory",
)
"""Names of the chart files; each has a schema ``chart_<name>.schema.json``."""


def load_charts(folder: Path) -> Charts:
    """Return the charts of a game folder (``charts/<name>.yaml``).

    Raises
    ------
    InputError
        A file that cannot be read or that its schema does not allow.
    """
    return read_charts(
        {
            name: read_document(folder / "charts" / f"{name}.yaml", f"chart_{name}.schema.json")
            for name in CHART_FILES
        }
    )


def read_charts(documents: Mapping[str, Document]) -> Charts:
    """Return the charts of the files named in `CHART_FILES`, each checked against its schema."""
    return Charts.from_json({name: mapping(documents[name]) for name in CHART_FILES})
