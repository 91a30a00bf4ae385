"""What the player at a client sees: nothing that is masked for him, in a deck or in a window of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from toolkit.engine.process import Engine


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece in a window.

    Attributes
    ----------
    name : str
        As the player reads it: of a masked piece the name of its mask.
    x, y : int
        Map pixels.
    masked : bool
        Whether it is masked for this player; then nothing else about it is known.
    properties : mapping of str to str
        Those that were asked for and that it has.
    face : str
        A digest of how it is drawn here; empty where it was not asked for.
    """

    name: str
    map: str
    location: str
    x: int
    y: int
    masked: bool
    properties: Mapping[str, str]
    face: str


@dataclass(frozen=True, slots=True)
class SeenDeck:
    """A deck: how many pieces it holds, properties of the one on top (None where it shows none)."""

    count: int
    top: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a player's windows show.

    Attributes
    ----------
    pieces : tuple of SeenPiece
        On every map, from the bottom up; without those in decks.
    decks : mapping of str to SeenDeck
        By name.
    globals : mapping of str to str
        Properties of the module that were asked for.
    """

    pieces: tuple[SeenPiece, ...]
    decks: Mapping[str, SeenDeck]
    globals: Mapping[str, str]

    @classmethod
    def of(
        cls, engine: Engine, properties: Iterable[str], values: Iterable[str] = (), *, faces: bool = False
    ) -> Self:
        """Look at the table of an open game as the player who acts.

        Parameters
        ----------
        properties : iterable of str
            Properties of open pieces to read.
        values : iterable of str
            Properties of the module to read.
        faces : bool
            Whether to draw each piece.
        """
        raw: Any = engine.call(
            "sight", properties=list(properties), globals=list(values), faces=faces, seconds=600.0
        )
        pieces = tuple(SeenPiece(**piece) for piece in raw["pieces"])
        decks = {deck["name"]: SeenDeck(deck["count"], deck["top"]) for deck in raw["decks"]}
        return cls(pieces, decks, dict(raw["globals"]))
