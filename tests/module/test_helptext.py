"""Pages of the Help menu: unreadable ones are refused by name, keys are told in three languages."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path

import pytest

import tests.real_game as gj47
from toolkit.diagnostics import InputError
from toolkit.module.gestures import GestureTable
from toolkit.module.helptext import help_pages, page_text
from toolkit.module.keys import shown
from toolkit.plugins import games, room


def test_a_page_is_utf8_and_a_file_of_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "help"
    folder.mkdir()
    (folder / "good.html").write_text("Orël", encoding="utf-8")
    (folder / "latin.html").write_bytes("Orël".encode("latin-1"))
    (tmp_path / "secret").write_text("s")
    (folder / "link.html").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "pipe.html")
    assert page_text(folder, folder / "good.html") == "Orël"
    for name in ("latin", "link", "pipe"):
        with pytest.raises(InputError) as error:
            page_text(folder, folder / f"{name}.html")
        assert error.value.findings[0].code == "MOD009"


@pytest.mark.parametrize("game", sorted(games()))
def test_every_gesture_has_its_words_in_three_languages(game: str) -> None:
    table: GestureTable = room(game, "gestures").GESTURES
    words = [(one.on, one.name, text) for one in table for text in (one.menu, one.button) if text.en]
    assert [(on, name) for on, name, text in words if not (text.ja and text.zh)] == []


@pytest.mark.parametrize(("language", "title"), [("ja", "キー一覧"), ("zh", "按键一览")])
def test_the_keys_are_a_page_of_their_own_in_japanese_and_chinese(language: str, title: str) -> None:
    pages = {file: (name, content) for name, file, content in help_pages(gj47.parts().shop)}
    name, content = pages[f"help/keys_{language}.html"]
    assert name == title
    page = unescape(content.decode("ascii"))
    table: GestureTable = room("gj47", "gestures").GESTURES
    for one in table.on("unit"):
        if one.keys and one.menu.en:
            assert f"<td>{shown(one.key)}</td><td>{one.menu.get(language)}</td>" in page


@pytest.mark.parametrize("game", ["gj47", "rattenkrieg", "storm"])
@pytest.mark.parametrize("page", ["11-first-turn.ja", "12-first-turn.zh"])
def test_the_first_turn_in_another_language_names_the_same_keys_and_its_own_buttons(
    game: str, page: str
) -> None:
    folder = Path(__file__).parents[2] / "source_data" / game / "help"
    english, other = (page_text(folder, folder / f"{name}.html") for name in ("01-first-turn", page))
    keys = r"(?:Ctrl|Alt)-[A-Za-z0-9-]*[A-Za-z0-9]"
    assert set(re.findall(keys, other)) == set(re.findall(keys, english))
    table: GestureTable = room(game, "gestures").GESTURES
    buttons = [one.button for one in table if f"<b>{one.button.en}</b>" in english]
    assert buttons
    quoted = {"ja": "「<b>{}</b>」", "zh": "“<b>{}</b>”"}[page[-2:]]
    assert [text.en for text in buttons if quoted.format(text.get(page[-2:])) not in other] == []
