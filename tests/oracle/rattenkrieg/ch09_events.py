"""Chapter 9: the pictures as events."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET, event, fire_hits, other
from tests.oracle.rattenkrieg.ch07_operations import gone_back, lead, moment, ready
from tests.oracle.rattenkrieg.strength import under_fire
from tests.oracle.rattenkrieg.world import MAMAYEV, REAR, TANK, State, World, on_map, side_of


def play(world: World, state: State, kind: str, card: str) -> list[str]:
    """9.1: play a picture from the hand or from a step of the active unit (U39), as what it is."""
    now, _ = moment(world, state)
    holder = next((side for side, hand in state.hand.items() if card in hand), state.actor)
    broken = gone_back(state, holder)
    wakes_first = kind == "wake" and now in ("idle", "readied") and world.r["U49"] == "allowed"
    if now not in ("active", "duty") and not wakes_first:
        broken.append("9.1" if kind != "wake" else "9.8")
    if now == "duty" and world.r["U35"] == "forbidden":
        broken.append("8.11")
    unit = lead(world, state)
    if wakes_first and any(not ready(world, state, x, state.actor) for x in world.pieces):
        broken.append("9.8")  # 7.1: an event belongs to a unit that was named, while one can be
    cards = list(state.hand[state.actor])
    if unit is not None and world.r["U39"] == "both":
        cards += state.steps.get(unit, [])
    if card not in cards or event(state.actor, card) != ("chuikov" if kind == "wake" else kind):
        broken.append("9.1")
    return broken


def shoot(world: World, state: State, kind: str, target: str) -> list[str]:
    """9.2, 9.3: an enemy in the same or a neighbouring area; no rear; no tank for German guns."""
    clause = "9.2" if kind == "bombard" else "9.3"
    unit, enemy = lead(world, state), other(state.actor)
    if unit is None or not on_map(world, state, unit):
        return [clause]
    if side_of(world, target) != enemy or not on_map(world, state, target):
        return [clause]
    spot, here = state.where[target], state.where[unit]
    if spot == REAR[enemy] or (spot != here and spot not in world.near[here]):
        return [clause]
    return [clause] if kind == "bombard" and target == TANK else []


def snipe(world: World, state: State, taken: str | None) -> list[str]:
    """9.6: one card of the German hand; nothing to shoot at an empty one (U47)."""
    hand = state.hand[GERMAN]
    if taken is None:
        return [] if not hand and world.r["U47"] == "playable" else ["9.6"]
    return [] if taken in hand else ["9.6"]


def wake(world: World, state: State, unit: str) -> list[str]:
    """9.8: turn a Soviet unit up."""
    good = side_of(world, unit) == SOVIET and on_map(world, state, unit) and unit in state.down
    return [] if good else ["9.8"]


def damage(world: World, state: State, kind: str, drawn: str, target: str) -> bool:
    """9.2, 9.3: return whether a drawn card hits its target."""
    mamayev = state.control[MAMAYEV] == other(side_of(world, target))
    return fire_hits(kind, drawn, under_fire(world, state, target, kind), mamayev=mamayev)
