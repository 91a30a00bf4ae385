"""Pieces come, go, change and move.

Source: ``VASSAL.build.module.BasicCommandEncoder``, ``VASSAL.command.MovePiece``, release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.vassal.commands.base import Command, read_as
from toolkit.vassal.sequence import decode, encode, from_null, joins_back, parse_integer, to_null


@dataclass(frozen=True, slots=True)
class AddPiece(Command):
    """A piece, stack or deck appears; one whose id is taken gets the new state instead.

    Attributes
    ----------
    type : str
        Traits, see `toolkit.vassal.traits`.
    """

    id: str | None
    type: str
    state: str

    def canonical(self) -> str:
        """Return ``+/id/type/state``."""
        return f"+/{encode((to_null(self.id), self.type, self.state), '/')}"


@dataclass(frozen=True, slots=True)
class RemovePiece(Command):
    """A piece disappears."""

    id: str

    def canonical(self) -> str:
        """Return ``-/id``."""
        return f"-/{self.id}"


@dataclass(frozen=True, slots=True)
class ChangePiece(Command):
    """A piece gets a new state.  `old` is what an undo restores; None where the log does not say."""

    id: str
    state: str
    old: str | None = None

    def canonical(self) -> str:
        """Return ``D/id/state`` and, if known, ``/old``."""
        fields = (self.id, self.state) if self.old is None else (self.id, self.state, self.old)
        return f"D/{encode(fields, '/')}"


@dataclass(frozen=True, slots=True)
class MovePiece(Command):
    """A piece or stack moves.

    Attributes
    ----------
    map, x, y : str or None, int, int
        Where to; None: off every map.
    under : str or None
        Piece that will lie directly beneath it in its new stack.
    old_map, old_x, old_y, old_under
        Where from.
    player : str or None
        The mover's id, which is a password: never show it.  None where the log has none.
    """

    id: str | None
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str | None = field(default=None, repr=False)

    def canonical(self) -> str:
        """Return ``M/id/map/x/y/under/oldMap/oldX/oldY/oldUnder/player``."""
        fields: tuple[str | None, ...] = (
            self.id,
            to_null(self.map),
            str(self.x),
            str(self.y),
            to_null(self.under),
            to_null(self.old_map),
            str(self.old_x),
            str(self.old_y),
            to_null(self.old_under),
        )
        return f"M/{encode(fields if self.player is None else (*fields, self.player), '/')}"


def decode_add(text: str) -> AddPiece:
    """Read ``+/…``."""
    fields = text[2:]
    tokens = decode(fields, "/")
    id_, type_, state = tokens[:3]
    command = AddPiece(from_null(id_), type_, state)
    return command if len(tokens) == 3 and joins_back(fields, tokens, "/") else read_as(command, text)


def decode_remove(text: str) -> RemovePiece:
    """Read ``-/…``."""
    return RemovePiece(text[2:])


def decode_change(text: str) -> ChangePiece:
    """Read ``D/…``."""
    fields = text[2:]
    tokens = decode(fields, "/")
    command = ChangePiece(tokens[0], tokens[1], tokens[2] if len(tokens) > 2 else None)
    return command if len(tokens) < 4 and joins_back(fields, tokens, "/") else read_as(command, text)


def decode_move(text: str) -> MovePiece:
    """Read ``M/…``; ValueError where a coordinate is no whole number."""
    tokens = decode(text[2:], "/")
    id_, map_, x, y, under, old_map, old_x, old_y, old_under = tokens[:9]
    numbers = parse_integer(x), parse_integer(y), parse_integer(old_x), parse_integer(old_y)
    command = MovePiece(
        from_null(id_),
        from_null(map_),
        numbers[0],
        numbers[1],
        from_null(under),
        from_null(old_map),
        numbers[2],
        numbers[3],
        from_null(old_under),
        tokens[9] if len(tokens) > 9 else None,
    )
    same = len(tokens) < 11 and "\\" not in text and "'" not in text
    if same and tuple(map(str, numbers)) == (x, y, old_x, old_y) and id_ != "null":
        return command
    return read_as(command, text)
