"""The map picture of a compiled game."""

from __future__ import annotations

from toolkit.compile.game import CompiledGame
from toolkit.render.board import BoardText, draw_board
from toolkit.render.layout import BoardLayout
from toolkit.render.marks import SetupMark

_PRINTED = ("rules", "published")


def draw_map(game: CompiledGame, layout: BoardLayout | None = None, *, setup_marks: bool = True) -> str:
    """Draw a game's map with title and legend.

    Parameters
    ----------
    game : CompiledGame
    layout : BoardLayout, optional
        `BoardLayout.for_grid` of the game's grid by default.
    setup_marks : bool
        Whether to draw the set-up symbols.

    Returns
    -------
    str
        SVG of `layout.size_px`.
    """
    layout = BoardLayout.for_grid(game.map.grid) if layout is None else layout
    text = BoardText(game.names.en, "", board_notice(game), _english(game))
    return draw_board(game.map, layout, text, setup_symbols(game) if setup_marks else ())


def board_notice(game: CompiledGame) -> str:
    """Return the warning that a map is no copy of a printed one; empty when all its data are printed."""
    kinds = {origin.provenance.kind for origin in game.map.provenance.origins}
    return "RECONSTRUCTION – not the published map" if kinds - set(_PRINTED) else ""


def setup_symbols(game: CompiledGame) -> list[SetupMark]:
    """Return the set-up symbols of a game, by hex id."""
    hex_of = game.map.grid.hex
    return [SetupMark(hex_of(item.hex), item.kind, item.army, item.side) for item in game.setup_hexes]


def _english(game: CompiledGame) -> dict[str, str]:
    return {kind: names.en for group in game.labels.values() for kind, names in group.items()}
