"""Readers above the file formats: rules data in modules, sources, drawings, the importer, reports.

Each takes bytes and may refuse them with a `ToolkitError`; anything else that it raises is a fault.  They
are slower than the readers of the formats and get fewer inputs.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from tests.conftest import SOURCES
from tests.fuzz.readers import Reader, build_seeds
from tests.fuzz.shapes import reshaped
from tests.vassal.samples import PLAYED, log_bytes
from toolkit.audit.module_data import GAME, MANIFEST, read_module
from toolkit.cli.new import write_starter
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, Place, Section, Severity, ToolkitError
from toolkit.diagnostics.formats import FORMATS, render
from toolkit.importer.build import built_entries
from toolkit.importer.read import import_module
from toolkit.rules.declared import rules_of
from toolkit.source.game import load_game
from toolkit.source.geojson import from_geojson
from toolkit.source.json_text import parse_json
from toolkit.source.svg import SHAPES, parse_svg, strokes
from toolkit.vassal.containers import SAVED_GAME, container_of, open_container
from toolkit.vassal.packing import container_bytes

_KINDS = ("hex", "area")
_EXAMPLES = SOURCES.parent / "docs" / "examples"
DECLARED: Mapping[str, Path] = {
    "causeway": SOURCES / "causeway",
    "battle_for_moscow": SOURCES / "battle_for_moscow",
    **{
        name: _EXAMPLES / name
        for name in ("highpass", "lindau", "orel", "sedan", "two_crowns", "two_harbours")
    },
}
SPLIT = b"\xff\x00"
_ACTIONS = 30
_PARTS = ("rules", "rules", "free_charts", "counters", "setups", "options", "labels", "boxes")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]")


@cache
def _sources(kind: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as home:
        write_starter(kind, "tiny", Path(home) / "tiny")
        files = sorted(path for path in (Path(home) / "tiny").rglob("*.yaml"))
        return {path.relative_to(Path(home) / "tiny").as_posix(): path.read_bytes() for path in files}


@cache
def compiled_json(kind: str) -> str:
    """Return the rules data of a small game, or of one whose rules are data, as a module carries them."""
    if kind in DECLARED:
        return json.dumps(compile_game(load_game(DECLARED[kind])[0])[0].to_json())
    with tempfile.TemporaryDirectory() as home:
        folder = write_files(Path(home), _sources(kind))
        return json.dumps(compile_game(load_game(folder)[0])[0].to_json())


def write_files(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write a folder of files."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def manifest_of(game: CompiledGame) -> dict[str, object]:
    """Return a manifest of the shape that modules have."""
    layout = {"pitch_px": 100.0, "origin_px": [93.0, 183.0], "size_px": [900, 900]}
    layout |= {"plane_origin": [0.0, 0.0], "plane_pitch": 1.0}
    boxes = {box.id: ["Forces", box.names.en] for box in game.boxes}
    areas = {} if game.area_map is None else {name: name for name in game.area_map.ids}
    slots = {box.id: ["Forces", [[box.names.en, 5, 6]]] for box in game.boxes}
    found: dict[str, object] = {"map_name": "Main Map", "boxes": boxes, "areas": areas, "slots": slots}
    return found | {"spots": {name: [[1, 2]] for name in areas}, "layout": layout}


def rules_data(data: bytes) -> None:
    """A module's rules data are refused, or a game can be begun by them.  The bytes say what is changed."""
    source = random.Random(data)
    content = json.loads(compiled_json(source.choice(_KINDS)))
    manifest: object = manifest_of(CompiledGame.from_json(content))
    if source.random() < 0.3:
        manifest = reshaped(manifest, source)
    else:
        content = reshaped(content, source)
    _begun(content, manifest)


def rules_as_data(data: bytes) -> None:
    """A declared game that has changed somewhere is refused, or begins and can be played."""
    source = random.Random(data)
    content = json.loads(compiled_json(source.choice(sorted(DECLARED))))
    manifest = manifest_of(CompiledGame.from_json(content))
    part = source.choice(_PARTS)
    content[part] = reshaped(content[part], source)
    _begun(content, manifest)


def _begun(content: object, manifest: object) -> None:
    """Read a module with these data, begin its game and play a little."""
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "m.vmod"
        entries = {"buildFile.xml": b'<VASSAL.build.GameModule name="m"/>'}
        entries |= {GAME: json.dumps(content).encode(), MANIFEST: json.dumps(manifest).encode()}
        path.write_bytes(container_bytes(entries))
        with suppress(ToolkitError):
            game = read_module(path).game
            rules = rules_of(game)
            for setup in game.setups[:2]:
                position = rules.begin(setup.id, {})
                for action in islice(rules.play(position, 1), _ACTIONS):
                    rules.check(position, rules.read(json.loads(json.dumps(rules.write(action)))))


def sources(data: bytes) -> None:
    """A game's folder with one file of these bytes is read and compiled, or refused with findings."""
    kind = _KINDS[data[0] % 2] if data else "hex"
    files = _sources(kind)
    name = sorted(files)[data[1] % len(files)] if len(data) > 1 else "game.yaml"
    with tempfile.TemporaryDirectory() as home, suppress(ToolkitError):
        game, _ = load_game(write_files(Path(home), files | {name: data[2:]}))
        compile_game(game, strict=False)


