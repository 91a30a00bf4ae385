"""Changed counters, both faces before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from toolkit.compare.changes import Change
from toolkit.compile.compiled import CompiledGame
from toolkit.render.counters import SIDE, FaceName, paint_counter
from toolkit.render.fonts import BOLD
from toolkit.render.style import game_style
from toolkit.render.svg import Canvas, number
from toolkit.source.counters import Counter

COUNTERS = 60
"""At most this many counters are drawn; the picture says how many it leaves out."""
MARK = "#d4006a"
INK = "#22201c"
PAPER = "#f4efe3"
GAP = 28.0
HEAD = 64.0
CELL = 84.0
PAIR = 5.6 * CELL


def changed_counters(
    old: CompiledGame, new: CompiledGame, changes: Iterable[Change]
) -> list[tuple[Counter | None, Counter | None]]:
    """Return the counters that differ, before and after; None where there is none."""
    before, after = ({c.id: c for c in game.counters} for game in (old, new))
    ids = dict.fromkeys(change.id for change in changes if change.kind == "counter")
    return [(before.get(id), after.get(id)) for id in ids]


def draw_counter_pairs(
    canvas: Canvas,
    games: tuple[CompiledGame, CompiledGame],
    pairs: Sequence[tuple[Counter | None, Counter | None]],
    columns: int,
    y: float,
) -> float:
    """Draw changed counters, both faces before and after; return the next free line."""
    if not pairs:
        return y
    styles = [game_style(game) for game in games]
    canvas.text("counters", GAP, y + 14, 15, face=BOLD, fill=INK, centred=True)
    y += 36
    for index, pair in enumerate(pairs):
        left = GAP + index % columns * PAIR
        top = y + index // columns * 1.65 * CELL
        known = next(counter for counter in pair if counter is not None)
        canvas.text(f"{known.names.en} ({known.id})", left, top + 8, 12, fill=INK, centred=True)
        for part, counter in enumerate(pair):
            at = left + part * 2.75 * CELL
            if counter is None:
                canvas.text("none", at + 0.6 * CELL, top + 20 + CELL / 2, 16, fill=INK, centred=True)
                continue
            back: FaceName = "reduced" if counter.kind in ("unit", "hq") else "back"
            faces: tuple[FaceName, ...] = ("full", back)
            for step, face in enumerate(faces):
                place = f"translate({number(at + step * 1.05 * CELL)} {number(top + 20)})"
                with canvas.group(transform=f"{place}scale({number(CELL / SIDE, 4)})"):
                    paint_counter(canvas, counter, face, styles[part])
        middle = top + 20 + CELL / 2
        draw_arrow(canvas, (left + 2.18 * CELL, middle), (left + 2.62 * CELL, middle), 4.0)
    return y + -(-len(pairs) // columns) * 1.65 * CELL


def draw_arrow(canvas: Canvas, start: Sequence[float], end: Sequence[float], width: float) -> None:
    """Draw an arrow from a point to another."""
    a, b = np.array(start), np.array(end)
    along = (b - a) / np.hypot(*(b - a))
    across = np.array([-along[1], along[0]])
    neck = b - 3.5 * width * along
    canvas.line([a.tolist(), neck.tolist()], stroke=MARK, stroke_width=width)
    tip = [b.tolist(), (neck + 1.7 * width * across).tolist(), (neck - 1.7 * width * across).tolist()]
    canvas.polygon(tip, fill=MARK)
