"""Who stands where.  Cheap to change, cheap to ask: arrays over units and hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolkit.rules.gj47.data import RulesData
from toolkit.rules.gj47.units import Owner

OFF_MAP = -1


@dataclass(frozen=True, slots=True)
class Move:
    """One unit's move in one movement segment.

    Attributes
    ----------
    unit : int
        Place in ``RulesData.units``.
    start, end : int
        Hexes.
    via : tuple of int
        Hexes that the drags showed between them; a drag hides its route, so they bind nothing.
    """

    unit: int
    start: int
    end: int
    via: tuple[int, ...] = ()


class Position:
    """Units on the map of one game.

    `apply` and `place` trust their caller; ``judge.check`` judges.  Changes are observed by listeners
    (the fast checker keeps its arrays that way).

    Attributes
    ----------
    data : RulesData
    hex_of : list of int
        Hex of each unit, -1 off the map.
    reduced : bytearray
        1 for a unit that shows its reduced face.
    stacks : list of list of int
        Units in each hex, in order of arrival.
    present : pair of list of int
        Units of each owner in each hex.
    forts : dict of int to int
        Hex → level.
    """

    __slots__ = ("data", "forts", "hex_of", "listeners", "present", "reduced", "stacks")

    def __init__(self, data: RulesData) -> None:
        n = len(data.board)
        self.data = data
        self.hex_of = [OFF_MAP] * len(data.units)
        self.reduced = bytearray(len(data.units))
        self.stacks: list[list[int]] = [[] for _ in range(n)]
        self.present: tuple[list[int], list[int]] = ([0] * n, [0] * n)
        self.forts: dict[int, int] = {}
        self.listeners: list[PresenceListener] = []

    @classmethod
    def of(
        cls,
        data: RulesData,
        hexes: Mapping[str, str],
        *,
        reduced: Iterable[str] = (),
        forts: Mapping[str, int] | None = None,
    ) -> Position:
        """Return a position from counter ids and printed numbers.

        Raises
        ------
        KeyError
            For a counter or a hex that the game does not have.
        """
        numbers = {number: h for h, number in enumerate(data.board.numbers)}
        position = cls(data)
        for counter, number in hexes.items():
            position.place(data.index[counter], numbers[number])
        for counter in reduced:
            position.reduced[data.index[counter]] = 1
        position.forts.update({numbers[number]: level for number, level in (forts or {}).items()})
        return position

    def allowance(self, unit: int) -> int:
        """Return the movement allowance of the face that a unit shows, in points."""
        kind = self.data.units[unit]
        return kind.reduced_allowance if self.reduced[unit] else kind.allowance

    def place(self, unit: int, h: int) -> None:
        """Put a unit on hex `h`, or take it off the map with -1, wherever it was.  Does not check."""
        old = self.hex_of[unit]
        if old == h:
            return
        owner = self.data.units[unit].owner
        present = self.present[owner]
        if old >= 0:
            self.stacks[old].remove(unit)
            present[old] -= 1
            if not present[old]:
                for listener in self.listeners:
                    listener.presence_changed(owner, old, -1)
        if h >= 0:
            self.stacks[h].append(unit)
            present[h] += 1
            if present[h] == 1:
                for listener in self.listeners:
                    listener.presence_changed(owner, h, 1)
        self.hex_of[unit] = h

    def apply(self, move: Move) -> None:
        """Make a move without checking it.  ``place(move.unit, move.start)`` takes it back."""
        self.place(move.unit, move.end)

    def owners_in(self, h: int) -> tuple[Owner, ...]:
        """Return who has units in hex `h`."""
        return tuple(owner for owner in Owner if self.present[owner][h])

    def copy(self) -> Position:
        """Return an independent position without listeners."""
        other = Position(self.data)
        other.hex_of = list(self.hex_of)
        other.reduced = bytearray(self.reduced)
        other.stacks = [list(stack) for stack in self.stacks]
        other.present = (list(self.present[0]), list(self.present[1]))
        other.forts = dict(self.forts)
        return other


class PresenceListener:
    """Something that follows which hexes each owner stands in."""

    __slots__ = ()

    def presence_changed(self, owner: Owner, h: int, change: int) -> None:
        """Take note that `owner` entered an empty hex (1) or left one empty (-1)."""
        raise NotImplementedError
