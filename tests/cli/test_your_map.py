"""docs/your_map.md and docs/area_maps.md, done as they say: from a scan to a module that stands on it."""

from __future__ import annotations

import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import yaml
from PIL import Image

from tests.engine import tiny
from tests.render.made_map import DISTORTION, GRID, save_scan, trace
from toolkit.cli.main import main
from toolkit.compile.area_map import compile_area_map
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.render.layout import BoardLayout
from toolkit.render.map import board_notice
from toolkit.source.area_map import load_area_map
from toolkit.source.game import load_game
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.table import Table

DOCS = Path(__file__).resolve().parents[2] / "docs"


def blocks(page: str) -> dict[str, str]:
    """Return the page's YAML by the file named in its first line."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"```yaml\n# (\S+?)(?::| *\n)(.*?)```", text, re.DOTALL)
    return dict(found)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_tutorial_works_as_written(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = blocks("your_map.md")
    folder = here / "source_data" / "dunmoor"
    save_scan(folder / "map" / "scan.png")
    for name in ("game.yaml", "map/scan.yaml", "module.yaml", "map/corrections.yaml"):
        (folder / name).write_text(files[f"source_data/dunmoor/{name}"], encoding="utf-8")
    assert main(["validate", "dunmoor"]) == 1
    assert "MAP201" in capfd.readouterr().out
    drawing = folder / "map" / "trace.svg"
    assert main(["preview", "dunmoor", "--template", str(drawing)]) == 0
    drawing.write_text(trace(drawing.read_text("utf-8"), DISTORTION.of(GRID)), "utf-8")
    entry = files["game.yaml"].split("\n", 1)[1] + "  - map/corrections.yaml\n"
    game = (folder / "game.yaml").read_text("utf-8")
    assert "map: []\n" in game
    (folder / "game.yaml").write_text(game.replace("map: []\n", entry), "utf-8")
    source, _ = load_game(folder)
    compiled, _ = compile_game(source)
    built = compiled.map
    assert len(built.places) == 4
    # All of it is the printed map's, and the board says nothing else.
    assert board_notice(compiled) == ""
    assert built.terrain_of(built.grid.hex("10.13")) == "clear"
    wet = built.side_features["river"]
    hex_ = built.grid.hex
    for west, east in (("08.08", "08.09"), ("09.07", "09.09"), ("10.08", "10.09")):
        assert wet[built.side(hex_("09.08"), hex_(west))]
        assert not wet[built.side(hex_("09.08"), hex_(east))]
    assert main(["build", "dunmoor"]) == 0
    assert "140 hexes" in capfd.readouterr().out
    check_board(here / "build" / "dunmoor" / "Dunmoor.vmod")
    check_board_as_scan(here, compiled)
    check_counters(here, files, capfd)


def check_counters(here: Path, files: dict[str, str], capfd: pytest.CaptureFixture[str]) -> None:
    """Check "Counters and a set-up": a module with counters that differ in colour, and an erratum."""
    for name in ("counters/units.yaml", "setups/start.yaml"):
        path = here / "source_data" / "dunmoor" / name
        path.parent.mkdir()
        path.write_text(files[f"source_data/dunmoor/{name}"], encoding="utf-8")
    assert main(["build", "dunmoor"]) == 0
    module = here / "build" / "dunmoor" / "Dunmoor.vmod"
    with zipfile.ZipFile(module) as archive:
        red, blue = (archive.read(f"images/unit_{name}.png") for name in ("red-1", "blue-5"))
        words = archive.read("buildFile.xml").decode("utf-8")
    assert len({Image.open(BytesIO(image)).convert("RGB").getpixel((5, 30)) for image in (red, blue)}) == 2
    # No chits, so no buttons for them; and turns go on.
    assert "chit" not in " ".join(re.findall(r'buttonText="([^"]*)"', words))
    assert 'loopLimit="20"' in words
    old = module.rename(here / "old.vmod")
    erratum = here / "source_data" / "dunmoor" / "errata" / "001.yaml"
    erratum.parent.mkdir()
    erratum.write_text(files["source_data/dunmoor/errata/001.yaml"], encoding="utf-8")
    assert main(["build", "dunmoor"]) == 0
    capfd.readouterr()
    assert main(["diff", str(old), "dunmoor"]) == 1
    assert "counter red-1: full/attack from '3' to '4'" in capfd.readouterr().out


def check_board_as_scan(here: Path, first: CompiledGame) -> None:
    """Check "From a module to data": the module's board, traced, corrected and built, is the same map."""
    module = here / "build" / "dunmoor" / "Dunmoor.vmod"
    (name,) = (key for item in open_module(open_container(module)).maps.values() for key in item.boards)
    assert main(["import", str(module), "--board", name, "-o", "source_data/whole"]) == 0
    corners = ["--hexes", "01.01", "10.14"]
    assert main(["import", str(module), "--board", name, *corners, "-o", "source_data/again"]) == 0
    folder = here / "source_data" / "again"
    game = yaml.safe_load((folder / "game.yaml").read_text("utf-8"))
    model = yaml.safe_load((here / "source_data" / "dunmoor" / "game.yaml").read_text("utf-8"))
    assert game["grid"] == model["grid"]
    # As it came it stands: a map with nothing on it yet.
    assert main(["validate", "again"]) == 0
    game |= {key: model[key] for key in ("sides", "terrain", "town_classes", "layers")}
    drawn = {"file": "map/trace.svg", "provenance": {"kind": "published"}}
    game["map"] = [drawn, "map/corrections.yaml"]
    correction = blocks("your_map.md")["source_data/dunmoor/map/corrections.yaml"]
    (folder / "map" / "corrections.yaml").write_text(correction, "utf-8")
    (folder / "game.yaml").write_text(yaml.safe_dump(game | {"map": []}), "utf-8")
    drawing = folder / "map" / "trace.svg"
    assert main(["preview", "again", "--template", str(drawing)]) == 0
    with zipfile.ZipFile(module) as archive:
        layout = BoardLayout.from_json(json.loads(archive.read("toolkit/manifest.json"))["layout"])
    drawing.write_text(trace(drawing.read_text("utf-8"), layout.to_pixels), "utf-8")
    (folder / "game.yaml").write_text(yaml.safe_dump(game), "utf-8")
    assert main(["build", "again"]) == 0
    again = compile_game(load_game(folder)[0])[0]
    for kind, sides in first.map.side_features.items():
        assert np.array_equal(again.map.side_features[kind], sides), kind
    assert [place.hex for place in again.map.places] == [place.hex for place in first.map.places]


