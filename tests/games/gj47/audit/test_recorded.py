"""Real logs, recorded by the real engine from a script, and audited."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from tests.games.gj47.audit.compare import Comparison, compare
from tests.games.gj47.audit.conftest import GAME, without_headquarters
from tests.games.gj47.audit.directing import Script
from tests.games.gj47.audit.plans import PLANTED, write_script
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report
from toolkit.compile.compiled import CompiledGame
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Recording, record_plan
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment

pytestmark = pytest.mark.engine
ANNA = Player("Anna", "secret-of-anna", "Axis")


@dataclass(frozen=True)
class Audited:
    """A script, its recording, and what the audit made of it."""

    script: Script
    recording: Recording
    report: Report
    result: Comparison


@pytest.fixture(scope="module")
def audited(home: EngineHome, gj47: CompiledGame, tmp_path_factory: pytest.TempPathFactory) -> Audited:
    folder = tmp_path_factory.mktemp("recorded")
    module = build_module(without_headquarters(gj47), load_equipment(GAME)[0], folder)
    script = write_script(gj47)
    setup = max(gj47.setups, key=lambda s: len(s.on_map)).names.en
    recording = record_plan(
        module, script.steps, folder / "game.vlog", setup=setup, players=[ANNA], home=home
    )
    report = audit_logs([recording.log], module)
    steps = [done.log_steps for done in recording.done]
    return Audited(script, recording, report, compare(script, steps, report))


def test_the_engine_had_no_complaints(audited: Audited) -> None:
    assert audited.recording.problems == ()


def test_no_legal_move_is_accused(audited: Audited) -> None:
    assert audited.result.legal >= 300
    assert audited.result.accused == []


def test_every_planted_move_is_found_under_its_rule(audited: Audited) -> None:
    planted = Counter(expected.rule for expected in audited.script.expected if expected.rule)
    assert {rule: planted[rule] for rule in PLANTED if planted[rule] < 3} == {}
    assert planted.total() >= 60
    assert audited.result.missed == []
    assert audited.result.other_first == []


def test_moves_name_their_actor_and_nobodys_id(audited: Audited) -> None:
    known = {action.actor.known.value for action in audited.report.actions}
    assert "logged" in known
    assert "secret" not in repr(audited.report.to_json())
