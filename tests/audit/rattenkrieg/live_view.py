"""What one side's windows show of a game of Rattenkrieg, and what that side knows of the cards.

A card that it does not see is named after the place where it lies, so that counts are right and nothing
else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from toolkit.audit.module_data import ModuleData
from toolkit.engine.process import Engine
from toolkit.engine.sight import Sight
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.position import Position

_PROPERTIES = ("CounterId", "Kind", "Act", "Seq", "By", "Event", "Face_Level")
_GLOBALS = ("Step", "Turn", "Phase")
_CONSEQUENCES = frozenset({"", "dealt", "drawn", "sniped", "cleared", "turned"})
ROWS = ("A", "D")
DECK, PILE, HIDDEN = "Deck", "Pile", "Hidden pile"
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Deed:
    """What is written on a piece: the last thing done with it, the number of the decision, who did it."""

    piece: str
    act: str
    number: int
    by: str
    event: str


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
        Units that lie face down.
    cards : mapping of str to (str or None)
        Place → the card that lies there; None for a closed one.
    deeds : tuple of Deed
        Of all pieces that are not masked.
    decks : mapping of str to int
    pile_top : str
        The open pile's top card, "" where there is none.
    faces : mapping of str to str
        Place → digest of how the card there is drawn.
    """

    decision: int
    turn: tuple[str, str]
    units: Mapping[str, str]
    down: frozenset[str]
    cards: Mapping[str, str | None]
    deeds: tuple[Deed, ...]
    decks: Mapping[str, int]
    pile_top: str
    faces: Mapping[str, str]

    @classmethod
    def of(cls, engine: Engine) -> View:
        """Look at the table as the player who acts at a client."""
        sight = Sight.of(engine, _PROPERTIES, _GLOBALS, faces=True)
        units: dict[str, str] = {}
        cards: dict[str, str | None] = {}
        drawn: dict[str, str] = {}
        deeds = []
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
            deeds += _deeds(values)
        top = sight.decks[PILE].top or {}
        deeds += _deeds(top)
        return cls(
            int(sight.globals["Step"] or 0), (sight.globals["Turn"], sight.globals["Phase"]), units,
            frozenset(down), cards, tuple(deeds), {name: deck.count for name, deck in sight.decks.items()},
            top.get("CounterId", ""), drawn,
        )  # fmt: skip

    def known(self) -> set[str]:
        """Return the cards that are seen."""
        return {card for card in (*self.cards.values(), self.pile_top) if card}

    def decided(self, number: int) -> Deed | None:
        """Return the deed of a decision, None where it was done with a card that is masked."""
        found = [d for d in self.deeds if d.number == number and d.act not in _CONSEQUENCES]
        return found[0] if found else None


def _deeds(values: Mapping[str, str]) -> list[Deed]:
    if "Act" not in values:
        return []
    number, by, event = int(values.get("Seq") or 0), values.get("By", ""), values.get("Event", "")
    return [Deed(values["CounterId"], values["Act"], number, by, event)]


@dataclass(frozen=True, slots=True)
class Change:
    """What one step of a log changed in a side's windows."""

    before: View
    after: View

    @property
    def deed(self) -> Deed | None:
        """The decision that was taken; None where there was none or it was done with a masked card."""
        return self.after.decided(self.after.decision) if self.decided else None

    @property
    def decided(self) -> bool:
        """Whether a decision was taken."""
        return self.after.decision != self.before.decision

    @property
    def dragged(self) -> tuple[str, str] | None:
        """A unit that lies elsewhere without a decision, and where."""
        moved = [(u, at) for u, at in self.after.units.items() if self.before.units.get(u) != at]
        return moved[0] if moved and not self.decided else None

    @property
    def turned(self) -> bool:
        """Whether the turn track moved."""
        return self.before.turn != self.after.turn

    @property
    def left(self) -> list[str]:
        """Places that a card left: another one may lie there now."""
        gone = [
            p
            for p, card in self.before.cards.items()
            if p not in self.after.cards or self.after.cards[p] != card
        ]
        return sorted(gone)

    @property
    def came(self) -> list[str]:
        """Places where no card lay before."""
        return sorted(place for place in self.after.cards if place not in self.before.cards)


@dataclass
class Reveals:
    """Cards that a change brought to light, by the place they came from; those of the deck in order."""

    places: dict[str, str] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)

    def add(self, change: Change) -> None:
        """Add what a change brought to light."""
        new = change.after.known() - change.before.known()
        masked = [place for place in change.left if change.before.cards[place] is None]
        if len(new) == 1 and len(masked) == 1:
            self.places[masked[0]] = new.pop()
        elif change.after.decks[DECK] < change.before.decks[DECK]:
            self.deck += sorted(
                new, key=lambda card: next((p for p, c in change.after.cards.items() if c == card), "")
            )
        for place, card in change.after.cards.items():
            # Opened where it lies.
            if card and change.before.cards.get(place, card) is None:
                self.places[place] = card


class Cards:
    """Puts the cards of a position where a side's windows show them.

    Parameters
    ----------
    data : ModuleData
    position : Position
    """

    def __init__(self, data: ModuleData, position: Position) -> None:
        self.position = position
        self.sides = {side: data.game.labels["side"][side.id].en for side in Side}
        self.strips = {c.id: c.short for c in data.game.counters if c.id in position.where}

    def lay(self, view: View, reveals: Reveals | None = None) -> None:
        """Lay the cards of the position as a view shows them, under the names that are known by now."""
        reveals = reveals or Reveals()
        position = self.position

        def name(place: str) -> str:
            return view.cards[place] or reveals.places.get(place) or f"{UNKNOWN}{place}"

        rest = dict.fromkeys(sorted(view.cards, key=_order))
        for side, word in self.sides.items():
            position.hands[side][:] = [name(p) for p in rest if p.startswith(f"{word} hand-")]
        for unit, short in self.strips.items():
            position.steps[unit] = [name(p) for p in rest if p.rpartition("-")[0] == short]
        held = {
            *position.hands[0],
            *position.hands[1],
            *(c for cards in position.steps.values() for c in cards),
        }
        if position.battle is not None:
            held |= self._rows([p for p in rest if _in_row(p)], name)
        count = view.decks[DECK] - len(reveals.deck)
        position.deck = [f"{UNKNOWN}deck-{n}" for n in range(1, count + 1)] + reveals.deck[::-1]
        position.pile = [card for card in map(name, rest) if card not in held]
        for pile in (PILE, HIDDEN):
            position.pile += [f"{UNKNOWN}{pile}-{n}" for n in range(1, view.decks[pile] + 1)]
        position.covered = {}

    def _rows(self, places: list[str], name: Callable[[str], str]) -> set[str]:
        battle = self.position.battle
        assert battle is not None
        attacker = self.position.side(battle.attacker)
        cards = list(battle.cards)
        for side, row in ((attacker, ROWS[0]), (attacker.enemy, ROWS[1])):
            own = [n for n, played in enumerate(cards) if played.side is side]
            lying = [name(p) for p in places if p[0] == row]
            # Cards of a battle before that nobody has cleared lie in front.
            for n, card in zip(own, lying[len(lying) - len(own) :], strict=False):
                cards[n] = replace(cards[n], card=card)
        self.position.battle = replace(battle, cards=tuple(cards))
        return {played.card for played in cards}


def _in_row(place: str) -> bool:
    return place[0] in ROWS and place[1:].isdigit()


def _order(place: str) -> tuple[str, int]:
    head = place.rstrip("0123456789")
    return head, int(place[len(head) :] or 0)
