"""The compiled game, once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.game import CompiledGame, compile_game
from toolkit.rules.gj47.position import Position
from toolkit.rules.gj47.start import start
from toolkit.source.game import load_game

SOURCES = Path(__file__).parents[3] / "source_data" / "gj47"


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    """Return the game as its sources give it."""
    return compile_game(load_game(SOURCES)[0])[0]


@pytest.fixture
def june(game: CompiledGame) -> Position:
    """Return a fresh position of 28 June 1942, no unclear point fixed: chits are about to be chosen."""
    return start(game, "june-28-1942")
