"""Area maps from files: YAML, a drawing of Inkscape, GeoJSON; every fault at its line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import yaml_text
from tests.compile.conftest import GAME, MAP
from toolkit.compile.area_map import CompiledAreas, compile_area_map
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, InputError, Severity
from toolkit.render.area_preview import draw_areas
from toolkit.render.raster import rasterise
from toolkit.source.area_map import load_area_map
from toolkit.source.game import load_game


def box(left: float, top: float, right: float, bottom: float) -> list[dict[str, float]]:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return [{"x": x, "y": y} for x, y in corners]


TOWN: dict[str, Any] = {
    "provenance": {"kind": "published", "source": "map"},
    "sources": {"map": "the printed map"},
    "size_px": [600, 400],
    "kinds": {"normal": {"en": "Normal"}, "urban": {"en": "Urban"}},
    "link_kinds": {"ferry": {"en": "Ferry"}, "arrow": {"en": "Arrow"}},
    "areas": {
        "north": {"name": "North", "kind": "urban", "outline": box(0, 0, 400, 200)},
        "west": {"name": "West", "kind": "normal", "outline": box(0, 200, 200, 400)},
        "east": {
            "name": "East",
            "kind": "normal",
            "outline": box(200, 200, 400, 400),
            "points": {
                "control": [{"x": 390, "y": 390}],
                "piece": [{"x": 250, "y": 250}, {"x": 300, "y": 250}],
            },
            "properties": {"victory": 2, "factory": True},
        },
        "bank": {"name": "Far bank", "kind": "normal", "box": True, "outline": box(400, 0, 500, 400)},
    },
    "links": {"crossing": {"kind": "ferry", "from": "east", "to": "bank"}},
    "expected": {"north": ["west", "east"]},
}
Change = Callable[[dict[str, Any]], object]
Make = Callable[..., tuple[CompiledAreas, list[Finding]]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(change: Change | None = None, **files: str) -> tuple[CompiledAreas, list[Finding]]:
        content = copy.deepcopy(TOWN)
        if change is not None:
            change(content)
        (tmp_path / "areas.yaml").write_text(yaml_text.dump(content), "utf-8")
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, "utf-8")
        source, found = load_area_map(tmp_path, "areas.yaml")
        areas = compile_area_map(source)
        return areas, [*found, *areas.findings]

    return write


def keys(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.place.pointer or "") for finding in findings]


def test_a_sound_map(make: Make) -> None:
    areas, findings = make()
    built = areas.map
    assert findings == []
    assert [(built.ids[b.a], built.ids[b.b], round(b.length)) for b in built.borders] == [
        ("north", "west", 200),
        ("north", "east", 200),
        ("west", "east", 200),
    ]
    assert built.ways("ferry")[2, 3]
    assert built.properties[2] == {"victory": "2", "factory": "true"}
    assert built.points_of(2, "piece").tolist() == [[250, 250], [300, 250]]
    assert built.provenance[0].source == "the printed map"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda m: m["areas"]["west"].pop("name"), ("MAP313", "/areas/west")),
        (lambda m: m["areas"]["west"].update(name="north"), ("MAP314", "/areas/west")),
        (lambda m: m["areas"]["west"].update(kind="urbane"), ("SRC020", "/areas/west")),
        (lambda m: m["areas"]["west"].update(outline=box(0, 190, 200, 400)), ("MAP311", "/areas/north")),
        (lambda m: m["areas"]["west"].update(outline=box(0, 210, 200, 400)), ("MAP317", "/expected/north")),
        (lambda m: m["areas"]["west"].update(outline=box(0, 200, 200, 400)[:-1]), ("MAP302", "/areas/west")),
        (lambda m: m["areas"].update(islet={"name": "Islet", "kind": "urban"}), ("MAP303", "/areas/islet")),
        (lambda m: m.pop("links"), ("MAP315", "/areas/bank")),
        (lambda m: m["links"]["crossing"].update(to="bonk"), ("MAP304", "/links/crossing")),
        (lambda m: m["links"]["crossing"].update(kind="fairy"), ("SRC020", "/links/crossing")),
        (lambda m: m["expected"]["north"].pop(), ("MAP318", "/expected/north")),
        (
            lambda m: m.update(connect={"c": {"areas": ["north", "west"], "reason": "x"}}),
            ("MAP319", "/connect/c"),
        ),
        (
            lambda m: m.update(
                connect={name: {"areas": ["west", "bank"], "reason": "x"} for name in ("c", "d")}
            ),
            ("MAP320", "/connect/d"),
        ),
        (
            lambda m: m["areas"]["east"]["points"].update(control=[{"x": 5, "y": 5}]),
            ("MAP321", "/areas/east"),
        ),
        (lambda m: m.update(points=[{"role": "label", "x": 599, "y": 1}]), ("MAP322", "/points/0")),
        (
            lambda m: m["links"].update(w={"kind": "arrow", "line": [{"x": 1, "y": 1}, {"x": 2, "y": 2}]}),
            ("MAP322", "/links/w"),
        ),
    ],
)
def test_faults_stand_where_they_were_made(make: Make, change: Change, key: tuple[str, str]) -> None:
    _, findings = make(change)
    assert key in keys(findings)
    assert all(finding.place.line for finding in findings)


def test_statements_change_borders_with_a_reason(make: Make) -> None:
    areas, findings = make(
        lambda m: m.update(
            separate={"wall": {"areas": ["west", "east"], "reason": "the ravine"}},
            expected={"west": ["north"]},
        )
    )
    assert findings == []
    assert not areas.map.adjacent[1, 2]


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'viewBox="0 0 60 40"><defs/>{}</svg>'
)


def layer(label: str, content: str) -> str:
    return f'<g inkscape:groupmode="layer" inkscape:label="{label}">{content}</g>'


DRAWING = SVG.format(
    layer("urban", '<path inkscape:label="North" id="p1" d="M0 0H40V20H0Z"/>')
    + layer(
        "normal",
        '<path inkscape:label="West" id="p2" d="M0 20H20V40H0z"/>'
        '<path inkscape:label="East" id="p3" d="m20 20 20 0 0 20-20 0z M45 30h5v5h-5z"><desc>properties: '
        "{victory: 2}</desc></path>"
        '<path inkscape:label="Far bank" id="p4" d="M40 0H45V29H40z"><desc>box: true\nid: bank</desc></path>',
    )
    + layer("void", '<rect x="50" y="0" width="5" height="5"/>')
    + layer("piece", '<circle cx="25" cy="25" r="1"/><circle cx="30" cy="25" r="1"/>')
    + layer(
        "ferry",
        '<path id="f1" d="M30 30 42 20" style="stroke:red;marker-end:url(#a)"/><path id="f2" d="M42 9 3 3"/>',
    )
)


def drawn(change: Change | None = None) -> Change:
    def apply(m: dict[str, Any]) -> None:
        m["areas"] = {}
        m["links"] = {}
        m["drawings"] = ["town.svg"]
        if change is not None:
            change(m)

    return apply


def test_a_drawing_holds_areas_points_arrows_and_voids(make: Make) -> None:
    areas, findings = make(drawn(), town_svg=DRAWING)
    built = areas.map
    assert findings == []
    assert dict(zip(built.ids, built.kinds, strict=True)) == {
        "north": "urban", "west": "normal", "east": "normal", "bank": "normal",
    }  # fmt: skip
    east = built.index("east")
    assert len(built.polygons[east]) == 2
    assert built.properties[east] == {"victory": "2"}
    assert built.points_of(east, "piece").tolist() == [[250, 250], [300, 250]]
    assert len(built.borders) == 3
    ways = {(built.ids[link.start], built.ids[link.end], link.one_way) for link in built.links}
    assert ways == {("east", "bank", True), ("bank", "north", False)}


def test_the_file_adds_to_what_is_drawn(make: Make) -> None:
    areas, findings = make(
        drawn(
            lambda m: m["areas"].update(
                west={"name": "The West", "points": {"control": [{"x": 9, "y": 390}]}}
            )
        ),
        town_svg=DRAWING,
    )
    west = areas.map.index("west")
    assert findings == []
    assert areas.map.names[west]["en"] == "The West"
    assert areas.map.points_of(west, "control").tolist() == [[9, 390]]


def test_an_area_drawn_twice(make: Make) -> None:
    _, findings = make(drawn(lambda m: m["areas"].update(west=TOWN["areas"]["west"])), town_svg=DRAWING)
    assert [code for code, _ in keys(findings) if code.startswith("SRC")] == ["SRC021"]


def test_geojson_in_pixels(make: Make) -> None:
    def feature(id: str, kind: str, left: float, top: float) -> dict[str, Any]:
        ring = [[point["x"], -point["y"]] for point in box(left, top, left + 200, top + 200)]
        properties = {"fid": 3, "id": id, "name": id.title(), "kind": kind, "note": None}
        geometry = {"type": "MultiPolygon", "coordinates": [[ring]]}
        return {"type": "Feature", "properties": properties, "geometry": geometry}

    features = [feature("a", "urban", 0, 0), feature("b", "normal", 200, 0)]
    text = json.dumps({"type": "FeatureCollection", "name": "areas", "features": features})

    def change(m: dict[str, Any]) -> None:
        m.update(drawings=["town.geojson"], areas={}, links={}, expected={"a": ["b"]})

    areas, findings = make(change, town_geojson=text)
    assert findings == []
    assert areas.map.ids == ("a", "b")
    assert len(areas.map.borders) == 1


def test_a_wrong_key_in_a_description_is_named_at_its_line(make: Make) -> None:
    with pytest.raises(InputError) as caught:
        make(drawn(), town_svg=DRAWING.replace("box: true", "bocks: true").replace("<g", "\n<g"))
    ((code, line),) = [(f.code, f.place.line) for f in caught.value.findings]
    assert (code, line) == ("SRC010", 3)


def test_a_game_carries_its_area_map(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(yaml_text.dump({**GAME, "areas": "areas.yaml"}))
    (tmp_path / "map.yaml").write_text(yaml_text.dump(MAP))
    (tmp_path / "areas.yaml").write_text(yaml_text.dump(TOWN))
    source, read = load_game(tmp_path)
    game, findings = compile_game(source)
    assert [*read, *findings] == []
    assert game.area_map is not None
    again = CompiledGame.from_json(json.loads(game.to_bytes()))
    assert again.digest == game.digest
    assert again.area_map is not None
    assert again.area_map.digest() == game.area_map.digest()


def test_the_picture_shows_every_fault(make: Make) -> None:
    areas, findings = make(
        lambda m: (m["areas"]["west"].update(outline=box(0, 190, 200, 400)), m["areas"]["east"].pop("name"))
    )
    svg = draw_areas(areas, (600, 400))
    assert rasterise(svg).startswith(b"\x89PNG")
    assert {f.code for f in findings if f.severity is not Severity.INFO} <= {
        word for word in ("MAP311", "MAP313") if word in svg
    }
