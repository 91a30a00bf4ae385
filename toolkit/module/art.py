"""Every picture of a module, by the file name that its parts refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from toolkit.module.boards import Window, draw_window
from toolkit.module.chits import BACK
from toolkit.module.equipment import MarkerSpec
from toolkit.module.markers import face_image, fort_image
from toolkit.module.units import image
from toolkit.module.windows import MAP_IMAGE
from toolkit.module.workshop import Workshop
from toolkit.render import (
    MARKERS,
    BoardLayout,
    MarkerStyle,
    draw_counter,
    draw_marker,
    rasterise,
)
from toolkit.render.boxes import GROUND
from toolkit.render.charts import draw_charts
from toolkit.render.fonts import BLACK, BOLD, REGULAR, fit_size, wrap
from toolkit.render.map import board_notice, draw_map, game_colours
from toolkit.render.palette import INK
from toolkit.render.svg import Canvas
from toolkit.source.counters import Counter

ACTIVE = "badge_active.png"
CHOSEN = "badge_chosen.png"
MOVED = "badge_moved.png"
ABOUT = "about.png"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be made: how its SVG is drawn, and its size in pixels (its own when None)."""

    draw: Callable[[], str]
    size: tuple[int, int] | None = None

    def png(self) -> bytes:
        """Return the picture."""
        return rasterise(self.draw(), size=self.size)


CHART_TITLES = {
    "crt": "Combat results",
    "terrain_effects": "Terrain effects",
    "turn_track": "Turn track",
    "soviet_reinforcement": "Soviet reinforcement",
    "axis_reinforcement": "Axis reinforcement",
    "withdrawal": "German withdrawal",
    "victory": "Victory",
}


def drawings(shop: Workshop, layout: BoardLayout, windows: Iterable[Window]) -> dict[str, Drawing]:
    """Return every picture of the module by file name, none drawn yet."""
    px = shop.equipment.counter_px
    counter, badge = (px, px), (px // 3, px // 3)
    found = {MAP_IMAGE: Drawing(partial(draw_map, shop.game, layout), layout.size_px)}
    found |= {window.image: Drawing(partial(draw_window, window), window.size) for window in windows}
    found |= {name: Drawing(draw, counter) for name, draw in _counters(shop).items()}
    for spec in shop.equipment.markers:
        found |= {name: Drawing(draw, counter) for name, draw in _faces(spec).items()}
    for name, text, style in (
        (ACTIVE, "A", MARKERS["activated"]),
        (MOVED, "M", MARKERS["moved"]),
        (CHOSEN, "IN", MarkerStyle("#00795c", "round")),
    ):
        found[name] = Drawing(partial(draw_marker, text, style), badge)
    if shop.game.charts is not None:
        charts = draw_charts(shop.game.charts)
        found |= {chart_file(name): Drawing(partial(_drawn, svg)) for name, svg in charts.items()}
    found[ABOUT] = Drawing(partial(draw_about, shop))
    return found


def _drawn(svg: str) -> str:
    return svg


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


def _counters(shop: Workshop) -> dict[str, Callable[[], str]]:
    colours = game_colours(shop.game)
    found: dict[str, Callable[[], str]] = {}
    for counter in shop.game.counters:
        if counter.kind == "marker":
            found |= _sheet_marker(counter)
            continue
        found[image(counter)] = partial(draw_counter, counter, "full", colours=colours)
        if counter.reduced is not None:
            reduced = partial(draw_counter, counter, "reduced", colours=colours)
            found[image(counter, reduced=True)] = reduced
    if any(counter.kind == "chit" for counter in shop.game.counters):
        found[BACK] = partial(draw_marker, "?", MarkerStyle("#6a6458", "square"))
    return found


def _sheet_marker(counter: Counter) -> dict[str, Callable[[], str]]:
    if counter.role == "fort":
        fort = MARKERS["fort"]
        return {fort_image(counter, level): partial(draw_marker, str(level), fort) for level in (1, 2)}
    style = MARKERS.get(counter.role or "", MARKERS["info"])
    return {image(counter): partial(draw_marker, "" if style.caption else counter.short, style)}


def _faces(spec: MarkerSpec) -> dict[str, Callable[[], str]]:
    """Return a marker's faces; a numbered marker shows its number instead of ``#``."""
    numbers: list[int | None] = [None] if len(spec.gpids) == 1 else list(range(1, len(spec.gpids) + 1))
    return {
        face_image(spec, index, number): partial(
            draw_marker,
            face.text.replace("#", "" if number is None else str(number)),
            MARKERS.get(face.style, MARKERS["info"]),
        )
        for index, face in enumerate(spec.faces)
        for number in numbers
    }
