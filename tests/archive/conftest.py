"""A module of The Causeway and games played with it, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.games import CAUSEWAY, build, play


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(CAUSEWAY, tmp_path_factory.mktemp("causeway"))


@pytest.fixture(scope="session")
def games(module: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three games of other seeds; not to be changed."""
    return play(module, tmp_path_factory.mktemp("games"), 1, 2, 3)
