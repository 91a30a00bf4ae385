"""The game's own data, read once for all tests of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import real_game
from toolkit.games.gj47.data.charts import Charts, charts_of
from toolkit.geometry.map import Map
from toolkit.source.counters import Counter, load_counters
from toolkit.source.game import GameSource


@pytest.fixture(scope="session")
def folder() -> Path:
    return real_game.GJ47


@pytest.fixture(scope="session")
def counters(folder: Path) -> dict[str, Counter]:
    found, findings = load_counters(folder)
    assert findings == []
    return {counter.id: counter for counter in found}


@pytest.fixture(scope="session")
def charts() -> Charts:
    return charts_of(real_game.compiled())


@pytest.fixture(scope="session")
def game() -> tuple[GameSource, Map]:
    return real_game.read()[0], real_game.compiled().map
