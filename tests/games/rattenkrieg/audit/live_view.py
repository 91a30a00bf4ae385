"""What one side knows of the cards of Rattenkrieg by what its windows show.

A card that it does not see is named after the place where it lies, so that counts are right and nothing
else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.audit.decisions.windows import Change, Shown, View
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side

SHOWN = Shown(("Event",), (), frozenset({"dealt", "drawn", "sniped", "cleared", "turned"}), (34, 50))
ROWS = ("A", "D")
DECK, PILE, HIDDEN = "Deck", "Pile", "Hidden pile"
UNKNOWN = "?"


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
    """Puts the cards of a position where a side's windows show them."""

    def __init__(self, data: ModuleData, position: Position) -> None:
        self.position = position
        self.sides = {side: data.game.labels["side"][side.id].en for side in Side}
        self.strips = {c.id: c.names.en for c in data.game.counters if c.id in position.where}

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
