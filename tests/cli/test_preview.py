"""``toolkit preview``: pictures, templates, and drawing anew when files change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from PIL import Image

from tests.compile.test_scan import GAME, control_points
from tests.render.made_map import save_scan
from toolkit.cli.main import main
from toolkit.cli.preview import changes, snapshot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = tmp_path / "made"
    save_scan(game / "scan.png")
    (game / "game.yaml").write_text(yaml.safe_dump(GAME))
    content = {"provenance": {"kind": "published"}, "image": "scan.png", "model": "lens"}
    (game / "scan.yaml").write_text(yaml.safe_dump({**content, "control_points": control_points()}))
    return game


def test_pictures_and_a_table(folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out"
    assert main(["preview", str(folder), "-o", str(target)]) == 0
    out, err = capfd.readouterr()
    assert "01.14" in out
    assert "no findings" in err
    assert {path.name for path in target.iterdir()} == {"map.png", "calibration.png"}
    with Image.open(folder / "scan.png") as scan, Image.open(target / "calibration.png") as drift:
        assert drift.size == scan.size


def test_findings_do_not_stop_the_pictures(folder: Path, tmp_path: Path) -> None:
    scan = yaml.safe_load((folder / "scan.yaml").read_text())
    scan["control_points"][4]["hex"] = "05.05"
    (folder / "scan.yaml").write_text(yaml.safe_dump(scan))
    assert main(["preview", str(folder), "-o", str(tmp_path / "out")]) == 1
    assert (tmp_path / "out" / "map.png").exists()


def test_a_template_is_written_once(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = folder / "drawings" / "trace.svg"
    assert main(["preview", str(folder), "--template", str(target)]) == 0
    text = target.read_text()
    assert 'xlink:href="../scan.png"' in text
    assert 'inkscape:label="rail"' in text
    target.write_text("mine")
    assert main(["preview", str(folder), "--template", str(target)]) == 2
    assert target.read_text() == "mine"
    assert "SRC036" in capfd.readouterr().err


def test_changes_are_seen_once_they_have_come_to_rest() -> None:
    looks = iter(
        [{"a": (1, 1)}] * 3 + [{"a": (1, 2)}, {"a": (2, 3)}, {"a": (2, 3)}, {"a": (2, 3)}, {}, {}, {}]
    )
    waits: list[None] = []
    watching = changes(lambda: next(looks), lambda: waits.append(None))
    seen = [next(watching) for _ in range(3)]
    assert seen == [{"a": (1, 1)}, {"a": (2, 3)}, {}]


def test_what_counts_as_a_change(folder: Path) -> None:
    out = folder / "out"
    before = snapshot(folder, out)
    out.mkdir()
    for name in ("out/map.png", "game.yaml~", ".game.yaml.swp", "trace.svg.part"):
        (folder / name).write_text("x")
    assert snapshot(folder, out) == before
    os.utime(folder / "game.yaml", ns=(1, 1))
    assert snapshot(folder, out) != before


def test_a_game_on_areas_has_a_picture_of_them_and_no_other(tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert main(["preview", "rattenkrieg", "-o", str(target)]) == 0
    assert {path.name for path in target.iterdir()} == {"areas.png"}


def test_a_game_on_areas_is_rendered_with_its_cards(tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert main(["render", "rattenkrieg", "-o", str(target)]) == 0
    assert {path.stem for path in target.iterdir()} == {"map", "counters", "cards"}
    with Image.open(target / "map.png") as board:
        assert board.size == (2510, 1490)
