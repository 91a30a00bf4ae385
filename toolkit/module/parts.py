"""A finished module: what the maker of every game hands over to be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.module.art import Drawing
from toolkit.module.buildfile import Component
from toolkit.module.decks import Deck
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.workshop import Workshop


@dataclass(frozen=True, slots=True)
class ModuleParts:
    """Everything that makes up a module, before it is written.

    Attributes
    ----------
    pieces : tuple of Piece
        The palette.
    root : Component
        The buildFile.
    setups : tuple of (file name, content)
    manifest : mapping
        What the manifest says beside versions and digest.
    drawings : mapping of file name to Drawing
    words : mapping of str to (str, str)
        The game's own English texts in Japanese and Chinese.
    """

    shop: Workshop
    prototypes: tuple[Prototype, ...]
    pieces: tuple[Piece, ...]
    root: Component
    setups: tuple[tuple[str, bytes], ...]
    manifest: Mapping[str, object]
    drawings: Mapping[str, Drawing]
    words: Mapping[str, tuple[str, str]]


Pictures = tuple[Mapping[str, Drawing], Mapping[str, tuple[str, str]]]
"""Drawings and words of a module; see `ModuleParts`."""


@dataclass(frozen=True, slots=True)
class Made:
    """Parts that a maker puts into the buildFile; `setups` are names of files."""

    pieces: Sequence[Piece]
    prototypes: Sequence[Prototype]
    decks: Sequence[Deck]
    setups: Sequence[str]
