"""What players of GJ47 do: one frozen value for each action, from set-up to the end of a turn.

An action states facts only: what was done to which counter, and what chance gave.  What *had* to happen is
for the checks to say, under each reading of the rules; so the position after an action never depends on an
unclear point.  Units and hexes are places in ``RulesData.units`` and ``Board``; chits are counter ids.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.gj47.rules import course
from toolkit.games.gj47.rules.course import HexAt, UnitAt
from toolkit.games.gj47.rules.units import Owner

Action = course.Action
Move = course.Move


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Set-up: a unit is put on the map (4.0)."""

    unit: UnitAt
    hex: HexAt


@dataclass(frozen=True, slots=True)
class EndSetUp(Action):
    """Set-up: a player has placed everything (4.0)."""

    owner: Owner


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """A player's chits for the turn go into the cup (6.0); the supply chit needs nobody to choose it."""

    owner: Owner
    chits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FreeChit(Action):
    """Turn 1: the Axis player uses a chit before any is drawn (16.0(1)), from hand or cup."""

    chit: str


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A chit comes out of the cup (7.1(1))."""

    chit: str


@dataclass(frozen=True, slots=True)
class SetAside(Action):
    """The chit in play is put down without being executed: void, or the player does nothing with it."""


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """A headquarters is activated, with the units in its range (8.0).

    Attributes
    ----------
    germans : tuple of int
        German units that an allied headquarters takes along (8.3(2)).
    """

    hq: UnitAt
    germans: tuple[UnitAt, ...] = ()


@dataclass(frozen=True, slots=True)
class EndMovement(Action):
    """The movement segment is over (5.0(4)1)."""


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """An attack on a hex is announced (10.2(1)).  Each hex is declared once, with all its attackers.

    `defenders` names the units attacked where not the whole hex was (10.1(4)); () for the whole hex.
    """

    target: HexAt
    attackers: tuple[UnitAt, ...]
    defenders: tuple[UnitAt, ...] = ()


@dataclass(frozen=True, slots=True)
class EndDeclaration(Action):
    """All attacks are announced (10.2(1))."""


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """The die of one battle is thrown (10.4(1))."""

    target: HexAt
    die: int


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """A declared battle is not fought: the hex is empty, or the odds no longer allow it (U-26)."""

    target: HexAt


@dataclass(frozen=True, slots=True)
class Lose(Action):
    """One side takes the steps that a battle costs it (10.5).

    Attributes
    ----------
    target : int
        Hex attacked: names the battle.
    units : tuple of int
        One entry a step: a unit that loses two steps stands here twice.
    fort : int
        Levels the fort of the attacked hex loses.
    converted : int
        How many hexes of retreat the defender takes as steps instead (14.2(5)).
    """

    target: HexAt
    owner: Owner
    units: tuple[UnitAt, ...]
    fort: int = 0
    converted: int = 0


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """A defending unit retreats (10.6).

    Attributes
    ----------
    target : int
        Hex attacked: names the battle.
    path : tuple of int
        Hexes entered, in order; ``OFF_MAP`` as last entry when it left the map.  () when it could not go.
    steps : int
        Steps it lost on the way.
    eliminated : bool
        Whether it was removed, for whatever reason.
    """

    target: HexAt
    unit: UnitAt
    path: tuple[HexAt, ...]
    steps: int = 0
    eliminated: bool = False


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """An attacking unit advances after combat (10.7); `path` holds the hexes entered, in order."""

    target: HexAt
    unit: UnitAt
    path: tuple[HexAt, ...]


@dataclass(frozen=True, slots=True)
class CloseBattle(Action):
    """A battle is over: everything its result asks for is done."""

    target: HexAt


@dataclass(frozen=True, slots=True)
class EndCommand(Action):
    """The chit in play is executed and laid face up (7.1(4))."""


@dataclass(frozen=True, slots=True)
class Attrition(Action):
    """A player's units without a line of communication each lose a step (11.1)."""

    owner: Owner
    units: tuple[UnitAt, ...]


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """The German withdrawal roll and the divisions that leave (11.2)."""

    die: int
    units: tuple[UnitAt, ...]


@dataclass(frozen=True, slots=True)
class RailTransport(Action):
    """Axis units go from the map into the rail box (11.3)."""

    units: tuple[UnitAt, ...]


@dataclass(frozen=True, slots=True)
class BuildFort(Action):
    """A fort is built or raised (11.4, 14.1); none when the player declines, several only under U-39."""

    hexes: tuple[HexAt, ...]


@dataclass(frozen=True, slots=True)
class Reinforce(Action):
    """A reinforcement chit is executed; `die` is the Axis roll (12.3), None for the Soviets (12.2)."""

    die: int | None = None


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """A unit arrives on the map (12.1): from the pool, the rail box or, for a lost headquarters, its box.

    `reduced` says which face it shows there.
    """

    unit: UnitAt
    hex: HexAt
    reduced: bool = False


@dataclass(frozen=True, slots=True)
class EndReinforcement(Action):
    """Arrivals are over.

    Attributes
    ----------
    column : int
        Where the Soviet number marker stands afterwards (12.2(3)); 0 for the Axis.
    """

    column: int = 0


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The cup is empty: victory is checked and the turn marker advances (5.0(5), 15.0(3)).

    `winner` is who the players say has won; None when they play on.
    """

    winner: Owner | None = None
