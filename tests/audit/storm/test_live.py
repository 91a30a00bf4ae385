"""A turn played through the running engine by both sides' keys and drags: told without a finding.

Whole games: ``python -m tests.audit.storm.live``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.storm.live import play, untold
from tests.conftest import BuiltModule
from toolkit.audit.audit import audit_logs
from toolkit.engine.provision import EngineHome

pytestmark = pytest.mark.engine


def test_a_turn_of_both_sides_keys_and_drags_is_told_without_a_finding(
    built_module: BuiltModule, home: EngineHome, tmp_path: Path
) -> None:
    module = built_module("storm")
    played = play(module, tmp_path / "game.vlog", 1, turns=1, home=home)
    report = audit_logs([played.log], module)
    assert played.problems == []
    assert report.shown == ()
    assert report.notices == ()
    assert untold(played.done, report) == []
    assert untold(played.done[:-30], report) != [], "an action that was not done would be missed"
    assert played.position.turn == 2, "the whole turn was played"
    assert len(played.done) > 60
