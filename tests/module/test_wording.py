"""Every text that a module shows has its words in Japanese and Chinese, or is known to be in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests import real_games
from tests.conftest import BuiltModule
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.module.buildfile import Component
from toolkit.module.parts import ModuleParts
from toolkit.module.wording import component_texts, untranslated

FOLDERS = Path(__file__).parents[2] / "source_data"
GAMES = ["gj47", "rattenkrieg", "storm"]

# A player reads these in English only: the engine does not translate the viewer's text of an empty hex (it
# misspells its name), nobody sees the picker of a single board, and house rules at length are in Help.
ENGLISH = {
    ("BoardPicker", "addColumnText"),
    ("BoardPicker", "addRowText"),
    ("BoardPicker", "boardPrompt"),
    ("BoardPicker", "title"),
    ("ChangePropertyButton", "tooltip"),
    ("CounterDetailViewer", "counterReportFormat"),
    ("CounterDetailViewer", "emptyHexReportForma"),
    ("GlobalOptions", "promptString"),
}
# Saved games and logs spell these, or people write them nowhere else than in the editor.
SPELLED = {"name", "mapName", "description", "entryName", "flareName", "propertyFilter", "threadName"}
# Dice, formats of values alone, pages that have a sister in each language.
SAME = {
    ("DiceButton", "text"),
    ("HelpFile", "title"),
}
# What the names of attributes with words end with.
_SPEAKING = re.compile(
    r"(text|tooltip|title|format|forma|prompt|label|Name|description|string)$", re.IGNORECASE
)
_NO_TEXT = re.compile(
    r"[Ii]con(Name)?$|[Hh]otkey|file(Name)?$|^(rotate|center|show|extra|vertical|unmatched)"
)
_NO_WORDS = re.compile(r"true|false|(\$\w+\$|[^A-Za-z])*")


def _walk(item: Component) -> Iterator[Component]:
    yield item
    for child in item.children:
        yield from _walk(child)


@pytest.mark.parametrize("game", [*GAMES, "battle_for_moscow", "causeway"])
def test_no_text_is_left_in_english(game: str) -> None:
    parts = real_games.parts(game)
    assert untranslated(parts.root, parts.pieces, parts.shop, parts.words) == set()


def _untold(parts: ModuleParts) -> set[tuple[str, str]]:
    """Return (class, attribute) of each text with words that a properties file does not translate."""
    keys: dict[str, list[str]] = {}
    for key, text in component_texts(parts.root):
        keys.setdefault(text, []).append(key)
    return {
        (item.tag.rpartition(".")[2], name)
        for item in _walk(parts.root)
        for name, value in item.attributes
        if _SPEAKING.search(name) and not _NO_TEXT.search(name) and not _NO_WORDS.fullmatch(value)
        if name not in SPELLED and not any(key.endswith(name) for key in keys.get(value, ()))
    }


def test_every_attribute_with_words_is_translated_or_known() -> None:
    assert set().union(*(_untold(real_games.parts(game)) for game in GAMES)) == ENGLISH | SAME


@pytest.mark.engine
@pytest.mark.parametrize("game", GAMES)
def test_the_engine_asks_for_each_key(game: str, built_module: BuiltModule, home: EngineHome) -> None:
    with Engine(home) as engine:
        OpenModule.open(engine, built_module(game))
        asked = set(cast("list[str]", engine.call("translated")))
    assert {key for key, _ in component_texts(real_games.parts(game).root)} - asked == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_help_page_has_a_sister_in_each_language(game: str) -> None:
    pages = [path.name.split("-", 1)[1] for path in (FOLDERS / game / "help").glob("*.html")]
    english = {name.removesuffix(".html") for name in pages if name.count(".") == 1}
    # The page of keys is made from the gesture table.
    wanted = {f"{name}.{language}.html" for name in english - {"keys"} for language in ("ja", "zh")}
    assert english - {"keys"}
    assert wanted - set(pages) == set()
    for name in wanted:
        (page,) = (FOLDERS / game / "help").glob(f"*-{name}")
        text = page.read_text(encoding="utf-8")
        (one,) = (FOLDERS / game / "help").glob(f"*-{name.split('.')[0]}.html")
        for tag in ("<h2>", "<tr>", "<p>", "<li>"):
            assert text.count(tag) == one.read_text(encoding="utf-8").count(tag), (page.name, tag)
