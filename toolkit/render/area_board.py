"""The board of a game on areas: ground, names, ways over the water, places beside the areas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.compile.compiled import CompiledGame
from toolkit.geometry.area_build import CONTROL, LABEL, PIECE
from toolkit.geometry.area_map import AreaMap
from toolkit.render.area_ground import (
    area_styles,
    draw_borders,
    draw_ground,
    draw_scenery,
    ground_styles,
)
from toolkit.render.area_marks import BADGE, draw_letter, draw_slots, draw_value, has_values
from toolkit.render.area_ways import CLOSED, LINK, closed_borders, draw_arrow, draw_closed_borders, draw_ways
from toolkit.render.boxes import BOARD_HEAD, LabelledBox, paint_box
from toolkit.render.event_art import STAR, draw_star
from toolkit.render.fonts import BLACK, BOLD, ITALIC, fit_size, is_turned, stands_upright, text_width
from toolkit.render.landmarks import draw_landmark
from toolkit.render.layout import BoardLayout
from toolkit.render.style import game_style
from toolkit.render.svg import Canvas
from toolkit.source.figures import TurnDate
from toolkit.source.setups import Box
from toolkit.source.style import INK, GroundStyle, Style

FRAME = "#efe7d2"
_NAME = 22.0
_SMALL_NAME = 19.0
_PLATE = 34.0
_NOTE = 18.0
_MARKER = 70.0
_FLAG = 24.0
"""Pixels from the middle of a flag of control that a name keeps clear of."""
_PIECE = 44.0
"""Pixels from the point of a piece that a name keeps clear of."""
_BESIDE = 22.0
"""Pixels of its area that a plate leaves free, mostly for the badges at its ends."""


def area_layout(game: CompiledGame) -> BoardLayout:
    """Return how the areas lie on the board: pixel by pixel as they were drawn.

    Raises
    ------
    ToolkitError
        SRC044 for a game without areas.
    """
    return BoardLayout(1.0, (0.0, 0.0), board_size(game.areas), 1.0, (0.0, 0.0))


def board_size(areas: AreaMap) -> tuple[int, int]:
    """Return width and height of the board: as stated, else as large as the areas need."""
    if areas.size_px is not None:
        return areas.size_px
    rings = [ring for parts in areas.polygons for rings in parts for ring in rings]
    if not rings:
        return (400, 300)
    width, height = np.ceil(np.concatenate(rings).max(axis=0) + 20).astype(int).tolist()
    return width, height


def draw_area_map(game: CompiledGame) -> str:
    """Draw a game's board.

    Returns
    -------
    str
        SVG of the size that `area_layout` gives.

    Raises
    ------
    ToolkitError
        SRC044 for a game without areas.
    """
    areas, style = game.areas, game_style(game)
    grounds = area_styles(areas, style)
    width, height = board_size(areas)
    canvas = Canvas(width, height, game.names.en, style.wording.language)
    canvas.rect(0, 0, width, height, fill=FRAME)
    plates = [plate_of(areas, i) for i in range(len(areas))]
    draw_ground(canvas, areas, grounds, [_kept_free(areas, i, plates[i]) for i in range(len(areas))])
    _draw_rear_names(canvas, areas, grounds)
    draw_scenery(canvas, areas, style.wording.say)
    for point in areas.points:
        draw_landmark(canvas, point.role, point.xy)
    draw_borders(canvas, areas)
    draw_closed_borders(canvas, areas)
    _draw_frame(canvas, areas)
    if has_values(areas):
        draw_slots(canvas, areas, style)
    draw_ways(canvas, areas)
    for i, ground in enumerate(grounds):
        _draw_name(canvas, areas, i, (ground.plate, style), plates[i])
    for box in game.boxes:
        if box.rect is not None:
            _draw_place(canvas, game, (box, box.rect), style)
    _draw_head(canvas, game, style)
    return canvas.render()


# Names ---------------------------------------------------------------------------------------------

Plate = tuple[float, float, float, float]


def plate_of(areas: AreaMap, area: int) -> Plate | None:
    """Return left, top, width and height of an area's name; None for one without name or place."""
    name = areas.names[area].get("en", "")
    if not name or (areas.shapes[area].is_empty and not len(areas.points_of(area, LABEL))):
        return None
    prints = "terrain" in areas.properties[area]
    wide = text_width(name, _SMALL_NAME if prints else _NAME, BOLD) + 26.0
    # Badges stand at both ends, or a star inside and a control marker on the left of the name.
    wide += _badge_room(areas, area) if prints else _star_room(areas, area)
    x, y = _name_at(areas, area, wide)
    wide = min(wide, _width_at(areas.shapes[area], (x, y)) - _BESIDE)
    left, top = x - wide / 2, y - _PLATE / 2
    for flag_x, flag_y in areas.points_of(area, CONTROL)[:1].tolist() if not prints else ():
        left += 14.0
        clear = flag_x + _FLAG
        if flag_x < x and abs(flag_y - y) < _FLAG and left < clear:
            # A longer name than that for which the flag was placed.
            wide = min(wide, _ends_at(areas.shapes[area], (x, y))[1] - clear - _BESIDE / 2)
            left = clear
    return left, top, wide, _PLATE


