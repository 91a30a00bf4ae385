"""Decks, as the module defines them and as a saved game spells their type."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.module.buildfile import Component, Value, attribute, component
from toolkit.module.keys import NO_KEY, Key
from toolkit.vassal.sequence import encode


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck, by default a cup: face down, drawn face up, shuffled by key only, and nothing else by hand.

    Attributes
    ----------
    window : str
        Map and board.
    x, y, side : int
        Middle and width in pixels.
    height : int or None
        In pixels; as wide as high when None.
    face_down, drawn_up : bool
        How its pieces lie, and how a drawn one does; drawn face down it is masked for the drawer's side.
    by_chance : bool
        Whether any piece is drawn, and not the one on top.
    shown : int
        How many pieces are drawn on top of each other.
    returns_to : str
        Deck into which `returns` puts all its pieces; empty for none.
    """

    name: str
    window: str
    x: int
    y: int
    side: int
    shuffle: Key
    height: int | None = None
    face_down: bool = True
    drawn_up: bool = True
    by_chance: bool = False
    returns_to: str = ""
    returns: Key = NO_KEY
    shown: int = 15

    def component(self) -> Component:
        """Return the deck as the module defines it."""
        return component("DrawPile", owningBoard=self.window, x=self.x, y=self.y, **self._settings())

    def type(self) -> str:
        """Return the deck's type as a saved game spells it."""
        values = self._settings() | {"globalCommands": ""}
        return "deck;" + (encode([attribute(values[key]) for key in _DECK_ORDER], ";") or "")

    def _settings(self) -> dict[str, Value]:
        values: dict[str, Value] = dict.fromkeys(_DECK_ORDER, "")
        del values["globalCommands"]
        off = "allowMultiple allowSelect reversible canSave hotkeyOnEmpty expressionCounting restrictOption"
        values |= dict.fromkeys([*off.split(), "reshufflable", "deckRestrictAccess"], False)
        if self.returns_to:
            values |= {
                "reshufflable": True,
                "reshuffleTarget": self.returns_to,
                "reshuffleHotkey": self.returns.write(),
                # The engine sends the pieces on only where the menu has an entry for it.
                "reshuffleCommand": f"Put into {self.returns_to}",
            }
        return values | {
            "name": self.name,
            "width": self.side,
            "height": self.side if self.height is None else self.height,
            "faceDown": "Always" if self.face_down else "Never",
            "drawFaceUp": self.drawn_up,
            "shuffle": "Always" if self.by_chance else "Via right-click Menu",
            "shuffleHotkey": self.shuffle.write(),
            "draw": True,
            "color": "120,110,90",
            "maxStack": self.shown,
            "selectDisplayProperty": "$BasicName$",
        }


# Attributes in the order of a saved deck's type: Deck.getType at 3.6.0.
_DECK_ORDER = (
    "draw", "color", "width", "height", "faceDown", "shuffle", "allowMultiple", "allowSelect", "reversible",
    "reshuffleCommand", "reshuffleTarget", "reshuffleMessage", "name", "shuffleFormat", "reverseFormat",
    "faceDownFormat", "drawFaceUp", "canSave", "shuffleHotkey", "reshuffleHotkey", "maxStack",
    "countExpressions", "expressionCounting", "globalCommands", "hotkeyOnEmpty", "emptyHotkey",
    "selectDisplayProperty", "selectSortProperty", "restrictOption", "restrictExpression", "shuffleCommand",
    "reverseCommand", "reverseHotkey", "drawMultipleMessage", "drawSpecificMessage", "faceUpMessage",
    "faceDownMessage", "faceUpHotkey", "faceUpReportFormat", "faceFlipHotkey", "faceDownHotkey",
    "saveMessage", "saveHotkey", "saveReportFormat", "loadMessage", "loadHotkey", "loadReportFormat",
    "deckRestrictAccess", "deckOwners",
)  # fmt: skip
