"""The counter sheet: every counter of a game with both faces on one picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolkit.render.counters import SIDE, FaceName, paint_counter
from toolkit.render.fonts import BLACK
from toolkit.render.svg import Canvas, number
from toolkit.source.counters import Counter
from toolkit.source.style import INK, Style

_CELL = 76.0
_GAP = 6.0
_MARGIN = 24.0
_COLUMNS = 10


def draw_counter_sheet(
    counters: Iterable[Counter], title: str, style: Style, letters: Mapping[str, str] | None = None
) -> str:
    """Draw all counters, each front beside its back, by side and assignment; see `draw_counter`."""
    listed = tuple(counters)
    has_pool = any(counter.assignment is not None for counter in listed)
    groups: dict[str, list[Counter]] = {}
    for counter in listed:
        groups.setdefault(_heading(counter, has_pool=has_pool), []).append(counter)
    rows = sum(-(-len(group) // _COLUMNS) for group in groups.values())
    pair = 2 * _CELL + 2 + 2 * _GAP
    width = 2 * _MARGIN + _COLUMNS * pair
    height = 2 * _MARGIN + 46 + 34 * len(groups) + rows * (_CELL + _GAP)
    canvas = Canvas(round(width), round(height), title)
    canvas.rect(0, 0, canvas.width, canvas.height, fill="#efe7d2")
    canvas.text(title.upper(), _MARGIN, _MARGIN + 14, 28, face=BLACK, fill=INK, centred=True, tracking=0.02)
    y = _MARGIN + 46.0
    for heading, group in groups.items():
        canvas.text(heading, _MARGIN, y + 14, 18, face=BLACK, fill="#4a463c", centred=True)
        y += 34
        for i, counter in enumerate(group):
            column, row = i % _COLUMNS, i // _COLUMNS
            x = _MARGIN + column * pair
            top = number(y + row * (_CELL + _GAP))
            back: FaceName = "reduced" if counter.kind in ("unit", "hq") else "back"
            faces: tuple[tuple[FaceName, float], ...] = (("full", x), (back, x + _CELL + 2))
            for face, at in faces:
                place = f"translate({number(at)} {top})scale({number(_CELL / SIDE, 4)})"
                with canvas.group(transform=place):
                    paint_counter(canvas, counter, face, style, letters)
        y += -(-len(group) // _COLUMNS) * (_CELL + _GAP)
    return canvas.render()


def _heading(counter: Counter, *, has_pool: bool) -> str:
    if counter.kind in ("chit", "marker"):
        return "Command chits" if counter.kind == "chit" else "Markers"
    side = (counter.side or "").capitalize()
    if counter.kind == "hq":
        return f"{side} headquarters"
    if counter.unit_class is not None or not has_pool:
        return side
    words = {"front": "Front line", "second": "Second line", None: "reserve pool"}
    return f"{side}, {words.get(counter.assignment, counter.assignment)}"