@pytest.mark.parametrize(("board", "words"), [("Feild", "Field"), ("Field", "no picture")])
def test_a_board_that_is_no_scan(
    here: Path, capfd: pytest.CaptureFixture[str], board: str, words: str
) -> None:
    module = tiny.write_module(here / "tiny.vmod")
    assert main(["import", str(module), "--board", board, "-o", "new"]) == 2
    shown = capfd.readouterr().err
    assert "IMP007" in shown
    assert words in shown
    assert not (here / "new").exists()


def test_a_board_of_a_scan_that_is_not_there(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = blocks("your_map.md")
    folder = here / "source_data" / "dunmoor"
    (folder / "map").mkdir(parents=True)
    for name in ("game.yaml", "map/scan.yaml", "module.yaml"):
        text = files[f"source_data/dunmoor/{name}"].replace("image: map/scan.png", "size_px: [1576, 1098]")
        (folder / name).write_text(text, encoding="utf-8")
    assert main(["build", "dunmoor"]) == 1
    assert "MOD006" in capfd.readouterr().err


def check_board(module: Path) -> None:
    """Check that the board is the scan laid straight: each hex's printed dot is where the grid has it."""
    with zipfile.ZipFile(module) as archive:
        picture = Image.open(BytesIO(archive.read("images/map.png"))).convert("L")
        manifest = archive.read("toolkit/manifest.json")
    assert open_container(module).findings == ()

    layout = BoardLayout.from_json(json.loads(manifest)["layout"])
    assert picture.size == layout.size_px
    pixels = 255.0 - np.asarray(picture, dtype=np.float64)
    # Hexes with nothing printed on them but the dot.
    for number in ("02.02", "01.12", "10.03", "04.14", "05.10", "06.04"):
        x, y = layout.to_pixels(GRID.centres()[GRID.hex(number)]).tolist()
        left, top = round(x) - 8, round(y) - 8
        window = pixels[top : top + 16, left : left + 16]
        ink = window - np.median(window)
        ink[ink < 20] = 0
        rows, columns = np.mgrid[0.5:16, 0.5:16]
        middle = ((columns * ink).sum() / ink.sum() + left, (rows * ink).sum() / ink.sum() + top)
        assert middle == pytest.approx((x, y), abs=1.5), number


def test_the_page_on_areas_shows_a_map_without_faults(here: Path) -> None:
    (here / "areas.yaml").write_text(blocks("area_maps.md")["map/areas.yaml"], encoding="utf-8")
    source, found = load_area_map(here, "areas.yaml")
    areas = compile_area_map(source)
    # The board's picture is not there, and its size is stated.
    assert [*found, *areas.findings] == []
    assert len(areas.map.borders) == 1


def test_the_page_on_areas_makes_a_module(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = here / "source_data" / "island"
    for name, text in blocks("area_maps.md").items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert main(["validate", "island"]) == 0
    assert main(["build", "island"]) == 0
    assert "3 areas, 3 counters, 1 set-up" in capfd.readouterr().out
    file = here / "build" / "island" / "Island.vmod"
    assert main(["validate", str(file)]) == 0
    module = open_module(open_container(file))
    (main_map,) = module.maps.values()
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read("toolkit/manifest.json"))
        assert {"images/unit_red-1_reduced.png", "images/equipment_disorder_2.png"} <= set(archive.namelist())
        log = read_log(archive.read("start.vsav"), name="start.vsav")
    assert manifest["areas"] == {"north": "North", "south": "South"}
    table = Table()
    table.apply(log.begin)
    where: dict[str | None, list[object]] = {}
    for thing in table.things.values():
        if not thing.is_stack:
            spot = table.spot(thing.id)
            where.setdefault(main_map.location(spot.x, spot.y), []).append(thing)
    assert {name: len(things) for name, things in where.items()} == {
        "North": 1, "South": 1, "Turn 2": 1, "Markers": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("module.yaml", "windows: []", "windows: []\nboard: scan"), "MOD006"),
        (("module.yaml", "kind: flip", "kind: battle"), "MOD007"),
        (("module.yaml", "box: tray", "box: tree"), "MOD014"),
        (("setups/boxes.yaml", "index: 2, rect: [420, 20, 160, 120]", "index: 2"), "MOD008"),
        (("setups/start.yaml", "south: [blue-1]", "reserve: [blue-1]"), "MOD008"),
    ],
)
def test_what_a_plain_module_of_areas_cannot_be(
    here: Path, capfd: pytest.CaptureFixture[str], change: tuple[str, str, str], code: str
) -> None:
    name, old, new = change
    for file, text in blocks("area_maps.md").items():
        path = here / file
        path.parent.mkdir(parents=True, exist_ok=True)
        assert file != name or old in text
        path.write_text(text.replace(old, new) if file == name else text, encoding="utf-8")
    assert main(["build", str(here), "-o", str(here / "out")]) == 1
    assert code in capfd.readouterr().err
    assert not (here / "out").exists()