def geojson(data: bytes) -> None:
    """A layer is read, or refused with findings."""
    with suppress(ToolkitError):
        from_geojson(parse_json(data.decode("utf-8", "replace"), "a.geojson"))


def drawings(data: bytes) -> None:
    """Every shape of a drawing gives points, or is refused."""
    try:
        root = parse_svg(data.decode("utf-8", "replace"), "a.svg")
    except ToolkitError:
        return
    every = [root]
    for element in every:
        every += element.children
    ids = {element.get("id"): element for element in every if element.get("id")}
    for element in every:
        if element.tag in SHAPES:
            with suppress(ToolkitError):
                strokes(element, np.eye(2, 3), 0.5, ids)


def with_setup(build: bytes) -> bytes:
    """Return a buildFile that has a set-up in ``s.vsav``."""
    setup = b'<VASSAL.build.module.PredefinedSetup name="s" file="s.vsav" useFile="true"/>'
    return build.replace(b"</VASSAL.build.GameModule>", setup + b"</VASSAL.build.GameModule>")


def importer(data: bytes) -> None:
    """A module with a set-up is imported and built again, or refused."""
    first, _, second = data.partition(SPLIT)
    entries = {"buildFile.xml": with_setup(first), "s.vsav": container_bytes({SAVED_GAME: second})}
    with tempfile.TemporaryDirectory() as home, suppress(ToolkitError):
        made = import_module(container_of(entries, "m.vmod"))
        built_entries(write_files(Path(home), made.files))


@cache
def _imported() -> Mapping[str, bytes]:
    entries = {"buildFile.xml": build_seeds()[0], "s.vsav": log_bytes(*PLAYED)}
    entries["buildFile.xml"] = with_setup(entries["buildFile.xml"])
    return import_module(container_of(entries, "m.vmod")).files


def imported(data: bytes) -> None:
    """The folder of an imported module with one file of these bytes is built, or refused with findings."""
    files = _imported()
    names = sorted(name for name in files if not name.startswith("files/"))
    name = names[data[0] % len(names)] if data else "imported.yaml"
    with tempfile.TemporaryDirectory() as home, suppress(ToolkitError):
        built_entries(write_files(Path(home), {**files, name: data[1:]}))


def reports(data: bytes) -> None:
    """No text of a stranger's forges a line or a tag of a report."""
    text = data.decode("utf-8", "surrogateescape")
    place = Place(text, 1, pointer=text, entry=text)
    finding = Finding("MOD010", Severity.ERROR, text, place, text, {"name": text}, waived=text)
    section = Section(text, (text,), rows=[(text, text)])
    for form in FORMATS:
        written = render(form, [finding], sections=[section], title=text)
        assert not _CONTROLS.search(written)
        assert form != "html" or "<script>fuzz" not in written
        written.encode("utf-8")


def rooms() -> dict[str, Reader]:
    """Return the readers by name."""
    files = [
        bytes([number, at]) + content
        for number, kind in enumerate(_KINDS)
        for at, (_, content) in enumerate(sorted(_sources(kind).items()))
    ]
    layer = {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"layer": "river", "id": "a", "kind": "river"},
                "geometry": {"type": kind, "coordinates": points},
            }
            for kind, points in (
                ("LineString", [[1, 2], [3, 4]]),
                ("Polygon", [[[0, 0], [1, 0], [1, 1], [0, 0]]]),
            )
        ],
    }
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g transform="rotate(3) scale(2,3)">'
        '<path id="p" d="M0,0C1,1 2,2 3,3Q4,4 5,5A2 3 4 0 1 6 7Z"/>'
        '<rect x="1" y="2" width="3" height="4" rx="1"/>'
        '<circle r="3"/><ellipse rx="2" ry="1"/><polygon points="1,2 3,4 5,6"/><polyline points="1 2 3 4"/>'
        '<line x1="1" x2="3"/><use href="#p" x="3"/></g></svg>'
    )
    builds, played = build_seeds(), open_container(log_bytes(*PLAYED)).saved_game().text.encode()
    sheets = sorted((name, content) for name, content in _imported().items() if not name.startswith("files/"))
    return {
        "rules data": Reader((b"a", b"b"), rules_data, every=40),
        "rules as data": Reader((b"a", b"b", b"c"), rules_as_data, every=40),
        "sources": Reader(tuple(files), sources, every=40),
        "GeoJSON": Reader((json.dumps(layer).encode(),), geojson, every=4),
        "SVG": Reader((svg.encode(),), drawings, every=4),
        "importer": Reader((*builds, builds[0] + SPLIT + played), importer, every=40),
        "imported": Reader(
            tuple(bytes([at]) + content for at, (_, content) in enumerate(sheets)), imported, every=40
        ),
        "reports": Reader((b"a\n::error::b", b"<script>fuzz", "\x9b\u2028戦".encode()), reports, every=10),
    }
