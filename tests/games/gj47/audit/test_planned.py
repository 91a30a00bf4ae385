"""A scripted game on the real map, from the module's own set-up: planted moves found, legal ones left alone.

The same script, longer, is recorded with the real engine in ``test_recorded.py``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.games.gj47.audit.compare import compare
from tests.games.gj47.audit.directing import Script
from tests.games.gj47.audit.plans import PLANTED, write_script
from tests.games.gj47.audit.synthetic import LogBuilder
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.vassal.containers import open_container
from toolkit.vassal.metadata import Metadata

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def script(gj47: CompiledGame) -> Script:
    return write_script(gj47, rounds=1, legal=36, planted=dict.fromkeys(PLANTED, 1))


def fullest_setup(module: Path) -> bytes:
    """Return the save inside the module that has the most in it."""
    container = open_container(module)
    saves = [container.read(name) for name in container.names if name.endswith(".vsav")]
    return max(saves, key=lambda save: _units_on_map(save, read_module(module)))


def _units_on_map(save: bytes, data: ModuleData) -> int:
    spots = LogBuilder.of_setup(data, save).spots
    return sum(place == data.map_name for place, _, _ in spots.values())


def test_script_covers_the_rules(script: Script) -> None:
    planted = Counter(expected.rule for expected in script.expected if expected.rule)
    assert len(planted) >= 14
    assert sum(expected.rule is None for expected in script.expected) >= 36


def test_planted_moves_are_found_and_no_other(script: Script, moves_module: Path, tmp_path: Path) -> None:
    data = read_module(moves_module)
    log = LogBuilder.of_setup(data, fullest_setup(moves_module))
    steps = log.perform(script.steps)
    written = Metadata(name=data.name, version=data.version, vassal_version="3.6.0")
    report = audit_logs([log.write(tmp_path / "game.vlog", module=written)], moves_module)
    result = compare(script, steps, report)
    assert result.accused == []
    assert result.missed == []
    assert result.found == sum(expected.rule is not None for expected in script.expected)
    assert result.other_first == []
