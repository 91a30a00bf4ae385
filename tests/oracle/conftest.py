"""The compiled game and its reading in dictionaries, once for all tests of this room."""

from __future__ import annotations

import pytest

from tests import real_game
from tests.oracle.gj47.world import World, read_world
from toolkit.compile.compiled import CompiledGame


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    return real_game.compiled()


@pytest.fixture(scope="session")
def world(game: CompiledGame) -> World:
    return read_world(game)
