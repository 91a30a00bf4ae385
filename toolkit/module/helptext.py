"""Pages of the Help menu: the game's own text; its keys in Japanese and Chinese, from its gesture table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType

from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import packed_file
from toolkit.module.declared_help import pages as declared_pages
from toolkit.module.gestures import GestureTable
from toolkit.module.keys import shown
from toolkit.module.workshop import Workshop
from toolkit.plugins import games, room
from toolkit.source.names import Names

_KEYS = Names("Keys", "キー一覧", "按键一览")
_HEADS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {"ja": ("駒", "キー", "内容"), "zh": ("算子", "按键", "作用")}
)
# How to begin, by the end of a page's name; a saved game has but one text for all.
_WELCOME: Mapping[str, str] = MappingProxyType({"": "How to begin: ", ".ja": "始め方：", ".zh": "如何开始："})
# Kinds of pieces of the gesture tables.
_KINDS: Mapping[str, Names] = MappingProxyType(
    {
        "unit": Names("Unit", "ユニット", "单位"),
        "unit with an entry": Names("Unit with an entry", "登場エリアのあるユニット", "有登场区的单位"),
        "unit of a side that withdraws": Names("Unit that withdraws", "撤収する側のユニット", "撤离方单位"),
        "headquarters": Names("Headquarters", "司令部", "司令部"),
        "tank": Names("T-34", "T-34", "T-34"),
        "fort": Names("Fort", "要塞", "要塞"),
        "card": Names("Card", "カード", "卡牌"),
        "chit": Names("Chit", "コマンド", "命令卡"),
        "bid": Names("Bid", "入札", "暗标"),
        "battle marker": Names("Battle marker", "戦闘マーカー", "战斗标记"),
        "attack marker": Names("Attack marker", "射撃マーカー", "射击标记"),
        "fire marker": Names("Fire marker", "射撃済みマーカー", "开火标记"),
        "table of rolls": Names("Table of rolls", "判定表", "判定表"),
        "desk of a side": Names("Desk of a side", "自軍の手札マーカー", "己方手牌标记"),
        "battle desk": Names("Battle desk", "戦闘マーカー", "战斗标记"),
        "phase desk": Names("Phase desk", "ターン台", "回合台"),
        "target desk": Names("Target desk", "目標台", "目标台"),
        "fire desk": Names("Fire desk", "射撃台", "射击台"),
        "buttons": Names("Anywhere", "どこでも", "任何时候"),
    }
)


def help_pages(shop: Workshop) -> list[tuple[str, str, bytes]]:
    """Return (title, file, HTML) of each page, in file order; a page's title is its ``<title>``.

    Raises
    ------
    InputError
        MOD009: a page that cannot be read, or is no UTF-8.
    """
    pages = [(title, file, _ascii(text)) for title, file, text in declared_pages(shop.game)]
    folder = shop.equipment.help_folder
    for path in () if folder is None else sorted(folder.glob("*.html")):
        text = page_text(path.parent, path)
        title = text.partition("<title>")[2].partition("</title>")[0] or path.stem
        pages.append((title, f"help/{path.name}", _ascii(text)))
    if shop.game.id in games():
        table: GestureTable = room(shop.game.id, "gestures").GESTURES
        pages += [_keys_page(table, language) for language in _HEADS]
    return pages


def welcome(shop: Workshop) -> list[str]:
    """Return the line of the chat that says, in each language that has help, which page says how to begin.

    One more follows, because 3.6.0 leaves the last line of a new game's chat below the window.
    """
    first: dict[str, str] = {}
    for title, file, _ in help_pages(shop):
        language = file.removesuffix(".html")[-3:]
        first.setdefault(language if language in _WELCOME else "", title)
    told = [f"{_WELCOME[language]}Help > {title}" for language, title in first.items()]
    return [f"- {' · '.join(told)}", "-"] if told else []


def _keys_page(table: GestureTable, language: str) -> tuple[str, str, bytes]:
    """Return the page of a game's keys in a language."""
    title, heads = _KEYS.get(language), _HEADS[language]
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in _rows(table, language)
    )
    head = "".join(f"<th>{word}</th>" for word in heads)
    page = (
        f"<html><head><title>{title}</title></head><body><h1>{title}</h1>\n"
        f'<table border="1" cellpadding="3">\n<tr>{head}</tr>\n{rows}</table></body></html>\n'
    )
    return title, f"help/keys_{language}.html", _ascii(page)


def _ascii(page: str) -> bytes:
    """Return a page as bytes that mean the same in every encoding: the engine asks no page for its own."""
    return page.encode("ascii", "xmlcharrefreplace")


def _rows(table: GestureTable, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield kind of piece, keys and what they do, of every key that a player can press."""
    for one in table:
        says = one.menu if one.menu.en else one.button
        if one.keys and says.en:
            keys = ", ".join(map(shown, one.keys))
            yield _KINDS[one.on].get(language), keys, re.sub(r"\{\w+\}", "…", says.get(language))


def page_text(folder: Path, path: Path) -> str:
    """Return a page's text; MOD009 where it cannot be read, or is no UTF-8."""
    try:
        return packed_file(folder, path).decode("utf-8")
    except OSError as error:
        text = f"help page cannot be read: {error.strerror or error}"
    except UnicodeDecodeError as error:
        text = f"help page is not UTF-8 text: byte 0x{error.object[error.start]:02x} at offset {error.start}"
    raise InputError.single("MOD009", text, Place(file=path.as_posix()))
