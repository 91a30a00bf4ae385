"""SEED 流程2(1), 註3, 註4 and 6.1: which units act together, and that they are spent by it."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import JustDone, Position
from toolkit.games.storm.rules.readings import laid_for, name
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

Act = a.Move | a.Fire


def start_of(position: Position, action: Act) -> str:
    """Return the area that a group acts from; "" where its units stand in several, or in none."""
    areas = {position.where.get(unit, "") for unit in action.units}
    start = areas.pop() if len(areas) == 1 else ""
    return start if start in position.data.areas else ""


@rule("SEED 流程2(1)", "An action of units: units of one area move, or fire.", Kind.PROCEDURE)
def units_of_one_area(position: Position, action: Act, _rulings: Rulings) -> str | None:
    """Judge who acts: own units of one area, each once. Moves and fire out of impulses stand here as well.

    Checks: The side of the units, and that they stand in one area or ferry box.
    Legal: Three Soviet units in the Silo fire on the House.
    Illegal: Units of the Silo and of the Station fire together.
    """
    if not action.units:
        return "no unit acts"
    if len(set(action.units)) < len(action.units):
        return "a unit is named twice"
    strange = [unit for unit in action.units if position.side(unit) is not action.side]
    if strange:
        return f"{name(position, strange[0])} belongs to the other side"
    return None if start_of(position, action) else "the units do not stand in one area"


@rule("SEED 註3(1)", "The Soviets activate any units of the area together.", Kind.PROCEDURE)
def any_units_together(side: Side) -> bool:
    """Return whether units of a side act together whatever their divisions.

    Checks: Nothing of its own: 註3(2) asks it.
    Legal: Guards of one division and riflemen of another fire together.
    Illegal: None: it allows.
    """
    return side is Side.SOVIET


@rule(
    "SEED 註3(2)",
    "The Germans activate units of one division, independent units, or both together.",
    Kind.RESTRICTION,
)
def one_division(position: Position, action: Act, _rulings: Rulings) -> str | None:
    """Judge the divisions of a group.

    Checks: That no two divisions act together, without a card that joins two.
    Legal: Two regiments of 71 and an independent assault gun unit fire.
    Illegal: A regiment of 71 and one of 29 move together.
    """
    if any_units_together(action.side):
        return None
    found = divisions(position, action.units)
    if len(found) <= 1 or laid_for(position, Use.JOINT):
        return None
    return f"divisions {' and '.join(sorted(found))} act together"


def divisions(position: Position, units: tuple[str, ...]) -> set[str]:
    """Return the divisions of units, independent ones aside."""
    return {position.data.units[unit].division for unit in units} - {""}


def splits(position: Position, action: a.Move) -> bool:
    """Return whether a move is the rest of a stack that has just moved elsewhere (SEED 移動2)."""
    done = position.done
    if done is None or not done.path or done.side is not action.side or not action.units:
        return False
    if start_of(position, action) != done.start:
        return False
    together = divisions(position, (*done.units, *action.units))
    return any_units_together(action.side) or len(together) <= 1


@rule("6.1", "Fresh units can act in this turn.", Kind.DEFINITION)
def may_act(position: Position, unit: str) -> bool:
    """Return whether a unit shows its fresh face.

    Checks: Nothing of its own: 註4 asks it.
    Legal: A fresh unit fires.
    Illegal: A unit that moved in this turn fires.
    """
    return unit not in position.spent


@rule(
    "SEED 註4",
    "Units that were used, by a card as well, are spent and cannot act again in this turn.",
    Kind.RESTRICTION,
)
def only_fresh(position: Position, action: Act, _rulings: Rulings) -> str | None:
    """Judge that no spent unit acts.

    Checks: The faces of the units, but for a group that fires in the same action after an overrun.
    Legal: The fresh units of an area fire, the spent ones beside them do not.
    Illegal: A unit fires, and moves two impulses later.
    """
    if isinstance(action, a.Fire) and follows_overrun(position, action):
        return None
    spent = [unit for unit in action.units if not may_act(position, unit)]
    return f"{name(position, spent[0])} is spent" if spent else None


def in_overrun(position: Position, side: Side) -> bool:
    """Return whether a group of a side may still fire from where it moved, by a card.

    Mines may have sent it back, or its losses: whoever does not stand there any more has lost that fire.
    """
    done = position.done
    return done is not None and done.overrun and done.side is side and bool(_still_there(position, done))


def _still_there(position: Position, done: JustDone) -> set[str]:
    return {unit for unit in done.units if position.where.get(unit) == done.goal}


def follows_overrun(position: Position, action: a.Fire) -> bool:
    """Return whether units fire in the action in which they moved, by a card."""
    done = position.done
    if done is None or not in_overrun(position, action.side):
        return False
    return bool(action.units) and set(action.units) <= _still_there(position, done)
