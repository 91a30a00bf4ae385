from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.strategies import Parity, disturbed, orientations, parities, paths, plain_grid
from toolkit.diagnostics import Severity
from toolkit.geometry.build import build_map
from toolkit.geometry.features import (
    FREE,
    MOUTH,
    SOURCE,
    AreaFeature,
    AreaRule,
    EndKind,
    HexMark,
    HexOverride,
    Issue,
    LineEnd,
    LineFeature,
    MapFeatures,
    PathFeature,
    PlaceFeature,
    Problem,
    SideOverride,
)
from toolkit.geometry.grid import Orientation
from toolkit.geometry.map import Map
from toolkit.geometry.provenance import Provenance

P = Provenance("historical", "atlas")
GRID = plain_grid(size=20)
NOTHING = MapFeatures("clear", P, ("clear", "forest", "marsh", "sea"))


def build(**features: Any) -> tuple[Map, list[Issue]]:
    return build_map(GRID, replace(NOTHING, **features))


def drawn_as(found: Map, layer: str, id: int) -> str:
    """Return the feature that a datum of a map comes from."""
    origin = found.provenance.of(layer, id)
    assert origin is not None
    return origin.feature


def keys(issues: list[Issue]) -> list[tuple[str, str]]:
    return [(issue.problem.value, issue.feature) for issue in issues]


def serious(issues: list[Issue]) -> list[tuple[str, str]]:
    return keys([issue for issue in issues if issue.problem is not Problem.UNDECIDABLE])


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[np.ndarray, ...], ...]:
    return ((np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]], dtype=float),),)


def line(*points: tuple[float, float]) -> np.ndarray:
    return np.array(points, dtype=float)


def stream(id: str, *points: tuple[float, float], **more: Any) -> LineFeature:
    """Return a river, from its source where nothing else is said."""
    return LineFeature(id, "river", line(*points), P, **({"start": SOURCE} | more))


def track(id: str, *points: tuple[float, float], kind: str = "road", **more: Any) -> PathFeature:
    return PathFeature(id, kind, line(*points), P, **more)


def at(number: str) -> tuple[float, float]:
    x, y = GRID.centres()[GRID.hex(number)].tolist()
    return (x, y)


SEA = AreaFeature("gulf", "sea", box(12, -5, 30, 30), P, AreaRule.SEA, priority=9)


def test_an_empty_map_is_all_default() -> None:
    found, issues = build()
    assert issues == []
    assert set(found.terrain.tolist()) == {0}
    assert sorted(found.side_features) == ["great_river", "impassable", "river"]
    assert not any(mask.any() for mask in found.side_features.values())


def test_terrain_follows_covered_share_priority_and_override() -> None:
    wood = AreaFeature("wood", "forest", box(2, 2, 7, 7), P)
    bog = AreaFeature("bog", "marsh", box(4, 4, 5.5, 5.5), P, priority=1)
    stated = HexOverride("stated", GRID.hex("0505"), "clear", P)
    found, issues = build(areas=(wood, bog), hex_overrides=(stated,))
    assert issues == []
    assert found.terrain_of(int(GRID.nearest(line((3, 3)))[0])) == "forest"
    assert found.terrain_of(int(GRID.nearest(line((4.7, 4.7)))[0])) == "marsh"
    assert found.terrain_of(GRID.hex("0505")) == "clear"
    assert drawn_as(found, "terrain", GRID.hex("0505")) == "stated"


def test_areas_of_one_kind_count_together() -> None:
    x, y = at("0808")
    left = AreaFeature("left", "forest", box(x - 1, y - 0.3, x + 1, y), P)
    right = AreaFeature("right", "forest", box(x - 1, y, x + 1, y + 0.25), P)
    assert build(areas=(left,))[0].terrain_of(GRID.hex("0808")) == "clear"
    found, _ = build(areas=(left, right))
    assert found.terrain_of(GRID.hex("0808")) == "forest"
    assert drawn_as(found, "terrain", GRID.hex("0808")) == "left"


