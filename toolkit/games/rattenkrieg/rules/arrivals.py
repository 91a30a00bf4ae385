"""Chapter 6: reinforcements."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.data import FACTORY
from toolkit.games.rattenkrieg.rules.position import OFF_MAP, Phase, Position
from toolkit.games.rattenkrieg.rules.readings import controls, name
from toolkit.games.rattenkrieg.rules.sequence import ARRIVAL_TURNS, begin_player_turns
from toolkit.games.rattenkrieg.rules.set_up import too_many_steps
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

Arriving = a.Reinforce | a.DealSteps | a.EndReinforcement


@rule(
    "6.1",
    "In turn 2 the two divisions kept back arrive in the German rear, with their steps from the deck.",
    Kind.PROCEDURE,
)
def german_reinforcements(position: Position, action: Arriving, _rulings: Rulings) -> str | None:
    """Judge which German units arrive, when, where and with how many steps.

    Checks: Each German arrival, the cards it is dealt, and at the end of the phase that nobody due stays
    away.
    Legal: 16Pz arrives in turn 2 in the German rear with four cards, 100J with one.
    Illegal: 100J arrives with two.
    Unclear: U10, settled by 3.2: 16Pz and 100J.
    """
    return _arrival(position, action, Side.GERMAN)


@rule(
    "6.2",
    "In turn 3 the 39th Guards arrive in the Soviet rear, with their steps from the deck.",
    Kind.PROCEDURE,
)
def soviet_reinforcements(position: Position, action: Arriving, _rulings: Rulings) -> str | None:
    """Judge which Soviet units arrive, when, where and with how many steps.

    Checks: Each Soviet arrival, the cards it is dealt, and at the end of the phase that nobody due stays
    away.
    Legal: 39Gds arrives in turn 3 in the Soviet rear with three cards.
    Illegal: 39Gds arrives in turn 2, or in the Red Square.
    """
    return _arrival(position, action, Side.SOVIET)


def _arrival(position: Position, action: Arriving, side: Side) -> str | None:
    data = position.data
    if isinstance(action, a.EndReinforcement):
        return _still_due(position, side)
    unit = data.units.get(action.unit)
    if unit is None:
        return "no such unit" if side is Side.GERMAN else None
    if unit.side is not side:
        return None
    if isinstance(action, a.DealSteps):
        if position.phase is not Phase.REINFORCEMENT:
            return None
        arrived = position.on_map(unit.id) and unit.enters == position.turn
        return (
            too_many_steps(position, action) if arrived else f"{name(position, unit.id)} does not arrive now"
        )
    if position.where[unit.id] != OFF_MAP:
        return f"{name(position, unit.id)} is in play already, or was"
    if unit.enters != position.turn:
        return f"{name(position, unit.id)} arrives in turn {unit.enters}"
    return None if action.area == data.rears[side] else f"{name(position, unit.id)} arrives in its rear"


def _still_due(position: Position, side: Side) -> str | None:
    unit = still_due(position, side)
    if not unit:
        return None
    return f"{name(position, unit)} {'is due' if position.where[unit] == OFF_MAP else 'lacks steps'}"


def still_due(position: Position, side: Side) -> str:
    """Return a unit of a side that has to arrive in this turn, or lacks steps; "" for none."""
    for unit in position.data.units.values():
        arrives = unit.side is side and unit.enters == position.turn and position.turn > 1
        if arrives and (position.where[unit.id] == OFF_MAP or len(position.steps[unit.id]) < unit.steps):
            return unit.id
    return ""


@rule(
    "6.3",
    "A T-34 removed in the turn before returns to the Tractor Factory while that is Soviet.",
    Kind.PROCEDURE,
)
def t34_returns(position: Position, action: a.ReturnT34 | a.EndReinforcement, rulings: Rulings) -> str | None:
    """Judge when and where the T-34 returns, and that it does.

    Checks: A return, and the end of the phase while a return is due.
    Legal: The T-34 was lost in turn 3; the Tractor Factory is Soviet at the start of turn 4: it stands there
    again.
    Illegal: It returns to the Factory District, or while the Tractor Factory is German.
    Unclear: U08, settled: in every turn, not in turns 2 and 3 only. U09: whether a loss longer ago counts.
    """
    if isinstance(action, a.EndReinforcement):
        due = _t34_due(position, rulings) is None and (
            position.turn in ARRIVAL_TURNS or rulings.says("U08", "every-turn")
        )
        return "the T-34 returns" if due else None
    return _t34_due(position, rulings) or (
        None if action.area == FACTORY else "it returns to the Tractor Factory"
    )


def _t34_due(position: Position, rulings: Rulings) -> str | None:
    """Return why the T-34 does not return now; None when it does."""
    if not position.t34_gone:
        return "the T-34 was not removed"
    if not controls(position, Side.SOVIET, FACTORY, rulings):
        return "the Tractor Factory is not Soviet"
    if position.t34_gone == position.turn - 1 or rulings.says("U09", "any-earlier"):
        return None
    return f"the T-34 was removed in turn {position.t34_gone}"


def reinforce(position: Position, action: a.Reinforce) -> None:
    """Put a unit on the map, face-up."""
    position.put(action.unit, action.area)
    position.down.discard(action.unit)


def return_t34(position: Position, action: a.ReturnT34) -> None:
    """Put the T-34 back, face-up."""
    tank = position.data.tank
    position.put(tank, action.area)
    position.down.discard(tank)
    position.t34_gone = 0


def end_reinforcement(position: Position, _action: a.EndReinforcement) -> None:
    """Begin the German player turn."""
    begin_player_turns(position)
