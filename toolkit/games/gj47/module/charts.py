"""The game's charts as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import Turn, Victory, charts_of
from toolkit.games.gj47.data.tables import ReinforcementTrack
from toolkit.games.gj47.module.chart_pictures import (
    NONE,
    basis_of,
    below_title,
    combat_chart,
    die_chart,
    terrain_chart,
)
from toolkit.render.style import game_style
from toolkit.render.tables import Cell, Table, cells, draw_table

_CRT_NOTES = (
    "An: the attackers lose n steps in all.  R, RR: all defenders retreat 1 or 2 hexes.",
    "nRR: the defenders lose n steps in all and the rest retreat 2 hexes.  The owner shares losses out.",
    "Below the first column no attack is possible; above the last, use the last, before shifts.",
)


def draw_charts(game: CompiledGame) -> dict[str, str]:
    """Return every chart of the game as SVG, by the name of its data file."""
    return {name: draw_table(table, game.style.wording) for name, table in chart_tables(game).items()}


def chart_tables(game: CompiledGame) -> dict[str, Table]:
    """Return every chart of the game as a table, by the name of its data file."""
    charts = charts_of(game)
    return {
        "crt": combat_chart(charts.crt, _CRT_NOTES),
        "terrain_effects": terrain_chart(charts.terrain_effects, game_style(game)),
        "withdrawal": die_chart("German withdrawal", charts.withdrawal, "Units to withdraw, by die roll"),
        "axis_reinforcement": die_chart(
            "Axis reinforcement", charts.axis_reinforcement, "Units taken from the pool, by die roll"
        ),
        "soviet_reinforcement": reinforcement_chart(charts.soviet_reinforcement),
        "turn_track": turn_chart(charts.turn_track),
        "victory": victory_chart(charts.victory),
    }


def reinforcement_chart(track: ReinforcementTrack) -> Table:
    """Return the Soviet reinforcement track: numbered columns across, classes down."""
    rows = tuple(
        (
            Cell(name, bold=True),
            *cells(*(str(column[i]) if column[i] else NONE for column in track.columns)),
        )
        for i, name in enumerate(track.classes)
    )
    header = ("Type", *(str(number) for number in range(1, len(track.columns) + 1)))
    said = "Units taken from the pool; the marker moves when the chit is carried out"
    below = below_title(said, basis_of([track.provenance]))
    return Table("Soviet reinforcement track", header, rows, below, track.notes, minimum=54)


def turn_chart(turns: Iterable[Turn]) -> Table:
    """Return the turn track as a table: dates and the numbers of chits."""
    listed = tuple(turns)
    rows = tuple(
        (
            Cell(str(turn.number), bold=True),
            *cells(turn.dates.get("en", ""), str(turn.su_com), str(turn.ger_com), str(turn.axis_rnf_com)),
        )
        for turn in listed
    )
    basis = basis_of(origin for turn in listed for origin in turn.provenance.values())
    header = ("Turn", "Date", "SU Com", "GER Com", "Axis/Rnf Com")
    notes = ("Numbers of command chits to choose each turn; SUPPLY is always in the cup.",)
    return Table("Turn track", header, rows, basis, notes, ("centre", "left"))


def victory_chart(victory: Victory) -> Table:
    """Return the victory points."""
    rows = [
        cells("Each VP hex controlled, with a line of communication", f"+{victory.hex_points}"),
        *(cells(_loss(kind), f"−{points}" if points else "0") for kind, points in victory.losses.items()),
    ]
    notes = (
        f"The Axis wins at the end of a turn with {victory.needed} points or more; otherwise the Soviets win"
        " after the last turn.",
        f"{victory.start_hexes} VP hexes are Axis at the start.",
    )
    return Table("Victory points", ("For", "Points"), tuple(rows), basis_of([victory.provenance]), notes)


def _loss(kind: str) -> str:
    """Return the words for a class of lost units, e.g. ``"german_mechanised"``, ``"allied"``, ``"hq"``."""
    if kind == "hq":
        return "Each HQ lost"
    nation, _, branch = kind.partition("_")
    return " ".join(word for word in ("Each", nation.capitalize(), branch, "unit lost") if word)
