"""Boards of areas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

import numpy as np
import pytest
import shapely
from lxml import etree
from shapely.geometry.base import BaseGeometry

from tests.geometry.partitions import partition
from tests.real_area_games import RATTENKRIEG, STORM, compiled
from tests.render.synthetic import make_map
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import ToolkitError
from toolkit.geometry.area_build import build_area_map
from toolkit.geometry.area_drawing import AreaDrawing, DrawnArea, DrawnLink
from toolkit.geometry.area_map import AreaLink, Scenery
from toolkit.geometry.provenance import Provenance
from toolkit.render.area_board import area_layout, board_size, draw_area_map, plate_of
from toolkit.render.area_ground import ground_styles
from toolkit.render.area_ways import closed_borders, draw_ways
from toolkit.render.landmarks import LANDMARKS, draw_landmark
from toolkit.render.palette import contrast
from toolkit.render.svg import Canvas
from toolkit.source.names import Names
from toolkit.source.setups import Box
from toolkit.source.style import PLAIN

INVENTED, PRINTED = Provenance("invented"), Provenance("rules")


def square(x: float, y: float, side: float = 200.0) -> tuple[tuple[np.ndarray, ...], ...]:
    ring = np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)], dtype=np.float64)
    return ((ring,),)


def town(
    provenance: Provenance = INVENTED, properties: Mapping[str, str] = MappingProxyType({"victory": "true"})
) -> CompiledGame:
    """Return a game on three areas: two that touch, and one beyond a river."""
    area_of = [
        DrawnArea("old", "urban", {"en": "Old Town"}, square(0, 100), provenance, (("control", (20, 120)),)),
        DrawnArea("new", "plain", {"en": "New Town"}, square(200, 100), provenance, properties=properties),
        DrawnArea(
            "bank", "rear", {"en": "Far Bank"}, square(500, 100), provenance, properties={"control": "soviet"}
        ),
    ]
    water = np.array([(400, 100), (500, 100), (500, 300), (400, 300), (400, 100)], dtype=np.float64)
    drawing = AreaDrawing(
        areas=tuple(area_of),
        links=(DrawnLink("boat", "ferry", "bank", "new", False, provenance),),
        voids=((water,),),
        size_px=(720, 420),
        scenery=(Scenery("railway", np.array([(0.0, 200.0), (150.0, 220.0)])),),
    )
    built, _ = build_area_map(drawing)
    return CompiledGame(
        id="town",
        names=Names("Town"),
        version="1.0.0",
        hex_map=None,
        labels={"side": {"soviet": Names("Soviet")}, "link_kind": {"ferry": Names("Ferry")}},
        area_map=built,
        boxes=(
            Box("deck", Names("Deck"), "deck", rect=(20, 320, 90, 90)),
            Box("hand", Names("Hand"), "hand"),
        ),
    )


def words(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


def rattenkrieg() -> CompiledGame:
    return compiled(RATTENKRIEG)[0]


def test_the_board_has_the_size_that_is_stated() -> None:
    root = etree.fromstring(draw_area_map(town()).encode())
    assert (root.get("width"), root.get("height")) == ("720", "420")
    assert area_layout(town()).size_px == (720, 420)
    assert area_layout(town()).to_pixels([(12.5, 30.0)]).tolist() == [[12.5, 30.0]]


def test_without_a_stated_size_it_holds_all_areas() -> None:
    areas = replace(town().areas, size_px=None)
    assert board_size(areas) == (720, 320)


def test_names_links_places_and_the_notice_are_on_it() -> None:
    shown = words(draw_area_map(town(Provenance("reconstructed"))))
    assert {"Old Town", "New Town", "Far Bank", "Deck", "Ferry", "counts for victory"} <= set(shown)
    assert "Hand" not in shown
    assert "A reconstruction, not the published map" in shown


@pytest.mark.parametrize(("stated", "printed"), [({"value": "3"}, 1), ({"victory": "true"}, 0)])
def test_what_an_area_is_worth_stands_in_its_star(stated: dict[str, str], printed: int) -> None:
    shown = words(draw_area_map(town(properties=stated)))
    assert "counts for victory" in shown
    assert shown.count("3") == printed


def test_a_border_that_nobody_crosses_is_thick_and_a_way_over_it_an_arrow() -> None:
    game = town()
    apart = replace(game.areas, borders=())
    gate = AreaLink("gate", "ferry", 0, 1, False, {}, INVENTED)
    (line,) = closed_borders(apart)
    assert closed_borders(game.areas) == []
    # The common border of the two towns, but for its ends.
    assert line.bounds == pytest.approx((200, 105, 200, 295), abs=2)
    shown = words(draw_area_map(replace(game, area_map=apart)))
    assert "no way" in shown
    canvas, plain = Canvas(720, 420), Canvas(720, 420)
    draw_ways(canvas, replace(apart, links=(gate,)))
    draw_ways(plain, replace(apart, links=(replace(gate, one_way=True),)))
    arrow, one_way = (np.array(_corners(found)) for found in (canvas, plain))
    # A head on either side of the border, in the middle of it; the one-way arrow has one.
    assert arrow[:, 0].min() == pytest.approx(200 - (arrow[:, 0].max() - 200))
    assert arrow[:, 1].mean() == pytest.approx(200, abs=3)
    assert (len(arrow), len(one_way)) == (10, 7)


def _corners(canvas: Canvas) -> list[tuple[float, float]]:
    """Return the corners of the last polygon on a canvas."""
    root = etree.fromstring(canvas.render().encode())
    points = [element.get("d") for element in root.iter() if element.get("d")][-1]
    numbers = [float(text) for text in re.findall(r"-?[\d.]+", points)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("provenance", [PRINTED, INVENTED])
def test_a_board_from_the_rules_or_of_its_own_making_is_no_reconstruction(provenance: Provenance) -> None:
    assert "A reconstruction, not the published map" not in words(draw_area_map(town(provenance)))


def test_every_name_of_the_real_board_is_on_it_once_and_inside_the_board() -> None:
    shown = words(draw_area_map(rattenkrieg()))
    areas = rattenkrieg().areas
    for names in areas.names:
        assert shown.count(names["en"]) == 1
    for turn in rattenkrieg().turns:
        assert all(word in " ".join(shown) for word in turn.dates.en.split())


def test_kinds_are_told_by_colour_and_names_read_well() -> None:
    styles = ground_styles(["normal", "urban", "rear", "swamp", "delta"], PLAIN)
    assert len({style.tint for style in styles.values()}) == 5
    assert all(contrast(style.plate, "#ffffff") > 4.5 for style in styles.values())
    # Red is the town, grey the rest (2.1).
    assert styles["urban"].plate == "#a3161a"


def test_the_same_game_gives_the_same_picture() -> None:
    again = CompiledGame.from_json(rattenkrieg().to_json())
    assert draw_area_map(again) == draw_area_map(rattenkrieg())


def test_landmarks_are_drawn_where_a_picture_is_known() -> None:
    pictures = set()
    for role in LANDMARKS:
        canvas = Canvas(100, 100)
        assert draw_landmark(canvas, role, (50.0, 50.0))
        pictures.add(canvas.render())
    assert len(pictures) == len(LANDMARKS)
    assert not draw_landmark(Canvas(10, 10), "volcano", (5.0, 5.0))


def test_a_game_on_hexes_has_no_such_board() -> None:
    with pytest.raises(ToolkitError, match="played on hexes"):
        draw_area_map(replace(town(), hex_map=make_map(), area_map=None))


@pytest.mark.parametrize("seed", range(8))
def test_any_board_can_be_drawn(seed: int) -> None:
    drawing = partition(seed, 0.5).drawing
    kinds = ("urban", "rear", "normal", "bog")
    areas = [
        replace(
            area,
            kind=kinds[(seed + i) % len(kinds)],
            names={} if i % 5 == 4 else {"en": f"Area {i}"},
            properties={"control": "soviet"} if i % 2 else {},
        )
        for i, area in enumerate(drawing.areas)
    ]
    box = DrawnArea("off", kinds[seed % 4], {"en": "Off the map"}, (), INVENTED, is_box=True)
    link = DrawnLink("ferry", "ferry", areas[0].id, areas[-1].id, False, INVENTED)
    boat = DrawnLink("boat", "ferry", "off", areas[0].id, False, INVENTED)
    voids = (drawing.areas[1].parts[0],) if seed % 2 else ()
    made = replace(drawing, areas=(*areas, box), links=(link, boat), voids=voids)
    built, _ = build_area_map(made)
    shown = words(draw_area_map(replace(town(), area_map=built, boxes=())))
    for names, shape in zip(built.names, built.shapes, strict=True):
        if names and not shape.is_empty:
            assert shown.count(names["en"]) == 1


def test_a_board_without_areas_is_an_empty_sheet() -> None:
    built, _ = build_area_map(AreaDrawing(areas=()))
    assert "<svg" in draw_area_map(replace(town(), area_map=built))


def test_areas_print_letter_and_terrain_and_places_of_markers() -> None:
    game = compiled(STORM)[0]
    svg = draw_area_map(game)
    shown = words(svg)
    for properties in game.areas.properties:
        if "letter" in properties:
            assert properties["letter"] in shown
    values = [properties["terrain"] for properties in game.areas.properties if "terrain" in properties]
    # The legend says what +1 is.
    for value in ("1", "2", "3"):
        assert shown.count(f"+{value}") == [*values, "1"].count(value)
    assert shown.count("FIRE") == 2 * len(values)
    assert "G draw 4, hand 5" in shown
    assert svg == draw_area_map(game)


def test_names_and_marks_of_an_area_keep_apart_from_those_of_others() -> None:
    """Plates with their badges, and slots: no two of them overlap."""
    areas = compiled(STORM)[0].areas
    boxes: list[tuple[str, BaseGeometry]] = []
    for i, id in enumerate(areas.ids):
        plate = plate_of(areas, i)
        assert plate is not None
        x, y, wide, high = plate
        badge = 14.0 if "terrain" in areas.properties[i] else 0.0
        boxes.append((id, shapely.box(x - badge, y, x + wide + badge, y + high)))
        for role in ("control", "fire_german", "fire_soviet"):
            boxes += [(id, shapely.box(x - 27, y - 27, x + 27, y + 27)) for x, y in areas.points_of(i, role)]
    for (one, a), (other, b) in combinations(boxes, 2):
        assert shapely.area(shapely.intersection(a, b)) < 1.0, (one, other)
    for id, box in boxes:
        # Most of it lies in its own area.
        inside = shapely.area(shapely.intersection(areas.shapes[areas.index(id)], box))
        assert inside > 0.85 * shapely.area(box), id


@pytest.mark.parametrize(("kind", "tilled"), [("plain", True), ("marsh", False), ("offshore", False)])
def test_fields_lie_on_open_ground_alone(kind: str, *, tilled: bool) -> None:
    areas = (DrawnArea("one", kind, {"en": "One"}, square(0, 0, 600), INVENTED),)
    built, _ = build_area_map(AreaDrawing(areas=areas, links=(), voids=(), size_px=(600, 600), scenery=()))
    game = CompiledGame(
        id="one", names=Names("One"), version="1.0.0", hex_map=None, labels={}, area_map=built
    )
    assert ("#b9a96c" in draw_area_map(game)) is tilled  # furrows
