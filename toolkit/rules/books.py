"""The rule book of each installed game, loaded when it is asked for."""

from __future__ import annotations

from toolkit.plugins import room
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
