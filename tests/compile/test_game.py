"""Compiling: locality, determinism, projections, GeoJSON in place of YAML, JSON both ways."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compile.conftest import GAME, MAP, Make, compiled
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.control import west_of
from toolkit.compile.projection import make_projection
from toolkit.diagnostics import InputError, Place
from toolkit.geometry.map import Map
from toolkit.source.definition import ProjectionDefinition
from toolkit.source.game import load_game


def layers(built: Map) -> dict[str, set[Any]]:
    """Return everything a map says, as sets that can be compared, town numbers by hex and not by position."""
    store = built.provenance
    found: dict[str, set[Any]] = {
        "terrain": set(enumerate(built.terrain.tolist())),
        "place": {(p.id, p.kind, p.hex, p.control) for p in built.places},
    }
    for group, masks in (("side", built.side_features), ("link", built.links), ("hex", built.hex_features)):
        for name, mask in masks.items():
            found[f"{group}:{name}"] = {
                (i, store.of(f"{group}:{name}", i)) for i in np.flatnonzero(mask).tolist()
            }
    return found


def test_a_new_town_changes_only_its_hex_and_the_road_that_names_it(make: Make) -> None:
    before = layers(compiled(make())[0].map)

    def add(m: dict[str, Any]) -> None:
        m["towns"]["gamma"] = {"name": "Gamma", "lat": 1.0, "lon": -3.46, "class": "town"}
        m["links"]["road"]["side_road"] = {
            "name": "Side road",
            "through": ["gamma", {"hex": "0203"}, "alpha"],
        }

    game, findings = compiled(make(add))
    assert findings == []
    after = layers(game.map)
    grid = game.map.grid
    assert after["place"] - before["place"] == {("gamma", "town", grid.hex("0104"), "blue")}
    assert before["place"] <= after["place"]
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"place", "link:road"}
    crossed = {
        tuple(grid.numbers(game.map.sides[s].tolist())) for s, _ in after["link:road"] - before["link:road"]
    }
    assert crossed == {("0104", "0203"), ("0203", "0303")}


def test_a_new_town_in_a_road_leaves_the_other_links_alone(make: Make) -> None:
    before = compiled(make())[0].map

    def add(m: dict[str, Any]) -> None:
        m["towns"]["gamma"] = {"name": "Gamma", "lat": 2.0, "lon": 0.0, "class": "town"}
        m["links"]["road"]["road"]["through"][2] = "gamma"

    after = compiled(make(add))[0].map
    assert (before.links["road"] == after.links["road"]).all()


def test_the_same_sources_give_the_same_bytes(make: Make) -> None:
    first, second = compiled(make())[0], compiled(make())[0]
    assert first.to_bytes() == second.to_bytes()
    assert CompiledGame.from_json(json.loads(first.to_bytes())).digest == first.digest
    other = compiled(make(lambda m: m["towns"]["alpha"].update(name="Alef")))[0]
    assert other.digest != first.digest


def test_another_format_is_refused(make: Make) -> None:
    data = compiled(make())[0].to_json()
    with pytest.raises(ValueError, match="version"):
        CompiledGame.from_json({**data, "format_version": 99})


def as_geojson(content: dict[str, Any]) -> dict[str, Any]:
    """Return a map file's towns, rivers, areas and start line as a drawing program would write them."""

    def pairs(points: list[dict[str, float]]) -> list[list[float]]:
        return [[p["lon"], p["lat"]] for p in points]

    features = []

    def add(
        section: str, id: str | None, shape: str, coordinates: object, entry: dict[str, Any], **more: str
    ) -> None:
        skipped = ("lat", "lon", "course", "outline", "points")
        properties = {"section": section, **more, **{k: v for k, v in entry.items() if k not in skipped}}
        if id is not None:
            properties["id"] = id
        geometry = {"type": shape, "coordinates": coordinates}
        features.append({"type": "Feature", "properties": properties, "geometry": geometry})

    for id, town in content["towns"].items():
        add("towns", id, "Point", [town["lon"], town["lat"]], town)
    for id, river in content["rivers"].items():
        add("rivers", id, "LineString", pairs(river["course"]), river)
    for kind, areas in content["areas"].items():
        for id, area in areas.items():
            add("areas", id, "Polygon", [pairs(area["outline"])], area, kind=kind)
    line = content["start_line"]
    add("start_line", None, "LineString", pairs(line["points"]), line)
    return {"type": "FeatureCollection", "provenance": content["provenance"], "features": features}


def test_geojson_says_the_same_as_yaml(make: Make) -> None:
    content = copy.deepcopy(MAP)
    content["rivers"]["stream"]["course"][1] = {"lon": 0.5774, "lat": 0.0}

    def rest_only(m: dict[str, Any]) -> None:
        for key in ("towns", "rivers", "areas", "start_line"):
            del m[key]

    plain = compiled(make(lambda m: m["rivers"].update(content["rivers"])))[0]
    folder = make(rest_only, lambda g: g["map"].insert(0, "drawn.geojson"))
    (folder / "drawn.geojson").write_text(json.dumps(as_geojson(content), indent=1))
    drawn, findings = compiled(folder)
    assert findings == []
    assert layers(drawn.map) == layers(plain.map)


