"""A picture of dice: for each player and die a bar for each result, and a line at what is fair."""

from __future__ import annotations

from toolkit.logs.dice import Dice, DiceSet
from toolkit.render.fonts import BOLD, fit_size
from toolkit.render.svg import Canvas

_WIDTH, _LEFT, _ROW = 720.0, 24.0, 190.0
_PLOT = 110.0
_INK, _QUIET, _BAR, _BACK, _FAIR = "#222", "#666", "#3b6ea5", "#c9d6e4", "#b4452c"


def draw_dice(dice: Dice) -> str:
    """Return the picture, SVG."""
    shown = [one for one in dice.sets if one.results]
    canvas = Canvas(_WIDTH, max(1, len(shown)) * _ROW + 20, "Dice")
    canvas.rect(0, 0, _WIDTH, max(1, len(shown)) * _ROW + 20, fill="#fff")
    if not shown:
        canvas.text("No roll was found in these logs.", _LEFT, 60, 16, fill=_INK)
    for place, one in enumerate(shown):
        _draw(canvas, one, place * _ROW + 10)
    return canvas.render()


def _draw(canvas: Canvas, one: DiceSet, top: float) -> None:
    title = f"{one.player or 'Somebody'}: {one.kind}, {len(one.results)} results"
    back = len(one.undone)
    title += f", {back} {'roll' if back == 1 else 'rolls'} taken back" if back else ""
    canvas.text(title, _LEFT, top + 20, 15, face=BOLD, fill=_INK)
    words = next(iter(one.words()), "")
    width = _WIDTH - 2 * _LEFT
    canvas.text(words, _LEFT, top + 38, fit_size(words, width, 12), fill=_QUIET)
    faces, counts, expected = one.faces, one.counts, one.expected
    highest = max((*counts, *expected, 1))
    step = width / max(len(faces), 1)
    bar = min(step * 0.7, 60)
    floor = top + 50 + _PLOT
    for place, (face, count) in enumerate(zip(faces, counts, strict=True)):
        middle = _LEFT + (place + 0.5) * step
        height = (_PLOT - 14) * count / highest
        canvas.rect(middle - bar / 2, floor - height, bar, height, fill=_BAR)
        tall = height > 20
        place_of_count = floor - 7 if tall else floor - height - 4
        canvas.text(str(count), middle, place_of_count, 11, fill="#fff" if tall else _INK, anchor="middle")
        canvas.text(str(face), middle, floor + 15, 12, fill=_INK, anchor="middle")
        if expected:
            fair = floor - (_PLOT - 14) * expected[place] / highest
            canvas.line(
                [(middle - step / 2, fair), (middle + step / 2, fair)], stroke=_FAIR, stroke_width=1.5
            )
    if expected:
        highest_fair = floor - (_PLOT - 14) * expected[-1] / highest
        canvas.text("fair", _WIDTH - _LEFT, highest_fair - 4, 11, fill=_FAIR, anchor="end")
    canvas.line([(_LEFT, floor), (_WIDTH - _LEFT, floor)], stroke=_BACK, stroke_width=1)
