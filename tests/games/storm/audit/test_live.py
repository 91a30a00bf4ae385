"""Turns played through the running engine by both sides' keys and drags: found is what was planted, no more.

Whole games: ``python -m tests.games.storm.audit.live``, and between two clients ``live_pair``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.audit.decisions.pair import PairGame, play_pair
from tests.conftest import SOURCES, BuiltModule
from tests.games.storm.audit.live import play, untold, weighed
from tests.games.storm.audit.live_pair import SIDES
from toolkit.audit.audit import audit_logs
from toolkit.compile.game import compile_game
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.module.build import game_parts
from toolkit.module.equipment import load_equipment
from toolkit.module.wording import component_texts, words
from toolkit.source.game import load_game
from toolkit.vassal.commands import Chat
from toolkit.vassal.log import read_log

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


def test_a_game_in_another_language_is_audited_alike(
    built: Path, home: EngineHome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chat is in the players' language; what is judged does not depend on it."""
    call = Engine.call

    def called(engine: Engine, operation: str, **given: Any) -> object:
        if operation == "button":
            given["name"] = buttons[engine.home.language][given["name"]]
        return call(engine, operation, **given)

    buttons = {language: in_language(language) for language in ("en", "ja", "zh")}
    monkeypatch.setattr(Engine, "call", called)
    reports, lines = {}, {}
    for language in buttons:
        log = tmp_path / f"{language}.vlog"
        played = play(built, log, 1, turns=1, planted=3, home=replace(home, language=language))
        assert played.problems == []
        reports[language] = audit_logs([log], built)
        chat = [c.text for step in read_log(log).steps for c in step.commands if isinstance(c, Chat)]
        lines[language] = [line for line in chat if line.startswith("* ")]
    assert len(lines["en"]) > 60
    for language in ("ja", "zh"):
        assert reports[language].actions == reports["en"].actions
        assert reports[language].notices == reports["en"].notices
        assert len(lines[language]) == len(lines["en"])
        assert [line for line in lines[language] if all(ord(sign) < 0x3000 for sign in line)] == []


def in_language(language: str) -> dict[str, str]:
    """Return the words of buttons by the English."""
    source, _ = load_game(SOURCES / "storm")
    parts = game_parts(compile_game(source)[0], load_equipment(SOURCES / "storm")[0])
    told = dict(component_texts(parts.root))
    spoken = {} if language == "en" else words(parts.root, parts.pieces, parts.shop, language, parts.words)
    return {english: spoken.get(key, english) for key, english in told.items()}


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
