"""The map picture of a compiled game."""

from __future__ import annotations

from toolkit.compile.compiled import CompiledGame
from toolkit.render.board import BoardText, draw_board, draw_setup_layer
from toolkit.render.layout import BoardLayout
from toolkit.render.marks import SetupMark
from toolkit.render.style import game_style

_PRINTED = ("rules", "published")


def draw_map(game: CompiledGame, layout: BoardLayout | None = None, *, setup_marks: bool = True) -> str:
    """Draw a game's map with title and legend.

    Parameters
    ----------
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
    say = game.style.wording.say
    text = BoardText(
        game.names.en,
        say(f"map data {game.version}"),
        say(board_notice(game)),
        about=about_map(game),
        names=_english(game),
        areas=_area_names(game),
    )
    marks = setup_symbols(game) if setup_marks else ()
    return draw_board(game.map, layout, text, marks, game_style(game))


def draw_setup_marks(game: CompiledGame, layout: BoardLayout) -> str:
    """Draw the set-up symbols alone, on nothing, as they lie on the map."""
    return draw_setup_layer(game.map, layout, setup_symbols(game), game_style(game))


def board_notice(game: CompiledGame) -> str:
    """Return the warning that a map is no copy of a printed one; empty when all its data are printed.

    Ground that nothing is drawn on says nothing of it.
    """
    kinds = {origin.provenance.kind for origin in game.map.provenance.origins if origin.feature}
    return "RECONSTRUCTION – not the published map" if kinds - set(_PRINTED) else ""


_KNOWN = {
    "rules": "the printed rules",
    "published": "published accounts of the game",
    "inferred": "inference from these",
    "historical": "the historical record",
    "invented": "invention, to make the game playable",
}


def about_map(game: CompiledGame) -> tuple[str, ...]:
    """Return what a reader should know about where a map's data come from."""
    counts: dict[str, int] = {}
    for origin in game.map.provenance.origins:
        if origin.feature:
            counts[origin.provenance.kind] = counts.get(origin.provenance.kind, 0) + 1
    if not counts:
        return ()
    say = game.style.wording.say
    parts = [say(f"{counts[kind]} from {words}") for kind, words in _KNOWN.items() if kind in counts]
    parts += [f"{counts[kind]} {kind}" for kind in sorted(counts.keys() - _KNOWN.keys())]
    lead = say("A reconstruction: the printed map is in no source used. ") if board_notice(game) else ""
    last = say("Each datum names its source in the data files; replace a file and the map follows.")
    return (lead + say("Features by source: {counts}.").format(counts=", ".join(parts)), last)


def _area_names(game: CompiledGame) -> dict[str, str]:
    """Return English names of areas; where the game carries none, what their ids say."""
    labels = game.labels.get("area")
    if labels is not None:
        return {id: names.en for id, names in labels.items() if names.en}
    features = {origin.feature for _, origin in game.map.provenance.items("terrain")}
    return {id: id.replace("_", " ").title() for id in sorted(features) if id}


def setup_symbols(game: CompiledGame) -> list[SetupMark]:
    """Return the set-up symbols of a game, by hex id."""
    hex_of = game.map.grid.hex
    return [SetupMark(hex_of(item.hex), item.kind, item.army, item.side) for item in game.setup_hexes]


def _english(game: CompiledGame) -> dict[str, str]:
    return {kind: names.en for group in game.labels.values() for kind, names in group.items()}