def test_contradicting_areas_are_reported() -> None:
    wood, bog = (
        AreaFeature("wood", "forest", box(2, 2, 7, 7), P),
        AreaFeature("bog", "marsh", box(5, 2, 9, 7), P),
    )
    _, issues = build(areas=(wood, bog))
    assert keys(issues) == [("overlap", "bog")]
    assert issues[0].other == "wood"
    hexes = issues[0].data["hexes"]
    assert isinstance(hexes, list)
    assert all(4.4 < GRID.centres()[h][0] < 7.6 for h in hexes)
    assert build(areas=(wood, replace(bog, priority=1)))[1] == []
    assert build(areas=(wood, replace(bog, parts=box(7, 2, 9, 7))))[1] == []


def test_sea_makes_sea_coast_and_nothing_else() -> None:
    found, issues = build(areas=(SEA,))
    assert issues == []
    x = GRID.centres()[:, 0]
    sea = found.terrain == NOTHING.terrain_kinds.index("sea")
    assert sea[x > 12.6].all()
    assert not sea[x < 11.4].any()
    coast = found.hex_features["coast"]
    assert not (coast & sea).any()
    assert (np.abs(x[coast] - 12) < 0.6).all()
    assert not found.side_features["impassable"].any()


def test_a_strait_makes_impassable_hexsides_with_their_origin() -> None:
    strait = AreaFeature("strait", "sea", box(7.95, -5, 8.05, 30), P, AreaRule.SEA)
    found, issues = build(areas=(strait,))
    assert issues == []
    assert (found.terrain == 0).all()
    barred = found.side_features["impassable"]
    centres = GRID.centres()
    # The strait lies between two columns: whatever joins them is barred, nothing else is.
    left = centres[found.sides].min(axis=1)[:, 0]
    right = centres[found.sides].max(axis=1)[:, 0]
    assert (barred == ((left < 8) & (right > 8))).all()
    origins = {origin.feature for _, origin in found.provenance.items("side:impassable")}
    assert origins == {"strait"}


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        (((line((1, 1), (5, 1), (5, 5)),),), Problem.UNCLOSED),
        (((line((1, 1), (5, 5), (5, 1), (1, 5), (1, 1)),),), Problem.RING_CROSSING),
        (((line((1, 1), (5, 5)),),), Problem.BAD_COORDINATES),
        (box(100, 100, 110, 110), Problem.OFF_MAP),
        (box(5, 5, 5.1, 5.1), Problem.NO_HEX),
    ],
)
def test_faulty_areas_are_reported(parts: tuple[tuple[np.ndarray, ...], ...], problem: Problem) -> None:
    _, issues = build(areas=(AreaFeature("a", "forest", parts, P),))
    assert keys(issues) == [(problem.value, "a")]
    assert issues[0].position is not None


def test_an_unknown_terrain_is_reported_not_built() -> None:
    found, issues = build(
        areas=(AreaFeature("a", "jungle", box(1, 1, 5, 5), P),),
        hex_overrides=(HexOverride("o", 3, "jungle", P), HexOverride("far", 10**6, "forest", P)),
    )
    assert keys(issues) == [("unknown_reference", "a"), ("unknown_reference", "o"), ("off_map", "far")]
    assert (found.terrain == 0).all()


def test_overrides_that_contradict_each_other_are_reported() -> None:
    one, two = HexOverride("one", 3, "forest", P), HexOverride("two", 3, "marsh", P)
    found, issues = build(hex_overrides=(one, two))
    assert keys(issues) == [("contradiction", "two")]
    assert found.terrain_of(3) == "forest"
    assert build(hex_overrides=(one, replace(one, id="again")))[1] == []


