"""The counters of a module as a game gets them: every palette, by number and by name.

Source: ``GpIdChecker``, ``PieceCloner``, ``UsePrototype``, ``PlaceMarker`` of VASSAL, release-3.7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.commands import AddPiece, decode_command
from toolkit.vassal.traits import Comment, Part, Piece, PlaceMarker, Prototype, Trait


@dataclass(frozen=True, slots=True)
class Definition:
    """A counter as the module defines it now.

    Attributes
    ----------
    gpid : str
        Number of its slot.
    types, states : tuple of str
        Of its traits, outermost first, prototypes replaced by theirs, as in a game.
    """

    gpid: str
    types: tuple[str, ...]
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Slot:
    """A counter as the module's file has it, prototypes and all."""

    gpid: str
    name: str
    piece: Piece


class Palette:
    """Looks up definitions of a module and its extensions.

    Parameters
    ----------
    files : iterable of BuildFile
        The module first.
    """

    def __init__(self, files: Iterable[BuildFile]) -> None:
        self._files = tuple(files)
        self._by_gpid: dict[str, list[_Slot]] = {}
        self._by_name: dict[str, list[_Slot]] = {}
        # Expanding prototypes is the costly part, and few counters of a big module are on the table.
        self._expanded: dict[str, Definition] = {}
        for slot in _slots(self._files):
            self._by_gpid.setdefault(slot.gpid, []).append(slot)
            self._by_name.setdefault(slot.name, []).append(slot)

    def by_gpid(self, gpid: str, name: str) -> Definition | None:
        """Return the definition of a number; where several have it, the one of the name, if that is one."""
        found = self._by_gpid.get(gpid, []) if gpid else []
        if len(found) > 1:
            found = [slot for slot in found if slot.name == name]
        return self._alike(found)

    def by_name(self, name: str, types: Sequence[str]) -> Definition | None:
        """Return the definition of a name; of several that differ the one with most traits in common.

        Parameters
        ----------
        types : sequence of str
            Type texts of the counter's traits in the game.

        Returns
        -------
        Definition or None
            None when there is none, or when two are equally like the counter.
        """
        found = self._by_name.get(name, []) if name else []
        if len({slot.piece.type for slot in found}) > 1:
            has = Counter(types)
            scores = [sum((has & Counter(self._definition(slot).types)).values()) for slot in found]
            best = max(scores)
            found = [slot for slot, score in zip(found, scores, strict=True) if score == best]
        return self._alike(found)

    def _alike(self, found: Sequence[_Slot]) -> Definition | None:
        """Return the definition that several slots share; None when they differ."""
        alike = {(slot.piece.type, slot.piece.state.rpartition("\t")[0]) for slot in found}
        return self._definition(found[0]) if len(alike) == 1 else None

    def _definition(self, slot: _Slot) -> Definition:
        key = f"{slot.gpid}/{slot.piece.type}/{slot.piece.state}"
        if key not in self._expanded:
            piece = slot.piece
            # Prototypes of an extension may use the module's and the other way round.
            for file in self._files:
                piece = file.expand(piece)
            parts = self._as_played(piece)
            types = tuple(part.trait.encode() for part in parts)
            self._expanded[key] = Definition(slot.gpid, types, tuple(part.state for part in parts))
        return self._expanded[key]

    def _as_played(self, piece: Piece) -> list[Part]:
        """Return the traits of a piece as the engine makes it from its slot.

        Its author's remarks go, and so do prototypes that no file defines: there the engine takes what lies
        below them.
        """
        return [part for part in piece.parts if not self._is_dropped(part.trait)]

    def _is_dropped(self, trait: Trait) -> bool:
        if isinstance(trait, Prototype):
            return all(trait.name not in file.prototypes for file in self._files)
        return isinstance(trait, Comment)


def _slots(files: Sequence[BuildFile]) -> Iterator[_Slot]:
    """Yield the pieces of all slots, then those that traits of slots and prototypes put on the map."""
    known: list[Piece] = []
    for file in files:
        for slot in file.slots():
            if slot.piece is not None:
                known.append(slot.piece)
                yield _Slot(slot.gpid, _name(slot.piece), slot.piece)
    placing = {
        part.trait
        for piece in (*known, *(piece for file in files for piece in file.prototypes.values()))
        for part in piece.parts
        if isinstance(part.trait, PlaceMarker) and part.trait.gpid
    }
    for trait in sorted(placing, key=lambda item: item.encode()):
        command = decode_command(trait.marker) if trait.marker.startswith("+/") else None
        if isinstance(command, AddPiece):
            piece = Piece.parse(command.type, command.state)
            yield _Slot(trait.gpid, _name(piece), piece)


def _name(piece: Piece) -> str:
    return "" if piece.basic is None else piece.basic.name
