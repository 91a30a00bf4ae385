"""Areas: borders of random boards are exact, and every planted fault is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from tests.geometry.partitions import ORIGIN, Partition, area, partition, with_area
from toolkit.diagnostics import Severity
from toolkit.geometry.area_build import build_area_map
from toolkit.geometry.area_drawing import AreaDrawing, DrawnArea, DrawnLink, StatedBorder
from toolkit.geometry.area_issues import AreaIssue, AreaProblem
from toolkit.geometry.area_map import AreaMap
from toolkit.geometry.area_polygons import shapes_of

EVERYDAY = range(6)


def pairs_of(built: AreaMap) -> set[tuple[str, str]]:
    return {(built.ids[border.a], built.ids[border.b]) for border in built.borders}


def heavy(issues: list[AreaIssue], *problems: AreaProblem) -> list[AreaIssue]:
    return [i for i in issues if i.severity is not Severity.INFO and (not problems or i.problem in problems)]


def check_clean(made: Partition, tremble: float = 0.0) -> None:
    """Check every pair: with a steady hand exactly, with a trembling one but for lengths it changes."""
    built, issues = build_area_map(made.drawing)
    found, least = pairs_of(built), made.drawing.least_border
    assert least is not None
    doubtful = {(i.feature, *i.others) for i in issues if i.problem is AreaProblem.SHORT_BORDER}
    # A crooked line is a little longer than its straight one; both its ends may have slipped.
    slip = 2.0 * tremble * made.tolerance
    for pair, length in made.lengths.items():
        if length >= least + slip:
            assert pair in found, (pair, length, least)
        elif 1.06 * length <= least - slip:
            assert pair not in found or pair in doubtful, (pair, length, least)
            assert pair not in found or tremble, (pair, length, least)
    assert found <= set(made.lengths)
    assert heavy(issues) == []


def plant(made: Partition, seed: int) -> None:
    """Plant faults of every kind into a board; each must be found where it is, and nothing else."""
    random = np.random.default_rng(seed)
    drawing, tolerance = made.drawing, made.tolerance
    ids = [area.id for area in drawing.areas]
    spots = _spots(made)
    random.shuffle(spots)
    kinds = [AreaProblem.GAP, AreaProblem.OVERLAP, AreaProblem.SLIVER]
    expected: dict[AreaProblem, list[set[str]]] = {}
    for (i, j, middle), kind in zip(spots, kinds[seed % 3 :] + kinds[: seed % 3], strict=False):
        patch = shapely.buffer(middle, 3 * tolerance)
        shapes = shapely.make_valid(shapes_of(area.parts for area in drawing.areas))
        if kind is AreaProblem.GAP:
            drawing = with_area(drawing, i, shapely.difference(shapes[i], patch))
            expected[kind] = [{ids[i]}]
        elif kind is AreaProblem.OVERLAP:
            drawing = with_area(drawing, i, shapely.union(shapes[i], shapely.intersection(patch, shapes[j])))
            expected[kind] = [{ids[i], ids[j]}]
        else:
            thin = _largest(shapely.buffer(shapely.intersection(shapes[j].boundary, patch), 0.3 * tolerance))
            sliver = area("a999", shapely.get_coordinates(shapely.get_exterior_ring(thin)))
            rest = _without(drawing, thin)
            drawing = replace(rest, areas=(*rest.areas, sliver))
            expected[kind] = [{"a999"}]
    far = shapely.get_coordinates(shapely.box(3000, 3000, 3300, 3300))
    areas = [*drawing.areas, area("a998", far)]
    expected[AreaProblem.UNREACHABLE] = [{"a998"}]
    areas[0] = replace(areas[0], names={})
    expected[AreaProblem.NO_NAME] = [{ids[0]}]
    areas[2] = replace(areas[2], names=areas[1].names)
    expected[AreaProblem.SAME_NAME] = [{ids[1], ids[2]}]
    _, issues = build_area_map(replace(drawing, areas=tuple(areas)))
    for kind, wanted in expected.items():
        found = [{issue.feature, *issue.others} for issue in heavy(issues, kind)]
        assert all(any(one >= some for one in found) for some in wanted), (seed, kind, wanted, found)
    assert {issue.problem for issue in heavy(issues)} <= set(expected)


def _spots(made: Partition) -> list[tuple[int, int, shapely.Geometry]]:
    """Return borders with the middle of each, far enough apart for a fault at every one."""
    drawing, tolerance = made.drawing, made.tolerance
    ids = [area.id for area in drawing.areas]
    shapes = shapely.make_valid(shapes_of(area.parts for area in drawing.areas))
    edge = shapely.get_exterior_ring(_largest(shapely.union_all(shapely.buffer(shapes, tolerance))))
    spots: list[tuple[int, int, shapely.Geometry]] = []
    for pair, length in made.lengths.items():
        i, j = (ids.index(id) for id in pair)
        common = shapely.intersection(shapely.buffer(shapes[i], 0.1 * tolerance), shapes[j].boundary)
        line = max(shapely.get_parts(shapely.line_merge(common)), key=shapely.length, default=None)
        if line is None or length <= 12 * tolerance:
            continue
        middle = shapely.line_interpolate_point(line, 0.5, normalized=True)
        apart = all(shapely.distance(middle, other) > 12 * tolerance for _, _, other in spots)
        # At the board's outer edge a bite is no gap but another outline.
        if apart and shapely.distance(middle, edge) > 6 * tolerance:
            spots.append((i, j, middle))
    return spots


def _without(drawing: AreaDrawing, hole: shapely.Geometry) -> AreaDrawing:
    shapes = shapely.make_valid(shapes_of(area.parts for area in drawing.areas))
    for index, shape in enumerate(shapes):
        drawing = with_area(drawing, index, shapely.difference(shape, hole))
    return drawing


def _largest(shape: shapely.Geometry) -> shapely.Geometry:
    return max(shapely.get_parts(shape), key=shapely.area)


@pytest.mark.parametrize("seed", EVERYDAY)
@pytest.mark.parametrize("tremble", [0.0, 0.6])
def test_borders_of_random_boards(seed: int, tremble: float) -> None:
    check_clean(partition(seed, tremble), tremble)


@pytest.mark.parametrize("seed", range(100, 102))
def test_planted_faults(seed: int) -> None:
    plant(partition(seed, 0.3 * (seed % 2)), seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_two_hundred_boards(seed: int) -> None:
    for tremble in (0.0, 0.6):
        check_clean(partition(seed, tremble), tremble)
    plant(partition(seed, 0.3 * (seed % 2)), seed)


def square(id: str, x: float, y: float, side: float = 100.0) -> DrawnArea:
    return area(id, shapely.get_coordinates(shapely.box(x, y, x + side, y + side)))


def board(*areas: DrawnArea, **more: Any) -> tuple[AreaMap, list[AreaIssue]]:
    return build_area_map(AreaDrawing(areas, **more))


FOUR = (square("a1", 0, 0), square("a2", 100, 0), square("a3", 0, 100), square("a4", 100, 100))


@pytest.mark.parametrize("tolerance", [0.01, 1.0, 20.0])
def test_four_areas_that_meet_in_a_point_do_not_touch_across_it(tolerance: float) -> None:
    built, issues = board(*FOUR, tolerance=tolerance)
    assert pairs_of(built) == {("a1", "a2"), ("a1", "a3"), ("a2", "a4"), ("a3", "a4")}
    assert issues == []
    assert [round(border.length) for border in built.borders] == [100] * 4


def test_a_narrow_area_keeps_its_neighbours_apart() -> None:
    strip = area("a2", shapely.get_coordinates(shapely.box(100, 0, 108, 100)))
    built, _ = board(square("a1", 0, 0), strip, square("a3", 108, 0), tolerance=10.0, least_border=30.0)
    assert pairs_of(built) == {("a1", "a2"), ("a2", "a3")}


def test_a_gap_within_the_tolerance_is_bridged_and_noted_a_wider_one_is_not() -> None:
    built, issues = board(square("a1", 0, 0), square("a2", 101.5, 0), tolerance=2.0)
    assert pairs_of(built) == {("a1", "a2")}
    assert [(i.problem, i.severity) for i in issues] == [(AreaProblem.GAP, Severity.INFO)]
    built, issues = board(square("a1", 0, 0), square("a2", 104, 0), tolerance=2.0)
    assert pairs_of(built) == set()


def test_an_enclosed_void_is_a_gap_until_it_is_drawn_as_one() -> None:
    ring = shapely.difference(shapely.box(0, 0, 300, 300), shapely.box(100, 100, 200, 200))
    whole = AreaDrawing((area("a1", np.zeros((0, 2))), square("a2", 300, 0, 300)))
    drawing = with_area(whole, 0, ring)
    _, issues = build_area_map(drawing)
    assert [(i.problem, i.feature, round(i.size)) for i in issues] == [(AreaProblem.GAP, "a1", 10_000)]
    void = (shapely.get_coordinates(shapely.box(100, 100, 200, 200)),)
    assert build_area_map(replace(drawing, voids=(void,)))[1] == []


def test_an_island_in_a_lake_borders_on_the_lake_only() -> None:
    lake = shapely.difference(shapely.box(100, 100, 400, 400), shapely.box(200, 200, 300, 300))
    land = shapely.difference(shapely.box(0, 0, 500, 500), shapely.box(100, 100, 400, 400))
    drawing = AreaDrawing((square("a1", 0, 0), square("a2", 0, 0), square("a3", 200, 200)))
    built, issues = build_area_map(with_area(with_area(drawing, 0, land), 1, lake))
    assert pairs_of(built) == {("a1", "a2"), ("a2", "a3")}
    assert issues == []


def statement(id: str, a: str, b: str, connect: bool) -> StatedBorder:
    return StatedBorder(id, a, b, connect, "printed so", ORIGIN)


def test_stated_borders_are_above_the_drawing() -> None:
    stated = (statement("s1", "a1", "a4", True), statement("s2", "a2", "a1", False))
    built, issues = board(*FOUR, stated=stated)
    assert pairs_of(built) == {("a1", "a3"), ("a1", "a4"), ("a2", "a4"), ("a3", "a4")}
    assert issues == []
    (border,) = [b for b in built.borders if b.reason]
    assert (border.a, border.b, border.length, border.reason) == (0, 3, 0.0, "printed so")


@pytest.mark.parametrize(
    ("stated", "key"),
    [
        (statement("s1", "a1", "a2", True), (AreaProblem.NEEDLESS, "s1")),
        (statement("s1", "a1", "a4", False), (AreaProblem.NEEDLESS, "s1")),
        (statement("s1", "a1", "a9", True), (AreaProblem.UNKNOWN_AREA, "s1")),
        (statement("s1", "a1", "a1", True), (AreaProblem.UNKNOWN_AREA, "s1")),
    ],
)
def test_statements_that_say_nothing(stated: StatedBorder, key: tuple[AreaProblem, str]) -> None:
    _, issues = board(*FOUR, stated=(stated,))
    assert [(i.problem, i.feature) for i in issues] == [key]


def test_a_border_stated_both_ways() -> None:
    both = (statement("s1", "a1", "a4", True), statement("s2", "a4", "a1", False))
    assert [(i.problem, i.feature) for i in board(*FOUR, stated=both)[1]] == [
        (AreaProblem.CONTRADICTION, "s2")
    ]


def test_links_lead_where_no_border_does() -> None:
    island = square("a5", 500, 0)
    ferry = DrawnLink("ferry", "ferry", "a2", "a5", False, ORIGIN)
    built, issues = board(*FOUR, island, links=(ferry,))
    assert issues == []
    assert built.ways("ferry")[1, 4]
    assert built.ways("ferry")[4, 1]
    assert not built.ways("arrow").any()
    out = DrawnLink("out", "arrow", "a5", "a2", True, ORIGIN)
    built, issues = board(*FOUR, island, links=(out,))
    assert [(i.problem, i.feature) for i in issues] == [(AreaProblem.UNREACHABLE, "a5")]
    assert not built.ways()[1, 4]


def test_boxes_border_on_nothing() -> None:
    box = replace(square("a5", 200, 0), is_box=True)
    hand = replace(box, id="a6", names={"en": "Hand"}, parts=())
    links = (
        DrawnLink("l5", "rear", "a2", "a5", False, ORIGIN),
        DrawnLink("l6", "reserve", "a6", "a2", True, ORIGIN),
    )
    built, issues = board(*FOUR, box, hand, links=links)
    assert issues == []
    assert not built.adjacent[4:].any()
    _, issues = board(*FOUR, box, hand, links=links[:1])
    assert [(i.problem, i.feature) for i in issues] == [(AreaProblem.UNREACHABLE, "a6")]


def test_points_stated_and_found() -> None:
    first = replace(
        FOUR[0], points=(("piece", (10.0, 10.0)), ("piece", (30.0, 10.0)), ("control", (150.0, 10.0)))
    )
    built, issues = board(first, *FOUR[1:])
    assert [(i.problem, i.feature, i.position) for i in issues] == [
        (AreaProblem.POINT_OUTSIDE, "a1", (150.0, 10.0))
    ]
    assert built.points_of(0, "piece").tolist() == [[10, 10], [30, 10]]
    assert built.points_of(1, "piece") == pytest.approx(np.array([[150.0, 50.0]]), abs=2)
    assert built.locate(np.array([(150, 50), (50, 150), (-5, 0)], dtype=np.float64)).tolist() == [1, 2, -1]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda a: replace(a, id="a2"), (AreaProblem.DUPLICATE_ID, "a2")),
        (lambda a: replace(a, parts=()), (AreaProblem.NO_OUTLINE, "a4")),
        (
            lambda a: replace(
                a, parts=((np.array([(100, 100), (200, 200), (200, 100), (100, 200)], float),),)
            ),
            (AreaProblem.BROKEN_RING, "a4"),
        ),
    ],
)
def test_outlines_that_are_none(
    change: Callable[[DrawnArea], DrawnArea], key: tuple[AreaProblem, str]
) -> None:
    _, issues = board(*FOUR[:3], change(FOUR[3]))
    assert key in [(i.problem, i.feature) for i in issues if i.severity is not Severity.INFO]


def test_json_both_ways_and_the_order_of_drawing_does_not_matter() -> None:
    made = partition(5, 0.4)
    built, _ = build_area_map(made.drawing)
    again = AreaMap.from_json(built.to_json())
    assert again.digest() == built.digest()
    assert (again.adjacent == built.adjacent).all()
    turned, _ = build_area_map(replace(made.drawing, areas=made.drawing.areas[::-1]))
    assert {tuple(sorted(pair)) for pair in pairs_of(turned)} == {
        tuple(sorted(pair)) for pair in pairs_of(built)
    }


def test_no_areas_at_all() -> None:
    built, issues = board()
    assert (len(built), issues) == (0, [])
