"""8.8: the combat strength of a unit in a battle or under fire, and 9.4, 9.5, 9.7: events that change it."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules.data import Terrain, UnitClass
from toolkit.games.rattenkrieg.rules.position import Act, Battle, Effect, Position, Support
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "8.8",
    "In urban areas defending infantry of both sides is worth 2 more, defending panzer divisions 2 less; "
    "motorised divisions are never modified.",
    Kind.EFFECT,
)
def urban_change(position: Position, unit: str, area: str, rulings: Rulings) -> int:
    """Return what an urban area changes about the strength of a unit that defends in it.

    Checks: Nothing of its own: the strengths that 8.7 and 9.2 compare cards with.
    Legal: A Rifle of strength 2 defends in the Tractor Factory: a 4 hits.
    Illegal: A Rifle attacks out of the Tractor Factory, and a 4 is counted as a hit.
    Unclear: U25: whether guards are infantry.
    """
    known = position.data.areas.get(area)
    # Who attacks beside the map, as nobody may, fights in no area.
    if known is None or known.terrain is not Terrain.URBAN:
        return 0
    kind, figures = position.data.units[unit].kind, position.data.figures
    if kind is UnitClass.PANZER:
        return figures.urban_panzer
    if kind is UnitClass.GUARDS:
        return figures.urban_infantry if rulings.says("U25", "all-foot") else 0
    return figures.urban_infantry if kind in (UnitClass.INFANTRY, UnitClass.RIFLE) else 0


def strength(position: Position, battle: Battle, side: Side, rulings: Rulings) -> int:
    """Return the strength of a side's fighting unit in a battle, everything included (8.8, 8.12, 9)."""
    attacks = side is position.side(battle.attacker)
    unit = battle.attacker if attacks else battle.defender
    if unit is None:
        return 0
    units = position.data.units
    total = units[unit].strength
    if not attacks and not engineers(position, battle, rulings):
        total += urban_change(position, unit, battle.area, rulings)
    if battle.attacker_support if attacks else battle.defender_support:
        total += units[position.data.tank].strength
    if attacks:
        total += assault_guns(position, battle, rulings) + molotov(position, battle, rulings)
    return total


def applies(effect: Effect, battle: Battle, act: Act, rulings: Rulings) -> bool:
    """Return whether an event for the next battle still counts in a battle (U45)."""
    if battle.number <= effect.before:
        return False
    if battle.number == effect.before + 1:
        return True
    fights = act.fights
    if len(fights) < battle.number or fights[battle.number - 1] != fights[effect.before]:
        return False
    return rulings.says("U45", "whole-fight")


def _count(position: Position, battle: Battle, kind: Support, rulings: Rulings) -> int:
    """Return how many events of a kind count for the acting unit in a battle (U44)."""
    act = position.act
    if act is None or act.unit != battle.attacker:
        return 0
    lasting = kind is Support.ASSAULT_GUN
    count = sum(
        effect.kind is kind and (lasting or applies(effect, battle, act, rulings)) for effect in act.effects
    )
    if count < 2 or kind is Support.ENGINEERS:
        return count
    return count if rulings.says("U44", "add-up") else 1


@rule(
    "9.4",
    "Assault guns: the acting German unit, unless a panzer division, is worth 2 more until its action ends.",
    Kind.EFFECT,
)
def assault_guns(position: Position, battle: Battle, rulings: Rulings) -> int:
    """Return what assault guns add to the attack.

    Checks: Nothing of its own: the attacker's strength in 8.7.
    Legal: An infantry division of 3 with assault guns hits with a 5, in every battle of this activation.
    Illegal: A panzer division of 7 with assault guns hits with a 9.
    Unclear: U44: whether two such cards add up.
    """
    unit = position.data.units[battle.attacker]
    if unit.side is not Side.GERMAN or unit.kind is UnitClass.PANZER:
        return 0
    return position.data.figures.assault_gun * _count(position, battle, Support.ASSAULT_GUN, rulings)


@rule(
    "9.5", "Combat engineers: the next battle of the acting German unit ignores the urban area.", Kind.EFFECT
)
def engineers(position: Position, battle: Battle, rulings: Rulings) -> bool:
    """Return whether engineers take the urban area's effect away.

    Checks: Nothing of its own: the defender's strength in 8.7.
    Legal: After engineers a Rifle of 2 in an urban area is hit-worthy with a 2 only.
    Illegal: Its 4 is counted as a hit.
    Unclear: U45: whether they still count when the unit attacks again. U46, settled: what infantry gains.
    """
    if position.side(battle.attacker) is not Side.GERMAN:
        return False
    return _count(position, battle, Support.ENGINEERS, rulings) > 0


@rule("9.7", "Molotov cocktails: the acting Soviet unit is worth 2 more in its next battle.", Kind.EFFECT)
def molotov(position: Position, battle: Battle, rulings: Rulings) -> int:
    """Return what Molotov cocktails add to the attack.

    Checks: Nothing of its own: the attacker's strength in 8.7. That the card is played by the acting side is
    9.1.
    Legal: Guards of 4 attack after the event and hit with a 6.
    Illegal: The card is played while defending.
    Unclear: U44: whether two such cards add up. U45: whether they count when the unit attacks again.
    """
    if position.side(battle.attacker) is not Side.SOVIET:
        return 0
    return position.data.figures.molotov * _count(position, battle, Support.MOLOTOV, rulings)


def target_strength(position: Position, target: str, *, from_air: bool, rulings: Rulings) -> int:
    """Return the strength that a drawn card has to reach (9.2, 9.3, U26, U40)."""
    printed = position.data.units[target].strength
    area = position.where[target]
    if from_air or area not in position.data.areas or rulings.says("U26", "not-defending"):
        return printed
    return printed + urban_change(position, target, area, rulings)
