"""The games that there are rules for, and the rule book of each: loaded when it is asked for."""

from __future__ import annotations

import importlib

from toolkit.rules.registry import RuleBook

GAMES = ("gj47", "rattenkrieg", "storm")
"""Each has a room of this name here, in `toolkit.audit` and in `toolkit.play`."""


def book_of(game: str) -> RuleBook:
    """Return the rule book of one of the `GAMES`.

    A game's rules are forty modules: nobody who looks at one game should wait for the others.

    Raises
    ------
    ValueError
        If there are no rules for the game.
    """
    if game not in GAMES:
        raise ValueError(f"no rules for the game {game!r}; there are rules for {', '.join(GAMES)}")
    book: RuleBook = importlib.import_module(f"toolkit.rules.{game}").RULE_BOOK
    return book
