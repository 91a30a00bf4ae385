"""Pictures of a module, by the file name that its parts refer to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from toolkit.module.counters import backs
from toolkit.module.equipment import MarkerSpec
from toolkit.module.markers import face_image
from toolkit.module.workshop import Workshop
from toolkit.render.boxes import GROUND
from toolkit.render.counters import draw_counter
from toolkit.render.fonts import BLACK, BOLD, REGULAR, wrap, wrap_into
from toolkit.render.map import board_notice
from toolkit.render.markers import draw_marker
from toolkit.render.raster import rasterise
from toolkit.render.style import marker_style
from toolkit.render.svg import Canvas
from toolkit.source.counters import Counter
from toolkit.source.style import INK, Style

MOVED = "badge_moved.png"
ABOUT = "about.png"
_WIZARD_STEPS = 158  # pixels


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be made.

    Attributes
    ----------
    draw : callable
        Returns its SVG.
    size : (int, int) or None
        In pixels; its own when None.
    content : bytes
        A finished PNG in its stead.
    """

    draw: Callable[[], str]
    size: tuple[int, int] | None = None
    content: bytes = b""

    def svg(self) -> str:
        """Return the drawing; "" where a finished picture stands in its stead."""
        return "" if self.content else self.draw()

    def png(self, svg: str = "") -> bytes:
        """Return the picture; of a drawing that was made before, `svg`."""
        return self.content or rasterise(svg or self.draw(), size=self.size)


def moved_badge(counter_px: int, style: Style) -> dict[str, Drawing]:
    """Return the badge of a unit that has moved."""
    size = (counter_px // 3, counter_px // 3)
    return {MOVED: Drawing(partial(draw_marker, "M", marker_style("moved", style)), size)}


def chart_file(name: str) -> str:
    """Return the file name of a chart's picture."""
    return f"chart_{name}.png"


def draw_about(shop: Workshop, notice: str | None = None) -> str:
    """Return the picture of About: what the module is, and what not, by default as its board says.

    The start wizard shows it in the column of its steps, and writes these over the top.
    """
    equipment = shop.equipment
    width, height, left = 260, 420, 18
    room = width - 2 * left
    wording = shop.game.style.wording
    canvas = Canvas(width, height, equipment.names.en, wording.language)
    canvas.rect(0, 0, width, height, fill=GROUND)
    canvas.rect(6, 6, width - 12, height - 12, rx=8, fill="none", stroke=INK, stroke_width=2)
    y = _WIZARD_STEPS
    lines, size = wrap_into(equipment.names.en, (room, 93), 27, BLACK, 1.15)
    for line in lines:
        canvas.text(line, left, y, size, face=BLACK, fill=INK)
        y += 31
    versions = wording.say(f"Module {equipment.version}, data {shop.game.version}")
    canvas.text(versions, left, y, 14, face=REGULAR, fill=INK)
    y += 16
    notice = wording.say(board_notice(shop.game) if notice is None else notice)
    if notice:
        lines = wrap(notice, room - 16, 16, BOLD)
        canvas.rect(left, y, room, 20 * len(lines) + 10, rx=5, fill="#b01e24")
        for line in lines:
            y += 20
            canvas.text(line, left + 8, y, 16, face=BOLD, fill="#ffffff")
        y += 10
    y += 26
    for line in wrap(wording.say(equipment.description), room, 14, REGULAR):
        canvas.text(line, left, y, 14, face=REGULAR, fill=INK)
        y += 19
    return canvas.render()


def marker_faces(spec: MarkerSpec, size: tuple[int, int], style: Style) -> dict[str, Drawing]:
    """Return a marker's faces; a numbered marker shows its number instead of ``#``."""
    numbers: list[int | None] = [None] if len(spec.gpids) == 1 else list(range(1, len(spec.gpids) + 1))
    return {
        face_image(spec, index, number): Drawing(
            partial(
                draw_marker,
                style.wording.say(face.text).replace("#", "" if number is None else str(number)),
                marker_style(face.style, style),
            ),
            size,
        )
        for index, face in enumerate(spec.faces)
        for number in numbers
    }


def back_drawings(counter: Counter, size: tuple[int, int], style: Style) -> dict[str, Drawing]:
    """Return the pictures of a counter's faces behind its front."""
    return {
        picture: Drawing(partial(draw_counter, shown, "reduced", style), size)
        for picture, shown in backs(counter).items()
    }
