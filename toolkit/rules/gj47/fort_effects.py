"""Chapters 14.2 and 14.3: what a fort does in its hex, and what it cannot do."""

from __future__ import annotations

from toolkit.rules.gj47.position import Position
from toolkit.rules.gj47.settings import ZocReading
from toolkit.rules.gj47.units import Owner
from toolkit.rules.registry import Enforcement, Kind, rule
from toolkit.rules.rulings import Rulings

TOP_LEVEL = 2
DEFENCE = {1: 0, 2: 1}


@rule(
    "14.2(1)",
    "A level 2 fort adds one to the defence of its hex, a level 1 fort nothing.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-25",),
)
def defence(level: int) -> int:
    """Return the defence strength of a fort; 0 for none.

    What it checks
    --------------
    The level of the fort in the hex attacked, when defence strengths are added up.

    Legal example
    -------------
    A rifle division of 2 in a level 2 fort defends with 3.

    Illegal example
    ---------------
    Adding one for a level 1 fort.

    Unclear points
    --------------
    U-25: odds against a level 1 fort that stands alone.
    """
    return DEFENCE.get(min(level, TOP_LEVEL), 0)


@rule(
    "14.2(2)",
    "Enemy zones of control have no effect in a hex with a fort.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-63",),
)
def lifts_zones(position: Position, mover: Owner, h: int) -> bool:
    """Return whether enemy zones have no effect on a side in hex `h` because of a fort.

    What it checks
    --------------
    Movement, lines, retreats and arrivals of the fort's side in its hex; for the Axis nothing changes.

    Legal example
    -------------
    Soviet reinforcements are placed in a fort's hex beside a panzer division.

    Illegal example
    ---------------
    A Soviet unit pays two points for entering such a hex.

    Unclear points
    --------------
    U-63, which the text settles: lines of communication and placement as well.
    """
    return mover is Owner.SOVIET and h in position.forts


@rule(
    "14.2(3)",
    "A hex with a fort has no stacking limit.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-41",),
)
def no_stacking_limit(position: Position, h: int) -> bool:
    """Return whether any number of units may stand in hex `h`.

    What it checks
    --------------
    Whether there is a fort when the stacking limit of 3.1(1) is judged.

    Legal example
    -------------
    Four rifle divisions in Stalingrad with a fort.

    Illegal example
    ---------------
    Three of them end their move in Stalingrad after its fort has fallen.

    Unclear points
    --------------
    U-41: whether reinforcements may use it, and what becomes of a surplus when the fort falls.
    """
    return h in position.forts


@rule(
    "14.2(4)",
    "A fort loses levels by combat losses only, never by the supply check.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.EMBODIED,
)
def worn_down(level: int, lost: int) -> int:
    """Return the level of a fort after a battle in which it lost `lost` levels; 0 when it is gone.

    What it checks
    --------------
    Nothing but a battle's losses takes levels away; the supply check names units only.

    Legal example
    -------------
    A 1RR against a level 2 fort with a unit: the owner flips the fort to level 1.

    Illegal example
    ---------------
    An encircled fort loses a level when supply is checked.

    Unclear points
    --------------
    None.
    """
    return max(0, level - lost)


@rule(
    "14.2(5)",
    "In a fort's hex a defender may take a retreat of one or two hexes as one or two lost steps instead.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-40",),
)
def conversions(level: int, retreat: int, *, alone: bool, rulings: Rulings) -> tuple[int, ...]:
    """Return how many hexes of a retreat the defender may take as steps, fewest first.

    Parameters
    ----------
    level : int
        Of the fort when the die was thrown; 0 for none.
    retreat : int
        Hexes of retreat in the result.
    alone : bool
        Whether no unit stands with the fort.
    rulings : Rulings

    What it checks
    --------------
    What a defender answers to R or RR.

    Legal example
    -------------
    1RR against a fort: three steps are lost, nobody retreats.

    Illegal example
    ---------------
    1RR against a hex without a fort: three steps are lost, nobody retreats.

    Unclear points
    --------------
    U-40: whether part of a retreat can be taken as steps, and whether a fort alone must do it.
    """
    if not level or not retreat:
        return (0,)
    if rulings.says("U-40", "part"):
        return tuple(range(retreat + 1))
    return (retreat,) if alone and not can_go_back() else (0, retreat)


@rule(
    "14.2(6)",
    "For the rest a fort counts as a combat unit.",
    kind=Kind.DEFINITION,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-37",),
)
def bars_entry(position: Position, mover: Owner, h: int, reading: ZocReading) -> bool:
    """Return whether a fort, with or without units, closes hex `h` to a side.

    What it checks
    --------------
    Axis units and lines that would go through a fort's hex; a fort can be attacked like a unit.

    Legal example
    -------------
    The Axis attacks an empty fort, and advances after it is gone.

    Illegal example
    ---------------
    A panzer division runs through the hex of an empty fort.

    Unclear points
    --------------
    U-37: what a fort without a unit does.
    """
    return mover is Owner.AXIS and h in position.forts and reading.fort_bars_entry


@rule(
    "14.3(1)",
    "A fort does not move, attack, retreat or advance.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.EMBODIED,
)
def can_go_back() -> bool:
    """Return whether a fort can follow a result that asks for a retreat: never.

    What it checks
    --------------
    A fort is a mark on a hex: no action names one as its mover, attacker or retreating unit, and a retreat
    that strikes a fort alone can only be taken as steps.

    Legal example
    -------------
    R against a level 2 fort alone: it loses a level and stays.

    Illegal example
    ---------------
    The marker is dragged to the next hex.

    Unclear points
    --------------
    None.
    """
    return False


@rule(
    "14.3(2)",
    "A fort that is built cannot be given up by its owner.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.EMBODIED,
)
def kept(before: int, lost_in_battle: int, after: int) -> bool:
    """Return whether nothing but a battle took levels from a fort.

    What it checks
    --------------
    The level a record shows after a battle, or without one, against what was there and what the battle took.

    Legal example
    -------------
    A level 2 fort loses two levels to a 2RR.

    Illegal example
    ---------------
    A Soviet player takes the marker off the map to use it elsewhere.

    Unclear points
    --------------
    None.
    """
    return after >= worn_down(before, lost_in_battle)
