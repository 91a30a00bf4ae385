"""GeoJSON as QGIS saves it: no sections, no provenance, numbered features, other coordinate systems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolkit.diagnostics import InputError, Place
from toolkit.source.definition import MapFile
from toolkit.source.map_file import read_map_file

PROVENANCE = {"kind": "historical", "source": "survey"}


def feature(kind: str, coordinates: object, **properties: object) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def read(
    folder: Path, features: list[dict[str, Any]], crs: str | None = None, **stated: Any
) -> dict[str, Any]:
    path = folder / "layer.geojson"
    content: dict[str, Any] = {"type": "FeatureCollection", "name": "layer", "features": features}
    if crs is not None:
        content["crs"] = {"type": "name", "properties": {"name": crs}}
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
    document, notes = read_map_file(path, MapFile("layer.geojson", Place(), PROVENANCE, **stated))
    assert notes == []
    assert isinstance(document.data, dict)
    return document.data


def codes(folder: Path, features: list[dict[str, Any]], **stated: Any) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        read(folder, features, **stated)
    return [(finding.code, finding.place.pointer or "") for finding in caught.value.findings]


def test_roads_of_one_file(tmp_path: Path) -> None:
    roads = [
        feature("MultiLineString", [[[40, 50], [41, 50]]], fid=7, name="Старая дорога", id=None),
        feature("LineString", [[40, 50, 120.5], [41, 51, 119]], fid=8, name="Great North", note=None),
    ]
    data = read(tmp_path, roads, section="links", kind="road")
    assert data["provenance"] == PROVENANCE
    assert data["links"]["road"] == {
        "f7": {"name": "Старая дорога", "through": [{"lon": 40, "lat": 50}, {"lon": 41, "lat": 50}]},
        "great_north": {"name": "Great North", "through": [{"lon": 40, "lat": 50}, {"lon": 41, "lat": 51}]},
    }


def test_rivers_and_towns_take_the_files_kind(tmp_path: Path) -> None:
    rivers = [feature("LineString", [[40, 50], [41, 50]], name="Don")]
    assert read(tmp_path, rivers, section="rivers", kind="river")["rivers"]["don"]["ends"] == "free"
    towns = [feature("MultiPoint", [[40, 50]], name="Kalach"), feature("Point", [41, 50], name="Serafim")]
    towns[1]["properties"]["class"] = "city"
    found = read(tmp_path, towns, section="towns", kind="town")["towns"]
    assert [(id, town["class"], town["lat"]) for id, town in found.items()] == [
        ("kalach", "town", 50.0),
        ("serafim", "city", 50.0),
    ]


def test_a_forest_of_two_parts(tmp_path: Path) -> None:
    square = [[[0, 0], [1, 0], [1, 1], [0, 0]]]
    data = read(
        tmp_path, [feature("MultiPolygon", [square, square], name="Wood")], section="areas", kind="forest"
    )
    assert list(data["areas"]["forest"]) == ["wood", "wood_2"]


def test_another_coordinate_system_is_turned_into_degrees(tmp_path: Path) -> None:
    mercator = [feature("Point", [4452779.63, 6446275.84], name="A", **{"class": "town"})]
    town = read(tmp_path, mercator, crs="urn:ogc:def:crs:EPSG::3857", section="towns")["towns"]["a"]
    assert (town["lon"], town["lat"]) == pytest.approx((40.0, 50.0), abs=1e-6)
    degrees = [feature("Point", [40, 50], name="A", **{"class": "town"})]
    town = read(tmp_path, degrees, crs="urn:ogc:def:crs:OGC:1.3:CRS84", section="towns")["towns"]["a"]
    assert (town["lon"], town["lat"]) == (40, 50)


@pytest.mark.parametrize("sign", [1, -1])
def test_pixels_of_the_scan_however_y_is_counted(tmp_path: Path, sign: int) -> None:
    roads = [feature("LineString", [[10, sign * 20], [30.5, sign * 40]], name="R")]
    data = read(tmp_path, roads, section="links", kind="road", coordinates="scan")
    assert data["links"]["road"]["r"]["through"] == [{"x": 10, "y": 20}, {"x": 30.5, "y": 40}]


@pytest.mark.parametrize(
    ("features", "keys"),
    [
        ([feature("Polygon", [], name="R")], [("SRC012", "/features/0/geometry")]),
        (
            [feature("MultiLineString", [[[0, 0], [1, 1]], [[2, 2], [3, 3]]])],
            [("SRC012", "/features/0/geometry")],
        ),
        ([feature("LineString", [[0, 0], [1, 1]], id="a")] * 2, [("SRC012", "/features/1")]),
        ([feature("LineString", [[0, None], [1, 1]], id="a")], [("SRC010", "/links/road/a/through/0/lat")]),
        (
            [feature("LineString", [[0, 0], [1, 1]], id="a", colour="red")],
            [("SRC010", "/links/road/a/colour")],
        ),
    ],
)
def test_what_is_no_road(tmp_path: Path, features: list[dict[str, Any]], keys: list[tuple[str, str]]) -> None:
    assert codes(tmp_path, features, section="links", kind="road") == keys


def test_a_system_nobody_knows(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, [], crs="urn:ogc:def:crs:EPSG::999999", section="towns")
    assert [finding.code for finding in caught.value.findings] == ["SRC026"]


def test_pixels_where_degrees_are_read_are_one_finding(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="coordinates: scan") as caught:
        read(tmp_path, [feature("Point", [1520, 830]), feature("Point", [1600, 900])], section="towns")
    assert [finding.code for finding in caught.value.findings] == ["SRC026"]
