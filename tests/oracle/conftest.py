"""The compiled game and its reading in dictionaries, once for all tests of this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.gj47.world import World, read_world
from toolkit.compile.game import CompiledGame, compile_game
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "gj47"


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    source, _ = load_game(DATA)
    compiled, _ = compile_game(source)
    return compiled


@pytest.fixture(scope="session")
def world(game: CompiledGame) -> World:
    return read_world(game)
