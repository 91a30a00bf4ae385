"""Tables of numbers: combat results by odds and die, tables of one die, the reinforcement track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolkit.source.json_value import KEPT, JsonValue
from toolkit.source.provenance import Provenance


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
    def from_json(cls, text: str) -> CombatResult:
        """Read a printed cell (10.4(2)): ``An``, ``-``, or an optional number and one R a hex."""
        if text.startswith("A"):
            return cls(text, int(text[1:]), 0, 0)
        if text == "-":
            return cls(text, 0, 0, 0)
        losses = text.rstrip("R")
        return cls(text, 0, int(losses or 0), len(text) - len(losses))

    def to_json(self) -> str:
        """Return the cell as printed."""
        return self.text


@dataclass(frozen=True, slots=True)
class CombatTable(JsonValue):
    """Odds columns across, die down.

    Attributes
    ----------
    columns : tuple of str
        Headings, lowest odds first.
    ratios : tuple of float
        The least ratio of each column.
    rows : tuple of tuple of CombatResult
        ``rows[die - 1][column]``.
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
        return super(CombatTable, cls).from_json({**data, "ratios": map(float, data["ratios"])})


@dataclass(frozen=True, slots=True)
class DieTable(JsonValue):
    """A table of one die: what number of each class a roll gives.

    Attributes
    ----------
    classes : tuple of str
        `Counter.pool_type` values, e.g. ``"Pz"``.
    rows : tuple of tuple of int
        ``rows[die - 1][class]``.
    notes : tuple of str
        Doubts about the scan, and how they were read.
    """

    classes: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    provenance: Provenance
    notes: tuple[str, ...] = field(default=(), metadata=KEPT)

    def roll(self, die: int) -> dict[str, int]:
        """Return the classes a roll (1 to 6) names with their numbers, without the zeros."""
        return {name: count for name, count in zip(self.classes, self.rows[die - 1], strict=True) if count}


@dataclass(frozen=True, slots=True)
class ReinforcementTrack:
    """Numbered columns, each a number of pieces by class.

    Attributes
    ----------
    classes : tuple of str
        `Counter.pool_type` values; ``"HQ"`` for headquarters.
    columns : tuple of tuple of int
        ``columns[number - 1][class]``.
    """

    classes: tuple[str, ...]
    columns: tuple[tuple[int, ...], ...]
    provenance: Provenance
    notes: tuple[str, ...] = field(default=(), metadata=KEPT)

    def column(self, number: int) -> dict[str, int]:
        """Return the classes of a column (1-based) with their numbers, without the zeros."""
        return {
            name: count for name, count in zip(self.classes, self.columns[number - 1], strict=True) if count
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ReinforcementTrack:
        """Read the track, already checked against the schema (rows by class, as printed)."""
        rows: Mapping[str, list[int]] = data["rows"]
        classes: tuple[str, ...] = tuple(data.get("classes", rows))
        columns = tuple(zip(*(rows[name] for name in classes), strict=True))
        return cls(classes, columns, Provenance.from_json(data["provenance"]), tuple(data.get("notes", ())))

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads; the printed order survives sorted keys."""
        rows = {name: [column[i] for column in self.columns] for i, name in enumerate(self.classes)}
        return {
            "classes": list(self.classes),
            "rows": rows,
            "provenance": self.provenance.to_json(),
            "notes": list(self.notes),
        }
