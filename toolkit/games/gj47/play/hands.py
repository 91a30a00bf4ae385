"""What a player's hands can do at the module: the same gestures on paper and in the running engine."""

from __future__ import annotations

from typing import Protocol

Place = str | dict[str, str]
"""A printed hex number, or ``{"map": WINDOW, "at": BOX NAME}``."""


class Hands(Protocol):
    """Gestures of the player who acts now; a gesture is one logged step."""

    def act_as(self, player: str) -> object:
        """Let the player of a side go on."""

    def drag(self, counter: str, to: Place) -> object:
        """Drag a counter somewhere."""

    def key(self, counter: str, key: str) -> object:
        """Press a key on a counter."""

    def button(self, name: str) -> object:
        """Press a toolbar button."""

    def hotkey(self, key: str) -> object:
        """Press a key of the toolbars."""

    def value(self, counter: str, name: str) -> str:
        """Return a property of a counter."""

    def throw(self, die: int) -> None:
        """Say what the next die or draw is to give, where that can be said."""

    def draw(self, chit: str) -> None:
        """Say which chit is to come out of the cup next, where that can be said."""
