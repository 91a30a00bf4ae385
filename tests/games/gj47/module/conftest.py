"""The parts of the game's module, made once."""

from __future__ import annotations

import pytest

from tests import real_game


@pytest.fixture(scope="session")
def entries() -> dict[str, bytes]:
    return dict(real_game.entries())
