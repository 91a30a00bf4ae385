"""8.8, 8.9, 8.12, 9.4, 9.7: how strong a unit is, and where the beaten go."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET
from tests.oracle.rattenkrieg.world import FOOT, REAR, TANK, Fight, State, World, holder, side_of


def in_town(world: World, unit: str, area: str) -> int:
    """8.8: return what defending in an area adds; Guards and Jaegers are infantry (U25)."""
    if world.kinds[area] != "urban":
        return 0
    kind = world.pieces[unit].kind
    if kind == "guards" and world.r["U25"] == "no-guards":
        return 0
    if kind in FOOT:
        return 2
    return -2 if kind == "panzer" else 0


def fighting(world: World, state: State, fight: Fight, unit: str) -> int:
    """Return the strength of one of the two units of a battle."""
    piece = world.pieces[unit]
    total = piece.strength
    if unit != fight.attacker:
        bonus = in_town(world, unit, fight.area)
        total += bonus if bonus < 0 or not fight.engineers else 0
        helped = fight.defender_tank
    else:
        helped = fight.attacker_tank
        if piece.side == GERMAN and piece.kind != "panzer":
            total += 2 * state.guns
        if piece.side == SOVIET:
            total += 2 * fight.molotov
    if helped and piece.side == SOVIET and unit != TANK:
        total += world.pieces[TANK].strength
    return total


def under_fire(world: World, state: State, unit: str, kind: str) -> int:
    """9.2, 9.3: return the strength that a shot is compared with (U26, U40)."""
    base = world.pieces[unit].strength
    if kind == "air" or world.r["U26"] == "not-defending":
        return base
    return base + in_town(world, unit, state.where[unit])


def stuck(world: World, state: State, unit: str) -> bool:
    """8.10: "no retreat by a battle's result" and "no movement": only for the second a shot is the same."""
    shot = state.hurt == unit and state.fight is None
    return unit in state.isolated and not (shot and world.r["U63"] == "may-retreat")


def ways_back(world: World, state: State, unit: str) -> list[str]:
    """8.9.1, 8.9.4, 8.10: return where a unit may retreat to; out of isolation under a shot alone (U63)."""
    side = side_of(world, unit)
    if stuck(world, state, unit) or state.where[unit] not in world.near:
        return []
    return sorted(
        area for area in world.near[state.where[unit]] if holder(state, area) == side and area != REAR[SOVIET]
    )
