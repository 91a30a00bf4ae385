"""Everything the rules need to know of a game at one moment.  Cheap to change, cheap to ask.

The pieces are arrays over units and hexes; the course of the turn is a few frozen values that are replaced.
A position holds facts only: what depends on an unclear point (who controls what, which result a die has) is
worked out by the chapters, under one reading, when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from toolkit.games.gj47.rules.course import (
    OFF_MAP,
    Box,
    Cause,
    Command,
    HexAt,
    Loss,
    Move,
    Turn,
    UnitAt,
    Wave,
)
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.start_line import first_holder
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.shapes import DERIVED, GIVEN, SPARE, By, State

_MAP = Box.MAP


Follower = Callable[[Owner, int, int], None]
"""Told an owner, the hex that its last unit has left, and the empty hex that one has entered; -1 for none."""


@dataclass(slots=True, eq=False)
class Position:
    """A game at one moment.

    `apply` and `place` trust their caller; ``judge.check`` judges.  Changes are observed by listeners
    (the fast checker keeps its arrays that way).

    Attributes
    ----------
    hex_of : list of int
        Hex of each unit, -1 off the map.
    reduced : bytearray
        1 for a unit that shows its reduced face.
    stacks : list of tuple of int
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
    stamp : int
        Counts the changes of `hex_of`.
    memo : dict
        What chapters worked out of the position; each entry says itself for which state it holds.
    """

    data: RulesData = field(metadata=GIVEN)
    hex_of: Annotated[list[HexAt], By("unit")] = field(default_factory=list)
    reduced: Annotated[bytearray, By("unit")] = field(default_factory=bytearray)
    box_of: Annotated[list[Box], By("unit")] = field(default_factory=list)
    forts: dict[HexAt, int] = field(default_factory=dict)
    column_of: dict[UnitAt, int] = field(default_factory=dict)
    control: tuple[dict[HexAt, Owner], dict[HexAt, Owner]] = field(default_factory=lambda: ({}, {}))
    losses: list[Loss] = field(default_factory=list)
    by_rail: frozenset[UnitAt] = frozenset()
    waves: tuple[Wave, ...] = ()
    turn: Turn = field(default_factory=Turn)
    stacks: list[tuple[int, ...]] = field(init=False, metadata=DERIVED)
    present: tuple[list[int], list[int]] = field(init=False, metadata=DERIVED)
    listeners: list[Follower] = field(init=False, default_factory=list, metadata=SPARE)
    stamp: int = field(init=False, default=0, metadata=SPARE)
    memo: dict[object, Any] = field(init=False, default_factory=dict, metadata=SPARE)

    def __post_init__(self) -> None:
        """Put the units where they are said to be, and fill what was left out."""
        data, units, hexes = self.data, len(self.data.units), len(self.data.board)
        placed, self.hex_of = self.hex_of, [OFF_MAP] * units
        self.reduced = self.reduced or bytearray(units)
        self.box_of = self.box_of or [Box.TRAY] * units
        self.stacks, self.present = [()] * hexes, ([0] * hexes, [0] * hexes)
        held = {h: first_holder(data.board, h) for h in data.board.towns | data.board.vp_hexes}
        self.control = (held | self.control[0], held | self.control[1])
        if self.turn == Turn():
            self.turn = Turn(fort_markers=data.forts.markers)
        for unit, h in enumerate(placed):
            self.place(unit, h)

    @classmethod
    def of(
        cls,
        data: RulesData,
        hexes: Mapping[str, str],
        *,
        reduced: Iterable[str] = (),
        forts: Mapping[str, int] | None = None,
        chit: str = "",
        **turn: Any,
    ) -> Position:
        """Return a position from counter ids, printed numbers, a chit in play, and what differs in `Turn`.

        Towns and VP hexes fall to who stands in them.

        Raises
        ------
        KeyError
            For a counter or a hex that the game does not have.
        """
        numbers = {number: h for h, number in enumerate(data.board.numbers)}
        position = cls(data)
        for counter, number in hexes.items():
            unit, h = data.index[counter], numbers[number]
            position.place(unit, h)
            position.take_control(data.units[unit].owner, h, moving=True)
        for counter in reduced:
            position.reduced[data.index[counter]] = 1
        position.forts.update({numbers[number]: level for number, level in (forts or {}).items()})
        if chit:
            command = Command(chit, hq=data.chits[chit].hq, hexes_then=tuple(position.hex_of))
            turn = {"command": command, "drawn": (chit,), **turn}
        position.turn = replace(position.turn, **turn)
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
            self.stacks[old] = tuple(other for other in self.stacks[old] if other != unit)
            present[old] -= 1
            if not present[old]:
                left = old
        if h >= 0:
            self.stacks[h] = (*self.stacks[h], unit)
            present[h] += 1
            if present[h] == 1:
                entered = h
            self.box_of[unit] = _MAP
        if left != entered:
            for listener in self.listeners:
                listener(owner, left, entered)

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

    def take_control(self, owner: Owner, h: int, *, moving: bool) -> None:
        """Write down that a unit of `owner` entered hex `h`, by movement or otherwise (3.4(2))."""
        for counted, holders in zip((True, moving), self.control, strict=True):
            if counted and h in holders:
                holders[h] = owner

    def set_fort(self, h: int, level: int) -> None:
        """Let a fort of this level stand in hex `h`, none for 0."""
        if level:
            self.forts[h] = level
        else:
            self.forts.pop(h, None)

    def attack(self, unit: int) -> int:
        """Return the attack strength of the face that a unit shows."""
        return self.data.units[unit].attack[self.reduced[unit]]

    def on_map(self, owner: Owner) -> list[int]:
        """Return the units of a side that are on the map."""
        return [unit for unit in self.data.own[owner] if self.hex_of[unit] >= 0]

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

    def beside(self, owner: Owner, h: int) -> bool:
        """Return whether a unit of a side stands beside hex `h`."""
        return any(self.present[owner][n] for n, _ in self.data.board.steps[h])

    def copy(self) -> Position:
        """Return an independent position without listeners."""
        return STATE.copy(self)

    def key(self) -> tuple[object, ...]:
        """Return a hashable value that is equal for equal positions, whatever the order in the stacks."""
        return STATE.key(self)


STATE = State(Position)
