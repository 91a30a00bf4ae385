"""A maker's own pictures in place of drawn ones: taken as they are, or refused where they are named."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.real_game import GJ47 as GAME
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import InputError, ToolkitError
from toolkit.games.gj47.module.build import make_parts
from toolkit.module.build import DRAWINGS, picture_entries
from toolkit.module.equipment import Equipment, load_equipment
from toolkit.module.own_pictures import check_own_pictures
from toolkit.module.parts import ModuleParts
from toolkit.render.raster import rasterise

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}"/>'


def _png(width: int, height: int) -> bytes:
    return rasterise(PICTURE.format(width, height), size=(width, height))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(GAME / "module.yaml", tmp_path)
    return tmp_path


def _name(folder: Path, picture: str, file: str) -> int:
    """Name a picture at the end of module.yaml and return the line."""
    path = folder / "module.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}pictures:\n  {picture}: {file}\n", encoding="utf-8")
    return text.count("\n") + 2


@pytest.mark.parametrize("content", [None, b"", b"\xff\xd8\xff\xe0 a JPEG, whatever its name says"])
def test_a_missing_picture_is_one_finding_at_its_line(folder: Path, content: bytes | None) -> None:
    if content is not None:
        (folder / "scan.png").write_bytes(content)
    line = _name(folder, "map.png", "scan.png")
    equipment, findings = load_equipment(folder)
    assert [(f.key(), f.place.line) for f in findings] == [(("MOD003", "/pictures/map.png", None), line)]
    assert equipment.pictures == ()


@pytest.mark.parametrize("file", ["../scan.png", "/scan.png", "scan.svg"])
def test_a_picture_lies_below_the_games_folder(folder: Path, file: str) -> None:
    _name(folder, "map.png", file)
    with pytest.raises(InputError) as caught:
        load_equipment(folder)
    assert [f.code for f in caught.value.findings] == ["SRC010"]


def _own(folder: Path, picture: str, size: tuple[int, int]) -> Equipment:
    (folder / "own.png").write_bytes(_png(*size))
    _name(folder, picture, "own.png")
    equipment, findings = load_equipment(folder)
    assert findings == []
    return equipment


@pytest.mark.parametrize(("picture", "code"), [("mapp.png", "MOD004"), ("map.png", "MOD005")])
def test_a_picture_that_does_not_fit_is_refused(
    folder: Path, game: CompiledGame, picture: str, code: str
) -> None:
    parts = make_parts(game, _own(folder, picture, (10, 10)))
    with pytest.raises(ToolkitError) as caught:
        picture_entries(parts)
    assert [f.key() for f in caught.value.findings] == [(code, f"/pictures/{picture}", None)]


def test_a_picture_of_any_size_stands_for_a_chart(folder: Path) -> None:
    equipment = _own(folder, "chart_crt.png", (10, 10))
    check_own_pictures(equipment.pictures, {"chart_crt.png": None})
    assert equipment.pictures[0].size == (10, 10)


def test_an_own_picture_goes_into_the_module_as_it_is(
    folder: Path, parts: ModuleParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    equipment = _own(folder, "badge_moved.png", (24, 24))
    shop = replace(parts.shop, equipment=equipment)
    monkeypatch.setattr("toolkit.module.art.Drawing.svg", lambda _drawing: "<svg/>")
    monkeypatch.setattr(
        "toolkit.module.darkroom.Darkroom.develop",
        lambda _room, drawings, _drawn=None: {
            name: drawing.content or b"drawn" for name, drawing in drawings.items()
        },
    )
    entries = picture_entries(replace(parts, shop=shop))
    assert entries["images/badge_moved.png"] == _png(24, 24)
    assert entries["images/rim_active.png"] == b"drawn"
    drawings = json.loads(entries[DRAWINGS])
    assert drawings["rim_active.png"] == "<svg/>"
    assert "badge_moved.png" not in drawings


def test_a_link_out_of_the_folder_is_no_picture(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "scan.png"
    outside.write_bytes(_png(3, 3))
    (folder / "scan.png").symlink_to(outside)
    _name(folder, "map.png", "scan.png")
    assert [finding.code for finding in load_equipment(folder)[1]] == ["MOD003"]
