"""``toolkit play`` takes what ``toolkit build`` took."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from tests.conftest import SOURCES
from toolkit.cli.main import main

LINDAU = SOURCES.parent / "docs" / "examples" / "lindau"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a game that lies in no source_data, from a folder where nothing else is; return that folder."""
    folder = tmp_path_factory.mktemp("play")
    assert main(["build", str(LINDAU), "-o", str(folder / "build")]) == 0
    return folder


@pytest.mark.parametrize("name", [str(LINDAU), "lindau", "build/lindau/The_Bridges_of_Lindau.vmod"])
def test_a_folder_a_name_under_build_and_a_module(
    built: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(built)
    assert main(["play", name, "--setup", "rearguard", "-o", "game.vlog"]) == 0
    assert main(["audit", "game.vlog"]) == 0


def test_a_module_whose_clauses_changed_since_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = copytree(LINDAU, tmp_path / "lindau")
    assert main(["build", "lindau"]) == 0
    (before,) = Path("build/lindau").glob("*.vmod")
    old = before.read_bytes()
    clauses = (game / "rules.yaml").read_text(encoding="utf-8")
    (game / "rules.yaml").write_text(clauses.replace("count: 8", "count: 1"), encoding="utf-8")
    assert main(["play", "lindau", "-o", "game.vlog"]) == 0
    assert before.read_bytes() != old
    assert main(["audit", "game.vlog"]) == 0


def test_a_name_that_no_game_has_is_said(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(built)
    assert main(["play", "lindow", "-o", "x.vlog"]) == 2
    assert "no game 'lindow'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["causeway", str(SOURCES / "causeway")])
def test_what_was_not_built_is_made_on_the_spot(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOOLKIT_CACHE", "cache")
    assert main(["play", name, "-o", "x.vlog"]) == 0
    assert main(["audit", "x.vlog"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "x.vlog"]