def test_a_fault_in_geojson_is_found_where_it_stands(make: Make) -> None:
    drawn = as_geojson(MAP | {"rivers": {}, "areas": {}})
    drawn["features"][1]["properties"]["classs"] = drawn["features"][1]["properties"].pop("class")
    folder = make(None, lambda g: g.update(map=["drawn.geojson"]))
    (folder / "drawn.geojson").write_text(json.dumps(drawn, indent=1))
    with pytest.raises(InputError) as caught:
        load_game(folder)
    lines = (folder / "drawn.geojson").read_text().splitlines()
    unknown = next(finding for finding in caught.value.findings if "classs" in finding.message)
    assert unknown.code == "SRC010"
    assert unknown.place.line is not None
    assert "classs" in lines[unknown.place.line - 1]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("[]", "SRC012"),
        ('{"type": "FeatureCollection", "features": [{"type": "Feature"}]}', "SRC012"),
        ('{"type": "FeatureCollection", "features": [', "SRC004"),
        ('{"type": "FeatureCollection", "type": 1}', "SRC005"),
        ('{"type": "FeatureCollection", "features": []}', "SRC010"),
    ],
)
def test_what_is_no_map_layer(make: Make, content: str, code: str) -> None:
    folder = make(None, lambda g: g.update(map=["drawn.geojson"]))
    (folder / "drawn.geojson").write_text(content)
    with pytest.raises(InputError) as caught:
        load_game(folder)
    assert {finding.code for finding in caught.value.findings} == {code}


# Projections ------------------------------------------------------------------------------------

FORMULA = ProjectionDefinition("equirectangular", 40.398, 48.926, Place(), 47.8, 111.2, 111.32)
CONIC = "+proj=lcc +lat_1=45 +lat_2=51 +lat_0=48 +lon_0=42 +datum=WGS84 +units=m"


@pytest.mark.parametrize(
    "definition", [FORMULA, ProjectionDefinition("crs", 40.398, 48.926, Place(), crs=CONIC)]
)
def test_the_centre_is_the_origin_and_south_is_down(definition: ProjectionDefinition) -> None:
    centre, east, south = make_projection(definition).forward(
        np.array([[40.398, 48.926], [41.398, 48.926], [40.398, 47.926]])
    )
    assert centre == pytest.approx([0.0, 0.0], abs=1e-6)
    assert east[0] == pytest.approx(74.8 if definition.method == "equirectangular" else 73.1, abs=0.2)
    assert south[1] == pytest.approx(111.2, abs=0.5)


def test_the_stated_formula_by_hand() -> None:
    """Stalingrad, 48.71 N 44.52 E: (44.52 - 40.398) * cos 47.8° * 111.32 and (48.926 - 48.71) * 111.2."""
    (plane,) = make_projection(FORMULA).forward(np.array([[44.52, 48.71]]))
    assert plane == pytest.approx([308.226, 24.019], abs=0.001)


def test_an_unknown_crs_is_one_clear_message(make: Make) -> None:
    projection = {"method": "crs", "crs": "EPSG:nonsense", "centre_lat": 0, "centre_lon": 0}
    with pytest.raises(InputError) as caught:
        compiled(make(None, lambda g: g.update(projection=projection)))
    assert [finding.code for finding in caught.value.findings] == ["SRC026"]


def test_an_anchor_off_the_grid_is_one_clear_message(make: Make) -> None:
    with pytest.raises(InputError) as caught:
        compiled(make(None, lambda g: g["grid"]["anchor"].update(hex="4444")))
    assert [finding.code for finding in caught.value.findings] == ["SRC023"]


# Control ----------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    xs=st.lists(st.floats(-5, 5), min_size=2, max_size=8),
    points=st.lists(st.tuples(st.floats(-20, 20), st.floats(-20, 20)), min_size=1, max_size=30),
)
def test_west_of_a_line_that_runs_south(xs: list[float], points: list[tuple[float, float]]) -> None:
    """Oracle: such a line has one x at every height, so west means a smaller x there."""
    ys = np.linspace(-10, 10, len(xs))
    line, where = np.stack([np.array(xs), ys], axis=1), np.array(points)
    edge = np.interp(where[:, 1], ys, xs)
    clear = np.abs(edge - where[:, 0]) > 1e-6
    assert (west_of(line, where) == (where[:, 0] < edge))[clear].all()


def test_pointy_hexes_work_as_well(make: Make) -> None:
    def pointy(g: dict[str, Any]) -> None:
        g["grid"] = {**GAME["grid"], "orientation": "pointy"}

    def bend(m: dict[str, Any]) -> None:
        m["rivers"]["stream"]["course"] = [{"lon": 0.43, "lat": 3.4}, {"lon": 0.45, "lat": -3.4}]
        m["links"]["road"]["road"]["through"] = ["alpha", "beta"]
        m["towns"]["alpha"] |= {"lat": 1.73, "lon": -2.0}
        m["towns"]["beta"] |= {"lat": 1.73, "lon": 2.0}

    game, findings = compiled(make(bend, pointy))
    assert [finding.code for finding in findings if finding.severity.value == "error"] == []
    assert game.map.bridge.sum() == 1


def test_paths_in_findings_are_as_given(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make(lambda m: m["towns"]["alpha"].update(control_reference="red"))
    monkeypatch.chdir(folder.parent)
    _, findings = compiled(Path("tiny"))
    assert {finding.place.file for finding in findings} == {"tiny/map.yaml"}


def test_hexsides_at_the_ends_of_a_course_belong_to_it(make: Make) -> None:
    stated = [["0202", "0302"], ["0203", "0303"]]

    def by_sides(m: dict[str, Any]) -> None:
        course = [{"side": side} for side in stated]
        m["rivers"] = {
            "brook": {"name": "Brook", "kind": "river", "ends": {"sinks": "sand"}, "course": course}
        }

    game, _ = compiled(make(by_sides))
    grid = game.map.grid
    (chain,) = game.map.chains
    ends = [grid.numbers(game.map.sides[side].tolist()) for side in (chain.sides[0], chain.sides[-1])]
    assert [sorted(end) for end in ends] == stated
