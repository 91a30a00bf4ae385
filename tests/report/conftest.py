from __future__ import annotations

from pathlib import Path

import pytest

from tests.report.games import audited, played
from tests.violations.declared import write_module
from toolkit.report.data import Sources


@pytest.fixture(scope="session")
def causeway(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Return a game on areas, played with a module without pictures."""
    folder = tmp_path_factory.mktemp("causeway")
    module = write_module("causeway", folder)
    return audited(played("causeway", module, folder / "game.vlog"), module)


@pytest.fixture(scope="session")
def moscow(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Return a game on hexes, played with a module without pictures."""
    folder: Path = tmp_path_factory.mktemp("moscow")
    module = write_module("battle_for_moscow", folder)
    return audited(played("battle_for_moscow", module, folder / "game.vlog"), module)
