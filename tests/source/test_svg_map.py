"""Drawings of Inkscape and others as map files: what is read, where it lies, what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.diagnostics import Finding, InputError
from toolkit.source.layers import LayerKind
from toolkit.source.map_file import read_map_file
from toolkit.source.names import Names
from toolkit.source.svg import IDENTITY, parse_svg, strokes
from toolkit.source.svg_map import DrawingBoard, from_svg

KINDS = (
    LayerKind("areas", "wood", Names("Deep Wood", ja="森")),
    LayerKind("rivers", "great_river", Names("Great river")),
    LayerKind("links", "road", Names("Road")),
    LayerKind("towns", "town", Names("Town")),
    LayerKind("marks", "vp", Names("Victory points")),
    LayerKind("start_line", "", Names("Start line")),
)
BOARD = DrawingBoard(KINDS, "scan.png", (400, 200))
PROVENANCE = {"kind": "published", "source": "my scan"}
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 400 200">'
)
Read = Callable[..., tuple[dict[str, Any], list[Finding]]]


def layer(label: str, content: str, more: str = "") -> str:
    return f'<g inkscape:groupmode="layer" inkscape:label="{label}" {more}>{content}</g>'


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def write(
        body: str, board: DrawingBoard = BOARD, head: str = HEAD
    ) -> tuple[dict[str, Any], list[Finding]]:
        path = tmp_path / "trace.svg"
        path.write_text(f"{head}{body}</svg>", encoding="utf-8")
        document, notes = from_svg(path, board, PROVENANCE)
        assert isinstance(document.data, dict)
        return document.data, notes

    return write


def faults(call: Callable[[], object]) -> list[tuple[str, int | None]]:
    with pytest.raises(InputError) as caught:
        call()
    return [(finding.code, finding.place.line) for finding in caught.value.findings]


def pairs(points: list[dict[str, float]]) -> list[tuple[float, float]]:
    return [(point["x"], point["y"]) for point in points]


def test_layers_become_sections_by_id_and_by_name(read: Read) -> None:
    data, notes = read(
        layer("great river", '<path id="path7" inkscape:label="Don" d="M 1,2 11,2 h 5 l 0,4"/>')
        + layer("森", '<polygon id="p8" points="0,0 10,0 10,10"/>')
        + layer("ROAD", '<polyline id="p9" points="1 1 2 2"><title>Old road</title></polyline>')
        + layer("town", '<circle id="c1" inkscape:label="Kalač 1" cx="30" cy="40" r="3"/>')
        + layer("links:road", '<line id="p10" x1="5" y1="5" x2="6" y2="6"/>')
        + layer("vp", '<rect id="r1" x="10" y="10" width="4" height="2"/>')
        + layer("_notes", '<path d="this is not read"/>')
    )
    assert notes == []
    assert data["provenance"] == PROVENANCE
    assert data["rivers"]["don"] == {
        "name": "Don",
        "kind": "great_river",
        "ends": "free",
        "course": [{"x": 1, "y": 2}, {"x": 11, "y": 2}, {"x": 16, "y": 2}, {"x": 16, "y": 6}],
    }
    assert pairs(data["areas"]["wood"]["p8"]["outline"]) == [(0, 0), (10, 0), (10, 10), (0, 0)]
    assert data["links"]["road"]["old_road"]["name"] == "Old road"
    assert pairs(data["links"]["road"]["p10"]["through"]) == [(5, 5), (6, 6)]
    assert data["towns"]["kalac_1"] == {"name": "Kalač 1", "class": "town", "x": 30.0, "y": 40.0}
    assert data["marks"]["vp"]["r1"] == {"x": 12.0, "y": 11.0}


def test_a_description_holds_further_keys(read: Read) -> None:
    data, _ = read(
        layer(
            "great_river",
            '<path inkscape:label="Aksai" id="p" d="M0 0 9 9">'
            "<desc>ends: {joins: don}\nid: aksai_river\nnames: {ja: アクサイ}</desc></path>",
        )
        + layer("start_line", '<path id="q" d="M0 0 9 9"/><desc>west: red\neast: blue</desc>')
    )
    assert data["rivers"]["aksai_river"]["ends"] == {"joins": "don"}
    assert data["rivers"]["aksai_river"]["names"] == {"ja": "アクサイ"}
    assert (data["start_line"]["west"], data["start_line"]["east"]) == ("red", "blue")


def test_two_shapes_of_one_name_are_two_features(read: Read) -> None:
    shape = '<path inkscape:label="Copse" d="M0 0 9 0 9 9 Z"/>'
    data, _ = read(layer("wood", shape + shape))
    assert list(data["areas"]["wood"]) == ["copse", "copse_2"]


def test_holes_and_islands(read: Read) -> None:
    rings = "M0 0H90V90H0Z M10 10H80V80H10Z M20 20H70V70H20Z M100 0h9v9h-9z"
    data, _ = read(layer("wood", f'<path id="w" d="{rings}"/>'))
    parts = data["areas"]["wood"]
    assert [(len(part["outline"]), len(part.get("holes", []))) for part in parts.values()] == [
        (5, 1), (5, 0), (5, 0),
    ]  # fmt: skip
    assert pairs(parts["w"]["holes"][0])[0] == (10, 10)


def test_an_open_outline_is_left_for_the_map_to_report(read: Read) -> None:
    data, _ = read(
        layer("wood", '<path id="a" d="M0 0 100 0 100 100 0 100"/><path id="b" d="M0 0 9 0 9 9 0 .2"/>')
    )
    areas = data["areas"]["wood"]
    assert pairs(areas["a"]["outline"])[-1] == (0, 100)
    assert pairs(areas["b"]["outline"])[-1] == (0, 0)


@pytest.mark.parametrize(
    "picture",
    [
        '<image xlink:href="scan.png" x="100" y="50" width="200" height="100" preserveAspectRatio="none"/>',
        '<image href="x/Scan.PNG" x="100" y="50" width="200" height="300" preserveAspectRatio="xMidYMin"/>',
        '<g transform="translate(100 50) scale(.5)"><image href="scan.png" width="400" height="200"/></g>',
        '<image xlink:href="data:image/png;base64,AAAA" x="100" y="50" width="200" height="100"/>',
    ],
)
def test_the_scan_in_the_drawing_says_where_it_lies(read: Read, picture: str) -> None:
    data, _ = read(picture + layer("town", '<circle id="t" cx="150" cy="75" r="2"/>'))
    assert data["towns"]["t"]["x"] == pytest.approx(100)
    assert data["towns"]["t"]["y"] == pytest.approx(50)


def test_without_it_the_page_must_have_its_proportions(read: Read) -> None:
    head = HEAD.replace("0 0 400 200", "-10 0 40 20").replace("<svg", '<svg width="40mm" height="20mm"')
    body = layer("town", '<circle id="t" cx="0" cy="5" r="1"/>')
    data, _ = read(body, head=head)
    assert (data["towns"]["t"]["x"], data["towns"]["t"]["y"]) == (100, 50)
    assert faults(lambda: read(body, head=HEAD.replace("400 200", "400 300"))) == [("SRC034", 1)]
    assert faults(lambda: read(body, head=HEAD.replace(' viewBox="0 0 400 200"', ""))) == [("SRC034", 1)]


def test_transforms_of_all_kinds(read: Read) -> None:
    data, _ = read(
        layer(
            "road",
            '<g transform="scale(2,3)"><path id="p" transform="rotate(90 1 1) skewX(45)" d="M0 0 1 1"/></g>',
            'transform="matrix(1 0 0 1 10 20),translate(5)"',
        )
    )
    # skewX: (0,0)->(0,0), (1,1)->(2,1); rotated about (1,1): (2,0), (1,2); scaled: (4,0), (2,6); moved.
    assert pairs(data["links"]["road"]["p"]["through"]) == [(19, 20), (17, 26)]


def test_clones_are_drawn_where_they_are(read: Read) -> None:
    data, _ = read(
        layer("town", '<circle id="t" cx="5" cy="5" r="2"/><use id="u" xlink:href="#t" x="50" y="60"/>')
    )
    assert (data["towns"]["u"]["x"], data["towns"]["u"]["y"]) == (55, 65)
    loop = layer("town", '<use id="u" xlink:href="#v"/><use id="v" xlink:href="#u"/>')
    assert {code for code, _ in faults(lambda: read(loop))} == {"SRC032"}


def test_groups_of_other_programs_are_layers_by_their_id(read: Read) -> None:
    data, _ = read('<g id="road"><g><path id="p" d="M0 0 1 1"/></g></g>')
    assert list(data["links"]["road"]) == ["p"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (layer("raod", '<path d="M0 0 1 1"/>'), "SRC033"),
        (layer("road", '<path d="M0 0 1 1M5 5 6 6"/>'), "SRC033"),
        (layer("road", '<path d="M0 0"/>'), "SRC033"),
        (layer("road", '<path d=""/>'), "SRC033"),
        (layer("road", '<path d="M0 0 C 1 2 3"/>'), "SRC032"),
        (layer("road", '<path d="M1e999 0 1 1"/>'), "SRC032"),
        (layer("road", '<path d="M0 0 1 1" transform="spin(3)"/>'), "SRC032"),
        (layer("road", '<path d="M0 0 1 1" transform="rotate(1 2)"/>'), "SRC032"),
        (layer("town", '<circle cx="50%" cy="1" r="1"/>'), "SRC032"),
        (layer("road", '<polyline points="1 2 three"/>'), "SRC032"),
        (layer("road", '<path d="M0 0 1 1"><desc>a: [</desc></path>'), "SRC033"),
        ("<unclosed>", "SRC032"),
    ],
)
def test_what_cannot_be_meant_is_refused_where_it_stands(read: Read, body: str, code: str) -> None:
    assert faults(lambda: read("\n\n" + body)) == [(code, 3)]


def test_a_shape_in_no_layer_is_named_and_left_out(read: Read) -> None:
    data, notes = read(layer("road", '<path id="p" d="M0 0 1 1"/>') + '\n<path d="M0 0 1 1"/>')
    assert list(data) == ["provenance", "links"]
    assert [(note.code, note.place.line) for note in notes] == [("SRC033", 2)]


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"><desc>&a;</desc></svg>',
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"/>',
        '<html xmlns="http://www.w3.org/1999/xhtml"/>',
        "not xml",
        "",
        "<g>" * 300 + "</g>" * 300,
    ],
)
def test_hostile_and_foreign_files(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_svg(text, "x.svg")
    assert {finding.code for finding in caught.value.findings} == {"SRC032"}


def test_a_doctype_alone_does_no_harm() -> None:
    text = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
        '<svg xmlns="http://www.w3.org/2000/svg"/>'
    )
    assert parse_svg(text, "x.svg").tag == "svg"


numbers = st.floats(-1e3, 1e3).map(lambda value: round(value, 3))


@given(st.lists(st.tuples(numbers, numbers), min_size=4, max_size=4), st.sampled_from([0.05, 0.5]))
@settings(max_examples=60)
def test_flattened_curves_stay_near(control: list[tuple[float, float]], tolerance: float) -> None:
    (x, y), *rest = control
    data = f"M{x} {y}C" + " ".join(f"{a} {b}" for a, b in rest)
    root = parse_svg(f'<svg xmlns="http://www.w3.org/2000/svg"><path d="{data}"/></svg>', "x.svg")
    found = strokes(root.children[0], IDENTITY, tolerance, {})
    p = np.array(control)
    t = np.linspace(0, 1, 400)[:, None]
    curve = (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
    line = found[0].points if found else p[:1]
    if len(line) == 1:
        line = np.repeat(line, 2, axis=0)
    a, run = line[:-1], np.diff(line, axis=0)
    share = ((curve[:, None] - a) * run).sum(-1) / np.maximum((run**2).sum(-1), 1e-12)
    off = curve[:, None] - a - np.clip(share, 0, 1)[..., None] * run
    assert np.sqrt((off**2).sum(-1)).min(axis=1).max() <= tolerance + 1e-6


def test_a_drawing_needs_its_game_and_its_provenance(tmp_path: Path) -> None:
    path = tmp_path / "t.svg"
    path.write_text(HEAD + "</svg>")
    assert faults(lambda: read_map_file(path)) == [("SRC035", None)]
    assert faults(lambda: read_map_file(path, None, BOARD)) == [("SRC035", None)]


def _lines(read: Read, body: str) -> int:
    """Return how many lines of code it takes to read a drawing: a measure of work that is always the same."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(body)
    finally:
        sys.settrace(before)
    return count


