"""What common words look like: woods are green, a major river is wide, whoever makes the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from toolkit.source.style import (
    PAPER,
    GroundStyle,
    HexsideStyle,
    MarkerStyle,
    Style,
    TerrainStyle,
)

T = TypeVar("T")

CLEAR = TerrainStyle("#f1e7c9", "#d8c99c")
RIVER = HexsideStyle("#4f93bd", 0.062)
_GREAT_RIVER = HexsideStyle("#7fb7d6", 0.125)
_SHORE = HexsideStyle("#9cc3da", 0.125, "#3f7396")


def _words(table: Mapping[str, T]) -> Mapping[str, T]:
    """Return a table with a key for each of the words that a key lists."""
    return MappingProxyType({word: value for words, value in table.items() for word in words.split()})


_TERRAIN = _words(
    {
        "clear open plain field grassland": CLEAR,
        "forest wood woodland jungle taiga": TerrainStyle("#a8c98a", "#6f9455", "tree", 15.0),
        "orchard grove bocage hedgerow": TerrainStyle("#cfdda0", "#93a862", "tree", 6.0),
        "brush scrub bush": TerrainStyle("#d5d9a4", "#9fa664", "bush", 9.0),
        "marsh swamp bog wetland fen": TerrainStyle("#cfe3dc", "#86aeb0", "tuft", 8.0),
        "mountain alpine peak": TerrainStyle("#b8946c", "#86623c", "peak", 8.0),
        "hill upland highland": TerrainStyle("#dcc9a0", "#b39a68", "hill", 5.0),
        "rough broken rocky rubble": TerrainStyle("#d9c8ae", "#a08a68", "rock", 6.0),
        "ridge slope": TerrainStyle("#cdb184", "#94743f", "hill", 8.0),
        "city urban metropolis": TerrainStyle("#d3c8c0", "#8d8078", "block", 7.0),
        "town suburb": TerrainStyle("#dfd4c8", "#a1948a", "block", 4.0),
        "village hamlet": TerrainStyle("#e6dccb", "#b3a48f", "block", 2.0),
        "farmland crop cultivated paddy": TerrainStyle("#ebe0a8", "#c2b069", "furrow", 5.0),
        "desert sand dune": TerrainStyle("#f0d9a0", "#cda85c", "dune", 5.0),
        "beach": TerrainStyle("#f4e6bf", "#d1b878", "dot", 14.0),
        "steppe": TerrainStyle("#e6e0b4", "#bdb57c", "steppe", 5.0),
        "snow ice glacier tundra": TerrainStyle("#e9eff2", "#a9bcc6", "dash", 4.0),
        "fort fortress fortification fortified": TerrainStyle("#c9bfae", "#7a6f5d", "block", 5.0),
        "sea ocean lake water bay": TerrainStyle("#9cc3da", "#3f7396", "wave", 2.2),
    }
)

_HEXSIDES = _words(
    {
        "river": RIVER,
        "great_river major_river wide_river large_river big_river": _GREAT_RIVER,
        "minor_river small_river stream creek brook wadi": HexsideStyle("#6aa6c9", 0.04),
        "canal": HexsideStyle("#3f82ad", 0.05, "#1f4f70"),
        "sea lake shore coast strait lakeshore": _SHORE,
        "impassable prohibited blocked": HexsideStyle("#8c1c22", 0.035, dash=(0.09, 0.07)),
        "ridge crest escarpment cliff": HexsideStyle("#5f452b", 0.055),
        "slope hillside": HexsideStyle("#8a6a3f", 0.045, dash=(0.02, 0.06)),
        "wall fortification rampart trench entrenchment": HexsideStyle("#4a4640", 0.06, dash=(0.11, 0.04)),
        "dyke dike levee embankment": HexsideStyle("#7a6a3a", 0.05, dash=(0.05, 0.05)),
        "hedge hedgerow bocage": HexsideStyle("#35562a", 0.055, dash=(0.06, 0.06)),
        "beach": HexsideStyle("#e0b84f", 0.07),
        "border frontier boundary": HexsideStyle("#4a3a7a", 0.045, dash=(0.02, 0.08)),
    }
)

_AREAS = _words(
    {
        "urban city town village suburb": GroundStyle("#dfc7b8", "#b98f7c", "#a3161a", built=True),
        "normal clear open plain field heath steppe": GroundStyle("#e9e0c4", "#c3b68a", "#5c5f63"),
        "stronghold fortress": GroundStyle("#d9b9a6", "#9c5c4a", "#7c1216", built=True),
        "forest wood jungle": GroundStyle("#cbd9ae", "#8fa76c", "#3f5c2c", symbol="tree"),
        "marsh swamp bog": GroundStyle("#cfe0d4", "#8fb0a2", "#2f6672", symbol="tuft"),
        "mountain": GroundStyle("#d8bd98", "#9c7a50", "#5f452b", symbol="peak"),
        "hill rough ridge": GroundStyle("#e0cfa8", "#b39a68", "#6b5430", symbol="hill"),
        "desert sand beach": GroundStyle("#f0dcab", "#cda85c", "#7a5722", symbol="dune"),
        "sea ocean lake water offshore": GroundStyle("#b9d7e6", "#7fa9c4", "#2f6488", symbol="wave"),
        "ferry": GroundStyle("#dccfa2", "#a89a68", "#5b4a25", symbol="tuft"),
        "rear reserve": GroundStyle("#d6d2b8", "#a9a686", "#4d4a40", symbol="tuft", rear=True),
    }
)

_MARKERS = _words(
    {
        "turn": MarkerStyle("#f0e3b0", "square", "TURN"),
        "impulse": MarkerStyle("#cfe0d2", caption="IMPULSE"),
        "reinforcement": MarkerStyle("#f0c0a8", "square", "REINF"),
        "fort fortification": MarkerStyle("#8d8674", "fort"),
        "battle": MarkerStyle("#ffd34d", "burst"),
        "moved": MarkerStyle("#3a3a3a", "badge"),
        "activated": MarkerStyle("#0b5fa5", "badge"),
        "out_of_supply": MarkerStyle("#fbe9e7", "round", border="#b01e24"),
        "info": MarkerStyle(PAPER, "square"),
    }
)

COMMON = Style(markers=_MARKERS, terrain=_TERRAIN, hexsides=_HEXSIDES, areas=_AREAS)
"""Styles by common words, one word a key; `toolkit.source.style.by_word` looks an id up."""
