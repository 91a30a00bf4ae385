"""The parts of Rattenkrieg's module, made once; no picture is drawn here."""

from __future__ import annotations

import pytest

from tests import real_area_games
from tests.real_area_games import RATTENKRIEG
from toolkit.compile.compiled import CompiledGame
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile, read_build_file


@pytest.fixture(scope="session")
def rk_game() -> CompiledGame:
    return real_area_games.compiled(RATTENKRIEG)[0]


@pytest.fixture(scope="session")
def rk_parts() -> ModuleParts:
    assert real_area_games.equipment(RATTENKRIEG)[1] == ()
    return real_area_games.parts(RATTENKRIEG)


@pytest.fixture(scope="session")
def rk_entries() -> dict[str, bytes]:
    return real_area_games.entries(RATTENKRIEG)


@pytest.fixture(scope="session")
def rk_built(rk_entries: dict[str, bytes]) -> BuildFile:
    """The buildFile as the reader of VASSAL's formats sees it: it knows nothing of how it was made."""
    return read_build_file(rk_entries["buildFile.xml"])
