"""The game's own data, read once for all tests of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.map import compile_map
from toolkit.geometry import Map
from toolkit.source.charts import Charts, load_charts
from toolkit.source.counters import Counter, load_counters
from toolkit.source.game import GameSource, load_game

GAME = Path(__file__).resolve().parents[2] / "source_data" / "gj47"


@pytest.fixture(scope="session")
def folder() -> Path:
    return GAME


@pytest.fixture(scope="session")
def counters(folder: Path) -> dict[str, Counter]:
    found, findings = load_counters(folder)
    assert findings == []
    return {counter.id: counter for counter in found}


@pytest.fixture(scope="session")
def charts(folder: Path) -> Charts:
    return load_charts(folder)


@pytest.fixture(scope="session")
def game(folder: Path) -> tuple[GameSource, Map]:
    source, _ = load_game(folder)
    return source, compile_map(source)[0]
