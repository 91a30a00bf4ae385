"""What has changed, before and after, side by side: stretches of the map, and counters."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.compare.area_picture import draw_area_changes
from toolkit.compare.changes import Change, summary
from toolkit.compare.counter_pairs import (
    CELL,
    COUNTERS,
    GAP,
    HEAD,
    INK,
    MARK,
    PAIR,
    PAPER,
    changed_counters,
    draw_arrow,
    draw_counter_pairs,
)
from toolkit.compile.compiled import CompiledGame
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import IntArray
from toolkit.geometry.map import BoolArray
from toolkit.render.fonts import BLACK, BOLD
from toolkit.render.layout import BoardLayout
from toolkit.render.map import draw_map
from toolkit.render.raster import rasterise
from toolkit.render.svg import Canvas, number
from toolkit.render.view import MapView

PANELS = 12
"""At most this many stretches of the map are drawn; the picture says how many it leaves out."""
# Kinds of change that lie on the map.
_ON_MAP = frozenset({"hex", "hexside", "link", "place", "setup"})
# Fields of names that the picture's letters cannot show.
_OTHER_NAMES = {"names/ja": "Japanese", "names/zh": "Chinese"}
_NAMED = 6
_PITCH = 100.0
_SHARP = 1.5
# Changed hexes closer than this (in pitches) share a stretch; its margin; its least and greatest width.
_NEAR, _MARGIN, _LEAST, _MOST = 3.5, 1.6, 5.0, 16.0

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place on the board that has changed: a hex, or the side between two."""

    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """Both maps as pictures, and which hexes the counters of set-ups leave for which."""

    view: MapView
    maps: tuple[str, ...]
    moves: tuple[tuple[int, int], ...]


