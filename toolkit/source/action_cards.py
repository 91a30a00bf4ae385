"""Action cards as data: when a card is played, what it costs, what it asks for and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.json_value import MAY_LACK, JsonValue
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.values import Known, mapping

FILE = "action_cards.yaml"
MOMENTS: Mapping[str, tuple[str, ...]] = {
    "bombard": ("action",),
    "snipe": ("action",),
    "rally": ("action",),
    "replace": ("action",),
    "draw": ("action",),
    "overrun": ("action",),
    "ferry": ("action",),
    "fire_bonus": ("own_fire",),
    "no_terrain": ("own_fire",),
    "attacker_allots": ("own_fire",),
    "march": ("own_move",),
    "infiltrate": ("own_move",),
    "joint": ("own_fire", "own_move"),
    "unspent": ("own_fire", "own_move"),
    "rubble": ("enemy_fire",),
    "dig_in": ("enemy_fire",),
    "weaken": ("enemy_fire",),
    "cancel": ("enemy_fire",),
    "spare": ("enemy_loss",),
    "mines": ("enemy_move",),
}
"""Effect to the moments at which it has a meaning."""


@dataclass(frozen=True, slots=True)
class CardCost(JsonValue):
    """What is paid beside the card: other cards of the hand, or a fresh unit of a class that is spent."""

    discard: int = 0
    spend: str | None = None


@dataclass(frozen=True, slots=True)
class CardWhere(JsonValue):
    """What must be true of the area that a card is about; None and empty ask for nothing.

    Attributes
    ----------
    areas : tuple of str
        One of these.
    terrain_least, terrain_most : int or None
        Bounds of the printed terrain value.
    control : {"own", "enemy"} or None
        Seen from the card's player, like the two that follow.
    own_units, adjacent_to_own : bool or None
        Whether own units stand in it, or in an area next to it.
    """

    areas: tuple[str, ...] = ()
    terrain_least: int | None = None
    terrain_most: int | None = None
    riverside: bool | None = None
    victory: bool | None = None
    control: str | None = None
    own_units: bool | None = None
    adjacent_to_own: bool | None = None


@dataclass(frozen=True, slots=True)
class CardUnits(JsonValue):
    """What must be true of the own units that act, or that a card is for."""

    classes: tuple[str, ...] = ()
    division: str | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class CardEffect:
    """What a card does.

    Attributes
    ----------
    kind : str
        A key of `MOMENTS`.
    values : mapping of str to int, bool or str
        Its numbers by name: ``{"attack": 8}``.
    """

    kind: str
    values: Mapping[str, int | bool | str] = field(default_factory=dict, hash=False)

    def number(self, name: str) -> int:
        """Return one of its numbers; raises KeyError for one that the effect does not have."""
        return int(self.values[name])

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read ``{kind: {name: value}}``."""
        ((kind, values),) = data.items()
        return cls(kind, dict(values))

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {self.kind: dict(self.values)}


@dataclass(frozen=True, slots=True)
class ActionCard(JsonValue):
    """One card of a side's deck.

    Attributes
    ----------
    gpid : int
        Piece number that never changes.
    text : Names
        What it does, in own words, a line or two.
    symbol : str
        Of the pictures.
    play : str or None
        When: ``"action"``, ``"own_fire"``, ``"own_move"``, ``"enemy_fire"``, ``"enemy_loss"``,
        ``"enemy_move"``; None where only people know it.
    effect : CardEffect or None
        None for a card without machine meaning.
    rules : tuple of str
        Rules that it bends.
    place : Place
        Where the source says so; not part of the value.
    """

    id: str
    gpid: int
    side: str
    names: Names
    text: Names
    symbol: str
    play: str | None
    cost: CardCost | None
    where: CardWhere | None
    units: CardUnits | None
    effect: CardEffect | None
    rules: tuple[str, ...] = field(metadata=MAY_LACK)
    provenance: Provenance
    place: Place = field(default=Place(), compare=False, repr=False)


def load_action_cards(
    folder: Path, read: ReadDocument | None = None, known: Known | None = None
) -> tuple[tuple[ActionCard, ...], list[Finding]]:
    """Return the action cards of a game folder (``action_cards.yaml``), and their faults.

    Errata are applied; `read` is for callers that choose them, `known` for those who know the game's sides.

    Raises
    ------
    InputError
        The file cannot be read or its schema does not allow it.
    """
    read = corrected(folder, read)
    return read_action_cards(read(folder / FILE, "action_cards.schema.json"), known)


def read_action_cards(
    document: Document, known: Known | None = None
) -> tuple[tuple[ActionCard, ...], list[Finding]]:
    """Return the cards of a file and what is wrong with each by itself and with all together.

    Returns
    -------
    tuple of ActionCard, list of Finding
        ``CRD010`` an id stands twice, ``CRD011`` two cards share a piece number, ``CRD012`` an effect that
        means nothing when the card is played, ``CRD013`` (a note) no effect; ``SRC020`` a side that the
        game does not have.
    """
    content = mapping(document)
    cards = tuple(
        replace(
            ActionCard.from_json({"provenance": content["provenance"], **entry}),
            place=document.place("cards", index),
        )
        for index, entry in enumerate(content["cards"])
    )
    findings: list[Finding] = []
    ids: set[str] = set()
    owners: dict[int, str] = {}
    for index, card in enumerate(cards):
        findings += [] if known is None else known.check(document, ("cards", index))
        if card.id in ids:
            place = document.place("cards", index, "id")
            findings.append(_found("CRD010", f"two cards have the id {card.id}", place, card))
        ids.add(card.id)
        if card.gpid in owners:
            text = f"number {card.gpid} of {card.id} belongs to {owners[card.gpid]}"
            findings.append(_found("CRD011", text, document.place("cards", index, "gpid"), card))
        owners.setdefault(card.gpid, card.id)
        findings += _check_meaning(document, index, card)
    return cards, findings


def _check_meaning(document: Document, index: int, card: ActionCard) -> Iterator[Finding]:
    if card.effect is None:
        text = f"{card.id} has no effect that a machine can read; what it touches cannot be judged"
        place = document.place("cards", index)
        yield _found("CRD013", text, place, card, Severity.INFO)
        return
    moments = MOMENTS[card.effect.kind]
    if card.play not in moments:
        text = f"{card.id}: {card.effect.kind} is played as {' or '.join(moments)}, not as {card.play}"
        yield _found("CRD012", text, document.place("cards", index, "play"), card)


def _found(
    code: str, text: str, place: Place, card: ActionCard, severity: Severity = Severity.ERROR
) -> Finding:
    return Finding(code, severity, text, place, data={"card": card.id})
