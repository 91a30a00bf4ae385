"""What has changed on a board of areas: both boards side by side, changed areas ringed; and counters."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

import shapely

from toolkit.compare.changes import Change, summary
from toolkit.compare.counter_pairs import (
    COUNTERS,
    GAP,
    HEAD,
    INK,
    MARK,
    PAIR,
    PAPER,
    changed_counters,
    draw_counter_pairs,
)
from toolkit.compile.compiled import CompiledGame
from toolkit.render.area_board import board_size, draw_area_map
from toolkit.render.fonts import BLACK, BOLD
from toolkit.render.raster import rasterise
from toolkit.render.svg import Canvas, number, polyline

_WIDE = 860.0


def draw_area_changes(
    old: CompiledGame, new: CompiledGame, changes: Sequence[Change], title: str = ""
) -> str:
    """Draw two games on areas: the boards where an area has changed, and changed counters.

    Parameters
    ----------
    old, new : CompiledGame
        One of them may be played on hexes; its board is left out.

    Returns
    -------
    str
        SVG.
    """
    boards = [game for game in (old, new) if game.area_map is not None]
    areas = [_changed_areas(changes, game) for game in boards]
    counters = changed_counters(old, new, changes)
    is_shown = any(areas)
    high = max((_height(game) for game in boards), default=0.0) if is_shown else 0.0
    columns = max(1, min(3, len(counters)))
    rows = -(-len(counters[:COUNTERS]) // columns)
    wide = 2 * _WIDE + GAP if is_shown else columns * PAIR
    height = HEAD + (high + 46 if is_shown else 0) + (rows * 140 + 36) * bool(rows) + 30
    canvas = Canvas(round(max(wide, 560.0) + 2 * GAP), round(height), title or "changes")
    canvas.rect(0, 0, canvas.width, canvas.height, fill=PAPER)
    canvas.text(title or new.names.en, GAP, 30, 22, face=BLACK, fill=INK, centred=True)
    canvas.text(summary(changes), GAP, 54, 14, fill=INK, centred=True)
    y = HEAD
    if is_shown:
        for game, changed in zip(boards, areas, strict=True):
            left = GAP if game is old else 2 * GAP + _WIDE
            canvas.text(
                "before" if game is old else "after", left, y + 14, 15, face=BOLD, fill=INK, centred=True
            )
            _draw_board(canvas, game, changed, (left, y + 26))
        y += high + 46
    y = draw_counter_pairs(canvas, (old, new), counters[:COUNTERS], columns, y)
    if len(counters) > COUNTERS:
        text = f"not drawn: {len(counters) - COUNTERS} more counters"
        canvas.text(text, GAP, y + 14, 14, fill=INK, centred=True)
    return canvas.render()


def _height(game: CompiledGame) -> float:
    width, height = board_size(game.areas)
    return height * _WIDE / width


def _changed_areas(changes: Iterable[Change], game: CompiledGame) -> list[str]:
    """Return the areas that a change is about, each once."""
    links = {link.id: (link.start, link.end) for link in game.areas.links}
    found: dict[str, None] = {}
    for change in changes:
        names: list[str] = []
        if change.kind == "area":
            names = [change.id]
        elif change.kind == "border":
            names = change.id.split("/")
        elif change.kind == "passage" and change.id in links:
            names = [game.areas.ids[i] for i in links[change.id]]
        elif change.kind == "setup":
            names = [str(change.before), str(change.after)]
        found |= dict.fromkeys(name for name in names if name in game.areas.ids)
    return list(found)


def _draw_board(canvas: Canvas, game: CompiledGame, changed: Iterable[str], at: tuple[float, float]) -> None:
    width, height = board_size(game.areas)
    scale = _WIDE / width
    picture = base64.b64encode(rasterise(draw_area_map(game), scale=scale)).decode()
    with canvas.group(transform=f"translate({number(at[0])} {number(at[1])})scale({number(scale, 5)})"):
        canvas.add(
            "image", x=0, y=0, width=width, height=height, xlink__href=f"data:image/png;base64,{picture}"
        )
        for id in changed:
            shape = game.areas.shapes[game.areas.index(id)].buffer(-6)
            for part in shapely.get_parts(shape):
                ring = shapely.get_coordinates(shapely.get_exterior_ring(part))
                canvas.path(
                    polyline(ring.tolist(), closed=True), fill=MARK, fill_opacity=0.1, stroke=MARK,
                    stroke_width=9, stroke_linejoin="round",
                )  # fmt: skip
        canvas.rect(0, 0, width, height, fill="none", stroke=INK, stroke_width=3)
