"""A deck of playing cards as data: suits, ranks, and what a card does when it is played as an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.json_value import KEPT, JsonValue
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.schema import suggestion
from toolkit.source.values import Known, mapping


@dataclass(frozen=True, slots=True)
class Suit(JsonValue):
    """A suit.

    Attributes
    ----------
    id : str
        A capital: ``"S"``.
    colour : str
        ``"black"`` | ``"red"``.
    first_gpid : int
        Piece number of its first rank; the others follow in the order of the ranks.
    """

    id: str
    names: Names
    colour: str
    first_gpid: int


@dataclass(frozen=True, slots=True)
class Rank(JsonValue):
    """A rank: `value` is its number, None for court cards, which have none."""

    id: str
    names: Names
    value: int | None = field(metadata=KEPT)


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    Attributes
    ----------
    id : str
        Rank and suit: ``"10H"``.
    suit, rank : str
        Their ids.
    value : int or None
        Ace 1; None for court cards.
    gpid : int
        Piece number that never changes.
    """

    id: str
    suit: str
    rank: str
    colour: str
    value: int | None = field(metadata=KEPT)
    gpid: int
    names: Names


@dataclass(frozen=True, slots=True)
class CardUse(JsonValue):
    """What cards do for one side when played as an event.

    Attributes
    ----------
    cards : tuple of str
        Ids of the cards.
    text : Names
        What it does, in own words, a line or two.
    rules : tuple of str
        Printed numbers.
    symbol : str
        Of the pictures.
    """

    id: str
    side: str
    names: Names
    cards: tuple[str, ...]
    text: Names
    rules: tuple[str, ...]
    symbol: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Deck(JsonValue):
    """All cards of a game.

    Attributes
    ----------
    ranks : tuple of Rank
        From the lowest to the highest.
    colours : mapping of str to str
        Side → the colour that wins ties for it.
    where : mapping of str to Place
        Suit, rank, use and ``"suits"`` → where the source states it; not part of the value.
    """

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    colours: Mapping[str, str]
    uses: tuple[CardUse, ...]
    provenance: Provenance
    where: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False, hash=False)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Deck:
        """Read a deck, already checked against the schema; what cards do has its provenance by default."""
        uses = [{"provenance": data["provenance"], **use} for use in data["uses"]]
        return super(Deck, cls).from_json({**data, "uses": uses})

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, suit by suit, in the order of the ranks."""
        return tuple(_cards(self.suits, self.ranks).values())

    def card(self, id: str) -> Card:
        """Return the card of an id; raises KeyError, with the nearest one there is."""
        known = _cards(self.suits, self.ranks)
        if id not in known:
            raise KeyError(f"no card {id}{suggestion(id, known)}")
        return known[id]

    def use(self, card: str, side: str) -> CardUse | None:
        """Return what a card does for a side as an event; None for a card that is none."""
        return next((use for use in self.uses if use.side == side and card in use.cards), None)


@cache
def _cards(suits: tuple[Suit, ...], ranks: tuple[Rank, ...]) -> Mapping[str, Card]:
    found = [_card(suit, rank, index) for suit in suits for index, rank in enumerate(ranks)]
    return MappingProxyType({card.id: card for card in found})


def _card(suit: Suit, rank: Rank, index: int) -> Card:
    names = Names(
        f"{rank.names.en} of {suit.names.en}",
        f"{suit.names.get('ja')}の{rank.names.get('ja')}",
        f"{suit.names.get('zh')}{rank.names.get('zh')}",
    )
    return Card(
        f"{rank.id}{suit.id}", suit.id, rank.id, suit.colour, rank.value, suit.first_gpid + index, names
    )


def load_cards(
    folder: Path, read: ReadDocument | None = None, known: Known | None = None
) -> tuple[Deck, list[Finding]]:
    """Return the cards of a game folder (``cards.yaml``), and their faults.

    Errata are applied; `read` is for callers that choose them, `known` for those who know the game's sides.

    Raises
    ------
    InputError
        The file cannot be read or its schema does not allow it.
    """
    read = corrected(folder, read)
    return read_cards(read(folder / "cards.yaml", "cards.schema.json"), known)


def read_cards(document: Document, known: Known | None = None) -> tuple[Deck, list[Finding]]:
    """Return a deck and what is wrong with it.

    Returns
    -------
    Deck, list of Finding
        ``CRD001`` a suit, rank or use stands twice; ``CRD002`` piece numbers that two suits share;
        ``CRD003`` a use of a card that the deck does not have; ``CRD004`` a card with two uses for one side;
        ``SRC020`` a side that the game does not have.
    """
    content = mapping(document)
    deck = Deck.from_json(content)
    findings: list[Finding] = []

    def report(code: str, text: str, *path: str | int) -> None:
        findings.append(Finding(code, Severity.ERROR, text, document.place(*path)))

    for part in ("suits", "ranks", "uses"):
        ids = [entry["id"] for entry in content[part]]
        for index, name in enumerate(ids):
            if name in ids[:index]:
                report("CRD001", f"{name} stands twice among the {part}", part, index, "id")
    taken: dict[int, str] = {}
    for index, suit in enumerate(deck.suits):
        numbers = range(suit.first_gpid, suit.first_gpid + len(deck.ranks))
        clash = next((number for number in numbers if number in taken), None)
        if clash is not None:
            text = f"number {clash} of {suit.names.en} belongs to {taken[clash]}"
            report("CRD002", text, "suits", index, "first_gpid")
        taken |= dict.fromkeys(numbers, suit.names.en)
    cards = [card.id for card in deck.cards]
    used: dict[tuple[str, str], str] = {}
    for index, use in enumerate(deck.uses):
        findings += [] if known is None else known.check(document, ("uses", index))
        for at, card in enumerate(use.cards):
            if card not in cards:
                text = f"{use.id}: there is no card {card}{suggestion(card, cards)}"
                report("CRD003", text, "uses", index, "cards", at)
            first = used.setdefault((use.side, card), use.id)
            if first != use.id:
                text = f"{card} is {first} and {use.id} for {use.side}; a card has one use for a side"
                report("CRD004", text, "uses", index, "cards", at)
    where = {"suits": document.place("suits"), "uses": document.place("uses")}
    for part in ("suits", "ranks", "uses"):
        where |= {entry["id"]: document.place(part, index) for index, entry in enumerate(content[part])}
    return replace(deck, where=where), findings