def test_a_river_runs_from_its_source_into_the_sea_and_stops_there() -> None:
    river = stream("don", (2, 5.2), (8, 8.1), (16, 8.3), end=MOUTH)
    found, issues = build(areas=(SEA,), lines=(river,))
    assert serious(issues) == []
    sea = found.terrain == NOTHING.terrain_kinds.index("sea")
    sides = np.flatnonzero(found.side_features["river"])
    assert len(sides) > 10
    assert not sea[found.sides[sides]].any()
    last = GRID.hex_at(np.array(found.chains[0].nodes[-1].hexes()))
    assert sea[last].any()


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (LineEnd(), [("end_in_nothing", "r")]),
        (MOUTH, [("end_in_nothing", "r")]),
        (SOURCE, []),
    ],
)
def test_an_end_in_nothing_is_reported(end: LineEnd, expected: list[tuple[str, str]]) -> None:
    river = stream("r", (2.2, 5.3), (8, 8.1), end=end)
    _, issues = build(lines=(river,))
    assert serious(issues) == expected
    if expected:
        found = next(issue for issue in issues if issue.problem is Problem.END_IN_NOTHING)
        assert found.data["end"] == "end"
        assert found.severity is (Severity.ERROR if end.kind is EndKind.MOUTH else Severity.WARNING)
        assert found.position is not None
        assert np.hypot(found.position[0] - 8, found.position[1] - 8.1) < 0.6


def test_a_river_off_the_map_s_edge_needs_no_end() -> None:
    river = stream("r", (-5, 5.3), (8, 8.1), (8, 40), start=FREE)
    found, issues = build(lines=(river,))
    assert serious(issues) == []
    assert (found.chains[0].sides == -1).any()
    outside = stream("out", (-50, 5.3), (-20, 8.1), start=FREE)
    assert serious(build(lines=(outside,))[1]) == [("off_map", "out")]


@pytest.mark.parametrize("offset", [-0.4, 0.0, 0.4])
def test_a_tributary_joins_at_a_vertex_of_its_river(offset: float) -> None:
    main = stream("don", (-3, 8.2), (6, 9.1), (20, 8.3), start=FREE)
    side = stream("trib", (7, 3.1), (8.1, 6), (8.3, 9.0 + offset), names=SOURCE_NAMES, end=JOIN)
    for lines in ((main, side), (side, main)):
        found, issues = build(lines=lines)
        assert serious(issues) == []
        chains = {chain.id: chain for chain in found.chains}
        assert chains["trib"].nodes[-1] in chains["don"].nodes
        assert set(chains["trib"].nodes[:-1]).isdisjoint(chains["don"].nodes)


SOURCE_NAMES = {"en": "Tributary"}
JOIN = LineEnd(EndKind.JOIN, "don")


def test_a_confluence_can_be_stated() -> None:
    main = stream("don", (-3, 8.2), (6, 9.1), (20, 8.3), start=FREE)
    x, y = main.points[1]
    side = stream("trib", (7, 3.1), (8.1, 6), (6.3, 8.9), end=replace(JOIN, at=(x, y)))
    found, issues = build(lines=(main, side))
    assert serious(issues) == []
    vertex = found.chains[1].nodes[-1]
    assert vertex in found.chains[0].nodes
    position = np.array([GRID.vertex_position(node) for node in found.chains[0].nodes])
    assert np.hypot(*(position - (x, y)).T).argmin() == found.chains[0].nodes.index(vertex)


def test_a_stated_end_far_from_the_drawn_one_is_reported() -> None:
    def river(end: LineEnd) -> LineFeature:
        return stream("r", (-5, 5.3), (8, 8.1), end=end, start=FREE)

    near = LineEnd(EndKind.SOURCE, at=(8.3, 8.3))
    assert serious(build(lines=(river(near),))[1]) == []
    assert serious(build(lines=(river(replace(near, at=(8.3, 11.0))),))[1]) == [("end_far", "r")]
    town = LineEnd(EndKind.SOURCE, hex=int(GRID.nearest(line((8, 8.1)))[0]))
    assert serious(build(lines=(river(town),))[1]) == []
    assert serious(build(lines=(river(replace(town, hex=0)),))[1]) == [("end_far", "r")]


def test_a_tributary_that_stops_short_or_joins_nothing_is_reported() -> None:
    main = stream("don", (-3, 8.2), (20, 8.3), start=FREE)
    short = stream("short", (7, 2.1), (8.1, 5), end=JOIN)
    lost = stream("lost", (12, 2.1), (12.1, 5), end=replace(JOIN, joins="wolga"))
    _, issues = build(lines=(main, short, lost))
    assert serious(issues) == [("unknown_reference", "lost"), ("not_joined", "short")]


