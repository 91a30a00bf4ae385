"""Schemas, examples and games are found in the source tree, in a package, and in the folder of a user."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.conftest import SOURCES
from toolkit import plugins, resources

ROOT = SOURCES.parent


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _game(folder: Path, mark: str = resources.GAME) -> Path:
    folder.mkdir(parents=True)
    (folder / mark).write_text("", encoding="utf-8")
    return folder


def test_the_source_tree_is_found_from_anywhere(empty: Path) -> None:
    assert resources.schemas() == ROOT / "schema"
    assert resources.examples() == ROOT / "docs" / "examples"
    assert resources.game_folder("storm") == SOURCES / "storm"
    assert set(resources.shipped()) == {path.parent.name for path in SOURCES.glob("*/game.yaml")}


def test_a_package_carries_its_own_data(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "PACKAGE", empty / "toolkit")
    inside = empty / "toolkit" / "data"
    (inside / "schema").mkdir(parents=True)
    (inside / "examples").mkdir()
    assert resources.schemas() == inside / "schema"
    assert resources.examples() == inside / "examples"
    assert resources.clause_tests() is None


def test_a_game_of_ones_own_goes_before_an_installed_one(empty: Path) -> None:
    assert resources.games_here() == tuple(resources.shipped().values())
    _game(Path("source_data/storm"))
    assert resources.game_folder("storm") == Path("source_data/storm")
    assert resources.game_folders()["storm"] == Path("source_data/storm")
    assert resources.game_folders()["gj47"] == SOURCES / "gj47"
    assert resources.games_here() == (Path("source_data/storm"),)
    _game(Path("mine"))
    _game(Path("storm"))
    assert resources.game_folders()["mine"] == Path("mine")
    assert resources.game_folders()["storm"] == Path("source_data/storm")


def test_a_path_to_a_game_is_a_name_of_it(empty: Path) -> None:
    _game(Path("mine"), resources.IMPORTED)
    assert resources.game_folder("mine", resources.ANY) == Path("mine")
    assert resources.game_folder("mine") is None
    assert resources.game_folder("") is None
    assert resources.game_folder("theirs", resources.ANY) is None


def test_another_package_may_bring_the_sources_of_a_game(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _game(empty / "their_package" / "island")
    monkeypatch.syspath_prepend(empty)
    found = [EntryPoint("island", "their_package.island", plugins.SOURCES_GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found)
    monkeypatch.setattr(resources, "source_packages", plugins.source_packages.__wrapped__)
    monkeypatch.setattr(resources, "shipped", resources.shipped.__wrapped__)
    assert resources.game_folder("island") == empty / "their_package" / "island"
    assert "gj47" in resources.game_folders()


def test_caches_lie_where_one_says_or_where_the_system_keeps_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TOOLKIT_CACHE", str(tmp_path))
    assert resources.cache_folder("modules") == tmp_path / "modules"
    monkeypatch.delenv("TOOLKIT_CACHE")
    assert "wargame-toolkit" in resources.cache_folder("modules").parts
