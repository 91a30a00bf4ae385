"""Pictures of maps, counters and charts: SVG first, PNG from it."""

from toolkit.render.boxes import LabelledBox, draw_boxes
from toolkit.render.counters import draw_counter
from toolkit.render.layout import BoardLayout
from toolkit.render.map import draw_map
from toolkit.render.markers import draw_marker
from toolkit.render.palette import army_colours
from toolkit.render.raster import rasterise
from toolkit.render.style import MarkerStyle, Style, game_style, marker_style

__all__ = [
    "BoardLayout",
    "LabelledBox",
    "MarkerStyle",
    "Style",
    "army_colours",
    "draw_boxes",
    "draw_counter",
    "draw_map",
    "draw_marker",
    "game_style",
    "marker_style",
    "rasterise",
]
