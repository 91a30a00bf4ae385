"""Everything the rules need to know of a game at one moment.  Cheap to change, cheap to ask.

The pieces are arrays over units and hexes; the course of the turn is a few frozen values that are replaced.
A position holds facts only: what depends on an unclear point (who controls what, which result a die has) is
worked out by the chapters, under one reading, when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from toolkit.games.gj47.rules.course import (
    OFF_MAP,
    Battle,
    Box,
    Cause,
    Command,
    Loss,
    Move,
    Phase,
    Turn,
    Wave,
)
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.start_line import first_holder
from toolkit.games.gj47.rules.units import Owner

__all__ = [
    "OFF_MAP",
    "Battle",
    "Box",
    "Cause",
    "Command",
    "Loss",
    "Move",
    "Phase",
    "Position",
    "PresenceListener",
    "Turn",
    "Wave",
]

_MAP = Box.MAP


class Position:
    """A game at one moment.

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
    box_of : list of Box
        Where each unit is; ``Box.MAP`` on the map.
    column_of : dict of int to int
        Reinforcement column in which a lost Soviet headquarters waits.
    control : pair of dict of int to Owner
        Hex (towns, cities and VP hexes) → who controls it: when every entry counts, and when only movement
        does (3.4, U-33).
    losses : list of Loss
        Units removed so far, in order; a unit that came back can stand here twice.
    by_rail : frozenset of int
        Units that were put into the rail box by choice (11.3) as far as is known; a headquarters may lie
        there because it was lost (13.0(2)2).
    waves : tuple of Wave
        Soviet reinforcements some of whose units may still be waiting for room.
    turn : Turn
    stamp : int
        Counts the changes of `hex_of`.
    memo : dict
        What chapters worked out of the position; each entry says itself for which state it holds.
    """

    __slots__ = (
        "box_of",
        "by_rail",
        "column_of",
        "control",
        "data",
        "forts",
        "hex_of",
        "listeners",
        "losses",
        "memo",
        "present",
        "reduced",
        "stacks",
        "stamp",
        "turn",
        "waves",
    )

    def __init__(self, data: RulesData) -> None:
        n = len(data.board)
        self.data = data
        self.hex_of = [OFF_MAP] * len(data.units)
        self.reduced = bytearray(len(data.units))
        self.stacks: list[list[int]] = [[] for _ in range(n)]
        self.present: tuple[list[int], list[int]] = ([0] * n, [0] * n)
        self.forts: dict[int, int] = {}
        self.listeners: list[PresenceListener] = []
        self.box_of = [Box.TRAY] * len(data.units)
        self.column_of: dict[int, int] = {}
        held = {h: first_holder(data.board, h) for h in data.board.towns | data.board.vp_hexes}
        self.control: tuple[dict[int, Owner], dict[int, Owner]] = (held, dict(held))
        self.losses: list[Loss] = []
        self.by_rail: frozenset[int] = frozenset()
        self.waves: tuple[Wave, ...] = ()
        self.turn = Turn()
        self.stamp = 0
        self.memo: dict[object, Any] = {}

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
        self.stamp += 1
        self.hex_of[unit] = h
        owner = self.data.units[unit].owner
        present = self.present[owner]
        left = entered = OFF_MAP
        if old >= 0:
            self.stacks[old].remove(unit)
            present[old] -= 1
            if not present[old]:
                left = old
        if h >= 0:
            stack = self.stacks[h]
            if stack:
                stack.append(unit)
            else:
                # Copies of a position share their empty stacks.
                self.stacks[h] = [unit]
            present[h] += 1
            if present[h] == 1:
                entered = h
            self.box_of[unit] = _MAP
        if left != entered:
            for listener in self.listeners:
                listener.presence_changed(owner, left, entered)

    def send(self, unit: int, box: Box) -> None:
        """Take a unit off the map, or from another box, and put it into `box`."""
        self.place(unit, OFF_MAP)
        self.box_of[unit] = box

    def remove(self, unit: int, cause: Cause) -> None:
        """Eliminate a unit: it leaves the map and is written down, for a Soviet headquarters with the column
        of the reinforcement track where the number stands (13.0(2)1).
        """
        kind = self.data.units[unit]
        if kind.headquarters and kind.owner is Owner.SOVIET:
            self.column_of[unit] = self.turn.column
        self.losses.append(Loss(unit, cause, self.turn.number))
        self.send(unit, Box.ELIMINATED)

    def lose_step(self, unit: int, cause: Cause) -> bool:
        """Flip a full unit, eliminate a reduced or one-sided one (10.5(1)).  Returns whether it is gone."""
        if self.data.units[unit].steps > 1 and not self.reduced[unit]:
            self.reduced[unit] = 1
            return False
        self.remove(unit, cause)
        return True

    def take_control(self, owner: Owner, h: int, *, moving: bool) -> None:
        """Write down that a unit of `owner` entered hex `h`, by movement or otherwise (3.4(2))."""
        for counted, holders in zip((True, moving), self.control, strict=True):
            if counted and h in holders:
                holders[h] = owner

    def defence(self, unit: int) -> int:
        """Return the defence strength of the face that a unit shows."""
        return self.data.units[unit].defence[self.reduced[unit]]

    def attack(self, unit: int) -> int:
        """Return the attack strength of the face that a unit shows."""
        return self.data.units[unit].attack[self.reduced[unit]]

    def on_map(self, owner: Owner) -> list[int]:
        """Return the units of a side that are on the map."""
        return [u for u, h in enumerate(self.hex_of) if h >= 0 and self.data.units[u].owner is owner]

    @property
    def command(self) -> Command:
        """The chit in play.

        Raises
        ------
        ValueError
            When there is none.
        """
        if self.turn.command is None:
            raise ValueError("no chit is in play")
        return self.turn.command

    def set_command(self, command: Command | None) -> None:
        """Replace what is known of the chit in play."""
        self.turn = replace(self.turn, command=command)

    def apply(self, move: Move) -> None:
        """Make a move without checking it.  ``place(move.unit, move.start)`` takes it back."""
        self.place(move.unit, move.end)

    def owners_in(self, h: int) -> tuple[Owner, ...]:
        """Return who has units in hex `h`."""
        return tuple(owner for owner in Owner if self.present[owner][h])

    def copy(self) -> Position:
        """Return an independent position without listeners."""
        other = Position.__new__(Position)
        other.data = self.data
        other.listeners = []
        other.hex_of = list(self.hex_of)
        other.reduced = bytearray(self.reduced)
        other.stacks = [stack and list(stack) for stack in self.stacks]
        other.present = (list(self.present[0]), list(self.present[1]))
        other.forts = dict(self.forts)
        other.box_of = list(self.box_of)
        other.column_of = dict(self.column_of)
        other.control = (dict(self.control[0]), dict(self.control[1]))
        other.losses = list(self.losses)
        other.by_rail = self.by_rail
        other.waves = self.waves
        other.turn = self.turn
        other.stamp = 0
        other.memo = {}
        return other

    def key(self) -> tuple[object, ...]:
        """Return a hashable value that is equal for equal positions, whatever the order in the stacks."""
        return (
            tuple(self.hex_of),
            bytes(self.reduced),
            tuple(sorted(self.forts.items())),
            tuple(self.box_of),
            tuple(sorted(self.column_of.items())),
            tuple(tuple(sorted(held.items())) for held in self.control),
            tuple(self.losses),
            self.by_rail,
            self.waves,
            self.turn,
        )


class PresenceListener(Protocol):
    """Something that follows which hexes each owner stands in."""

    @property
    def presence_changed(self) -> Callable[[Owner, int, int], None]:
        """Called with an owner, the hex that its last unit has left, and the empty hex that one has entered;
        -1 for none.
        """
