"""A module of The Causeway and games played with it, made once."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

from tests.archive.games import CAUSEWAY, ONE, build, play, read, stretch, write
from toolkit.archive.run import Done, update
from toolkit.archive.work import Workers


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the work of a run done here: starting a process takes longer than what these tests look at."""
    here = Workers(partial(ThreadPoolExecutor, 1), 4)
    monkeypatch.setattr("toolkit.archive.run.workers", lambda _settings: nullcontext(here))


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(CAUSEWAY, tmp_path_factory.mktemp("causeway"))


@pytest.fixture(scope="session")
def games(module: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three games of other seeds; not to be changed."""
    return play(module, tmp_path_factory.mktemp("games"), 1, 2, 3)


@pytest.fixture(scope="session")
def folder(games: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as people keep them: a game in two logs, another in two copies, and what is no log."""
    folder = tmp_path_factory.mktemp("folder")
    first = read(games[0])
    write(stretch(first, 0, 50), folder / "league" / "b.vlog")
    write(stretch(first, 50, 200), folder / "league" / "a.vlog")
    shutil.copy(games[1], folder / "other.vlog")
    shutil.copy(games[1], folder / "league" / "copy of other.vlog")
    write(stretch(read(games[2]), 0, 0), folder / "saved.vlog")
    write(stretch(read(games[2]), 0, 20), folder / "foreign.vlog", module="Another Module")
    (folder / "photo.vlog").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    (folder / "empty.vlog").write_bytes(b"")
    (folder / "notes.txt").write_text("round 3", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def archive(folder: Path, module: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    path = tmp_path_factory.mktemp("archive") / "results.duckdb"
    return path, update([folder], path, [module], ONE)
