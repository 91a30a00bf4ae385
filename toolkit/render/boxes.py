"""Backgrounds of windows with boxes: tracks, pools, trays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolkit.render.fonts import BLACK, BOLD, REGULAR, fit_size, wrap_into
from toolkit.render.palette import readable_on
from toolkit.render.style import side_colour
from toolkit.render.svg import Canvas, Value
from toolkit.source.style import INK, PAPER, Style

GROUND = "#e9e2cd"
HEAD = 24.0
"""Height of a heading in a window, which opens at its full size."""
BOARD_HEAD = 30.0
"""Height of a heading on a board, which opens at half its size."""


@dataclass(frozen=True, slots=True)
class LabelledBox:
    """One box of a window.

    Attributes
    ----------
    x, y, width, height : float
        In pixels of the window.
    label : str
        Heading, inside along the upper edge.
    number : str
        Large pale figure in the middle (a turn, a column); empty for none.
    note : str
        Small text along the lower edge, wrapped.
    side : str or None
        Colours the heading; None for boxes of both sides.
    head : float
        Height of the heading.
    note_size : float
        Size of the note's letters.
    aside : float
        Pixels at the right end that the note leaves to a marker.
    """

    x: float
    y: float
    width: float
    height: float
    label: str
    number: str = ""
    note: str = ""
    side: str | None = None
    head: float = HEAD
    note_size: float = 12.5
    aside: float = 0.0


def draw_boxes(
    boxes: Iterable[LabelledBox],
    size_px: tuple[int, int],
    style: Style,
    *,
    title: str = "",
    places: Iterable[tuple[float, float, float, float]] = (),
) -> str:
    """Draw a window's background.

    Parameters
    ----------
    size_px : (int, int)
        Width and height of the window.
    title : str
        Heading in the upper left corner; keep the first 40 pixels free for it.
    places : iterable of (left, top, width, height)
        Dashed outlines inside the boxes: where a card or counter goes.

    Returns
    -------
    str
        SVG.
    """
    width, height = size_px
    title = style.wording.say(title)
    canvas = Canvas(width, height, title, style.wording.language)
    canvas.rect(0, 0, width, height, fill=GROUND)
    canvas.rect(
        3, 3, width - 6, height - 6, rx=5, fill="none", stroke=INK, stroke_width=1.5, stroke_opacity=0.6
    )
    if title:
        size = fit_size(title.upper(), width - 32, 22, BLACK)
        canvas.text(title.upper(), 16, 22, size, face=BLACK, fill=INK, centred=True, tracking=0.04)
    for box in boxes:
        paint_box(canvas, box, style)
    dashed: dict[str, Value] = {"fill": "none", "stroke": INK, "stroke_opacity": 0.28}
    for left, top, across, high in places:
        canvas.rect(left, top, across, high, rx=7, stroke_width=1.4, stroke_dasharray="5 4", **dashed)
    return canvas.render()


def paint_box(canvas: Canvas, box: LabelledBox, style: Style) -> None:
    """Draw one box onto a canvas."""
    head = min(box.head, 0.3 * box.height) if box.label else 0.0
    colour, say = side_colour(box.side, style), style.wording.say
    label = say(box.label)
    with canvas.group():
        canvas.rect(box.x + 2, box.y + 3, box.width, box.height, rx=5, fill=INK, fill_opacity=0.18)
        canvas.rect(box.x, box.y, box.width, box.height, rx=5, fill=PAPER)
        if box.number:
            size = min(0.62 * (box.height - head), fit_size(box.number, 0.8 * box.width, 200, BLACK))
            middle = box.y + head + (box.height - head) / 2
            centre = box.x + box.width / 2
            canvas.text(
                box.number,
                centre,
                middle,
                size,
                face=BLACK,
                fill=colour,
                anchor="middle",
                centred=True,
                opacity=0.16,
            )
        if box.label:
            canvas.path(_tab(box, head), fill=colour)
            size = fit_size(label, box.width - 12, 0.62 * head, BOLD)
            canvas.text(
                label,
                box.x + box.width / 2,
                box.y + head / 2,
                size,
                face=BOLD,
                fill=readable_on(colour),
                anchor="middle",
                centred=True,
            )
        _draw_note(canvas, box, "\n".join(say(part) for part in box.note.split("\n")), head)
        canvas.rect(box.x, box.y, box.width, box.height, rx=5, fill="none", stroke=INK, stroke_width=1.6)


def _tab(box: LabelledBox, head: float) -> str:
    r = 5
    return (
        f"M{box.x} {box.y + head}V{box.y + r}A{r} {r} 0 0 1 {box.x + r} {box.y}H{box.x + box.width - r}"
        f"A{r} {r} 0 0 1 {box.x + box.width} {box.y + r}V{box.y + head}Z"
    )


def _draw_note(canvas: Canvas, box: LabelledBox, note: str, head: float) -> None:
    room = box.width - box.aside - 14
    lines, size = wrap_into(note, (room, box.height - head - 7), box.note_size)
    for i, line in enumerate(reversed(lines)):
        y = box.y + box.height - 7 - i * 1.2 * size
        canvas.text(line, box.x + 7 + room / 2, y, size, face=REGULAR, fill="#4a463c", anchor="middle")
