"""The compiled game for the tests of this folder."""

from __future__ import annotations

import pytest

from tests.real_area_games import STORM, compiled
from toolkit.compile.compiled import CompiledGame


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    """Return the game as its sources give it."""
    return compiled(STORM)[0]
