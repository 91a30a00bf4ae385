"""A turn played through the running engine by both sides' keys and drags: told without a finding.

Whole games: ``python -m tests.games.rattenkrieg.audit.live``, and between two clients ``live_pair``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.audit.decisions.pair import PairGame, play_pair
from tests.audit.decisions.violations import Violation, weigh
from tests.conftest import BuiltModule
from tests.games.rattenkrieg.audit.live import Played, play, weighed
from tests.games.rattenkrieg.audit.live_pair import SIDES
from toolkit.audit.audit import audit_logs
from toolkit.engine.provision import EngineHome

pytestmark = pytest.mark.engine
SEED = 1


@pytest.fixture(scope="module")
def built(built_module: BuiltModule) -> Path:
    return built_module("rattenkrieg")


@pytest.fixture(scope="module")
def played(built: Path, home: EngineHome, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(built, tmp_path_factory.mktemp("live") / "game.vlog", SEED, turns=1, home=home)


def test_a_turn_of_both_sides_keys_and_drags_is_told_without_a_finding(played: Played, built: Path) -> None:
    report = audit_logs([played.log], built)
    assert played.problems == []
    assert report.shown == ()
    assert report.counts["legal"] >= len(played.done)
    assert played.position.turn == 2, "the whole turn was played"


def test_exactly_the_planted_violations_are_found(built: Path, home: EngineHome, tmp_path: Path) -> None:
    planted = play(built, tmp_path / "game.vlog", 2, turns=1, planted=6, home=home)
    result = weighed(planted, audit_logs([planted.log], built))
    assert planted.problems == []
    # What dice allow is drawn by the seed: a turn has room for two at least.
    assert len(planted.violations.done) >= 2
    assert (result.missed, result.accused) == ([], [])


@pytest.fixture(scope="module")
def pair(built: Path, home: EngineHome, tmp_path_factory: pytest.TempPathFactory) -> PairGame:
    return play_pair(built, tmp_path_factory.mktemp("pair"), SEED, SIDES, logs=24, home=home)


def test_two_clients_play_over_logs_by_what_their_windows_show(pair: PairGame, built: Path) -> None:
    report = audit_logs(pair.logs, built)
    assert pair.problems == []
    assert report.shown == ()
    # The engine's own: it does not replay a shuffle.
    assert {notice.code for notice in report.notices} <= {"AUD036"}
    assert len(pair.logs) == 24
    assert pair.looks > 60


def test_a_planted_violation_is_missed_or_found(played: Played, built: Path) -> None:
    report = audit_logs([played.log], built)
    assert weigh([], report, {}).accused == []
    assert len(weigh(_one(played), report, {}).missed) == 1


def _one(played: Played) -> Sequence[Violation]:
    return [Violation("5.0", (played.done[-1],), 40, 40)]
