"""Playing cards (2.4) as the rules see them: an id is rank and suit, ``"7S"``, ``"10H"``, ``"AD"``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BLACK, RED = "black", "red"

DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards, no joker among them."""

_FACES = frozenset("JQK")
_VALUES: Mapping[str, int] = MappingProxyType({card: RANKS.index(card[:-1]) + 1 for card in DECK})


def is_face(card: str) -> bool:
    """Return whether a card is jack, queen or king."""
    return card[:1] in _FACES


def number(card: str) -> int | None:
    """Return the number on a card, 1 for an ace (U22), None for a face card and for what is no card."""
    return None if card[:1] in _FACES else _VALUES.get(card)


def colour(card: str) -> str:
    """Return ``"black"`` for spades and clubs, ``"red"`` for hearts and diamonds."""
    return BLACK if card.endswith(("S", "C")) else RED
