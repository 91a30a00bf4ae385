"""The compiled game, once for all tests of this folder."""

from __future__ import annotations

import pytest

from tests import real_game
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    """Return the game as its sources give it."""
    return real_game.compiled()


@pytest.fixture
def june(game: CompiledGame) -> Position:
    """Return a fresh position of 28 June 1942, no unclear point fixed: chits are about to be chosen."""
    return start(game, "june-28-1942")