def test_rivers_that_join_each_other_in_a_circle_are_reported() -> None:
    a = stream("a", (2, 2.1), (8, 5), end=LineEnd(EndKind.JOIN, "b"))
    b = stream("b", (8, 9.1), (8, 5), end=LineEnd(EndKind.JOIN, "a"))
    itself = stream("c", (8, 19), (2, 15), end=LineEnd(EndKind.JOIN, "c"))
    found, issues = build(lines=(a, b, itself))
    assert [key[0] for key in serious(issues)] == ["join_cycle", "join_cycle"]
    assert len(found.chains) == 3


def test_a_tributary_of_a_tributary_joins_too() -> None:
    main = stream("don", (-3, 12.2), (20, 12.3), start=FREE)
    second = stream("second", (7, 2.1), (8.1, 12.2), end=JOIN)
    third = stream("third", (3, 6.2), (7.7, 7), end=LineEnd(EndKind.JOIN, "second"))
    found, issues = build(lines=(third, second, main))
    assert serious(issues) == []
    chains = {chain.id: chain for chain in found.chains}
    assert chains["third"].nodes[-1] in chains["second"].nodes
    assert chains["second"].nodes[-1] in chains["don"].nodes
    assert [chain.id for chain in found.chains] == ["third", "second", "don"]


def test_a_river_that_crosses_itself_is_reported_where_it_does() -> None:
    loop = stream("loop", (4, 4), (9, 9), (9, 4), (4, 9), end=SOURCE)
    _, issues = build(lines=(loop,))
    assert serious(issues) == [("self_crossing", "loop")]
    assert issues[0].severity is Severity.ERROR
    assert issues[0].position == pytest.approx((6.5, 6.5))
    x, y = GRID.vertex_position(GRID.vertices(GRID.hex("0808"))[0])
    small = line((x - 2, y), (x + 0.1, y + 0.1), (x + 0.1, y - 0.1), (x - 0.05, y + 0.15), (x + 2, y + 0.3))
    _, issues = build(lines=(LineFeature("curl", "river", small, P, start=SOURCE, end=SOURCE),))
    assert [(i.problem, i.severity) for i in issues if i.problem is Problem.SELF_CROSSING] == [
        (Problem.SELF_CROSSING, Severity.WARNING)
    ]


def test_a_stroke_drawn_twice_and_a_ring_are_no_crossing() -> None:
    twice = stream("twice", (4, 4), (9, 5), (6.5, 4.5), (12, 5.5), end=SOURCE)
    lake = stream("lake", (4, 12), (7, 12), (7, 15), (4, 15), (4, 12), start=FREE)
    found, issues = build(lines=(twice, lake))
    assert serious(issues) == []
    assert found.chains[1].nodes[0] == found.chains[1].nodes[-1]


def test_undecidable_places_name_their_hex() -> None:
    x, y = at("0808")
    river = stream("r", (-5, y - 3), (x + 0.04, y), (x + 0.1, 40), start=FREE)
    _, issues = build(lines=(river,))
    places = [issue for issue in issues if issue.problem is Problem.UNDECIDABLE]
    assert GRID.hex("0808") in [issue.hex for issue in places]
    assert all(issue.severity is Severity.WARNING for issue in places)
    settled = SideOverride("s", GRID.hex("0808"), GRID.hex("0807"), "river", P)
    _, issues = build(lines=(river,), side_overrides=(settled,))
    left = [issue.hex for issue in issues if issue.problem is Problem.UNDECIDABLE]
    assert left == [issue.hex for issue in places if issue.hex not in (settled.a, settled.b)]


@pytest.mark.parametrize(
    "points", [line((3, 3)), line((3, 3), (3, 3)), line((3, 3), (np.nan, 4)), np.zeros((0, 2))]
)
def test_a_line_that_is_none_is_reported(points: np.ndarray) -> None:
    found, issues = build(lines=(LineFeature("r", "river", points, P),))
    assert keys(issues) == [("bad_coordinates", "r")]
    assert found.chains == ()


