"""A turn played through the running engine by both sides' keys and drags: told without a finding.

Whole games: ``python -m tests.audit.rattenkrieg.live``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.rattenkrieg.live import LiveGame, found_of, play
from toolkit.audit.audit import audit_logs
from toolkit.compile.game import compile_game
from toolkit.engine.provision import EngineUnavailable, find_engine, required
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game

pytestmark = pytest.mark.engine
FOLDER = Path(__file__).parents[3] / "source_data" / "rattenkrieg"
SEED = 1


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = compile_game(load_game(FOLDER)[0])[0]
    return build_module(game, load_equipment(FOLDER)[0], tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def played(built: Path, tmp_path_factory: pytest.TempPathFactory) -> LiveGame:
    try:
        home = find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")
    return play(built, tmp_path_factory.mktemp("live") / "game.vlog", SEED, turns=1, home=home)


def test_a_turn_of_both_sides_keys_and_drags_is_told_without_a_finding(played: LiveGame, built: Path) -> None:
    report = audit_logs([played.log], built)
    assert played.problems == []
    assert found_of(report) == []
    assert report.counts["legal"] >= len(played.done)
    assert played.position.turn == 2, "the whole turn was played"


def test_exactly_the_planted_violations_are_found(built: Path, tmp_path: Path) -> None:
    planted = play(built, tmp_path / "game.vlog", 2, turns=1, planted=4)
    found = found_of(audit_logs([planted.log], built))
    assert planted.problems == []
    # All chance is the engine's: a turn has room for one of each kind, nearly always for four.
    assert len(planted.planted) >= 2
    assert found == [(rule, last) for _, rule, _, last in planted.planted]