_LONG: dict[str, tuple[int, Callable[[int], str]]] = {
    "points": (2_000, lambda n: f'<polyline points="{"1,2 3,5 " * (n // 2)}"/>'),
    "transforms": (1_000, lambda n: f'<path d="M0,0L1,1" transform="{"rotate(1) " * n}"/>'),
    "shapes of one name": (100, lambda n: '<path inkscape:label="Don" d="M0,0L1,1"/>' * n),
}


@pytest.mark.parametrize("name", _LONG)
def test_four_times_as_much_takes_four_times_the_work(name: str, read: Read) -> None:
    """Something quadratic takes sixteen times as much."""
    size, body = _LONG[name]
    read(layer("great river", body(100)))
    little, much = (_lines(read, layer("great river", body(n))) for n in (size, 4 * size))
    assert much < 5 * little


def test_rings_in_rings_are_told_apart_quickly(read: Read) -> None:
    rings = "".join(f"M{-i},{-i}L{i},{-i}L{i},{i}L{-i},{i}Z " for i in range(1, 401))
    data, _ = read(layer("wood", f'<path id="a" d="{rings}"/>'))
    assert len(data["areas"]["wood"]) == 200
    assert all(len(one["holes"]) == 1 for one in data["areas"]["wood"].values())


def test_a_shape_of_very_many_rings_is_refused(read: Read) -> None:
    assert faults(lambda: read(layer("wood", f'<path d="{"M0,0L9,1L5,5Z " * 5001}"/>'))) == [("SRC033", 1)]
