"""Chapter 9: the pictures as events."""

from __future__ import annotations

from tests.oracle.rattenkrieg.cards import GERMAN, SOVIET, event, fire_hits, other
from tests.oracle.rattenkrieg.ch07_operations import Held, has_card, moment, ready, take_card
from tests.oracle.rattenkrieg.strength import under_fire
from tests.oracle.rattenkrieg.world import MAMAYEV, REAR, TANK, State, World, side_of


def use(world: World, state: State, kind: str, held: Held, target: str | None = None) -> list[str]:
    """9.1 to 9.8: play a picture from the hand or from a step of the active unit (U39)."""
    now, _ = moment(world, state)
    broken = []
    wakes_first = kind == "wake" and now == "idle"
    if now not in ("active", "duty") and not wakes_first:
        broken.append("9.1")
    unit = state.active
    if unit is None:
        if not wakes_first or held.card not in state.hand[state.actor]:
            broken.append("9.1")
        if any(not ready(world, state, x, state.actor) for x in world.pieces):
            broken.append("9.8")
    elif not has_card(world, state, unit, held):
        broken.append("9.1")
    if event(state.actor, held.card) != ("chuikov" if kind == "wake" else kind):
        broken.append("9.1")
    if unit is not None and kind in ("bombard", "air"):
        broken += _target(world, state, kind, unit, target)
    if kind == "sniper" and not state.hand[GERMAN]:
        broken.append("9.6")
    if kind == "wake" and (target not in state.down or side_of(world, target) != SOVIET):
        broken.append("9.8")
    return broken


def _target(world: World, state: State, kind: str, unit: str, target: str | None) -> list[str]:
    """9.2, 9.3: an enemy in the same or a neighbouring area; no rear; no tank for German guns."""
    clause = "9.2" if kind == "bombard" else "9.3"
    enemy = other(state.actor)
    if target is None or side_of(world, target) != enemy or state.where.get(target) not in world.kinds:
        return [clause]
    spot, here = state.where[target], state.where[unit]
    if spot == REAR[enemy]:
        return [clause]
    if spot != here and spot not in world.near[here]:
        return [clause]
    return [clause] if kind == "bombard" and target == TANK else []


def do_use(world: World, state: State, kind: str, held: Held, target: str | None = None) -> None:
    if state.active is None:
        state.hand[state.actor].remove(held.card)
    else:
        take_card(world, state, state.active, held)
    state.pile.append(held.card)
    state.done += 1
    if kind == "assault_gun":
        state.guns += 1
    elif kind == "engineers":
        state.engineers = True
    elif kind == "molotov":
        state.molotov += 1
    elif kind == "chuikov":
        state.chuikov = True
    elif kind == "wake" and target is not None:
        state.down.discard(target)


def damage(world: World, state: State, kind: str, drawn: str, target: str) -> bool:
    """9.2, 9.3: return whether a drawn card hits its target."""
    mamayev = state.control[MAMAYEV] == state.actor
    return fire_hits(kind, drawn, under_fire(world, state, target, kind), mamayev=mamayev)
