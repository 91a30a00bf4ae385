"""A game on a scan: control points, what is wrong with them, and a traced map that comes out as printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests import yaml_text
from tests.compile.conftest import compiled
from tests.geometry.scans import Distortion, twelve
from tests.render.made_map import DISTORTION, FORT, GRID, TOWNS, trace
from toolkit.compile.map import lay_scan
from toolkit.compile.projection import make_grid
from toolkit.compile.scan import compile_scan
from toolkit.diagnostics import Finding, InputError, Severity
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.scan_models import ScanModel
from toolkit.render.template import draw_template
from toolkit.source.game import load_game, load_ground
from toolkit.source.layers import layer_kinds

SIZE = (1700, 1200)
GAME: dict[str, Any] = {
    "id": "made",
    "names": {"en": "Made"},
    "version": "1.0.0",
    "sides": {"red": {"en": "Red"}, "blue": {"en": "Blue"}},
    "grid": {
        "orientation": "pointy",
        "first_column": 1,
        "columns": 14,
        "first_row": 1,
        "rows": 10,
        "shifted": "odd",
        "numbering": {"order": "row-column", "separator": "."},
    },
    "scan": "scan.yaml",
    "terrain": {
        "clear": {"names": {"en": "Clear"}, "default": True},
        "wood": {"names": {"en": "Wood"}, "priority": 1},
        "lake": {"names": {"en": "Lake"}, "priority": 2, "sea": True},
    },
    "town_classes": {"town": {"en": "Town"}},
    "layers": {
        "sides": {"river": {"names": {"en": "River"}, "water": True}},
        "links": {"road": {"en": "Road"}, "rail": {"en": "Railway"}},
        "hexes": {"fort": {"en": "Fort"}},
    },
    "map": [],
}
Points = list[dict[str, Any]]
MakeScan = Callable[..., Path]


def control_points(distortion: Distortion = DISTORTION, grid: HexGrid = GRID) -> Points:
    hexes = twelve(grid)
    pixels = distortion.of(grid)(grid.centres()[hexes])
    return [
        {"hex": grid.number(h), "x": round(x, 1), "y": round(y, 1)}
        for h, (x, y) in zip(hexes, pixels.tolist(), strict=True)
    ]


@pytest.fixture
def make_scan(tmp_path: Path) -> MakeScan:
    """Return a function that writes the game with control points and further keys of its two files."""

    def write(points: Points, *, scan: dict[str, Any] | None = None, **game: Any) -> Path:
        content = {"provenance": {"kind": "published"}, "size_px": list(SIZE), "control_points": points}
        (tmp_path / "game.yaml").write_text(yaml_text.dump({**GAME, **game}), "utf-8")
        (tmp_path / "scan.yaml").write_text(yaml_text.dump({**content, **(scan or {})}))
        return tmp_path

    return write


def found(folder: Path) -> list[tuple[str, str]]:
    return [(f.code, f.place.hex or f.place.pointer or "") for f in compiled(folder)[1]]


def test_a_straight_scan_has_no_findings(make_scan: MakeScan) -> None:
    assert found(make_scan(control_points(Distortion(rotation=-1.5, stretch=0.01)))) == []


def test_a_bent_one_says_so_at_its_worst_point_until_the_model_is_stated(make_scan: MakeScan) -> None:
    ((code, hex),) = found(make_scan(control_points()))
    assert code == "MAP201"
    assert hex in {point["hex"] for point in control_points()}
    assert found(make_scan(control_points(), scan={"model": "lens"})) == []


def test_a_stated_model_too_poor_for_the_scan(make_scan: MakeScan) -> None:
    points = control_points(Distortion(bulge=0.06))
    codes = {code for code, _ in found(make_scan(points, scan={"model": "affine"}))}
    assert codes == {"MAP206"}


def test_a_wrong_number_is_named_with_the_right_one(make_scan: MakeScan) -> None:
    points = control_points()
    points[8]["hex"], right = "05.05", points[8]["hex"]
    _, findings = compiled(make_scan(points, scan={"model": "lens"}))
    (wrong,) = [finding for finding in findings if finding.code == "MAP202"]
    assert wrong.place.pointer == "/control_points/8"
    assert wrong.data["near"] == right


@pytest.mark.parametrize(
    ("change", "words"),
    [({"shifted": "even"}, "shifted: odd"), ({"orientation": "flat"}, "orientation: pointy")],
)
def test_a_grid_laid_out_otherwise_is_recognised(
    make_scan: MakeScan, change: dict[str, str], words: str
) -> None:
    _, findings = compiled(make_scan(control_points(), grid={**GAME["grid"], **change}))
    (other,) = [finding for finding in findings if finding.code == "MAP204"]
    assert other.data["instead"] == words


def test_exchanged_axes_are_a_mirror(make_scan: MakeScan) -> None:
    points = [{"hex": point["hex"], "x": point["y"], "y": point["x"]} for point in control_points()]
    codes = [code for code, _ in found(make_scan(points, scan={"size_px": [1200, 1700]}))]
    assert "MAP205" in codes


def test_hexes_off_the_scan_are_counted(make_scan: MakeScan) -> None:
    straight = control_points(Distortion())
    inside = [point for point in straight if point["x"] < 1300]
    folder = make_scan(inside, scan={"size_px": [1300, 1200], "model": "affine"})
    off = [key for key in found(folder) if key[0] == "MAP208"]
    assert off == [("MAP208", "01.12")]


def test_a_bend_that_folds_the_scan_is_an_error(make_scan: MakeScan) -> None:
    points = control_points(Distortion())
    # As if the paper were rolled up: from the middle of the map on, pixels run back.
    for point in points:
        point["x"] -= point["x"] ** 2 / 2200
    codes = [code for code, _ in found(make_scan(points, scan={"model": "quadratic"}))]
    assert "MAP207" in codes


def test_points_in_one_corner_say_nothing_of_the_other(make_scan: MakeScan) -> None:
    hexes = [GRID.hex(f"{row:02}.{column:02}") for row in (1, 2, 3) for column in (1, 2, 3)]
    pixels = Distortion().of(GRID)(GRID.centres()[hexes])
    points = [
        {"hex": GRID.number(h), "x": x, "y": y} for h, (x, y) in zip(hexes, pixels.tolist(), strict=True)
    ]
    assert found(make_scan(points)) == [("MAP203", "09.14")]


def test_three_points_are_a_grid_but_no_sure_one(make_scan: MakeScan) -> None:
    few = [point for point in control_points() if point["hex"] in ("01.01", "10.14", "10.01", "01.14")]
    assert found(make_scan(few[:3])) == [("MAP203", "/control_points"), ("MAP203", "10.14")]
    assert found(make_scan(few)) == [("MAP203", "/control_points")]


@pytest.mark.parametrize(
    ("points", "keys"),
    [
        ([{"hex": "99.01", "x": 1, "y": 1}], [("SRC023", "/control_points/12")]),
        ([{"vertex": ["01.01", "01.02", "05.05"], "x": 1, "y": 1}], [("SRC023", "/control_points/12")]),
        ([{"hex": "01.01", "x": 1, "y": 1}], [("SRC022", "/control_points/12")]),
    ],
)
def test_points_that_mean_nothing(make_scan: MakeScan, points: Points, keys: list[tuple[str, str]]) -> None:
    straight = control_points(Distortion(rotation=1))
    assert found(make_scan(straight + points)) == keys


def test_corners_and_sides_are_control_points_too(make_scan: MakeScan) -> None:
    warp = Distortion(rotation=1).of(GRID)
    points = control_points(Distortion(rotation=1))
    for hexes in (["04.04", "04.05"], ["04.04", "04.05", "05.04"], ["04.04", "04.05", "03.04"]):
        plane = GRID.centres()[[GRID.hex(number) for number in hexes]].mean(axis=0)
        x, y = warp(plane).tolist()
        points.append({"side" if len(hexes) == 2 else "vertex": hexes, "x": x, "y": y})
    source, _ = load_game(make_scan(points))
    scan, findings = lay_scan(source, make_grid(source.definition.grid))
    assert findings == []
    assert scan is not None
    assert scan.calibration.model is ScanModel.AFFINE
    assert scan.fit.shares.max() < 0.002


def test_the_picture_is_looked_at(make_scan: MakeScan, tmp_path: Path) -> None:
    points = control_points(Distortion())
    assert found(make_scan(points, scan={"image": "scan.png"})) == [("SRC030", "/image")]
    (tmp_path / "scan.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    with pytest.raises(InputError, match="broken"):
        load_game(tmp_path)
    Image.new("RGB", (1600, 1200)).save(tmp_path / "scan.png")
    assert found(tmp_path) == [("SRC031", "/size_px")]
    Image.new("RGB", SIZE).save(tmp_path / "scan.png")
    assert found(tmp_path) == []


def test_a_missing_picture_of_stated_size_is_only_a_note(make_scan: MakeScan) -> None:
    _, findings = compiled(make_scan(control_points(Distortion()), scan={"image": "scan.png"}))
    assert [finding.severity for finding in findings] == [Severity.INFO]


def test_positions_need_their_plane(make_scan: MakeScan, tmp_path: Path) -> None:
    towns = {"a": {"name": "A", "class": "town", "lat": 1, "lon": 1}}
    (tmp_path / "m.yaml").write_text(yaml_text.dump({"provenance": {"kind": "invented"}, "towns": towns}))
    codes = [code for code, _ in found(make_scan(control_points(Distortion()), map=["m.yaml"]))]
    assert codes[0] == "SRC028"
    bare = {key: value for key, value in GAME.items() if key != "scan"}
    towns = {"a": {"name": "A", "class": "town", "x": 1, "y": 1}}
    (tmp_path / "m.yaml").write_text(yaml_text.dump({"provenance": {"kind": "invented"}, "towns": towns}))
    (tmp_path / "game.yaml").write_text(yaml_text.dump({**bare, "map": ["m.yaml"]}))
    assert next(code for code, _ in found(tmp_path)) == "SRC027"


def test_a_scale_without_a_projection(make_scan: MakeScan) -> None:
    with pytest.raises(InputError) as caught:
        load_game(make_scan(control_points(), grid={**GAME["grid"], "pitch_km": 10}))
    assert [finding.key()[:2] for finding in caught.value.findings] == [("SRC029", "/grid/pitch_km")]


@pytest.fixture
def traced(make_scan: MakeScan) -> tuple[Any, list[Finding]]:
    """Return the printed map, calibrated and traced in a template, compiled."""
    drawing = {"file": "trace.svg", "provenance": {"kind": "published", "source": "my copy"}}
    folder = make_scan(control_points(), scan={"model": "lens"}, map=[drawing])
    definition, scan_source = load_ground(folder)
    assert scan_source is not None
    (folder / "trace.svg").write_text("<svg/>")
    grid = make_grid(definition.grid)
    scan, _ = compile_scan(scan_source, definition.grid, grid)
    assert scan is not None
    template = draw_template(scan, grid, layer_kinds(definition), "scan.png")
    (folder / "trace.svg").write_text(trace(template, DISTORTION.of(GRID)), encoding="utf-8")
    return compiled(folder)


def test_a_traced_map_is_the_printed_one(traced: tuple[Any, list[Finding]]) -> None:
    game, findings = traced
    assert {finding.code for finding in findings} <= {"MAP010", "MAP017"}
    built = game.map
    hexes = {place.names["en"]: built.grid.number(place.hex) for place in built.places}
    plane = np.array([*TOWNS.values(), FORT])
    wanted = GRID.numbers(GRID.nearest(plane).tolist())
    assert hexes == dict(zip(TOWNS, wanted, strict=False))
    assert built.grid.numbers(np.flatnonzero(built.hex_features["fort"])) == wanted[-1:]
    assert {chain.id: chain.names["en"] for chain in built.chains} == {
        "great_ash": "Great Ash",
        "dun_brook": "Dun Brook",
    }
    woods = built.grid.numbers(np.flatnonzero(built.terrain == built.terrain_kinds.index("wood")))
    assert set(woods) >= {"09.11", "09.12", "10.12"}
    ends = {
        path.id: (built.grid.number(path.hexes[0]), built.grid.number(path.hexes[-1])) for path in built.paths
    }
    assert ends == {"ashford_road": ("04.03", "08.14"), "dunmoor_line": ("09.03", "04.12")}


def test_the_same_trace_over_a_straighter_scan_is_the_same_map(traced: tuple[Any, list[Finding]]) -> None:
    game, _ = traced
    origin = game.map.provenance.of("place", 0)
    assert origin.provenance.source == "my copy"
    again, _ = compiled(Path(next(iter(traced[1])).place.file or "").parent)
    assert again.digest == game.digest


def test_marks_off_the_map(make_scan: MakeScan, tmp_path: Path) -> None:
    marks = {"fort": {"a": {"x": 2, "y": 2}}}
    (tmp_path / "m.yaml").write_text(yaml_text.dump({"provenance": {"kind": "invented"}, "marks": marks}))
    assert found(make_scan(control_points(Distortion()), map=["m.yaml"])) == [("MAP004", "/marks/fort/a")]
