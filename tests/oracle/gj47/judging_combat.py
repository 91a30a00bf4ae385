"""Actions of chapter 10 judged: battles from their declaration to their end."""

from __future__ import annotations

from tests.oracle.gj47 import ch03_basics as basics
from tests.oracle.gj47 import ch10_advance as advancing
from tests.oracle.gj47 import ch10_combat as combat
from tests.oracle.gj47 import ch10_retreat as retreating
from tests.oracle.gj47.adapter import SIDES
from tests.oracle.gj47.case import Case, acting_of, acting_side, battle_of, result_of
from tests.oracle.gj47.world import enemy_of, on_map, steps
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Battle
from toolkit.rules.kinds import by_kind


def declare(case: Case, action: a.Declare) -> list[str]:
    command = case.position.command
    _, acting = acting_of(case)
    fought = [id for battle in command.battles for id in case.view.units(battle.attackers)]
    attacked = [case.view.hex(battle.target) for battle in command.battles]
    return combat.battle(
        case.world,
        case.state,
        case.view.hex(action.target),
        case.view.units(action.attackers),
        case.r,
        acting=acting,
        fought=fought,
        attacked=attacked,
        named=case.view.units(action.defenders),
    )


def roll(case: Case, action: a.Roll) -> list[str]:
    battle = battle_of(case)
    if battle is None:
        return ["10.2(1)"]
    broken = []
    if battle.die:
        broken.append("10.4(1)")
    if not 1 <= action.die <= 6:
        broken.append("10.4(1)")
    if battle.closed:
        broken.append("10.2(1)")
    for other in case.position.command.battles:
        if other.die and not other.closed and other is not battle:
            unfinished = _unfinished(case, other)
            broken += [*unfinished, "10.2(1)", "10.2(3)"] if unfinished else []
    target = case.view.hex(action.target)
    if not combat.defenders(case.world, case.state, target, enemy_of(acting_side(case))):
        broken.append("10.0")
    elif not broken and _called_off(case, battle):
        broken.append("10.3(4)")
    return broken


def _called_off(case: Case, battle: Battle) -> bool:
    if case.r["U-26"] != "recheck":
        return False
    odds = combat.odds(
        case.world, case.state, case.view.hex(battle.target), case.view.units(battle.attackers), case.r
    )
    return odds.column < 0


def call_off(case: Case, _action: a.CallOff) -> list[str]:
    battle = battle_of(case)
    if battle is None or battle.die or battle.closed:
        return ["10.2(1)", "10.2"]
    target = case.view.hex(battle.target)
    if not combat.defenders(case.world, case.state, target, enemy_of(acting_side(case))):
        return []
    living = [id for id in case.view.units(battle.attackers) if on_map(case.state, id) is not None]
    if not living or _called_off(case, battle):
        return []
    return ["10.2(1)", "10.2"]


def _by_result(due: combat.Result) -> list[str]:
    """Return the clause of 10.4(2) that explains a result."""
    if due.attackers:
        return ["10.4(2)1"]
    if due.defenders:
        return ["10.4(2)5"]
    return [{0: "10.4(2)2", 1: "10.4(2)3", 2: "10.4(2)4"}[due.hexes]]


def _sharers(case: Case, battle: Battle) -> list[str]:
    spared = case.view.units(battle.retreated_in) if case.r["U-60"] == "spared" else []
    return [id for id in case.view.units(battle.defenders) if id not in spared]


def lose(case: Case, action: a.Lose) -> list[str]:
    battle = battle_of(case)
    if battle is None or not battle.die:
        return ["10.2(2)", "10.4(1)"]
    due = result_of(case, battle)
    attacking = SIDES[action.owner] == acting_side(case)
    answered = battle.attacker_lost if attacking else battle.defender_lost
    convertible = (0, due.hexes) if battle.fort and not attacking else (0,)
    if answered is not None and not action.units and action.fort == 0 and action.converted in convertible:
        return []
    if answered is not None or battle.closed:
        return ["10.5", *_by_result(due)]
    lost = case.view.units(action.units)
    if attacking:
        broken = _shares(case, lost, case.view.units(battle.attackers), due.attackers)
        broken += ["14.2(5)"] if action.converted or action.fort else []
    else:
        broken = _defender_loses(case, battle, due)
    return [*broken, *_by_result(due)] if broken else []


def _shares(
    case: Case, lost: list[str], sharers: list[str], due: int, *, levels: int = 0, fort: int = 0
) -> list[str]:
    """10.4(2), 10.5: steps of units, and of a fort with `levels` those that are said to be lost."""
    broken = []
    living = [id for id in sharers if on_map(case.state, id) is not None]
    room = sum(steps(case.world, case.state, id) for id in living) + levels
    if len(lost) + fort != min(due, room):
        broken += ["10.4(2)", "10.5(1)"]
    for id in set(lost):
        if id not in living:
            broken.append("10.5(2)")
        elif lost.count(id) > steps(case.world, case.state, id):
            broken.append("10.5(1)")
    return broken


