"""A game is audited alike whatever language its players read: their chat differs, what is judged does not."""

from __future__ import annotations

from collections.abc import Mapping
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

_EAST_ASIAN = "\u3000"
"""The first sign of those that Japanese and Chinese are written with."""


@pytest.mark.engine
@pytest.mark.parametrize(
    ("game", "language"), [("gj47", "ja"), ("rattenkrieg", "zh"), ("storm", "ja"), ("storm", "zh")]
)
def test_a_log_in_another_language_is_audited_alike(
    game: str, language: str, home: EngineHome, built_module: BuiltModule, tmp_path: Path
) -> None:
    module = built_module(game)
    english, foreign = tmp_path / "en.vlog", tmp_path / f"{language}.vlog"
    played(game, module, english, home, {})
    played(game, module, foreign, replace(home, language=language), button_names(game, language))
    expected, report = (audit_logs([log], module) for log in (english, foreign))
    assert report.actions == expected.actions
    assert report.notices == expected.notices
    lines = chat(foreign)
    assert len(lines) == len(chat(english)) > 20
    assert [line for line in lines if max(line) < _EAST_ASIAN] == []


def played(game: str, module: Path, log: Path, home: EngineHome, buttons: Mapping[str, str]) -> None:
    """Play a turn with a few violations, by buttons that are called as the players read them."""
    call = Engine.call

    def called(engine: Engine, operation: str, **given: Any) -> object:
        if operation == "button":
            given["name"] = buttons.get(given["name"], given["name"])
        return call(engine, operation, **given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "call", called)
        assert list(GAMES[game](module, log, 1, turns=1, planted=3, home=home).problems) == []


def chat(log: Path) -> list[str]:
    """Return what the module says in a log."""
    texts = [c.text for step in read_log(log).steps for c in step.commands if isinstance(c, Chat)]
    return [text for text in texts if text.startswith("* ")]


def button_names(game: str, language: str) -> dict[str, str]:
    """Return what a module's buttons are called in a language, by the English."""
    parts = real_games.parts(game)
    spoken = words(parts.root, parts.pieces, parts.shop, language, parts.words)
    return {english: spoken.get(key, english) for key, english in component_texts(parts.root)}