def draw_changes(old: CompiledGame, new: CompiledGame, changes: Sequence[Change], title: str = "") -> str:
    """Draw the changed parts of two games: map stretches and counters, before on the left.

    Parameters
    ----------
    changes : sequence of Change
        From `changes_between` of the two.

    Returns
    -------
    str
        SVG.  Changes of charts, clauses and switches are in the list, not in the picture; of names in other
        languages the picture says whose have changed.
    """
    if old.hex_map is None or new.hex_map is None:
        return draw_area_changes(old, new, changes, title)
    spots = _spots(changes, old, new)
    groups = _groups(spots, new.map.grid) if spots else []
    shown = groups[:PANELS]
    counters = changed_counters(old, new, changes)
    view = MapView(new.map, BoardLayout.for_grid(new.map.grid, _PITCH))
    boxes = [_box(view, group) for group in shown]
    widths = [2 * (x1 - x0) + GAP for x0, _, x1, _ in boxes]
    columns = max(1, min(3, len(counters), round(max(widths, default=3 * PAIR) / PAIR)))
    rows = -(-len(counters[:COUNTERS]) // columns)
    width = max([*widths, columns * PAIR, 560.0]) + 2 * GAP
    height = HEAD + sum(y1 - y0 + 46 for _, y0, _, y1 in boxes) + (rows * 1.65 * CELL + 36) * bool(rows) + 30
    canvas = Canvas(round(width), round(height), title or "changes")
    canvas.rect(0, 0, canvas.width, canvas.height, fill=PAPER)
    canvas.text(title or new.names.en, GAP, 30, 22, face=BLACK, fill=INK, centred=True)
    canvas.text(summary(changes), GAP, 54, 14, fill=INK, centred=True)
    unseen = _unseen(changes)
    if unseen:
        canvas.text(unseen, GAP, 74, 14, fill=INK, centred=True)
    maps = tuple(draw_map(game, BoardLayout.for_grid(game.map.grid, _PITCH)) for game in (old, new) if shown)
    scene = _Scene(view, maps, _moves(changes, new.map.grid))
    y = HEAD
    for group, box in zip(shown, boxes, strict=True):
        y = _draw_stretch(canvas, scene, group, box, y)
    y = draw_counter_pairs(canvas, (old, new), counters[:COUNTERS], columns, y)
    left = [f"{len(groups) - PANELS} more stretches of the map"] if len(groups) > PANELS else []
    left += [f"{len(counters) - COUNTERS} more counters"] if len(counters) > COUNTERS else []
    if left:
        canvas.text(f"not drawn: {', '.join(left)}", GAP, y + 14, 14, fill=INK, centred=True)
    return canvas.render()


def _unseen(changes: Iterable[Change]) -> str:
    """Return in a line which names have changed in languages that the map is not drawn in."""
    names = [(change.id, change.field) for change in changes if change.field in _OTHER_NAMES]
    told = ", ".join(f"{id} ({_OTHER_NAMES[field]})" for id, field in names[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"names that no map shows: {told}{more}" if told else ""


# Where the map has changed -----------------------------------------------------------------------


def _spots(changes: Iterable[Change], old: CompiledGame, new: CompiledGame) -> list[_Spot]:
    """Return the changed hexes and hexsides that lie on the new game's map, each once."""
    found: dict[_Spot, None] = {}
    for change in changes:
        if change.kind in _ON_MAP:
            for numbers in _numbers(change, old, new):
                hexes = tuple(h for text in numbers if (h := _hex(new.map.grid, text)) is not None)
                if len(hexes) == len(numbers):
                    found[_Spot(hexes)] = None
    return list(found)


def _numbers(change: Change, old: CompiledGame, new: CompiledGame) -> Iterator[tuple[str, ...]]:
    if change.kind in ("hexside", "link"):
        yield tuple(change.id.split("/"))
    elif change.kind == "hex":
        yield (change.id,)
    elif change.kind == "place":
        for game in (old, new):
            yield from (
                (game.map.grid.number(place.hex),) for place in game.map.places if place.id == change.id
            )
    else:
        yield from ((str(value),) for value in (change.before, change.after))


def _hex(grid: HexGrid, text: str) -> int | None:
    try:
        return grid.hex(text)
    except ValueError:
        return None


def _groups(spots: Sequence[_Spot], grid: HexGrid) -> list[list[_Spot]]:
    """Return spots that lie close together, in the order of their first hex.

    A group takes the first spot that lies near one of its own, as long as the stretch stays narrow enough.
    """
    rest = sorted(spots, key=lambda spot: spot.hexes)
    first = grid.axial_of(np.array([spot.hexes[0] for spot in rest]))
    corners = [grid.centres()[list(spot.hexes)] / grid.pitch for spot in rest]
    low, high = (np.array([end(ends, axis=0) for ends in corners]) for end in (np.min, np.max))
    left = np.ones(len(rest), dtype=bool)
    groups = []
    while left.any():
        group: list[int] = []
        near = np.zeros(len(rest), dtype=bool)
        taken: int | None = int(left.argmax())
        while taken is not None:
            group.append(taken)
            left[taken] = False
            near |= _close(first, first[taken])
            wide = np.maximum(high, high[group].max(axis=0)) - np.minimum(low, low[group].min(axis=0))
            free = left & near & (wide <= _MOST - 2 * _MARGIN).all(axis=1)
            taken = int(free.argmax()) if free.any() else None
        groups.append([rest[place] for place in group])
    return groups


def _close(hexes: IntArray, one: IntArray) -> BoolArray:
    """Return which hexes, by axial coordinates ``(k, 2)``, lie near one ``(2,)``."""
    q, r = (hexes - one).T
    near: BoolArray = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)) <= _NEAR
    return near


def _box(view: MapView, group: Sequence[_Spot]) -> Box:
    """Return the part of the board to show: the changed hexes with what lies around them."""
    centres = view.centres[[h for spot in group for h in spot.hexes]]
    low, high = centres.min(axis=0), centres.max(axis=0)
    middle = (low + high) / 2
    half = np.maximum(
        (high - low) / 2 + _MARGIN * view.pitch, np.array([_LEAST, _LEAST - 1]) / 2 * view.pitch
    )
    limit = np.array(view.layout.size_px, dtype=np.float64)
    x0, y0 = np.maximum(middle - half, 0.0)
    x1, y1 = np.minimum(middle + half, limit)
    return (float(x0), float(y0), float(x1), float(y1))


# Drawing -----------------------------------------------------------------------------------------


def _cut(svg: str, box: Box) -> str:
    """Return a part of a picture as a data URI: drawn once, where the whole map would be drawn each time."""
    x0, y0, x1, y1 = map(number, (box[0], box[1], box[2] - box[0], box[3] - box[1]))
    frame = f'width="{x1}" height="{y1}" viewBox="{x0} {y0} {x1} {y1}"'
    part = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', frame, svg, count=1)
    return f"data:image/png;base64,{base64.b64encode(rasterise(part, scale=_SHARP)).decode()}"


def _draw_stretch(canvas: Canvas, scene: _Scene, group: Sequence[_Spot], box: Box, y: float) -> float:
    """Draw one stretch of the map before and after, changed places ringed; return the next free line."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    for name, svg, left in zip(("before", "after"), scene.maps, (GAP, 2 * GAP + width), strict=True):
        canvas.text(name, left, y + 14, 15, face=BOLD, fill=INK, centred=True)
        with canvas.group(transform=f"translate({number(left - x0)} {number(y + 26 - y0)})"):
            canvas.add("image", x=x0, y=y0, width=width, height=height, xlink__href=_cut(svg, box))
            for spot in group:
                _mark(canvas, scene.view, spot)
            if name == "after":
                for start, end in scene.moves:
                    if _Spot((start,)) in group and _Spot((end,)) in group:
                        a, b = scene.view.centres[[start, end]].tolist()
                        draw_arrow(canvas, a, b, 5.0)
            canvas.rect(x0, y0, width, height, fill="none", stroke=INK, stroke_width=1.5)
    return y + height + 46


def _moves(changes: Iterable[Change], grid: HexGrid) -> tuple[tuple[int, int], ...]:
    """Return from which hex to which a counter of a set-up has gone, each pair once."""
    found: dict[tuple[int, int], None] = {}
    for change in changes:
        if change.kind == "setup":
            start, end = (_hex(grid, str(value)) for value in (change.before, change.after))
            if start is not None and end is not None:
                found[start, end] = None
    return tuple(found)


def _mark(canvas: Canvas, view: MapView, spot: _Spot) -> None:
    """Ring a hex, or the two ends of a hexside, without covering what is drawn there."""
    if len(spot.hexes) == 1:
        inner = view.centres[spot.hexes[0]] + 0.96 * (
            view.corners[spot.hexes[0]] - view.centres[spot.hexes[0]]
        )
        canvas.polygon(inner, fill="none", stroke=MARK, stroke_width=4, stroke_linejoin="round")
        return
    side = view.map.side(*spot.hexes)
    (ax, ay), (bx, by) = view.side_ends[side].tolist()
    length = float(np.hypot(bx - ax, by - ay))
    turn = float(np.degrees(np.arctan2(by - ay, bx - ax)))
    with canvas.group(transform=f"translate({number(ax)} {number(ay)})rotate({number(turn)})"):
        canvas.rect(
            -6, -13, length + 12, 26, rx=13, fill=MARK, fill_opacity=0.12, stroke=MARK, stroke_width=3
        )
