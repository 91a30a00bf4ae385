"""Every text of a module's pieces, menus and buttons has its words in Japanese and Chinese."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.game import compile_game
from toolkit.module.build import game_parts
from toolkit.module.equipment import load_equipment
from toolkit.module.wording import untranslated
from toolkit.source.game import load_game

FOLDERS = Path(__file__).parents[2] / "source_data"


@pytest.mark.parametrize("game", ["gj47", "rattenkrieg", "storm"])
def test_no_text_is_left_in_english(game: str) -> None:
    source, _ = load_game(FOLDERS / game)
    parts = game_parts(compile_game(source)[0], load_equipment(FOLDERS / game)[0])
    assert untranslated(parts.root, parts.pieces, parts.shop, parts.words) == set()
