"""The game's charts as pictures, in English."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.render.rivers import IMPASSABLE
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
from toolkit.render.tables import Cell, Table, cells, draw_table
from toolkit.render.terrain import terrain_styles
from toolkit.source.charts import (
    Charts,
    CombatResult,
    CombatTable,
    DieTable,
    MoveCost,
    ReinforcementTrack,
    TerrainEffect,
    Turn,
    Victory,
)
from toolkit.source.provenance import Provenance

NONE = "–"
_SOURCED = ("rules", "published")
_LOSS, _QUIET, _RETREAT, _ROUT, _HEAVY = "#e9b7a8", "#f3ecd6", "#cfdfe9", "#a9c9dd", "#7fb0cf"


def draw_charts(charts: Charts) -> dict[str, str]:
    """Return every chart of a game as SVG, by the name of its data file."""
    return {
        "crt": draw_crt(charts.crt),
        "terrain_effects": draw_terrain_effects(charts.terrain_effects),
        "withdrawal": draw_die_table(
            "German withdrawal", charts.withdrawal, "Units to withdraw, by die roll"
        ),
        "axis_reinforcement": draw_die_table(
            "Axis reinforcement", charts.axis_reinforcement, "Units taken from the pool, by die roll"
        ),
        "soviet_reinforcement": draw_reinforcement_track(charts.soviet_reinforcement),
        "turn_track": draw_turn_track(charts.turn_track),
        "victory": draw_victory(charts.victory),
    }


def draw_crt(table: CombatTable) -> str:
    """Draw the combat results table: odds across, die down, cells tinted by how bad they are."""
    rows = tuple(
        (
            Cell(str(die), bold=True),
            *(Cell(_dash(cell.text), _result_ground(cell), bold=True) for cell in row),
        )
        for die, row in enumerate(table.rows, start=1)
    )
    notes = (
        "An: the attackers lose n steps in all.  R, RR: all defenders retreat 1 or 2 hexes.",
        "nRR: the defenders lose n steps in all and the rest retreat 2 hexes.  The owner shares losses out.",
        "Below the first column no attack is possible; above the last, use the last, before shifts.",
    )
    return draw_table(
        Table(
            "Combat results", ("d6", *table.columns), rows, _basis([table.provenance]), notes, ("centre",), 64
        )
    )


def _result_ground(cell: CombatResult) -> str:
    if cell.attacker_losses:
        return _LOSS
    if cell.defender_losses:
        return _HEAVY
    return (_QUIET, _RETREAT, _ROUT)[min(cell.retreat, 2)]


def draw_terrain_effects(effects: Iterable[TerrainEffect]) -> str:
    """Draw the terrain effects chart."""
    listed = tuple(effects)
    rows = tuple(
        (
            Cell(_words(row.kind), bold=True, swatch=_swatch(row)),
            *cells(
                _movement(row.mechanised),
                _movement(row.other),
                _movement(row.mountain) if row.mountain != row.other else NONE,
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
    basis = _basis(row.provenance for row in listed)
    return draw_table(Table("Terrain effects", header, rows, basis, notes))


def _swatch(row: TerrainEffect) -> Swatch | None:
    match row.layer:
        case "terrain":
            return terrain_swatch(terrain_styles((row.kind,))[row.kind])
        case "place":
            return town_swatch(row.kind, None)
        case "side":
            return barrier_swatch(IMPASSABLE) if row.kind == "impassable" else river_swatch(row.kind)
        case "link":
            return rail_swatch if row.kind == "rail" else road_swatch
        case _:
            return source_swatch(None) if row.kind.startswith("supply") else None


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


def draw_die_table(title: str, table: DieTable, subtitle: str = "") -> str:
    """Draw a table of one die: classes across, die down."""
    rows = tuple(
        (Cell(str(die), bold=True), *cells(*(str(count) if count else NONE for count in row)))
        for die, row in enumerate(table.rows, start=1)
    )
    below = " · ".join(part for part in (subtitle, _basis([table.provenance])) if part)
    return draw_table(Table(title, ("d6", *table.classes), rows, below, table.notes, ("centre",), 60))


def draw_reinforcement_track(track: ReinforcementTrack) -> str:
    """Draw the Soviet reinforcement track: numbered columns across, classes down."""
    rows = tuple(
        (
            Cell(name, bold=True),
            *cells(*(str(column[i]) if column[i] else NONE for column in track.columns)),
        )
        for i, name in enumerate(track.classes)
    )
    header = ("Type", *(str(number) for number in range(1, len(track.columns) + 1)))
    below = " · ".join(
        (
            "Units taken from the pool; the marker moves when the chit is carried out",
            _basis([track.provenance]),
        )
    )
    return draw_table(Table("Soviet reinforcement track", header, rows, below, track.notes, minimum=54))


def draw_turn_track(turns: Iterable[Turn]) -> str:
    """Draw the turn track as a table: dates and the numbers of chits."""
    listed = tuple(turns)
    rows = tuple(
        (
            Cell(str(turn.number), bold=True),
            *cells(turn.dates.get("en", ""), str(turn.su_com), str(turn.ger_com), str(turn.axis_rnf_com)),
        )
        for turn in listed
    )
    basis = _basis(origin for turn in listed for origin in (turn.date_provenance, turn.number_provenance))
    header = ("Turn", "Date", "SU Com", "GER Com", "Axis/Rnf Com")
    notes = ("Numbers of command chits to choose each turn; SUPPLY is always in the cup.",)
    return draw_table(Table("Turn track", header, rows, basis, notes, ("centre", "left")))


def draw_victory(victory: Victory) -> str:
    """Draw the victory points."""
    rows = [
        cells("Each VP hex controlled, with a line of communication", f"+{victory.hex_points}"),
        *(cells(_loss(kind), f"−{points}" if points else "0") for kind, points in victory.losses.items()),
    ]
    notes = (
        f"The Axis wins at the end of a turn with {victory.needed} points or more; otherwise the Soviets win"
        " after the last turn.",
        f"{victory.start_hexes} VP hexes are Axis at the start.",
    )
    table = Table("Victory points", ("For", "Points"), tuple(rows), _basis([victory.provenance]), notes)
    return draw_table(table)


def _loss(kind: str) -> str:
    """Return the words for a class of lost units, e.g. ``"german_mechanised"``, ``"allied"``, ``"hq"``."""
    if kind == "hq":
        return "Each HQ lost"
    nation, _, branch = kind.partition("_")
    return " ".join(word for word in ("Each", nation.capitalize(), branch, "unit lost") if word)


def _dash(text: str) -> str:
    return NONE if text == "-" else text


def _words(kind: str) -> str:
    if kind == "hq":
        return "HQ"
    text = kind.replace("_", " ")
    return text[:1].upper() + text[1:]


def _basis(origins: Iterable[Provenance]) -> str:
    """Say under a chart what in it is no printed value."""
    kinds = sorted({origin.kind for origin in origins} - set(_SOURCED))
    return f"reconstruction: values partly {', '.join(kinds)}" if kinds else ""
