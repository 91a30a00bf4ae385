"""The parts of the game's module, made once; pictures are drawn only where a test needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.game import CompiledGame, compile_game
from toolkit.module.build import ModuleParts, make_parts, text_entries
from toolkit.module.equipment import Equipment, load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.buildfile import BuildFile, read_build_file

GAME = Path(__file__).resolve().parents[2] / "source_data" / "gj47"


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    return compile_game(load_game(GAME)[0])[0]


@pytest.fixture(scope="session")
def equipment() -> Equipment:
    found, findings = load_equipment(GAME)
    assert findings == []
    return found


@pytest.fixture(scope="session")
def parts(game: CompiledGame, equipment: Equipment) -> ModuleParts:
    return make_parts(game, equipment)


@pytest.fixture(scope="session")
def entries(parts: ModuleParts) -> dict[str, bytes]:
    return text_entries(parts)


@pytest.fixture(scope="session")
def built(entries: dict[str, bytes]) -> BuildFile:
    """The buildFile as the reader of VASSAL's formats sees it: it knows nothing of how it was made."""
    return read_build_file(entries["buildFile.xml"])
