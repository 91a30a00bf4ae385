"""Pictures of maps, counters and charts: SVG first, PNG from it."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# Loaded when they are asked for: an audit wants the layout of a board, and nothing that draws.
_HOMES = {
    "BoardLayout": "layout",
    "LabelledBox": "boxes",
    "MarkerStyle": "style",
    "Style": "style",
    "army_colours": "palette",
    "draw_boxes": "boxes",
    "draw_counter": "counters",
    "draw_map": "map",
    "draw_marker": "markers",
    "game_style": "style",
    "marker_style": "style",
    "rasterise": "raster",
}


def __getattr__(name: str) -> Any:
    """Return a name of this package from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
