"""Pictures of maps, counters and charts: SVG first, PNG from it."""

from toolkit.render.boxes import LabelledBox, draw_boxes
from toolkit.render.charts import draw_charts
from toolkit.render.counters import draw_counter
from toolkit.render.layout import BoardLayout
from toolkit.render.map import draw_map, game_colours
from toolkit.render.markers import MARKERS, MarkerStyle, draw_marker
from toolkit.render.palette import army_colours
from toolkit.render.raster import rasterise

__all__ = [
    "MARKERS",
    "BoardLayout",
    "LabelledBox",
    "MarkerStyle",
    "army_colours",
    "draw_boxes",
    "draw_charts",
    "draw_counter",
    "draw_map",
    "draw_marker",
    "game_colours",
    "rasterise",
]
