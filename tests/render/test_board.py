"""The map picture: what is on it, where it runs, and that it is the same every time."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import shapely
from lxml import etree

from tests import real_game
from tests.render.overlaps import overlapping
from tests.render.synthetic import TOWNS, make_map, make_setup
from toolkit.geometry.grid import Orientation
from toolkit.geometry.map import Map
from toolkit.geometry.provenance import Provenance, ProvenanceRecorder
from toolkit.render.board import BoardText, Plan, draw_board, plan_board
from toolkit.render.labels import Ink
from toolkit.render.layout import BoardLayout
from toolkit.render.marks import COUNTER, symbol_radius
from toolkit.render.names import RiverName, river_names
from toolkit.render.outlines import outline_colours, outlines
from toolkit.render.palette import SPARE
from toolkit.render.raster import rasterise
from toolkit.render.rivers import Course, course_line
from toolkit.render.view import MapView
from toolkit.source.style import SideStyle, Style

ORIENTATIONS = tuple(Orientation)
TEXT = BoardText(
    "Don & <Volga>", "a small map", "RECONSTRUCTION", names={"rail": "Railway", "vp": "Victory hex"}
)


@cache
def board(orientation: Orientation) -> tuple[Map, BoardLayout]:
    made = make_map(orientation)
    return made, BoardLayout.for_grid(made.grid)


@cache
def drawn(orientation: Orientation) -> str:
    made, layout = board(orientation)
    return draw_board(made, layout, TEXT, make_setup(made.grid))


@cache
def planned(orientation: Orientation) -> tuple[MapView, Plan]:
    made, layout = board(orientation)
    view = MapView(made, layout)
    return view, plan_board(view, make_setup(made.grid))


def texts(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_word_is_on_the_map(orientation: Orientation) -> None:
    made, _ = board(orientation)
    shown = texts(drawn(orientation))
    numbers = [text for text in shown if text in {made.grid.number(h) for h in range(len(made.grid))}]
    assert len(numbers) == len(made.grid)
    for name, (_, kind, _) in TOWNS.items():
        assert (name.upper() if kind == "major_city" else name) in shown
    assert {"DON & <VOLGA>", "RECONSTRUCTION", "Don", "LEGEND"} <= set(shown)


def test_the_legend_names_what_is_there_and_nothing_else() -> None:
    shown = set(texts(drawn(Orientation.FLAT)))
    assert {"Clear", "Forest", "Marsh", "Mountain", "Sea", "River", "Great river", "Impassable"} <= shown
    assert {"Road", "Railway", "Bridge", "Victory hex", "Start line", "Set-up hex: 6A"} <= shown
    assert "Set-up hex: 17A" not in shown
    made, layout = board(Orientation.FLAT)
    clean = set(texts(draw_board(made, layout, TEXT)))
    assert not {text for text in clean if "et-up" in text}


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_same_map_same_picture(orientation: Orientation) -> None:
    again = make_map(orientation)
    layout = BoardLayout.for_grid(again.grid)
    assert draw_board(again, layout, TEXT, make_setup(again.grid)) == drawn(orientation)


def test_same_picture_same_bytes() -> None:
    svg = drawn(Orientation.FLAT)
    assert rasterise(svg, scale=0.3) == rasterise(svg, scale=0.3)


def test_the_picture_has_the_layouts_size() -> None:
    _, layout = board(Orientation.FLAT)
    root = etree.fromstring(drawn(Orientation.FLAT).encode())
    assert (int(root.get("width")), int(root.get("height"))) == layout.size_px


def test_ids_are_unique_and_every_use_finds_its_definition() -> None:
    root = etree.fromstring(drawn(Orientation.FLAT).encode())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    uses = {e.get("{http://www.w3.org/1999/xlink}href") for e in root.iter("{http://www.w3.org/2000/svg}use")}
    assert len(ids) == len(set(ids))
    assert uses <= {f"#{i}" for i in ids}


def _meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_names_keep_clear_of_each_other_and_of_symbols(orientation: Orientation) -> None:
    view, plan = planned(orientation)
    assert overlapping(plan.labels) == []
    for label in plan.labels:
        for place in view.map.places:
            x, y = view.centres[place.hex]
            r = symbol_radius(place.kind, view.pitch) - 1
            assert not _meet(label.box, (x - r, y - r, x + r, y + r)), (label.label.text, place.id)
        for _, box in plan.setup:
            assert not _meet(label.box, box), (label.label.text, box)
    for one, other in itertools.combinations(plan.river_names, 2):
        assert not _meet(one.box, other.box)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_set_up_marks_lie_under_the_counter_of_their_hex(orientation: Orientation) -> None:
    view, plan = planned(orientation)
    half = COUNTER * view.pitch
    for mark, box in plan.setup:
        x, y = view.centres[mark.hex].tolist()
        assert shapely.box(x - half, y - half, x + half, y + half).covers(shapely.box(*box))


def _along(name: str, *ends: tuple[float, float]) -> RiverName:
    """Return a name along a straight course between two points, in pitches."""
    view, _ = planned(Orientation.FLAT)
    points = np.linspace(*np.array(ends) * view.pitch, 9)
    return river_names(view, [Course("river", name, points)], Ink(*view.layout.size_px))[0]


@pytest.mark.parametrize("ends", [((2, 0.5), (2.2, 5)), ((2.2, 5), (2, 0.5))])
def test_letters_that_fill_a_square_stand_upright_along_steep_rivers(
    ends: tuple[tuple[float, float], ...],
) -> None:
    letters = _along("クーマ川", *ends).letters
    assert {letter: round(angle) for letter, _, _, angle in letters} == {"ク": 0, "ー": 90, "マ": 0, "川": 0}
    by_height = sorted(letters, key=lambda each: each[2])
    assert "".join(letter for letter, *_ in by_height) == "クーマ川", "it is read downwards"
    assert all(abs(angle) > 60 for *_, angle in _along("Kuma", *ends).letters)


def test_along_level_rivers_all_letters_follow_the_line() -> None:
    letters = _along("クーマ川", (0.5, 2), (5, 2.2)).letters
    assert all(abs(angle) < 10 for *_, angle in letters)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_symbols_of_a_hex_lie_inside_it(orientation: Orientation) -> None:
    view, plan = planned(orientation)
    shapely.prepare(view.polygons)
    for mark, (left, top, right, bottom) in plan.setup:
        assert view.polygons[mark.hex].contains(shapely.box(left, top, right, bottom))
    for h, (left, top, right, bottom) in enumerate(plan.numbers.tolist()):
        assert view.polygons[h].contains(shapely.box(left, top, right, bottom))


def test_a_number_over_works_has_a_halo() -> None:
    made, layout = board(Orientation.FLAT)
    works = {"fort": np.ones(len(made.grid), dtype=np.bool_)}
    assert plan_board(MapView(replace(made, hex_features=works), layout)).busy.min() > 0


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_rivers_stay_by_their_hexsides_and_cross_the_middle_of_each(orientation: Orientation) -> None:
    view, plan = planned(orientation)
    for kind in ("river", "great_river"):
        sides = np.flatnonzero(view.map.side_features[kind])
        lines = shapely.union_all(
            [shapely.linestrings(course_line(c)) for c in plan.rivers if c.kind == kind]
        )
        middles = view.side_ends[sides].mean(axis=1)
        assert shapely.distance(shapely.points(middles), lines).max() < 0.06 * view.pitch
        drawn_points = shapely.get_coordinates(lines)
        every = shapely.union_all(shapely.linestrings(view.side_ends[sides]))
        inland = ~shapely.contains_xy(plan.water.buffer(0.75 * view.pitch), drawn_points)
        on_map = shapely.contains_xy(view.board, drawn_points)
        gaps = shapely.distance(shapely.points(drawn_points[inland & on_map]), every)
        assert gaps.max() < 0.16 * view.pitch


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_tributary_ends_on_its_river(orientation: Orientation) -> None:
    view, plan = planned(orientation)
    don = shapely.linestrings(course_line(next(c for c in plan.rivers if c.name == "Don")))
    chir = next(c for c in plan.rivers if c.name == "Chir")
    assert don.distance(shapely.Point(chir.controls[-1])) < 0.02 * view.pitch


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_each_link_is_drawn_once_across_its_own_hexside_only(orientation: Orientation) -> None:
    view, plan = planned(orientation)
    for kind, found in (("road", plan.roads), ("rail", plan.rails)):
        assert sorted(s.side for s in found) == np.flatnonzero(view.map.links[kind]).tolist()
        for segment in found:
            owners = view.map.grid.nearest(view.layout.to_plane(segment.points(40)))
            assert set(owners.tolist()) == set(view.map.sides[segment.side].tolist())


def test_the_sea_covers_sea_hexes_and_floods_no_town_and_no_link() -> None:
    view, plan = planned(Orientation.FLAT)
    sea = view.terrain("sea")
    assert plan.water.intersection(view.area(sea)).area > 0.93 * view.area(sea).area
    inland = ~sea & ~view.features("coast")
    assert plan.water.intersection(view.area(inland)).area < 0.01 * view.pitch**2
    for place in view.map.places:
        assert not plan.water.buffer(0.1 * view.pitch).contains(shapely.Point(view.centres[place.hex]))


def test_the_start_line_parts_the_sides() -> None:
    view, plan = planned(Orientation.FLAT)
    assert plan.start
    west = view.area(view.features("start_axis"))
    east = view.area(view.features("start_soviet"))
    for points in plan.start:
        line = shapely.linestrings(points)
        assert line.distance(west) < 0.05
        assert line.distance(east) < 0.05


def test_a_map_without_anything_is_drawn_as_well() -> None:
    made, layout = board(Orientation.FLAT)
    bare = Map(
        grid=made.grid,
        terrain_kinds=("steppe", "moon"),
        terrain=(np.arange(len(made.grid)) % 2).astype(np.uint8),
        topology=made.topology,
        side_features={},
        links={},
        hex_features={},
        places=(),
        chains=(),
        paths=(),
        provenance=made.provenance,
    )
    shown = texts(draw_board(bare, layout, BoardText("Bare")))
    assert {"Steppe", "Moon", "BARE"} <= set(shown)


def test_kinds_of_other_games_are_drawn_and_in_the_legend() -> None:
    made, layout = board(Orientation.FLAT)
    none = np.zeros(len(made.sides), dtype=np.bool_)
    wall, canal, track = none.copy(), none.copy(), none.copy()
    wall[5], canal[40], track[90:95] = True, True, True
    foreign = replace(
        made,
        side_features={"wall": wall, "canal": canal},
        links={"track": track},
        water_layers=("canal",),
        chains=(),
        paths=(),
    )
    plan = plan_board(MapView(foreign, layout))
    assert sorted(segment.side for segment in plan.roads) == list(range(90, 95))
    assert [course.kind for course in plan.rivers] == ["canal"]
    svg = draw_board(foreign, layout, BoardText("Other"))
    assert {"Wall", "Canal", "Track"} <= set(texts(svg))
    assert svg != draw_board(replace(foreign, side_features={"canal": canal}), layout, BoardText("Other"))


def test_marked_hexes_that_no_symbol_shows_have_a_line_round_them() -> None:
    made, layout = board(Orientation.FLAT)
    none = np.zeros(len(made.grid), dtype=np.bool_)
    exits, line, fort = none.copy(), none.copy(), none.copy()
    exits[[0, 1]], line[[1, 2, 40]], fort[5] = True, True, True
    marked = replace(made, hex_features={"east_exit": exits, "axis_line": line, "fort": fort})
    sides = {"axis": SideStyle("#112233"), "soviet": SideStyle(SPARE[0])}
    view = MapView(marked, layout, Style(sides=sides))
    assert outline_colours(view) == {"axis_line": "#112233", "east_exit": SPARE[1]}
    stated = MapView(marked, layout, Style(marks={"east_exit": "#445566"}))
    assert outline_colours(stated)["east_exit"] == "#445566"
    (_, first), (_, second) = outlines(view)
    assert view.area(line).contains(first)
    # In the hex that both mark the second runs inside of the first.
    assert first.boundary.intersection(second.boundary).length == 0
    words = BoardText("Marks", names={"east_exit": "Eastern exit"})
    svg = draw_board(marked, layout, words, style=view.style)
    assert {"Eastern exit", "Axis line", "Fort"} <= set(texts(svg))
    assert svg.count('stroke="#112233"') == 2
    assert outline_colours(MapView(made, layout)) == {}


def test_names_cover_hardly_any_number() -> None:
    view = MapView(real_game.compiled().map, BoardLayout.for_grid(real_game.compiled().map.grid))
    plan = plan_board(view)
    under = [shapely.box(*box) for box in plan.numbers.tolist()]
    names = shapely.STRtree([shapely.box(*placed.box).buffer(-3.5) for placed in plan.labels])
    hit = names.query(under, predicate="intersects")
    assert hit.shape[1] <= len(plan.labels) / 20


def test_seas_get_their_names_in_open_water() -> None:
    made, layout = board(Orientation.FLAT)
    recorder = ProvenanceRecorder()
    for kind, code in (("Azov", 4), ("Woods", 1)):
        recorder.record(
            "terrain", np.flatnonzero(made.terrain == code), recorder.row(kind, Provenance("invented"))
        )
    view = MapView(replace(made, provenance=recorder.store()), layout)
    names = {"Azov": "Sea of Azov", "Woods": "Woods & more"}
    found = {name.text: name for name in plan_board(view, areas=names).area_names}
    assert "Sea of Azov" in found
    box = shapely.box(*found["Sea of Azov"].box)
    assert view.area(view.terrain("sea")).buffer(0.06 * view.pitch).intersection(box).area > 0.97 * box.area
    assert plan_board(view, areas={}).area_names == ()