def _defender_loses(case: Case, battle: Battle, due: combat.Result) -> list[str]:
    action = case.action
    assert isinstance(action, a.Lose)
    broken = []
    wrong = action.converted > due.hexes or not battle.fort
    part = 0 < action.converted < due.hexes
    if action.converted and (wrong or (part and case.r["U-40"] != "part")):
        broken.append("14.2(5)")
    if _must_convert(case, battle, due) and action.converted != due.hexes and action.fort < battle.fort:
        broken.append("14.3(1)")
    if action.fort > battle.fort or action.fort < 0:
        broken.append("10.5(1)")
    lost, asked = case.view.units(action.units), due.defenders + action.converted
    sharers = _sharers(case, battle)
    return broken + _shares(case, lost, sharers, asked, levels=battle.fort, fort=action.fort)


def _must_convert(case: Case, battle: Battle, due: combat.Result) -> bool:
    """14.3(1), U-40: a fort alone cannot retreat, so that it loses steps where it may not just stay."""
    alone = bool(battle.fort) and not battle.defenders
    return alone and due.hexes > 0 and case.r["U-40"] == "all-or-nothing"


def _still_to_flee(case: Case, battle: Battle) -> list[str]:
    """Return the defenders that must retreat and have not."""
    due = result_of(case, battle)
    if due.hexes - battle.converted <= 0:
        return []
    target = case.view.hex(battle.target)
    done = case.view.units(battle.retreated)
    return [id for id in _sharers(case, battle) if on_map(case.state, id) == target and id not in done]


def retreat(case: Case, action: a.Retreat) -> list[str]:
    battle = battle_of(case)
    id = case.view.unit(action.unit)
    if battle is None or not battle.die or battle.closed:
        return ["10.4(2)"]
    due = result_of(case, battle)
    hexes = due.hexes - battle.converted
    if id not in _still_to_flee(case, battle):
        return ["10.6", *_by_result(due)]
    if due.defenders + battle.converted and battle.defender_lost is None:
        return ["10.4(2)5"]
    way = [case.view.hex(h) for h in action.path]
    return retreating.retreat(case.world, case.state, id, way, hexes, case.r, action.steps, action.eliminated)


def advance(case: Case, action: a.Advance) -> list[str]:
    battle = battle_of(case)
    if battle is None or not battle.die or battle.closed:
        return ["10.7(1)"]
    broken = []
    if action.unit in battle.advanced:
        broken.append("10.7(1)")
    due = result_of(case, battle)
    if _still_to_flee(case, battle) or (due.defenders and battle.defender_lost is None):
        broken.append("10.7(1)")
    return broken + advancing.advance(
        case.world,
        case.state,
        case.view.unit(action.unit),
        [case.view.hex(h) for h in action.path],
        case.view.hex(action.target),
        case.view.units(battle.attackers),
        case.r,
        case.view.units(battle.advanced),
    )


def close(case: Case, _action: a.CloseBattle) -> list[str]:
    battle = battle_of(case)
    if battle is None or not battle.die or battle.closed:
        return ["10.4(1)", "10.2(3)"]
    return _unfinished(case, battle)


def _unfinished(case: Case, battle: Battle) -> list[str]:
    """Return what a rolled battle still asks for."""
    due = result_of(case, battle)
    broken = []
    if due.attackers and not battle.attacker_lost:
        broken.append("10.5")
    if due.defenders + battle.converted and battle.defender_lost is None:
        broken.append("10.5")
    if _still_to_flee(case, battle):
        broken.append("10.6")
    if _must_convert(case, battle, due) and not battle.converted and battle.fort_lost < battle.fort:
        broken.append("14.3(1)")
    broken += _crowds(case, battle)
    broken += _by_result(due) if broken else []
    return broken


def _crowds(case: Case, battle: Battle) -> list[str]:
    """10.7(6)3, 3.1(3): hexes that advances left over-full."""
    hexes = {on_map(case.state, id) for id in case.view.units(battle.advanced)}
    full = any(h is not None and basics.over_full(case.world, case.state, h) for h in hexes)
    return ["10.7(6)3", "10.7(6)4", "3.1(3)"] if full else []


def end_command(case: Case, _action: a.EndCommand) -> list[str]:
    broken = []
    for battle in case.position.command.battles:
        if battle.closed:
            continue
        broken += _unfinished(case, battle) if battle.die else ["10.2(1)"]
    return broken


CHECKS = by_kind(globals().values())
