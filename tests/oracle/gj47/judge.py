"""Single actions judged by this reading: `legal`, `confirms`, and the result that `outcomes` expects.

`legal` reads the text in one way, by default the register's.  `verdict` reads it in every way that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.oracle.gj47 import ch06_chits as chits
from tests.oracle.gj47 import ch15_victory as victory
from tests.oracle.gj47 import judging_combat, judging_orders, judging_supply
from tests.oracle.gj47.adapter import SIDES, View
from tests.oracle.gj47.case import Case
from tests.oracle.gj47.world import AXIS, SOVIET, World
from tests.oracle.readings import Readings, every_reading
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.kinds import by_kind

PHASES: dict[type, tuple[Phase, ...]] = {
    a.Place: (Phase.SETUP,),
    a.EndSetUp: (Phase.SETUP,),
    a.Choose: (Phase.CHOICE,),
    a.FreeChit: (Phase.CHOICE, Phase.DRAW),
    a.Draw: (Phase.DRAW,),
    a.SetAside: (Phase.EXECUTION,),
    a.Activate: (Phase.EXECUTION,),
    a.Move: (Phase.MOVEMENT,),
    a.EndMovement: (Phase.MOVEMENT,),
    a.Declare: (Phase.DECLARATION,),
    a.EndDeclaration: (Phase.DECLARATION,),
    a.Roll: (Phase.COMBAT,),
    a.CallOff: (Phase.COMBAT,),
    a.Lose: (Phase.COMBAT,),
    a.Retreat: (Phase.COMBAT,),
    a.Advance: (Phase.COMBAT,),
    a.CloseBattle: (Phase.COMBAT,),
    a.EndCommand: (Phase.COMBAT,),
    a.Reinforce: (Phase.EXECUTION,),
    a.Enter: (Phase.REINFORCEMENT,),
    a.EndReinforcement: (Phase.REINFORCEMENT,),
    a.Withdraw: (Phase.WITHDRAWAL,),
    a.RailTransport: (Phase.RAIL_BOX,),
    a.BuildFort: (Phase.FORT,),
    a.EndTurn: (Phase.DRAW,),
}


def legal(
    world: World,
    position: Position,
    action: a.Action,
    r: Readings | None = None,
    *,
    explain: bool = True,
    **fixed: str,
) -> list[str]:
    """Return the clauses that an action breaks under one reading; none when it is legal."""
    reading = r or Readings(world.register, {id.replace("_", "-"): value for id, value in fixed.items()})
    view = View(world, position)
    case = Case(view, action, reading, view.state(reading), explain)
    if not _in_phase(case):
        return ["5.0"]
    return sorted(set(CHECKS[type(action)](case, action)))


def verdict(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None = None
) -> tuple[str, set[str]]:
    """Judge under every open reading: "legal", "illegal" or "unclear", and the clauses that are broken."""
    broken: set[str] = set()
    outcomes: set[bool] = set()
    for _, found in _readings(world, position, action, fixed):
        broken |= set(found)
        outcomes.add(not found)
        if len(outcomes) == 2:
            return "unclear", broken
    if True in outcomes:
        return "legal", broken
    return "illegal", broken | _explained(world, position, action, fixed)


def confirms(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None = None
) -> set[str]:
    """Return the clauses that an action breaks when it breaks some under every open reading, else none."""
    broken: set[str] = set()
    for _, found in _readings(world, position, action, fixed):
        if not found:
            return set()
        broken |= set(found)
    return broken | _explained(world, position, action, fixed)


def _readings(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None
) -> Iterator[tuple[dict[str, str], list[str]]]:
    def judge(r: Readings) -> list[str]:
        return legal(world, position, action, r, explain=False)

    return every_reading(world.register, fixed or {}, judge)


def _explained(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None
) -> set[str]:
    return set(legal(world, position, action, Readings(world.register, fixed or {})))


def _in_phase(case: Case) -> bool:
    phase = case.position.turn.phase
    if isinstance(case.action, a.Attrition):
        return phase is (Phase.SUPPLY_AXIS if SIDES[case.action.owner] == AXIS else Phase.SUPPLY_SOVIET)
    return phase in PHASES[type(case.action)]


def _end_turn(case: Case, action: a.EndTurn) -> list[str]:
    turn = case.position.turn
    broken = ["5.0(5)", "5.0(2)"] if turn.cup else []
    winner, _ = chits.turn_over(case.world, case.state, victory.points(case.world, case.state, case.r))
    said = None if action.winner is None else SIDES[action.winner]
    if said != winner:
        broken.append("15.0(3)" if AXIS in (winner, said) else "15.0(4)")
    return broken


def _fine(case: Case, _action: a.EndDeclaration) -> list[str]:
    return []


CHECKS: dict[type, Callable[[Case, Any], list[str]]] = {
    **judging_orders.CHECKS,
    **judging_combat.CHECKS,
    **judging_supply.CHECKS,
    **by_kind(globals().values()),
}
"""One check for each kind of action."""

__all__ = ["CHECKS", "SOVIET", "Case", "confirms", "legal", "verdict"]
