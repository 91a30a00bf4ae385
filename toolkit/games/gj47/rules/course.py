"""The course of a turn: moves, battles, losses, chits in play.  Frozen values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Annotated

from toolkit.games.gj47.rules.units import Owner

OFF_MAP = -1

UnitAt = Annotated[int, "unit"]
"""A place in ``RulesData.units``; -1 for none."""
HexAt = Annotated[int, "hex"]
"""A place on the board."""


class Action:
    """What a player does, or what chance gives: each kind is a class of its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Move(Action):
    """One unit's move in one movement segment.

    Attributes
    ----------
    unit : int
        Place in ``RulesData.units``.
    start, end : int
        Hexes.
    via : tuple of int
        Hexes that the drags showed between them; a drag hides its route, so they bind nothing.
    march : bool
        Whether the player said that the unit moves in march formation (9.1(3)).  Where nobody said it, a
        move may be of either kind.
    """

    unit: UnitAt
    start: HexAt
    end: HexAt
    via: tuple[HexAt, ...] = ()
    march: bool = False


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

    unit: UnitAt
    cause: Cause
    turn: int


@dataclass(frozen=True, slots=True)
class Wave:
    """A Soviet reinforcement that brought less than its column, as things stood when it was over (U-49).

    Attributes
    ----------
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
    arrived: tuple[UnitAt, ...]
    hexes: tuple[HexAt, ...]
    boxes: tuple[Box, ...]
    forts: tuple[tuple[HexAt, int], ...]
    held: tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Battle:
    """One attacked hex, from its declaration on.

    Attributes
    ----------
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
    converted : int
        Hexes of retreat taken as steps (14.2(5)).
    retreated : tuple of int
        Units whose retreat is done.
    advanced : tuple of int
        Units that advanced.
    """

    target: HexAt
    attackers: tuple[UnitAt, ...]
    origins: tuple[HexAt, ...] = ()
    defenders: tuple[UnitAt, ...] = ()
    fort: int = 0
    retreated_in: frozenset[UnitAt] = frozenset()
    die: int = 0
    faces: tuple[int, ...] = ()
    attacker_lost: tuple[UnitAt, ...] | None = None
    defender_lost: tuple[UnitAt, ...] | None = None
    fort_lost: int = 0
    converted: int = 0
    retreated: tuple[UnitAt, ...] = ()
    advanced: tuple[UnitAt, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """The chit in play and what was done under it.

    Attributes
    ----------
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
    hq: UnitAt | None = None
    germans: tuple[UnitAt, ...] = ()
    hexes_then: tuple[HexAt, ...] = ()
    moved: tuple[UnitAt, ...] = ()
    battles: tuple[Battle, ...] = ()
    retreats: frozenset[UnitAt] = frozenset()
    arrived: tuple[UnitAt, ...] = ()
    sources: tuple[Box, ...] = ()
    die: int = 0

    def battle(self, target: int) -> Battle | None:
        """Return the battle for a hex, None when it is not attacked."""
        return next((battle for battle in self.battles if battle.target == target), None)

    def with_battle(self, changed: Battle) -> Command:
        """Return the same command with one battle replaced, or added."""
        battles = {battle.target: battle for battle in self.battles} | {changed.target: changed}
        return replace(self, battles=tuple(battles.values()))


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the game is.

    Attributes
    ----------
    number : int
        1 to 9.
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
    fort_markers: int = 0
    winner: Owner | None = None
