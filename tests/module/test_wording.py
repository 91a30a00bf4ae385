"""Every text that a module shows has its words in Japanese and Chinese, or is known to be in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests import real_games
from tests.conftest import BuiltModule
from toolkit.diagnostics import ToolkitError
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.module.build import game_parts, pictures_in, text_entries
from toolkit.module.buildfile import Component
from toolkit.module.expressions import sentences, unmarked
from toolkit.module.hexinfo import HEX, PLACE
from toolkit.module.parts import ModuleParts
from toolkit.module.wording import (
    SIDES,
    component_texts,
    known_words,
    label_texts,
    picture_texts,
    piece_texts,
    words,
)
from toolkit.module.words import read_words
from toolkit.render.svg import Canvas

FOLDERS = Path(__file__).parents[2] / "source_data"
GAMES = ["gj47", "rattenkrieg", "storm"]

# The engine does not translate these: what the viewer says of an empty hex (it misspells the name) shows a
# message, and nobody sees the picker of a single board.
ENGLISH = {
    ("BoardPicker", "addColumnText"),
    ("BoardPicker", "addRowText"),
    ("BoardPicker", "boardPrompt"),
    ("BoardPicker", "title"),
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
# A letter outside $Property$.
_WORDS_OF_ITS_OWN = re.compile(r"[A-Za-z](?=[^$]*(\$[^$]*\$[^$]*)*$)")
_NO_WORDS = re.compile(r"true|false|(\$\w+\$|[^A-Za-z])*")


def _walk(item: Component) -> Iterator[Component]:
    yield item
    for child in item.children:
        yield from _walk(child)


@pytest.mark.parametrize("game", [*GAMES, "battle_for_moscow", "causeway"])
def test_no_text_is_left_in_english(game: str) -> None:
    parts = real_games.parts(game)
    texts = {*piece_texts(parts.pieces), *dict(component_texts(parts.root)).values()}
    texts |= {line for text in label_texts(parts.pieces) for line in _label_lines(text)}
    for language in ("ja", "zh"):
        known = known_words(parts.shop, language, parts.words)
        texts -= known.keys() | {PLACE, HEX}  # these show a message
        lines = {unmarked(line) for text in texts for line in sentences(text).values()} - known.keys()
        # Of a drag names are told, nothing else.
        lines = {line for line in lines if "previousLocation" not in line}
        left = {line for line in lines if _WORDS_OF_ITS_OWN.search(line)}
        assert {line for line in left if len(line) > 1 and not _SPELT_ALIKE.fullmatch(line)} == set()


def _label_lines(text: str) -> Iterable[str]:
    """Return the sentences of a label, or whatever stands in quotes where it is put together otherwise."""
    lines = sentences(text)
    whole = set(lines) == {""} and lines[""] == text and text.startswith("{")
    return re.findall(r'"([^"]*)"', text) if whole else lines.values()


# A sign of the Latin letters' width between Japanese or Chinese ones.
_HALF_WIDTH = re.compile(
    r"[\u2e80-\u9fff$][,;!?(] ?[\u2e80-\u9fff$]|[\u2e80-\u9fff$]: ?[\u2e80-\u9fff$]"
    r"|[\u2e80-\u9fff][#+-]*[,;]"
)


@pytest.mark.parametrize("game", [*GAMES, "battle_for_moscow", "causeway"])
def test_signs_are_as_wide_as_the_letters_beside_them(game: str) -> None:
    parts = real_games.parts(game)
    for language in ("ja", "zh"):
        told = words(parts.root, parts.pieces, parts.shop, language, parts.words)
        lines = [line for key, text in told.items() if key != SIDES for line in sentences(text).values()]
        lines += picture_texts(parts.words, parts.shop.game, parts.shop.equipment, language).values()
        assert [line for line in lines if _HALF_WIDTH.search(line)] == []


# Results of battles, classes of units, keys, designations: spelt alike in every language.
_SPELT_ALIKE = re.compile(
    r"(\d*[ADNE][EXRLN]?[LR]?\d*|/|Ctrl-\d|EX|\d*RR|HQ|Tk|Mech|Cav|(G-)?Rifle|G-(Mech|Cav)|NKVD-Mot|Pz|SS|Inf|Hun"
    r"|Rum|It|[HR]\dA|[A-Z]\w+Front|[12]d6|\d+(Pz|Mot|Gds|J|PzA|A)|It8A|Rifle-\d|T-34|[\d\W])*"
)
# Words of pictures that are the same in every language.
_LATIN = {
    "AXIS",
    "REINF",
    "SOVIET",
    "STAVKA",
    "Ctrl",
    "Shift",
    "SUPPLY",
    "Rifle",
    "Mech",
    "NKVD",
    "Command",
    "Magazine",
}
_LATIN |= {f"{front}Front" for front in ("CS", "SE", "SW", "Sth", "Strg", "Vrnz")}


@pytest.mark.parametrize(
    ("game", "language"),
    [("gj47", "ja"), ("rattenkrieg", "zh"), ("storm", "ja"), ("battle_for_moscow", "zh"), ("causeway", "ja")],
)
def test_no_picture_is_left_in_english(game: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = real_games.parts(game).shop
    drawings = pictures_in(language, shop.game, shop.equipment)
    drawn: set[str] = set()
    write = Canvas.text

    def noting(self: Canvas, text: str, *place: Any, **style: Any) -> None:
        drawn.add(text)
        write(self, text, *place, **style)

    monkeypatch.setattr(Canvas, "text", noting)
    for name, drawing in drawings.items():
        if not name.startswith("unit_"):
            drawing.draw()
    assert {word for text in drawn for word in re.findall("[A-Za-z]{4,}", text)} - _LATIN == set()
    assert {text for text in drawn if text[:1] in "、。，,）：；」"} == {""} & drawn


def test_pictures_in_another_language_change_nothing_else() -> None:
    english = real_games.parts("rattenkrieg")
    told = game_parts(english.shop.game, english.shop.equipment, language="ja")
    assert text_entries(told) == text_entries(english)
    assert told.drawings.keys() == english.drawings.keys()
    sizes = [{name: drawing.size for name, drawing in parts.drawings.items()} for parts in (english, told)]
    assert sizes[0] == sizes[1]
    assert told.drawings["map.png"].draw() != english.drawings["map.png"].draw()


def test_a_language_without_letters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.module.build.has_han", lambda: False)
    shop = real_games.parts("causeway").shop
    with pytest.raises(ToolkitError) as error:
        pictures_in("zh", shop.game, shop.equipment)
    assert [finding.code for finding in error.value.findings] == ["MOD017"]


def test_a_comma_that_nobody_quoted_is_found(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text("Pass: {ja: パス, zh: 放弃,由对方行动}\n", encoding="utf-8")
    with pytest.raises(TypeError):
        read_words(file)


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
    games = (*GAMES, "battle_for_moscow", "causeway")
    assert set().union(*(_untold(real_games.parts(game)) for game in games)) == ENGLISH | SAME


@pytest.mark.engine
@pytest.mark.parametrize("game", GAMES)
def test_the_engine_asks_for_each_key(game: str, built_module: BuiltModule, home: EngineHome) -> None:
    with Engine(home) as engine:
        OpenModule.open(engine, built_module(game))
        asked = set(cast("list[str]", engine.call("translated")))
    assert {key for key, _ in component_texts(real_games.parts(game).root)} - asked == set()


def test_every_side_has_a_name_in_each_language() -> None:
    parts = real_games.parts("gj47")
    said = [words(parts.root, (), parts.shop, language, parts.words)[SIDES] for language in ("ja", "zh")]
    assert said == ["枢軸軍,ソ連軍,ソロプレイ,審判", "轴心国军,苏军,单人,裁判"]


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