def test_a_road_goes_through_its_towns_and_bridges_the_river() -> None:
    a, b = PlaceFeature("a", "town", at("0508"), P), PlaceFeature("b", "town", at("1509"), P)
    road = track("r1", at("0508"), (7, 8.2), at("1509"), places=("b", "a"))
    river = stream("don", (7.9, -5), (8.2, 30), start=FREE)
    found, issues = build(places=(a, b), paths=(road,), lines=(river,))
    assert serious(issues) == []
    path = found.paths[0]
    assert [GRID.number(h) for h in path.hexes[[0, -1]].tolist()] == ["0508", "1509"]
    assert found.bridge.sum() == 1
    assert found.links["road"][found.bridge].all()
    assert found.side_features["river"][found.bridge].all()


def test_roads_report_sea_missing_towns_and_nothing() -> None:
    town = PlaceFeature("t", "town", at("0303"), P)
    wet = track("wet", (8, 8), (16, 8))
    far = track("far", (3, 12), (9, 12), places=("t",))
    unknown = track("unknown", (3, 15), (9, 15), places=("nowhere",))
    short = track("short", (3, 15), (3.1, 15), kind="rail")
    out = track("out", (-30, 15), (-20, 15), kind="rail")
    bad = track("bad", (3, 15), kind="rail")
    _, issues = build(areas=(SEA,), places=(town,), paths=(wet, far, unknown, short, out, bad))
    assert serious(issues) == [
        ("path_into_sea", "wet"),
        ("place_off_line", "far"),
        ("unknown_reference", "unknown"),
        ("no_link", "short"),
        ("off_map", "out"),
        ("bad_coordinates", "bad"),
    ]
    assert issues[0].hex is not None


def test_a_road_that_leaves_the_map_and_returns_is_two_paths() -> None:
    road = track("r", (5, 3), (5, -6), (9, -6), (9, 3))
    found, issues = build(paths=(road,))
    assert serious(issues) == []
    assert [path.id for path in found.paths] == ["r", "r"]


@given(paths(), orientations, parities, st.sets(st.integers(0, 19), max_size=4), st.integers(0, 2**32 - 1))
@settings(max_examples=40)
def test_a_road_is_on_the_map_as_far_as_the_map_goes(
    path: list[tuple[int, int]], orientation: Orientation, parity: Parity, towns: set[int], seed: int
) -> None:
    """Off the map and back, along the edge, in at a corner: a path for each stretch that has a link."""
    grid = plain_grid(orientation, parity, size=4)
    hexes = grid.hex_at(np.array(path)).tolist()
    through = tuple(hexes[place] for place in sorted(towns) if place < len(hexes) and hexes[place] >= 0)
    points = disturbed(grid.to_plane(np.array(path)), 0.4, seed)
    road = PathFeature("road", "road", points, P, hexes=through)
    found, issues = build_map(grid, replace(NOTHING, paths=(road,)))
    stretches = [list(run) for on_map, run in groupby(hexes, lambda h: h >= 0) if on_map]
    stretches = [stretch for stretch in stretches if len(stretch) > 1]
    assert [part.hexes.tolist() for part in found.paths] == stretches
    steps = {frozenset(pair) for stretch in stretches for pair in pairwise(stretch)}
    assert {frozenset(pair) for pair in found.sides[found.links["road"]].tolist()} == steps
    reported = {issue.problem for issue in issues if issue.problem is not Problem.UNDECIDABLE}
    assert reported <= ({Problem.OFF_MAP, Problem.NO_LINK} if not stretches else set())


def test_a_road_over_an_impassable_hexside_is_reported() -> None:
    strait = AreaFeature("strait", "sea", box(7.95, -5, 8.05, 30), P, AreaRule.SEA)
    ferry = track("ferry", (5, 8), (11, 8))
    found, issues = build(areas=(strait,), paths=(ferry,))
    assert serious(issues) == [("path_over_impassable", "ferry")]
    crossed = np.flatnonzero(found.links["road"] & found.side_features["impassable"])
    a, b = found.sides[crossed[0]].tolist()
    open_side = SideOverride("open", a, b, "impassable", P, value=False)
    assert serious(build(areas=(strait,), paths=(ferry,), side_overrides=(open_side,))[1]) == []


