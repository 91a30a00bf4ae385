"""Two turns through the real engine's own interface: by the rules and with planted violations.

Whole games: ``python -m tests.games.gj47.audit.record_game``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.gj47.audit.planting import Weighed, weigh
from tests.games.gj47.audit.record_game import Recorded, open_share, record_game
from tests.violations.gj47.mutators import MUTATORS
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report
from toolkit.engine.provision import EngineHome

pytestmark = pytest.mark.engine
SEED = 3
VIOLATIONS = 6


@pytest.fixture(scope="module")
def built(built_module: BuiltModule) -> Path:
    return built_module("gj47")


def audited(recorded: Recorded, module: Path) -> tuple[Report, Weighed]:
    report = audit_logs([recorded.log], module)
    return report, weigh(recorded.planter.done, report)


@pytest.fixture(scope="module")
def planted(home: EngineHome, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    out = tmp_path_factory.mktemp("planted") / "game.vlog"
    return record_game(built, out, SEED, planted=VIOLATIONS, turns=2, home=home)


def test_exactly_the_planted_violations_are_found(planted: Recorded, built: Path) -> None:
    report, weighed = audited(planted, built)
    assert len(planted.planter.done) == VIOLATIONS
    assert weighed.missed == []
    assert weighed.accused == []
    assert report.counts["legal"] >= 60
    assert open_share(report) <= 0.05


def test_the_plan_names_rule_and_steps(planted: Recorded) -> None:
    listed = json.loads(json.dumps(planted.planter.to_json()))["planted"]
    assert {one["rule"] for one in listed} <= {mutator.clause for mutator in MUTATORS}
    assert [one["rule"] for one in listed] == [one.clause for one in planted.planter.done]
    steps = [step for one in listed for step in one["steps"]]
    assert steps == sorted(steps)
    assert 0 < steps[0] <= steps[-1] <= planted.steps


def test_the_engine_had_no_complaints(planted: Recorded) -> None:
    assert planted.problems == []


def test_one_turn_of_drags_flips_and_a_die(home: EngineHome, built: Path, tmp_path: Path) -> None:
    recorded = record_game(built, tmp_path / "game.vlog", SEED, drags_only=True, turns=1, home=home)
    report, weighed = audited(recorded, built)
    assert recorded.beyond == []
    assert weighed.accused == []
    assert report.counts["legal"] >= 30
    assert open_share(report) <= 0.2
