"""Keys, buttons and drags of players at the running engine, counted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from toolkit.engine.record import Done, Session, Target


class Gestures:
    """Hands of the sides that sit at a client; what another side is to do is left to it.

    Parameters
    ----------
    seats : mapping of str to str
        Side → name of its player here.

    Attributes
    ----------
    count : int
        Keys, buttons and drags so far.
    step : int
        The last step of the log that they made.
    unheard : list of str
        Those that left no step in the log.
    """

    def __init__(self, session: Session, seats: Mapping[str, str]) -> None:
        self.session, self.seats = session, seats
        self.count = 0
        self.step = 0
        self.unheard: list[str] = []

    @property
    def anybody(self) -> str:
        """A side that sits here, for what everybody may do."""
        return next(iter(self.seats))

    def press(self, side: str, pieces: str | Sequence[str], key: str) -> None:
        """Let a side press a key on pieces."""
        if self._acts(side):
            self._did([self.session.key(pieces, key)], f"{key} on {pieces}")

    def button(self, side: str, name: str, answer: str | None = None) -> None:
        """Let a side press a button."""
        if self._acts(side):
            self._did([self.session.button(name, answer)], name)

    def hotkey(self, side: str, key: str) -> None:
        """Let a side press a key of the toolbars."""
        if self._acts(side):
            self._did([self.session.hotkey(key)], key)

    def drag(self, side: str, piece: str, place: Target) -> None:
        """Let a side drag a piece to a place of the main map, or of a map that it names."""
        if self._acts(side):
            self._did(self.session.drag(piece, place), f"{piece} dragged to {place}")

    def draw(self, side: str, deck: str, place: Target) -> None:
        """Let a side drag a card off a deck to a place of a window."""
        if self._acts(side):
            self._did([self.session.draw(deck, place)], f"{deck} dragged to {place}")

    def _acts(self, side: str) -> bool:
        if side in self.seats:
            self.session.act_as(self.seats[side])
        return side in self.seats

    def _did(self, done: Collection[Done], what: str) -> None:
        steps = [step for part in done for step in part.log_steps]
        self.count += 1
        self.step = max((self.step, *steps))
        if not steps:
            self.unheard.append(what)
