"""Numbers and cards against what a game's rules read: nothing may be stated that no rule keeps."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.plugins import games, room
from toolkit.source.game import GameSource
from toolkit.source.schema import suggestion


def check_read(source: GameSource) -> Iterator[Finding]:
    """Find fault with numbers (``CHT013``) and playing cards (``CRD016``) that the game's rules do not read.

    A game without rules of its own may state what it likes.
    """
    if source.definition.id not in games():
        return
    if source.figures:
        yield from _check_figures(source)
    if source.deck is not None:
        yield from _check_deck(source)


def _check_figures(source: GameSource) -> Iterator[Finding]:
    read = room(source.definition.id, "rules.figures").READ
    for figure in source.figures:
        if figure.id not in read:
            text = f"no rule reads the number '{figure.id}'{suggestion(figure.id, read)}"
            yield _fault("CHT013", text, figure.place)
        elif figure.value not in read[figure.id]:
            known = read[figure.id]
            bounds = f"{known[0]} to {known[-1]}" if len(known) > 1 else f"{known[0]} alone"
            yield _fault("CHT013", f"{figure.id} is {figure.value}; the rules read {bounds}", figure.place)
    missing = [name for name in read if name not in {figure.id for figure in source.figures}]
    if missing:
        first = source.figures[0].place
        yield _fault("CHT013", f"the rules need a number for {', '.join(missing)}", first)


def _check_deck(source: GameSource) -> Iterator[Finding]:
    deck = source.deck
    assert deck is not None
    cards = room(source.definition.id, "rules.cards")
    for card in deck.cards:
        known = (cards.colour(card.id), cards.number(card.id)) if card.id in cards.DECK else None
        if known != (card.colour, card.value):
            text = f"the rules know no {card.colour} {card.names.en} of value {card.value}"
            yield _fault("CRD016", text, deck.where.get(card.rank, Place()))
            return
    if len(deck.cards) != len(cards.DECK):
        text = f"the rules play with {len(cards.DECK)} cards, the deck has {len(deck.cards)}"
        yield _fault("CRD016", text, deck.where.get("suits", Place()))
    for use in deck.uses:
        if use.id not in cards.EVENTS:
            text = f"the rules know no event {use.id}{suggestion(use.id, cards.EVENTS)}"
            yield _fault("CRD016", text, deck.where.get(use.id, Place()))
    missing = [event for event in cards.EVENTS if event not in {use.id for use in deck.uses}]
    if missing:
        text = f"the rules need a use for {', '.join(missing)}"
        yield _fault("CRD016", text, deck.where.get("uses", Place()))


def _fault(code: str, message: str, place: Place) -> Finding:
    return Finding(code, Severity.ERROR, message, place)
