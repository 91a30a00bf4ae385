"""The real game's module without its pictures, made once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.compile.game import CompiledGame, compile_game
from toolkit.module.build import make_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.containers import write_container

GAME = Path(__file__).resolve().parents[2] / "source_data" / "gj47"


@pytest.fixture(scope="session")
def gj47() -> CompiledGame:
    return compile_game(load_game(GAME)[0])[0]


def without_headquarters(game: CompiledGame) -> CompiledGame:
    """Return a game whose chits name no headquarters, so that movement alone is judged."""
    chits = [
        replace(counter, chit=replace(counter.chit, hq=None, order="activate"))
        if counter.chit is not None and counter.side is not None
        else counter
        for counter in game.counters
    ]
    return replace(game, counters=tuple(chits))


@pytest.fixture(scope="session")
def moves_module(gj47: CompiledGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the game's module for tests of movement: units move wherever they stand."""
    entries = text_entries(make_parts(without_headquarters(gj47), load_equipment(GAME)[0]))
    return write_container(tmp_path_factory.mktemp("moves") / "gj47.vmod", entries)


@pytest.fixture(scope="session")
def bare_module(gj47: CompiledGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the game's module as it is built, pictures left out."""
    entries = text_entries(make_parts(gj47, load_equipment(GAME)[0]))
    return write_container(tmp_path_factory.mktemp("module") / "gj47.vmod", entries)
