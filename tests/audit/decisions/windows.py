"""What one side's windows show of a game at one moment, and what a step of a log changed in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolkit.engine.process import Engine
from toolkit.engine.sight import Sight

_ALWAYS = ("CounterId", "Kind", "Act", "Seq", "By", "Face_Level")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is read of a game's windows.

    Attributes
    ----------
    properties : tuple of str
        Of pieces, beside those that every game of this kind has.
    values : tuple of str
        Properties of the module, beside the number of the last decision, turn and phase.
    consequences : frozenset of str
        Acts of pieces that another piece's decision moved.
    picture : (int, int)
        Half the size of the middle of a card that tells it from others, in pixels: its frame shows more.
    """

    properties: tuple[str, ...]
    values: tuple[str, ...]
    consequences: frozenset[str]
    picture: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Decision:
    """What is written on a piece: the last thing done with it, the number of the decision, who did it."""

    piece: str
    act: str
    number: int
    by: str
    more: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class View:
    """What a side sees at one moment.

    Attributes
    ----------
    decision : int
        Number of the last decision.
    turn : (str, str)
        Turn and phase.
    units : mapping of str to str
        Unit → name of its place.
    down : frozenset of str
        Units that lie on their second face.
    cards : mapping of str to (str or None)
        Place → the card that lies there; None for a closed one.
    markers : mapping of str to mapping
        Other pieces → their properties.
    decisions : tuple of Decision
        Of all pieces that are not masked; consequences are none.
    tops : mapping of str to str
        Deck → its top card, where that lies open.
    values : mapping of str to str
        Properties of the module.
    faces : mapping of str to str
        Place → digest of how the card there is drawn.
    """

    decision: int
    turn: tuple[str, str]
    units: Mapping[str, str]
    down: frozenset[str]
    cards: Mapping[str, str | None]
    markers: Mapping[str, Mapping[str, str]]
    decisions: tuple[Decision, ...]
    decks: Mapping[str, int]
    tops: Mapping[str, str]
    values: Mapping[str, str]
    faces: Mapping[str, str]

    @classmethod
    def of(cls, engine: Engine, shown: Shown) -> View:
        """Look at the table as the player who acts at a client."""
        wanted = (*_ALWAYS, *shown.properties)
        sight = Sight.of(engine, wanted, ("Step", "Turn", "Phase", *shown.values), faces=True)
        units: dict[str, str] = {}
        cards: dict[str, str | None] = {}
        markers: dict[str, Mapping[str, str]] = {}
        drawn: dict[str, str] = {}
        decisions: list[Decision] = []
        down = set()
        for piece in sight.pieces:
            values = piece.properties
            if piece.masked or values.get("Kind") == "card":
                cards[piece.location] = values.get("CounterId")
                drawn[piece.location] = piece.face
            elif values.get("Kind") == "unit":
                units[values["CounterId"]] = piece.location
                if values.get("Face_Level") == "2":
                    down.add(values["CounterId"])
            elif "CounterId" in values:
                markers[values["CounterId"]] = values
            decisions += _decisions(values, shown)
        tops = {name: deck.top for name, deck in sight.decks.items() if deck.top}
        for top in tops.values():
            decisions += _decisions(top, shown)
        return cls(
            int(sight.globals["Step"] or 0), (sight.globals["Turn"], sight.globals["Phase"]), units,
            frozenset(down), cards, markers, tuple(sorted(decisions, key=lambda decision: decision.number)),
            {name: deck.count for name, deck in sight.decks.items()},
            {name: top.get("CounterId", "") for name, top in tops.items()}, sight.globals, drawn,
        )  # fmt: skip

    def known(self) -> set[str]:
        """Return the cards that are seen."""
        return {card for card in (*self.cards.values(), *self.tops.values()) if card}


def _decisions(values: Mapping[str, str], shown: Shown) -> list[Decision]:
    act = values.get("Act", "")
    if not act or act in shown.consequences:
        return []
    return [Decision(values["CounterId"], act, int(values.get("Seq") or 0), values.get("By", ""), values)]


@dataclass(frozen=True, slots=True)
class Change:
    """What one step of a log changed in a side's windows."""

    before: View
    after: View

    @property
    def decisions(self) -> list[Decision]:
        """The decisions that were taken, in their order; none for what was done with a masked card."""
        return [decision for decision in self.after.decisions if decision.number > self.before.decision]

    @property
    def last_decision(self) -> Decision | None:
        """The last decision that was taken; None where there was none or it was done with a masked card."""
        found = [decision for decision in self.decisions if decision.number == self.after.decision]
        return found[0] if found else None

    @property
    def decided(self) -> bool:
        """Whether a decision was taken."""
        return self.after.decision != self.before.decision

    @property
    def moved(self) -> tuple[str, str] | None:
        """A unit that lies elsewhere, and where."""
        moved = [(u, at) for u, at in self.after.units.items() if self.before.units.get(u) != at]
        return moved[0] if moved else None

    @property
    def dragged(self) -> tuple[str, str] | None:
        """A unit that lies elsewhere without a decision, and where."""
        return None if self.decided else self.moved

    @property
    def turned(self) -> bool:
        """Whether the turn track moved."""
        return self.before.turn != self.after.turn

    @property
    def tells(self) -> bool:
        """Whether it is a part of an action: markers that are turned by hand, and talk, are none."""
        return self.decided or self.turned or self.dragged is not None

    @property
    def left(self) -> list[str]:
        """Places that a card left: another one may lie there now."""
        before, after = self.before.cards, self.after.cards
        return sorted(p for p, card in before.items() if p not in after or after[p] != card)

    @property
    def came(self) -> list[str]:
        """Places where no card lay before."""
        return sorted(place for place in self.after.cards if place not in self.before.cards)

    def taken(self, deck: str) -> int:
        """Return how many cards fewer a deck has."""
        return self.before.decks.get(deck, 0) - self.after.decks.get(deck, 0)
