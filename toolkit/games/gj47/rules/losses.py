"""10.5: steps lost in combat, and how their owner shares them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.battle_order import frozen
from toolkit.games.gj47.rules.course import Battle, Cause
from toolkit.games.gj47.rules.fort_effects import worn_down
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import result, sharers, steps_due
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("10.5(1)", "Each step is taken by one of the two ways below.", Kind.EFFECT)
def has_the_steps(position: Position, action: a.Lose, _rulings: Rulings) -> str | None:
    """Judge that what loses steps has them to lose.

    Checks: No unit is named for more steps than its face and back make, no fort for more than its level.
    Legal: A full division is named for two steps and removed.
    Illegal: A reduced division is named for two steps, so that another one stays full.
    """
    for unit, steps in Counter(action.units).items():
        left = b.steps_left(position, unit)
        if steps > left:
            return f"{b.name(position, unit)} has {left} to lose, not {steps}"
    level = position.forts.get(action.target, 0)
    if not 0 <= action.fort <= level:
        return f"the fort has {level} to lose, not {action.fort}"
    return None


@rule("10.5(2)", "The player who suffers losses shares them out among the units that fought.", Kind.PROCEDURE)
def among_those_who_fought(position: Position, action: a.Lose, rulings: Rulings) -> str | None:
    """Judge who loses the steps.

    Checks: That they are units of the side named that took part: its attackers, or units in the hex attacked;
    a fort only as defender. How they are shared out among these is free.
    Legal: Two full units and two steps: one is removed, or both are turned over.
    Illegal: A division in another hex takes the loss of a headquarters.
    Unclear: U-60: units that had retreated into the hex before.
    """
    battle = position.command.battle(action.target)
    if battle is None:
        return None
    if action.owner is b.attacking_side(position, battle):
        if action.fort:
            return "the attacker has no fort to lose"
        allowed = battle.attackers
    else:
        allowed = sharers(position, battle, rulings) if action.units else ()
    stranger = next((unit for unit in action.units if unit not in allowed), None)
    return None if stranger is None else f"{b.name(position, stranger)} took no part"


def fort_must_convert(position: Position, battle: Battle, rulings: Rulings) -> bool:
    """Return whether a fort alone, which cannot retreat, has not taken the retreat as steps (U-40)."""
    if not battle.die or battle.closed or battle.converted or not b.fort_of(position, battle):
        return False
    if sharers(position, battle, rulings) or not result(position, battle, rulings).retreat:
        return False
    whole = steps_due(position, battle, Owner.SOVIET, rulings)
    if battle.target not in position.forts or (battle.defender_lost is None and whole >= battle.fort):
        return False
    return not rulings.says("U-40", "part")


# -- choices ----------------------------------------------------------------------------------------------


def choices(position: Position, target: int, owner: Owner, rulings: Rulings) -> Iterator[a.Lose]:
    """Yield the ways in which a side can take the losses of a battle; nothing when it has none to take.

    Conversions of 14.2(5) come last; without them a defender of a fort is yielded an empty loss as well, so
    that he can choose.
    """
    battle = position.command.battle(target)
    if battle is None or battle.closed:
        return
    attacks = owner is b.attacking_side(position, battle)
    if (battle.attacker_lost if attacks else battle.defender_lost) is not None:
        return
    outcome = result(position, battle, rulings)
    forced = not attacks and fort_must_convert(position, battle, rulings)
    fort = 0 if attacks else min(b.fort_of(position, battle), position.forts.get(target, 0))
    conversions = [0] if not forced else []
    if fort and outcome.retreat:
        conversions.append(outcome.retreat)
    units = battle.attackers if attacks else sharers(position, battle, rulings)
    for converted in conversions:
        steps = steps_due(position, battle, owner, rulings, converted)
        if steps or converted or len(conversions) > 1:
            for chosen, levels in _shares(position, units, fort, steps):
                yield a.Lose(target, owner, chosen, levels, converted)


def _shares(
    position: Position, units: tuple[int, ...], fort: int, steps: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way to share steps out among units and a fort."""
    for levels in range(min(fort, steps) + 1):
        for chosen in combinations_with_replacement(units, steps - levels):
            if all(n <= b.steps_left(position, unit) for unit, n in Counter(chosen).items()):
                yield chosen, levels


# -- effects ----------------------------------------------------------------------------------------------


def lose(position: Position, action: a.Lose) -> None:
    """Take the steps: units are turned over or removed, the fort sinks or falls."""
    battle = position.command.battle(action.target)
    attacks = battle is None or action.owner is b.attacking_side(position, battle)
    if battle is not None and not attacks and not battle.die:
        battle = frozen(position, battle)
    for unit in action.units:
        take_step(position, unit, Cause.COMBAT)
    if action.fort and action.target in position.forts:
        lower_fort(position, action.target, action.fort)
    if battle is None:
        return
    if attacks:
        changed = replace(battle, attacker_lost=(*(battle.attacker_lost or ()), *action.units))
    else:
        changed = replace(
            battle,
            defender_lost=(*(battle.defender_lost or ()), *action.units),
            fort_lost=battle.fort_lost + action.fort,
            converted=battle.converted + action.converted,
        )
    position.set_command(position.command.with_battle(changed))


@rule("10.5(1)1", "A unit at full strength is turned over to its reduced face.", Kind.EFFECT)
@rule("10.5(1)2", "A reduced unit, or one without a reduced face, is removed from the map.", Kind.EFFECT)
def take_step(position: Position, unit: int, cause: Cause) -> None:
    """Let a unit lose one step (10.5(1)); one that is gone has none to lose.

    Checks: Nothing of its own: carrying a loss out does this.
    Legal: A full division loses a step and shows its reduced face. A reduced division, or one with a blank
    back, is removed.
    Illegal: A full division with a reduced face is removed for one step. A reduced division loses a step and
    stays.
    """
    if b.steps_left(position, unit) > 1:
        position.reduced[unit] = 1
    elif b.steps_left(position, unit):
        position.remove(unit, cause)


def lower_fort(position: Position, h: int, levels: int) -> None:
    """Take levels off a fort; at nought it is gone, and its marker is not used again (14.3(3))."""
    position.set_fort(h, worn_down(position.forts[h], levels))