def _name_at(areas: AreaMap, area: int, wide: float) -> tuple[float, float]:
    """Return the middle of a name: as stated, else above or below the points of pieces, else inside."""
    shape, pieces = areas.shapes[area], areas.points_of(area, PIECE)
    for x, y in areas.points_of(area, LABEL)[:1].tolist():
        return x, y
    middle, (top, bottom) = pieces[:, 0].mean(), (pieces[:, 1].min(), pieces[:, 1].max())
    beside = _PIECE + _PLATE / 2
    for y in (top - beside, bottom + beside):
        plate = shapely.box(middle - wide / 2, y - _PLATE / 2, middle + wide / 2, y + _PLATE / 2)
        if shapely.contains(shape, plate):
            return float(middle), float(y)
    x, y = shapely.get_coordinates(shapely.point_on_surface(shape))[0].tolist()
    return x, y


def _width_at(shape: BaseGeometry, at: tuple[float, float]) -> float:
    """Return how wide an area is at a point; unbounded for a point that is not inside."""
    begin, end = _ends_at(shape, at)
    return end - begin


def _ends_at(shape: BaseGeometry, at: tuple[float, float]) -> tuple[float, float]:
    """Return the left and right ends of an area at a point; unbounded for a point that is not inside."""
    x, y = at
    left, _, right, _ = shape.bounds
    across = shapely.intersection(shape, shapely.LineString([(left - 1, y), (right + 1, y)]))
    for part in shapely.get_parts(across):
        begin, _, end, _ = part.bounds
        if begin <= x <= end:
            return float(begin), float(end)
    return -float("inf"), float("inf")


def _counts(areas: AreaMap, area: int) -> bool:
    """Return whether an area counts for victory."""
    stated = areas.properties[area]
    return any(stated.get(key, "false") not in ("false", "0", "") for key in ("victory", "value"))


def _star_room(areas: AreaMap, area: int) -> float:
    """Return how much wider a plate is for its star."""
    if not _counts(areas, area):
        return 0.0
    return 36.0 if _printed_value(areas.properties[area]) else 28.0


def _printed_value(properties: Mapping[str, str]) -> str:
    """Return the points that an area is worth, where a number is stated."""
    stated = (properties.get(key, "") for key in ("value", "victory"))
    return next((text for text in stated if text.isdigit()), "")


def _badge_room(areas: AreaMap, area: int) -> float:
    """Return how much wider a plate is for the badges at its ends; a star is larger than a circle."""
    return 2 * BADGE - 10.0 + (14.0 if _counts(areas, area) else 4.0)


def _kept_free(areas: AreaMap, area: int, plate: Plate | None) -> BaseGeometry:
    """Return what symbols and houses of an area keep clear of: its name and its landmarks."""
    shapes = [] if plate is None else [shapely.box(*_corners(plate)).buffer(9)]
    for point in areas.points:
        if point.area == area and point.role not in ("piece", "label", "control"):
            shapes.append(shapely.Point(point.xy).buffer(58 if point.role != "village" else 30))
    return shapely.union_all(shapes)


def _corners(plate: Plate) -> tuple[float, float, float, float]:
    return plate[0], plate[1], plate[0] + plate[2], plate[1] + plate[3]


