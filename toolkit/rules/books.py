"""The rule book of each installed game, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toolkit.plugins import package, room
from toolkit.resources import own_table
from toolkit.rules.registry import HEADINGS, Enforcement, Kind, RuleBook, RuleEntry


def book_of(game: str) -> RuleBook:
    """Return the rule book of a game, as far as functions decide.

    A game's rules are forty modules: nobody who looks at one game should wait for the others.

    Raises
    ------
    ValueError
        If there are no rules for the game.
    """
    book: RuleBook = room(game, "rules").RULE_BOOK
    return book


def manual_of(game: str) -> RuleBook:
    """Return the rule book of a game with what no function decides: its data hold it.

    Raises
    ------
    ValueError
        If there are no rules for the game.
    """
    return book_of(game).joined(_statement(*row) for row in _rows(game, "statements.yaml").items())


def _statement(number: str, row: Mapping[str, Any]) -> RuleEntry:
    unclear = tuple(row.get("unclear", ()))
    texts = (
        f"Nothing that players do: the data hold it. {row['place']}",
        "",
        row["against"],
        f"{', '.join(unclear)}: see the register." if unclear else "",
    )
    sections = tuple((heading, text) for heading, text in zip(HEADINGS, texts, strict=True) if text)
    return RuleEntry(number, row["says"], Kind.DEFINITION, Enforcement.STATED, unclear, sections, "")


def sentences_of(game: str) -> Mapping[str, tuple[str, str]]:
    """Return what rules of a game say in Japanese and Chinese, by number; rules without it are left out.

    Raises
    ------
    ValueError
        If there are no rules for the game.
    """
    rows = _rows(game, "sentences.yaml")
    return MappingProxyType({number: (row["ja"], row["zh"]) for number, row in rows.items()})


def _rows(game: str, name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what a file of a game's folder says of rules, by number."""
    files = (Path(folder) / name for folder in package(game).__path__)
    return {number: row for file in files if file.is_file() for number, row in own_table(file).items()}
