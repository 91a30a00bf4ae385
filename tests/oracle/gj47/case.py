"""One action before one position, read in one way, and what stands round it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.gj47 import ch08_activation as activation
from tests.oracle.gj47 import ch10_combat as combat
from tests.oracle.gj47.adapter import View
from tests.oracle.gj47.world import AXIS, State, World
from tests.oracle.readings import Readings
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Battle
from toolkit.games.gj47.rules.position import Position


@dataclass(frozen=True)
class Case:
    """One action before one position, read in one way."""

    view: View
    action: a.Action
    r: Readings
    state: State
    explain: bool = True

    @property
    def world(self) -> World:
        return self.view.world

    @property
    def position(self) -> Position:
        return self.view.position


def acting_of(case: Case) -> tuple[str, set[str]]:
    command = case.position.command
    if command.hq is None:
        return "", set()
    then = case.view.at_activation(case.state)
    hq = case.view.unit(command.hq)
    return hq, activation.activated(case.world, then, hq, case.r) | set(case.view.units(command.germans))


def battle_of(case: Case) -> Battle | None:
    target = getattr(case.action, "target", OFF_MAP)
    return case.position.command.battle(target)


def acting_side(case: Case) -> str:
    command = case.position.command
    if command.hq is not None:
        return case.world.pieces[case.view.unit(command.hq)].side
    return case.world.chits[command.chit].side or AXIS


def result_of(case: Case, battle: Battle) -> combat.Result:
    """Return what a battle's die gave, from what stood there when it was thrown."""
    then = case.view.at_roll(case.state, battle)
    attackers = case.view.units(battle.attackers)
    odds = combat.odds(case.world, then, case.view.hex(battle.target), attackers, case.r)
    return combat.result(battle.die, max(odds.column, 0))
