"""The parts of Rattenkrieg's module, made once; no picture is drawn here."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.module.parts import ModuleParts
from toolkit.source.game import load_game
from toolkit.vassal.buildfile import BuildFile, read_build_file

FOLDER = Path(__file__).parents[4] / "source_data" / "rattenkrieg"


@pytest.fixture(scope="session")
def rk_game() -> CompiledGame:
    return compile_game(load_game(FOLDER)[0])[0]


@pytest.fixture(scope="session")
def rk_parts(rk_game: CompiledGame) -> ModuleParts:
    equipment, findings = load_equipment(FOLDER)
    assert findings == []
    parts = game_parts(rk_game, equipment)
    assert isinstance(parts, ModuleParts)
    return parts


@pytest.fixture(scope="session")
def rk_entries(rk_parts: ModuleParts) -> dict[str, bytes]:
    return text_entries(rk_parts)


@pytest.fixture(scope="session")
def rk_built(rk_entries: dict[str, bytes]) -> BuildFile:
    """The buildFile as the reader of VASSAL's formats sees it: it knows nothing of how it was made."""
    return read_build_file(rk_entries["buildFile.xml"])
