"""What tests of every room may ask for: the real VASSAL, and the modules of our games, each built once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from toolkit.compile.game import compile_game
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine, required
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game

SOURCES = Path(__file__).resolve().parents[1] / "source_data"
BuiltModule = Callable[[str], Path]


@pytest.fixture(scope="session")
def home() -> EngineHome:
    """Return the engine; without one the test is skipped with the reason, or fails if it is required."""
    try:
        return find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")


@pytest.fixture(scope="session")
def built_module(tmp_path_factory: pytest.TempPathFactory) -> BuiltModule:
    """Return what builds the module of a game by its id, pictures and all, once."""

    @cache
    def build(game: str) -> Path:
        folder = SOURCES / game
        compiled = compile_game(load_game(folder)[0])[0]
        return build_module(compiled, load_equipment(folder)[0], tmp_path_factory.mktemp(game))

    return build
