"""2.4, 8.4, 8.7, 9.1: the fifty-two cards, what they hit, and what their pictures mean to each army."""

from __future__ import annotations

GERMAN, SOVIET = "german", "soviet"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
BLACK = frozenset("SC")
PICTURES = ("J", "Q", "K")
COLOUR_OF = {GERMAN: "black", SOVIET: "red"}

# 9.1, typed from the text: army, colour -> jack, queen, king
EVENTS = {
    (GERMAN, "black"): {"J": "air", "Q": "assault_gun", "K": "engineers"},
    (GERMAN, "red"): {"J": "bombard", "Q": "bombard", "K": "bombard"},
    (SOVIET, "red"): {"J": "sniper", "Q": "molotov", "K": "chuikov"},
    (SOVIET, "black"): {"J": "bombard", "Q": "bombard", "K": "bombard"},
}


def other(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def rank(card: str) -> str:
    return card[:-1]


def colour(card: str) -> str:
    return "black" if card[-1] in BLACK else "red"


def picture(card: str) -> bool:
    return rank(card) in PICTURES


def number(card: str) -> int:
    """Return the number on a card; the ace is the lowest (U22)."""
    return 1 if rank(card) == "A" else int(rank(card))


def event(side: str, card: str) -> str | None:
    """9.1: return what a card does as an event of an army, None for a numbered card."""
    return EVENTS[side, colour(card)].get(rank(card))


def hits(card: str, strength: int) -> bool:
    """8.7.1: a number up to the strength hits; 8.4: a picture never does."""
    return not picture(card) and number(card) <= strength


def battle_result(attacker: str, strengths: tuple[int, int], cards: tuple[str, str]) -> str:
    """8.7: return "attacker", "defender" or "tie".

    `attacker` is the attacking army; strengths and cards are the attacker's and the defender's.
    """
    struck = [hits(card, strength) for card, strength in zip(cards, strengths, strict=True)]
    if struck == [True, False]:
        return "attacker"
    if struck == [False, True]:
        return "defender"
    if struck == [False, False]:
        return "defender"  # 8.7.5
    armies = (attacker, other(attacker))
    own = [colour(card) == COLOUR_OF[army] for card, army in zip(cards, armies, strict=True)]
    if own[0] != own[1]:
        return "attacker" if own[0] else "defender"
    first, second = number(cards[0]), number(cards[1])
    if first == second:
        return "tie"
    return "attacker" if first < second else "defender"


def fire_hits(kind: str, card: str, strength: int, *, mamayev: bool) -> bool:
    """9.2, 9.3: return whether the card drawn for a bombardment or for air support does damage."""
    if picture(card):
        return kind == "bombard" and mamayev
    return number(card) >= strength
