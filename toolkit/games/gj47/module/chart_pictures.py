"""Charts of common kinds as tables: combat results, terrain effects, tables of one die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.games.gj47.data.tables import CombatResult, CombatTable, DieTable
from toolkit.games.gj47.data.terrain_effects import MoveCost, TerrainEffect
from toolkit.render.palette import NEUTRAL
from toolkit.render.rivers import river_style
from toolkit.render.swatches import (
    Swatch,
    barrier_swatch,
    rail_swatch,
    river_swatch,
    road_swatch,
    source_swatch,
    terrain_swatch,
    town_swatch,
)
from toolkit.render.tables import Cell, Table, cells
from toolkit.render.terrain_styles import terrain_styles
from toolkit.source.provenance import Provenance
from toolkit.source.style import PLAIN, Style

NONE = "–"
_SOURCED = ("rules", "published")
_LOSS, _QUIET, _RETREAT, _ROUT, _HEAVY = "#e9b7a8", "#f3ecd6", "#cfdfe9", "#a9c9dd", "#7fb0cf"


def combat_chart(table: CombatTable, notes: Sequence[str] = ()) -> Table:
    """Return the combat results table: odds across, die down, cells tinted by how bad they are."""
    rows = tuple(
        (
            Cell(str(die), bold=True),
            *(Cell(_dash(cell.text), _result_ground(cell), bold=True) for cell in row),
        )
        for die, row in enumerate(table.rows, start=1)
    )
    header = ("d6", *table.columns)
    basis = basis_of([table.provenance])
    return Table("Combat results", header, rows, basis, tuple(notes), ("centre",), 64)


def _result_ground(cell: CombatResult) -> str:
    if cell.attacker_losses:
        return _LOSS
    if cell.defender_losses:
        return _HEAVY
    return (_QUIET, _RETREAT, _ROUT)[min(cell.retreat, 2)]


def terrain_chart(effects: Iterable[TerrainEffect], style: Style = PLAIN) -> Table:
    """Return the terrain effects chart."""
    listed = tuple(effects)
    rows = tuple(
        (
            Cell(_words(row.kind), bold=True, swatch=_swatch(row, style)),
            *cells(
                _movement(row.movement["mechanised"]),
                _movement(row.movement["other"]),
                _movement(row.movement["mountain"])
                if row.movement["mountain"] != row.movement["other"]
                else NONE,
                NONE if row.march is None else _points(row.march),
                _shift(row),
                "attack ½" if row.attack_factor == 0.5 else _factor(row.attack_factor),
                NONE if row.advance is None else str(row.advance),
            ),
        )
        for row in listed
    )
    header = (
        "Terrain",
        "Mechanised",
        "Other",
        "Mountain units",
        "March",
        "Shift left",
        "Strength",
        "Advance",
    )
    notes = (
        "“as terrain”: whatever else is in the hex.  “whole move”: the whole allowance, started in the"
        " neighbouring hex and not from enemy ZOC into enemy ZOC.",
        "Advance: hexes a mechanised unit may go; others go 1.",
    )
    basis = basis_of(row.provenance for row in listed)
    return Table("Terrain effects", header, rows, basis, notes)


def _swatch(row: TerrainEffect, style: Style) -> Swatch | None:
    match row.layer:
        case "terrain":
            return terrain_swatch(terrain_styles((row.kind,), style)[row.kind])
        case "place":
            return town_swatch(row.kind, None, style)
        case "side":
            line = river_style(row.kind, style)
            return barrier_swatch(line) if row.kind == "impassable" else river_swatch(line)
        case "link":
            return rail_swatch if row.kind == "rail" else road_swatch
        case _:
            return source_swatch(NEUTRAL) if row.kind.startswith("supply") else None


def _movement(cost: MoveCost) -> str:
    match cost.mode:
        case "points":
            return _points(cost.points)
        case "extra":
            return f"+{_points(cost.points)}"
        case "whole":
            return "whole move"
        case "prohibited":
            return "no"
        case mode:
            return mode.replace("_", " ")


def _points(value: float) -> str:
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}½" if value - whole == 0.5 else f"{value:g}"


def _shift(row: TerrainEffect) -> str:
    if not row.shift:
        return NONE
    return f"+{row.shift}" if row.on_top else str(row.shift)


def _factor(value: float) -> str:
    return NONE if value == 1.0 else f"attack × {value:g}"


def die_chart(title: str, table: DieTable, subtitle: str = "") -> Table:
    """Return a table of one die: classes across, die down."""
    rows = tuple(
        (Cell(str(die), bold=True), *cells(*(str(count) if count else NONE for count in row)))
        for die, row in enumerate(table.rows, start=1)
    )
    below = below_title(subtitle, basis_of([table.provenance]))
    return Table(title, ("d6", *table.classes), rows, below, table.notes, ("centre",), 60)


def _dash(text: str) -> str:
    return NONE if text == "-" else text


def _words(kind: str) -> str:
    if kind == "hq":
        return "HQ"
    text = kind.replace("_", " ")
    return text[:1].upper() + text[1:]


def basis_of(origins: Iterable[Provenance]) -> str:
    """Return what to say under a chart of what in it is no printed value."""
    kinds = sorted({origin.kind for origin in origins} - set(_SOURCED))
    return f"reconstruction: values partly {', '.join(kinds)}" if kinds else ""


def below_title(*parts: str) -> str:
    """Return what stands below a title, of parts that may be empty."""
    return " · ".join(filter(None, parts))
