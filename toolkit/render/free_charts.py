"""Free charts as pictures: any table, any track of labels."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.render.tables import Cell, Table, cells, draw_table
from toolkit.source.free_charts import FreeChart
from toolkit.source.style import ENGLISH, Wording

_SAID = {
    "rules": "From the printed rules.",
    "published": "From published accounts of the game.",
    "inferred": "Inferred.",
    "historical": "From history.",
    "invented": "Invented, so that the game can be played.",
}


def draw_free_charts(charts: Iterable[FreeChart]) -> dict[str, str]:
    """Return every free chart of a game as SVG, by the name of its data file."""
    return {chart.id: draw_free_chart(chart) for chart in charts}


def draw_free_chart(chart: FreeChart, wording: Wording = ENGLISH) -> str:
    """Draw a free chart: a table with its headings, or a track as a row of boxes."""
    said = _SAID[chart.provenance.kind.value]
    if chart.kind == "track":
        row = cells(*chart.labels)
        header = ("",) * len(row)
        return draw_table(Table(chart.names.en, header, (row,), said, chart.notes, ("centre",), 72), wording)
    numbers = bool(chart.dice)
    rows = tuple((Cell(head, bold=True), *map(Cell, found)) for head, found in chart.rows.items())
    return draw_table(
        Table(
            chart.names.en,
            (chart.dice, *chart.columns),
            rows,
            said,
            chart.notes,
            ("centre",) if numbers else ("left",),
            64 if numbers else 44,
        ),
        wording,
    )
