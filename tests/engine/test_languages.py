"""A game is audited alike whatever language its players read: their chat differs, what is judged does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import real_games
from tests.conftest import BuiltModule
from tests.engine.by_hand import GAMES
from toolkit.audit.audit import audit_logs
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.module.wording import component_texts, words
from toolkit.vassal.commands import Chat
from toolkit.vassal.log import read_log

_FIRST_SIGN = 0x3000
"""Of those that Japanese and Chinese are written with."""


@pytest.mark.engine
@pytest.mark.parametrize(
    ("game", "language"), [("gj47", "ja"), ("rattenkrieg", "zh"), ("storm", "ja"), ("storm", "zh")]
)
def test_a_log_in_another_language_is_audited_alike(
    game: str,
    language: str,
    home: EngineHome,
    built_module: BuiltModule,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call = Engine.call

    def called(engine: Engine, operation: str, **given: Any) -> object:
        if operation == "button" and engine.home.language != "en":
            given["name"] = buttons[given["name"]]
        return call(engine, operation, **given)

    buttons, module = button_names(game, language), built_module(game)
    monkeypatch.setattr(Engine, "call", called)
    reports, lines = {}, {}
    for spoken in ("en", language):
        log = tmp_path / f"{spoken}.vlog"
        played = GAMES[game](module, log, 1, turns=1, planted=3, home=replace(home, language=spoken))
        assert list(played.problems) == []
        reports[spoken] = audit_logs([log], module)
        chat = [c.text for step in read_log(log).steps for c in step.commands if isinstance(c, Chat)]
        lines[spoken] = [line for line in chat if line.startswith("* ")]
    assert len(lines["en"]) > 20
    assert reports[language].actions == reports["en"].actions
    assert reports[language].notices == reports["en"].notices
    assert len(lines[language]) == len(lines["en"])
    assert [line for line in lines[language] if all(ord(sign) < _FIRST_SIGN for sign in line)] == []


def button_names(game: str, language: str) -> dict[str, str]:
    """Return what a module's buttons are called in a language, by the English."""
    parts = real_games.parts(game)
    spoken = words(parts.root, parts.pieces, parts.shop, language, parts.words)
    return {english: spoken.get(key, english) for key, english in component_texts(parts.root)}
