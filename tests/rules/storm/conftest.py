"""The compiled game, once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.source.game import load_game

SOURCES = Path(__file__).parents[3] / "source_data" / "storm"


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    """Return the game as its sources give it."""
    return compile_game(load_game(SOURCES)[0])[0]