def _draw_name(
    canvas: Canvas, areas: AreaMap, area: int, look: tuple[str, Style], plate: Plate | None
) -> None:
    """Draw an area's name; `look` is the colour of its plate, and the style of the sides."""
    properties = areas.properties[area]
    prints = "terrain" in properties
    for x, y in areas.points_of(area, CONTROL)[:1].tolist() if not prints else ():
        canvas.circle(
            x, y, 20, fill="#fffdf5", fill_opacity=0.55, stroke=INK, stroke_width=1.6, stroke_dasharray="4 3"
        )
    if plate is None:
        return
    x, y, wide, high = plate
    canvas.rect(x + 2, y + 3, wide, high, rx=6, fill=INK, fill_opacity=0.25)
    canvas.rect(x, y, wide, high, rx=6, fill=look[0], stroke="#fffdf5", stroke_width=2)
    room = wide - 26.0
    left, size = x + 13, _SMALL_NAME if prints else _NAME
    if prints:
        room -= _badge_room(areas, area)
        left += BADGE - 5.0
        draw_letter(canvas, properties.get("letter", ""), (x + 4, y + high / 2))
        draw_value(canvas, properties, (x + wide - 4, y + high / 2), look[1])
    elif _counts(areas, area):
        value = _printed_value(properties)
        draw_star(canvas, (x + wide - 21, y + high / 2 + 1), 18.0 if value else 11.5, STAR)
        canvas.text(
            value, x + wide - 21, y + high / 2 + 2, 15, face=BLACK, fill=INK, anchor="middle", centred=True
        )
        room -= _star_room(areas, area)
    name = areas.names[area]["en"]
    # Half a pixel: the plate was made for the name.
    size = fit_size(name, room + 0.5, size, BOLD)
    canvas.text(
        name, left + room / 2, y + high / 2, size, face=BOLD, fill="#ffffff", anchor="middle", centred=True
    )


def _draw_rear_names(canvas: Canvas, areas: AreaMap, grounds: Sequence[GroundStyle]) -> None:
    """Write the names of tall areas at the board's edge once more, large and pale, along their height."""
    for i, style in enumerate(grounds):
        shape = areas.shapes[i]
        if not style.rear or shape.is_empty:
            continue
        left, top, right, bottom = shape.bounds
        if bottom - top < 2 * (right - left):
            continue
        x, y = shapely.get_coordinates(shapely.point_on_surface(shape))[0].tolist()
        text = areas.names[i].get("en", "").upper()
        if stands_upright(text):
            size = min(0.72 * (bottom - top) / len(text), 0.4 * (right - left))
            for at, letter in enumerate(text):
                canvas.text(
                    letter, x, y + (at - (len(text) - 1) / 2) * size, size, face=BLACK, fill=style.plate,
                    anchor="middle", centred=True, rotate=90.0 if is_turned(letter) else 0.0, opacity=0.13,
                )  # fmt: skip
            continue
        size = fit_size(text, 0.72 * (bottom - top), 0.3 * (right - left), BLACK)
        canvas.text(
            text, x, y, size, face=BLACK, fill=style.plate, anchor="middle", centred=True, rotate=-90,
            opacity=0.13,
        )  # fmt: skip


# Round the areas -----------------------------------------------------------------------------------


def _draw_frame(canvas: Canvas, areas: AreaMap) -> None:
    """Draw a line round all that is of the map."""
    rings = [shapely.Polygon(ring).buffer(1) for ring in areas.voids]
    whole = shapely.union_all([*[shape.buffer(1) for shape in areas.shapes], *rings])
    for part in shapely.get_parts(whole):
        if shapely.get_type_id(part) == 3:
            canvas.polygon(
                shapely.get_coordinates(shapely.get_exterior_ring(part)).tolist(), fill="none", stroke=INK,
                stroke_width=4, stroke_linejoin="round",
            )  # fmt: skip


def _draw_place(canvas: Canvas, game: CompiledGame, place: tuple[Box, Sequence[int]], style: Style) -> None:
    box, (x, y, width, height) = place
    note = ""
    if box.kind == "turn":
        note = next((_turn_note(turn) for turn in game.turns if turn.number == box.index), "")
    # What a turn box prints of cards needs the room of its number.
    number = str(box.index) if box.kind == "turn" and box.index is not None and "\n" not in note else ""
    # Several lines leave the end of the box to the turn marker; a date alone is written below it.
    aside = _MARKER if "\n" in note else 0.0
    paint_box(
        canvas,
        LabelledBox(x, y, width, height, box.names.en, number, note, box.side, BOARD_HEAD, _NOTE, aside),
        style,
    )


