"""Turns played through the running engine by both sides' keys and drags: found is what was planted, no more.

Whole games: ``python -m tests.games.storm.audit.live``, and between two clients ``live_pair``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.decisions.pair import PairGame, play_pair
from tests.conftest import BuiltModule
from tests.games.storm.audit.live import play, untold, weighed
from tests.games.storm.audit.live_pair import SIDES
from toolkit.audit.audit import audit_logs
from toolkit.engine.provision import EngineHome

pytestmark = pytest.mark.engine
BIDS = 2
"""A seed with which the players bid for the sides."""


@pytest.fixture(scope="module")
def built(built_module: BuiltModule) -> Path:
    return built_module("storm")


def test_a_turn_of_both_sides_keys_and_drags_is_told_without_a_finding(
    built: Path, home: EngineHome, tmp_path: Path
) -> None:
    played = play(built, tmp_path / "game.vlog", 1, turns=1, home=home)
    report = audit_logs([played.log], built)
    assert played.problems == []
    assert report.shown == ()
    assert report.notices == ()
    assert untold(played.done, report) == []
    assert untold(played.done[:-30], report) != [], "an action that was not done would be missed"
    assert played.position.turn == 2, "the whole turn was played"
    assert len(played.done) > 60


def test_exactly_the_planted_violations_are_found(built: Path, home: EngineHome, tmp_path: Path) -> None:
    planted = play(built, tmp_path / "game.vlog", 2, turns=1, planted=6, home=home)
    result = weighed(planted, audit_logs([planted.log], built))
    assert planted.problems == []
    # What dice allow is drawn by the seed: a turn has room for three at least.
    assert len(planted.violations.done) >= 3
    assert (result.missed, result.accused) == ([], [])
    planted.violations.done.pop()
    assert weighed(planted, audit_logs([planted.log], built)).accused != [], "one more would be accused"


@pytest.fixture(scope="module")
def pair(built: Path, home: EngineHome, tmp_path_factory: pytest.TempPathFactory) -> PairGame:
    return play_pair(built, tmp_path_factory.mktemp("pair"), BIDS, SIDES, logs=12, home=home)


def test_two_clients_bid_and_play_over_logs_by_what_their_windows_show(pair: PairGame, built: Path) -> None:
    report = audit_logs(pair.logs, built)
    assert pair.problems == []
    assert report.shown == ()
    # The engine's own: it does not replay a shuffle.
    assert {notice.code for notice in report.notices} <= {"AUD036"}
    assert len(pair.logs) == 12
    assert pair.looks > 40
    assert report.counts["legal"] >= pair.actions
