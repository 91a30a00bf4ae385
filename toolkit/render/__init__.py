"""Pictures of maps, counters and charts: SVG first, PNG from it."""

from toolkit.render.counters import draw_counter
from toolkit.render.layout import BoardLayout
from toolkit.render.markers import MARKERS, MarkerStyle, draw_marker
from toolkit.render.palette import army_colours
from toolkit.render.raster import rasterise

__all__ = [
    "MARKERS",
    "BoardLayout",
    "MarkerStyle",
    "army_colours",
    "draw_counter",
    "draw_marker",
    "rasterise",
]
