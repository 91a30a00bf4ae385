"""Pictures of a module, by the file name that its parts refer to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from toolkit.module.equipment import MarkerSpec
from toolkit.module.markers import face_image
from toolkit.module.workshop import Workshop
from toolkit.render import Style, draw_marker, marker_style, rasterise
from toolkit.render.boxes import GROUND
from toolkit.render.fonts import BLACK, BOLD, REGULAR, fit_size, wrap
from toolkit.render.map import board_notice
from toolkit.render.palette import INK
from toolkit.render.svg import Canvas

MOVED = "badge_moved.png"
ABOUT = "about.png"


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
    """Return the picture of About: what the module is, and what not, by default as its board says."""
    equipment = shop.equipment
    canvas = Canvas(640, 300, equipment.names.en)
    canvas.rect(0, 0, 640, 300, fill=GROUND)
    canvas.rect(6, 6, 628, 288, rx=8, fill="none", stroke=INK, stroke_width=2)
    size = fit_size(equipment.names.en, 580, 40, BLACK)
    canvas.text(equipment.names.en, 30, 70, size, face=BLACK, fill=INK)
    canvas.text(f"Module {equipment.version}, data {shop.game.version}", 30, 104, 18, face=REGULAR, fill=INK)
    notice = board_notice(shop.game) if notice is None else notice
    if notice:
        canvas.rect(30, 126, 580, 40, rx=6, fill="#b01e24")
        canvas.text(notice, 46, 146, fit_size(notice, 548, 22, BOLD), face=BOLD, fill="#ffffff", centred=True)
    y = 198
    for line in wrap(equipment.description, 580, 17, REGULAR):
        canvas.text(line, 30, y, 17, face=REGULAR, fill=INK)
        y += 24
    return canvas.render()


def marker_faces(spec: MarkerSpec, size: tuple[int, int], style: Style) -> dict[str, Drawing]:
    """Return a marker's faces; a numbered marker shows its number instead of ``#``."""
    numbers: list[int | None] = [None] if len(spec.gpids) == 1 else list(range(1, len(spec.gpids) + 1))
    return {
        face_image(spec, index, number): Drawing(
            partial(
                draw_marker,
                face.text.replace("#", "" if number is None else str(number)),
                marker_style(face.style, style),
            ),
            size,
        )
        for index, face in enumerate(spec.faces)
        for number in numbers
    }
