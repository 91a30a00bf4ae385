"""10.4 and SEED 撤離: black German units leave the battle."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, WITHDRAWN, Phase, Position
from toolkit.games.storm.rules.readings import name
from toolkit.games.storm.rules.reinforcements import waiting
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, judges, rule
from toolkit.rules.rulings import Rulings


@rule("10.4", "Black German units withdraw in the end phase of turn 3.", Kind.DEFINITION)
def is_time(position: Position, rulings: Rulings) -> bool:
    """Return whether black units leave in this end phase.

    Checks: Nothing of its own: 撤離1 asks it.
    Legal: Black units leave in turn 3.
    Illegal: They leave in turn 2.
    Unclear: St-10: whether they leave later as well, when they came back by a card.
    """
    turn = position.data.figures.withdrawal_turn
    return position.turn == turn or (position.turn > turn and rulings.says("St-10", "from-then-on"))


def to_leave(position: Position, rulings: Rulings) -> list[str]:
    """Return the black units that have to leave now, themselves or somebody for them."""
    if position.phase is not Phase.ARRIVALS or position.turn < position.data.figures.withdrawal_turn:
        return []
    first = position.turn == position.data.figures.withdrawal_turn
    due = []
    for unit in position.data.black:
        at = position.where[unit]
        dead = first and at == ELIMINATED and unit not in position.gone
        if dead or position.on_map(unit) or (first and at == OFF_MAP):
            due.append(unit)
    return due if due and is_time(position, rulings) else []


def is_played_out(position: Position) -> bool:
    """Return whether nothing is left to be done: the end of the last turn is a mere word then."""
    ends = position.phase is Phase.ARRIVALS and position.turn >= position.data.last_turn
    nobody = not waiting(position) and not any(position.on_map(unit) for unit in position.data.black)
    return position.phase is Phase.OVER or (ends and nobody)


def substitutes(position: Position, rulings: Rulings) -> list[str]:
    """Return the units that may leave for eliminated black ones (St-12)."""
    found = []
    for unit in position.data.units.values():
        if unit.side is not Side.GERMAN or unit.withdraws:
            continue
        coming = position.where[unit.id] == OFF_MAP
        if position.on_map(unit.id) or (coming and rulings.says("St-12", "coming-too")):
            found.append(unit.id)
    return found


def too_few(position: Position, rulings: Rulings) -> bool:
    """Return whether the German cannot withdraw what he has to, and loses (SEED 撤離4).

    Reinforcements that come first (St-18) may leave as well, so the answer waits for them.
    """
    dead = [unit for unit in to_leave(position, rulings) if position.where[unit] == ELIMINATED]
    if not dead or len(dead) <= len(substitutes(position, rulings)):
        return False
    return not waiting(position) or rulings.says("St-18", "withdrawals")


@rule("SEED 撤離1", "From the end phase of turn 3 black German units leave the battle.", Kind.PROCEDURE)
def black_units_leave(position: Position, action: a.Withdraw | a.EndTurn, rulings: Rulings) -> str | None:
    """Judge that black units leave, in their turn, themselves.

    Checks: That each black unit on the map leaves, none too early, none twice, for itself only, and nobody
    else for one that can.
    Legal: In the end phase of turn 3 all black units are taken off.
    Illegal: One stays; another unit leaves for one that is on the map; one leaves for another that was
    eliminated.
    Unclear: St-10: whether they leave in later turns as well. St-18: whether reinforcements come first.
    St-26, settled: a black unit that has not come is taken out.
    """
    due = to_leave(position, rulings)
    if isinstance(action, a.EndTurn):
        return f"{name(position, due[0])} has to leave" if due and not too_few(position, rulings) else None
    if action.instead_of not in due:
        return f"nobody has to leave for {name(position, action.instead_of)}"
    if position.where[action.instead_of] != ELIMINATED and action.unit != action.instead_of:
        return f"{name(position, action.instead_of)} has to leave itself"
    if (
        action.unit != action.instead_of
        and action.unit in position.data.black
        and position.on_map(action.unit)
    ):
        return f"{name(position, action.unit)} is black and leaves for itself"
    if waiting(position) and rulings.says("St-18", "reinforcements"):
        return "reinforcements come first"
    return None


@judges("SEED 撤離1")
def leaving_comes_first(position: Position, _action: a.Place | a.Lost, rulings: Rulings) -> str | None:
    """Judge reinforcements that come before withdrawals."""
    if not to_leave(position, rulings) or rulings.says("St-18", "reinforcements"):
        return None
    return "withdrawals come first"


@rule("SEED 撤離2", "For an eliminated black unit a German unit of the same type leaves.", Kind.RESTRICTION)
def same_type_first(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge who leaves for an eliminated black unit.

    Checks: That a unit of the same class leaves where there is one.
    Legal: A black tank unit was eliminated: another tank unit leaves.
    Illegal: Infantry leave for it while tanks are there.
    Unclear: St-12: whether a unit that has not come yet may leave.
    """
    if position.where.get(action.instead_of) != ELIMINATED:
        return None
    units = position.data.units
    kind = units[action.instead_of].kind
    if units[action.unit].kind == kind:
        return None
    same = [unit for unit in substitutes(position, rulings) if units[unit].kind == kind]
    return f"{name(position, same[0])} is of the same type" if same else None


@rule("SEED 撤離3", "Where there is none, any other German unit leaves.", Kind.RESTRICTION)
def any_other_german(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge that a substitute is a German unit that can leave.

    Checks: Its side, and that it is in the battle and not black itself.
    Legal: No tank unit is left: infantry leave for the black one.
    Illegal: A Soviet unit leaves, or an eliminated one.
    Unclear: St-12: whether a unit that has not come yet may leave.
    """
    if position.where.get(action.instead_of) != ELIMINATED:
        return None
    return (
        None
        if action.unit in substitutes(position, rulings)
        else f"{name(position, action.unit)} cannot leave for it"
    )


@rule("SEED 撤離4", "The German who has not enough units to withdraw loses at once.", Kind.VICTORY)
def loses_at_once(position: Position, action: a.EndTurn, rulings: Rulings) -> str | None:
    """Judge the end of a game in which too few units can leave.

    Checks: That the Soviets are named as winners then.
    Legal: Two black units were eliminated and one other German is left: the Soviets win in turn 3.
    Illegal: The game goes on.
    Unclear: St-12: whether units that have not come yet count. St-18: whether those of this turn come first.
    """
    if not too_few(position, rulings) or action.winner is Side.SOVIET:
        return None
    return "the German cannot withdraw enough units and loses"


def withdraw(position: Position, action: a.Withdraw) -> None:
    """Take a unit out of the battle."""
    position.put(action.unit, WITHDRAWN)
    position.gone |= {action.instead_of}
