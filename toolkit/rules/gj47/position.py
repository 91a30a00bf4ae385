"""Everything the rules need to know of a game at one moment.  Cheap to change, cheap to ask.

The pieces are arrays over units and hexes; the course of the turn is a few frozen values that are replaced.
A position holds facts only: what depends on an unclear point (who controls what, which result a die has) is
worked out by the chapters, under one reading, when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any, Protocol

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


class Box(IntEnum):
    """Where a unit is that is not on the map."""

    MAP = 0
    TRAY = 1  # waiting for its set-up
    POOL = 2  # reserve pool (4.0(5))
    RAIL = 3  # Axis rail transport (11.3)
    WAITING = 4  # a Soviet headquarters in its reinforcement column (13.0(2)1)
    WITHDRAWN = 5  # gone for good, no victory points (11.2)
    ELIMINATED = 6


# Reading a member of an enumeration takes as long as the rest of a move.
_MAP = Box.MAP


class Phase(StrEnum):
    """The steps of a turn (5.0).  What each allows is said in ``sequence``."""

    SETUP = "set-up"
    CHOICE = "choice of chits"
    DRAW = "draw"
    EXECUTION = "execution"  # a chit is drawn, nothing of it is done
    MOVEMENT = "movement"
    DECLARATION = "declaration"
    COMBAT = "combat"
    SUPPLY_SOVIET = "Soviet supply"
    SUPPLY_AXIS = "Axis supply"
    WITHDRAWAL = "withdrawal"
    RAIL_BOX = "rail box"
    FORT = "fort"
    REINFORCEMENT = "reinforcement"
    OVER = "over"


class Cause(StrEnum):
    """What removed a unit (15.0(2), U-53)."""

    COMBAT = "combat"
    RETREAT = "retreat"
    SUPPLY = "supply"


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that was removed: `unit`, the `cause`, and the `turn`."""

    unit: int
    cause: Cause
    turn: int


@dataclass(frozen=True, slots=True)
class Wave:
    """A Soviet reinforcement that brought less than its column, as things stood when it was over (U-49).

    Attributes
    ----------
    column : int
    arrived : tuple of int
        Units that came from the pool.
    hexes : tuple of int
        Hex of every unit.
    boxes : tuple of Box
        Where every unit was.
    forts : tuple of (int, int)
    held : pair of bytes
        Holder of each hex of ``Position.control``, in its order.
    """

    column: int
    arrived: tuple[int, ...]
    hexes: tuple[int, ...]
    boxes: tuple[Box, ...]
    forts: tuple[tuple[int, int], ...]
    held: tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Battle:
    """One attacked hex, from its declaration on.

    Attributes
    ----------
    target : int
    attackers : tuple of int
    origins : tuple of int
        Hex of each attacker when it was declared.
    defenders : tuple of int
        Units in the hex when the die was thrown; () before.
    fort : int
        Level of the fort in the hex when the die was thrown.
    retreated_in : frozenset of int
        Those of the defenders that had retreated into the hex in this segment (10.3(1)2).
    die : int
        0 before the throw.
    faces : tuple of int
        1 for each attacker, then each defender, that showed its reduced face when the die was thrown.
    attacker_lost, defender_lost : tuple of int
        Units that lost steps, one entry a step; None while nobody has answered.
    fort_lost : int
    converted : int
        Hexes of retreat taken as steps (14.2(5)).
    retreated : tuple of int
        Units whose retreat is done.
    advanced : tuple of int
        Units that advanced.
    closed : bool
    """

    target: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    fort: int = 0
    retreated_in: frozenset[int] = frozenset()
    die: int = 0
    faces: tuple[int, ...] = ()
    attacker_lost: tuple[int, ...] | None = None
    defender_lost: tuple[int, ...] | None = None
    fort_lost: int = 0
    converted: int = 0
    retreated: tuple[int, ...] = ()
    advanced: tuple[int, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """The chit in play and what was done under it.

    Attributes
    ----------
    chit : str
    free : bool
        Whether it is the free chit of turn 1 (16.0(1)).
    hq : int or None
        The headquarters activated.
    germans : tuple of int
        German units an allied headquarters took along.
    hexes_then : tuple of int
        Hex of every unit at the moment of activation (8.2(1)).
    moved : tuple of int
        Units in the order in which they moved.
    battles : tuple of Battle
        In the order of their declaration.
    retreats : frozenset of int
        Units that retreated in this combat segment (10.6(7)).
    arrived : tuple of int
        Units that entered the map under a reinforcement chit, in order.
    sources : tuple of Box
        Box each of them came from.
    die : int
        Axis reinforcement or withdrawal roll; 0 for none.
    """

    chit: str
    free: bool = False
    hq: int | None = None
    germans: tuple[int, ...] = ()
    hexes_then: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    battles: tuple[Battle, ...] = ()
    retreats: frozenset[int] = frozenset()
    arrived: tuple[int, ...] = ()
    sources: tuple[Box, ...] = ()
    die: int = 0

    def battle(self, target: int) -> Battle | None:
        """Return the battle for a hex, None when it is not attacked."""
        return next((battle for battle in self.battles if battle.target == target), None)

    def with_battle(self, changed: Battle) -> Command:
        """Return the same command with one battle replaced."""
        battles = tuple(changed if battle.target == changed.target else battle for battle in self.battles)
        return replace(self, battles=battles)


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the game is.

    Attributes
    ----------
    number : int
        1 to 9.
    phase : Phase
    ready : frozenset of Owner
        Players who have set up, or have chosen their chits.
    chosen : frozenset of str
        Chits both players chose this turn, the supply chit included.
    cup : frozenset of str
        Those still in the cup.
    drawn : tuple of str
        Chits drawn or used this turn, in order, the one in play last.
    free : str
        The chit used before any was drawn, "" for none (16.0(1)).
    command : Command or None
        The chit in play.
    column : int
        Where the Soviet reinforcement number stands: 1 to 9, 10 behind the last column.
    fort_markers : int
        Fort markers not yet used (14.3(3)).
    winner : Owner or None
    """

    number: int = 1
    phase: Phase = Phase.SETUP
    ready: frozenset[Owner] = frozenset()
    chosen: frozenset[str] = frozenset()
    cup: frozenset[str] = frozenset()
    drawn: tuple[str, ...] = ()
    free: str = ""
    command: Command | None = None
    column: int = 1
    fort_markers: int = 2
    winner: Owner | None = None


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
        held = {h: _first_owner(data, h) for h in data.board.towns | data.board.vp_hexes}
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


def _first_owner(data: RulesData, h: int) -> Owner:
    """Return who controls a town at start (3.4(1))."""
    return Owner.AXIS if h in data.board.start_axis else Owner.SOVIET


class PresenceListener(Protocol):
    """Something that follows which hexes each owner stands in."""

    @property
    def presence_changed(self) -> Callable[[Owner, int, int], None]:
        """Called with an owner, the hex that its last unit has left, and the empty hex that one has entered;
        -1 for none.
        """