def _turn_note(turn: TurnDate) -> str:
    """Return what a turn box says: each side's cards and hand limit, and the date."""
    sides = [
        f"{side[:1].upper()} draw {turn.draw[side]}, hand {turn.hand[side]}"
        for side in turn.draw
        if side in turn.hand
    ]
    return "\n".join([*sides, turn.dates.en])


def _draw_head(canvas: Canvas, game: CompiledGame, style: Style) -> None:
    """Draw title, legend and the notice above areas and boxes, in the room there is."""
    areas = game.areas
    tops = [float(shape.bounds[1]) for shape in areas.shapes if not shape.is_empty]
    tops += [float(box.rect[1]) for box in game.boxes if box.rect is not None]
    room = min(tops, default=0.0)
    if room < 30:
        return
    y, size = room / 2, min(0.62 * room, 36.0)
    canvas.text(game.names.en.upper(), 42, y, size, face=BLACK, fill=INK, centred=True, tracking=0.02)
    x = 42 + text_width(game.names.en.upper(), size, BLACK, 0.02) + 44
    labels = game.labels.get("area_kind", {})
    grounds = ground_styles([*(kind for kind in labels if kind in areas.kinds), *areas.kinds], style)
    for kind, ground in grounds.items():
        words = labels[kind].en if kind in labels else kind
        wide = text_width(words, 17, BOLD) + 20
        canvas.rect(x, y - 14, wide, 28, rx=5, fill=ground.plate)
        canvas.text(words, x + wide / 2, y, 17, face=BOLD, fill="#ffffff", anchor="middle", centred=True)
        x += wide + 14
    if any(_counts(areas, i) for i in range(len(areas))):
        draw_star(canvas, (x + 14, y), 13, STAR)
        counts = style.wording.say("counts for victory")
        canvas.text(counts, x + 34, y, 17, face=BOLD, fill=INK, centred=True)
        x += 34 + text_width(counts, 17, BOLD) + 18
    if has_values(areas):
        defends = style.wording.say("for the defender")
        draw_value(canvas, {"terrain": "1"}, (x + 14, y), style)
        canvas.text(defends, x + 40, y, 17, face=BOLD, fill=INK, centred=True)
        x += 40 + text_width(defends, 17, BOLD) + 18
    if areas.links:
        both = not any(link.one_way for link in areas.links)
        draw_arrow(canvas, np.array([x, y]), np.array([x + 70, y]), 0.75, both=both)
        ways = game.labels.get("link_kind", {})
        kinds = dict.fromkeys(link.kind for link in areas.links)
        words = " / ".join(ways[kind].en if kind in ways else kind for kind in kinds)
        canvas.text(words, x + 82, y, 17, face=BOLD, fill=INK, centred=True)
        x += 82 + text_width(words, 17, BOLD) + 24
    if closed_borders(areas):
        canvas.line([(x, y), (x + 50, y)], **CLOSED)
        closed = style.wording.say("no way")
        canvas.text(closed, x + 62, y, 17, face=BOLD, fill=INK, centred=True)
        x += 62 + text_width(closed, 17, BOLD) + 24
    _draw_notice(canvas, game, style.wording.say, (x, y))


def _draw_notice(
    canvas: Canvas, game: CompiledGame, say: Callable[[str], str], at: tuple[float, float]
) -> None:
    left, y = at
    kinds = {origin.kind for origin in game.areas.provenance}
    # Of a map that is all of its own making nothing was published.
    if kinds <= {"rules", "published"} or kinds == {"invented"}:
        return
    words = say("A reconstruction, not the published map")
    right = canvas.width - 42
    size = fit_size(words, max(right - left - 20, 60.0), 18, ITALIC)
    wide = text_width(words, size, ITALIC) + 20
    canvas.rect(right - wide, y - 15, wide, 30, rx=5, fill="#fffdf5", stroke=LINK, stroke_width=2)
    canvas.text(words, right - wide / 2, y, size, face=ITALIC, fill=LINK, anchor="middle", centred=True)
