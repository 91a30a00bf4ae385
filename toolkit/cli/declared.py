"""Games whose rules are data, found by their folders: nothing is registered for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from toolkit.compile.game import compile_game
from toolkit.resources import game_folders
from toolkit.rules.declared import book_of, declared_rules
from toolkit.rules.registry import RuleBook
from toolkit.source.game import load_game
from toolkit.source.rules import FILE


def declared_folders() -> Mapping[str, Path]:
    """Return the folders of the games whose rules are data, by name."""
    return game_folders((FILE,))


def declared_book(folder: Path) -> RuleBook:
    """Return the rule book of a game whose rules are data.

    Raises
    ------
    InputError, ToolkitError
        For files that cannot be read, and for declarations that do not fit.
    """
    source, _ = load_game(folder)
    game, _ = compile_game(source)
    declared_rules(game)
    return book_of(game.id, game.rules)
