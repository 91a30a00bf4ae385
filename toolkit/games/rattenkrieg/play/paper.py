"""The Rattenkrieg module on paper: what its keys do, as the log of the real one shows it.

Only what a log keeps is done here: properties, faces, masks and places, in the words of
``docs/rattenkrieg_log.md``.  Source: ``toolkit.games.rattenkrieg.module``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.play.desk import Desk
from toolkit.play.paper import AreaPaper

DECK = "Deck"
BATTLE_DESK = "battle-desk"
PHASES = ("Reinforcements", "Operations", "Replenishment")


class Paper(AreaPaper):
    """Hands at a `Desk` with the Rattenkrieg module; `side` is who presses the keys."""

    side = "German"
    phases = PHASES

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.turns = desk.data.game.figure("turns")
        self._hands = {self._slots[f"hand-{side}"][0]: name for side, name in self.sides.items()}
        self._areas = {area: tuple(spots[0]) for area, spots in desk.data.manifest["spots"].items()}
        self._names: Mapping[str, str] = desk.data.manifest["areas"]

    # -- places -------------------------------------------------------------------------------------------

    def slot(self, box: str, number: int = 0) -> tuple[str, tuple[str, int, int]]:
        """Return name and pixel of a spot of a box: the free one, counted from `number`."""
        window, spots = self._slots[box]
        taken = set(self._place.values())
        free = [spot for spot in spots[number:] if spot[0] not in taken] or list(spots[-1:])
        name, x, y = free[0]
        return name, (window, x, y)

    def send(self, counter: str, box: str, *, dragged: bool = False) -> None:
        """Send a piece into a box, as a key does, or drag it there."""
        if len(self._slots[box][1]) == 1:
            window, ((name, x, y),) = self._slots[box]
        else:
            name, (window, x, y) = self.slot(box)
        left = self._hands.get(self.desk.table.spot(self.desk.thing(counter).id).map or "", "")
        self._place[counter] = name
        self.desk.move(counter, (window, x, y), self.side if dragged else None)
        if left and window not in self._hands and self.desk.value(counter, "Owner") != left:
            self.desk.change(counter, {"Owner": left})

    def drag(self, counter: str, area: str) -> None:
        """Drag a unit into an area."""
        x, y = self._areas[area]
        self._place[counter] = self._names[area]
        self.desk.move(counter, (self.desk.data.map_name, int(x), int(y)), self.side)

    def go(self, counter: str, area: str) -> None:
        """Send a unit into an area, as a key does."""
        x, y = self._areas[area]
        self._place[counter] = self._names[area]
        self.desk.move(counter, (self.desk.data.map_name, int(x), int(y)), None)

    # -- decisions ----------------------------------------------------------------------------------------

    def write(self, values: Mapping[str, str | int]) -> None:
        """Write properties of the module, as a key does beside its decision."""
        for name, value in values.items():
            self.desk.set_global(name, value)

    def _beside(self, counter: str) -> Mapping[str, str]:
        return {"At": f"@{self._place[counter]}"}

    # -- cards --------------------------------------------------------------------------------------------

    def leave(self, card: str, act: str, **values: str | int) -> None:
        """Note a decision on a card that is about to go."""
        self.decide(card, act, From=self._place[card], **values)

    def deal(self, card: str, box: str, owner: str) -> None:
        """Give a card of the deck to a hand or strip, masked for its owner."""
        self.send(card, box)
        self.desk.mask(card, owner)

    def shuffle(self, order: Sequence[str]) -> None:
        """Give the deck its order, from the bottom."""
        for card in order:
            self.desk.mask(card, None)
            if self._place[card] != DECK:
                self.send(card, "deck")
        self.desk.stack_deck(DECK, order)

    def away(self, card: str, *, hidden: bool) -> None:
        """Clear a card from the table to one of the piles."""
        self.follow(card, "cleared", From=self._place[card])
        self.desk.mask(card, None)
        self.send(card, "hidden-pile" if hidden else "pile")

    def deck_cards(self) -> tuple[str, ...]:
        """Return the cards of the deck, from its bottom."""
        counters = {piece: counter for counter, piece in self.desk.pieces.items()}
        decks = (thing for thing in self.desk.table.things.values() if thing.is_deck and thing.name == DECK)
        return tuple(counters[piece] for deck in decks for piece in deck.members)

    def in_row(self, box: str) -> list[str]:
        """Return the cards that lie in a box, in the order of its spots."""
        names = [spot[0] for spot in self._slots[box][1]]
        found = {self._place[counter]: counter for counter in self._place if self._place[counter] in names}
        return [found[name] for name in names if name in found]

    def masked(self, card: str) -> bool:
        """Return whether a card is masked."""
        return self.desk.thing(card).properties().get("ObscuredToOthers") == "true"
