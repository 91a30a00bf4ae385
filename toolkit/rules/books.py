"""The rule book of each installed game, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.plugins import package, room
from toolkit.rules.registry import RuleBook


def book_of(game: str) -> RuleBook:
    """Return the rule book of a game.

    A game's rules are forty modules: nobody who looks at one game should wait for the others.

    Raises
    ------
    ValueError
        If there are no rules for the game.
    """
    book: RuleBook = room(game, "rules").RULE_BOOK
    return book


def sentences_of(game: str) -> Mapping[str, tuple[str, str]]:
    """Return what rules of a game say in Japanese and Chinese, by number; rules without it are left out.

    Raises
    ------
    ValueError
        If there are no rules for the game.
    """
    import yaml  # noqa: PLC0415 -- only pages ask

    found: dict[str, tuple[str, str]] = {}
    for folder in package(game).__path__:
        file = Path(folder) / "sentences.yaml"
        if file.is_file():
            rows = yaml.safe_load(file.read_text(encoding="utf-8"))
            found |= {number: (row["ja"], row["zh"]) for number, row in rows.items()}
    return MappingProxyType(found)
