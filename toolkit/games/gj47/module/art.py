"""Pictures of the module that only GJ47 has: rim, badges, backs of chits, forts, charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from toolkit.games.gj47.module.charts import chart_tables
from toolkit.games.gj47.module.chits import BACK
from toolkit.games.gj47.module.markers import fort_image, seal_px
from toolkit.module.art import Drawing, chart_file, moved_badge
from toolkit.module.counters import image
from toolkit.module.hex_game import HexTable, counter_drawings
from toolkit.module.hex_game import drawings as hex_drawings
from toolkit.module.markers import face_image
from toolkit.render.markers import draw_marker
from toolkit.render.style import game_style, marker_style
from toolkit.render.svg import Canvas
from toolkit.render.tables import draw_table
from toolkit.source.style import MarkerStyle

ACTIVE = "rim_active.png"
CHOSEN = "badge_chosen.png"
_RIM = 4  # pixels

CHART_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "crt": "Combat results",
        "terrain_effects": "Terrain effects",
        "turn_track": "Turn track",
        "soviet_reinforcement": "Soviet reinforcement",
        "axis_reinforcement": "Axis reinforcement",
        "withdrawal": "German withdrawal",
        "victory": "Victory",
    }
)


def drawings(table: HexTable) -> dict[str, Drawing]:
    """Return every picture of the module by file name, none drawn yet."""
    shop = table.shop
    px, style = shop.equipment.counter_px, game_style(shop.game)
    counters = counter_drawings(shop)
    for counter in shop.game.counters:
        if counter.role == "fort":
            del counters[image(counter)]
            counters |= {
                fort_image(counter, level): Drawing(
                    partial(draw_marker, str(level), marker_style("fort", style)), (px, px)
                )
                for level in (1, 2)
            }
    if any(counter.kind == "chit" for counter in shop.game.counters):
        counters[BACK] = Drawing(partial(draw_marker, "?", MarkerStyle("#6a6458", "square")), (px, px))
    found = hex_drawings(table, counters)
    seal = seal_px(px)
    for spec in shop.equipment.markers:
        if spec.kind == "battle":
            names = [face_image(spec, 0, number) for number in range(1, len(spec.gpids) + 1)]
            found |= {name: replace(found[name], size=(seal, seal)) for name in names}
    badge = (px // 3, px // 3)
    found[ACTIVE] = Drawing(partial(_draw_rim, px + 2 * _RIM), (px + 2 * _RIM, px + 2 * _RIM))
    found[CHOSEN] = Drawing(partial(draw_marker, "IN", MarkerStyle("#00795c", "round")), badge)
    found |= moved_badge(px, style)
    wording = shop.game.style.wording
    return found | {
        chart_file(name): Drawing(partial(draw_table, table, wording))
        for name, table in chart_tables(shop.game).items()
    }


def _draw_rim(px: int) -> str:
    """Draw the rim around an activated unit: it shows at the edges of a stack as well."""
    canvas = Canvas(px, px, "activated")
    for stroke, colour in ((_RIM + 2, "#0b2a33"), (_RIM, "#19d3ff")):
        edge = _RIM / 2 + 1
        canvas.rect(
            edge, edge, px - 2 * edge, px - 2 * edge, rx=8, fill="none", stroke=colour, stroke_width=stroke,
        )  # fmt: skip
    return canvas.render()