def test_barriers_are_called_what_their_features_are_called() -> None:
    """A strait by the sea that makes it, a stated hexside by its own name; both survive JSON."""
    strait = AreaFeature(
        "strait", "sea", box(7.95, -5, 8.05, 30), P, AreaRule.SEA, names={"en": "The Narrows"}
    )
    a, b = GRID.hex("0505"), GRID.hex("0506")
    wall = SideOverride("wall", a, b, "impassable", P, names={"en": "The Wall"})
    found, _ = build(areas=(strait,), side_overrides=(wall,))
    plain = {key: value for key, value in found.to_json().items() if key != "names"}
    for one in (found, Map.from_json(found.to_json())):
        sides = np.flatnonzero(one.side_features["impassable"]).tolist()
        named = {one.name_of("side:impassable", side)["en"] for side in sides}
        assert named == {"The Narrows", "The Wall"}
        assert one.name_of("side:impassable", one.side(a, b)) == {"en": "The Wall"}
        assert one.name_of("terrain", a) == {}
    assert Map.from_json(plain).name_of("side:impassable", found.side(a, b)) == {}


def test_places_report_the_sea_the_edge_and_company() -> None:
    found, issues = build(
        areas=(SEA,),
        places=(
            PlaceFeature("dry", "town", at("0505"), P, control="axis"),
            PlaceFeature("second", "town", (at("0505")[0] + 0.1, at("0505")[1]), P),
            PlaceFeature("wet", "town", (15.0, 5.0), P),
            PlaceFeature("out", "town", (-15.0, 5.0), P),
            PlaceFeature("moved", "town", (15.0, 5.0), P, hex=GRID.hex("0707")),
        ),
    )
    assert keys(issues) == [("shared_hex", "second"), ("place_in_sea", "wet"), ("off_map", "out")]
    assert issues[0].other == "dry"
    assert [place.id for place in found.places] == ["dry", "second", "wet", "moved"]
    assert found.places[0].control == "axis"
    assert found.places[-1].hex == GRID.hex("0707")


def test_marks_and_side_overrides() -> None:
    a, b = GRID.hex("0505"), GRID.hex("0506")
    area = AreaFeature("army", "setup:6A", box(2, 2, 6, 6), P, AreaRule.MARK)
    found, issues = build(
        areas=(area,),
        hex_marks=(
            HexMark("vp1", a, "vp", P),
            HexMark("no", a, "setup:6A", P, value=False),
            HexMark("x", -4, "vp", P),
        ),
        side_overrides=(
            SideOverride("wall", a, b, "impassable", P),
            SideOverride("lane", a, b, "road", P, group="link"),
            SideOverride("wrong", a, GRID.hex("1010"), "river", P),
        ),
    )
    assert keys(issues) == [("off_map", "x"), ("not_neighbours", "wrong")]
    assert np.flatnonzero(found.hex_features["vp"]).tolist() == [a]
    assert found.hex_features["setup:6A"].any()
    assert not found.hex_features["setup:6A"][a]
    assert found.provenance.of("hex:setup:6A", a) is None
    assert found.side_features["impassable"][found.side(a, b)]
    assert found.links["road"][found.side(b, a)]
    assert drawn_as(found, "link:road", found.side(a, b)) == "lane"


def test_an_id_taken_twice_is_reported_and_used_once() -> None:
    town = PlaceFeature("t", "town", at("0505"), P)
    found, issues = build(places=(town, replace(town, point=at("0606"))))
    assert keys(issues) == [("duplicate_id", "t")]
    assert [place.hex for place in found.places] == [GRID.hex("0505")]


def test_a_default_terrain_must_be_a_kind() -> None:
    with pytest.raises(ValueError, match="tundra"):
        build(default_terrain="tundra")


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("parity", ["even", "odd"])
def test_the_same_drawing_builds_in_every_orientation(orientation: Orientation, parity: Parity) -> None:
    grid = plain_grid(orientation, parity, size=20)
    river = stream("r", (-5, 5.3), (7, 8.1), (8, 40), start=FREE)
    road = track("p", (2, 12.4), (13, 9.2))
    found, issues = build_map(grid, replace(NOTHING, areas=(SEA,), lines=(river,), paths=(road,)))
    assert serious(issues) == [("path_into_sea", "p")] or serious(issues) == []
    assert found.bridge.sum() == 1
