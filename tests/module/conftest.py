"""The parts of the game's module, made once; pictures are drawn only where a test needs them."""

from __future__ import annotations

import pytest

from tests import real_game
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.module.build import lay_out
from toolkit.module.equipment import Equipment
from toolkit.module.hex_game import HexTable
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile, read_build_file


@pytest.fixture(scope="session")
def game() -> CompiledGame:
    return real_game.compiled()


@pytest.fixture(scope="session")
def equipment() -> Equipment:
    found, findings = real_game.equipment()
    assert findings == ()
    return found


@pytest.fixture(scope="session")
def parts() -> ModuleParts:
    return real_game.parts()


@pytest.fixture(scope="session")
def entries() -> dict[str, bytes]:
    return dict(real_game.entries())


@pytest.fixture(scope="session")
def built(entries: dict[str, bytes]) -> BuildFile:
    """The buildFile as the reader of VASSAL's formats sees it: it knows nothing of how it was made."""
    return read_build_file(entries["buildFile.xml"])


@pytest.fixture(scope="session")
def table() -> HexTable:
    return lay_out(real_game.compiled(), real_game.equipment()[0])
