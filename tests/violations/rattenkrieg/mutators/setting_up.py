"""Ways to break chapters 3 and 6: the set-up, the deck, those who come later."""

from __future__ import annotations

from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import OFF_MAP, Phase
from toolkit.games.rattenkrieg.rules.sides import Side


def _short_side(side: Side, scene: Scene) -> Mutation | None:
    """End the set-up while a unit of a side is not placed."""
    waiting = [
        u.id
        for u in scene.position.data.units.values()
        if u.side is side and u.enters == 1 and scene.here(u.id) == OFF_MAP
    ]
    return (a.EndSetUp(),) if waiting else None


def _short_german(scene: Scene) -> Mutation | None:
    return _short_side(Side.GERMAN, scene)


def _short_soviet(scene: Scene) -> Mutation | None:
    return _short_side(Side.SOVIET, scene)


def _top(scene: Scene, count: int) -> tuple[str, ...]:
    deck = scene.position.deck
    return tuple(reversed(deck[-count:])) if count else ()


def _step_too_many(scene: Scene, action: a.DealSteps) -> Mutation | None:
    if scene.position.phase is not Phase.SETUP:
        return None
    missing = scene.position.data.units[action.unit].steps - len(scene.position.steps[action.unit])
    return (a.DealSteps(action.unit, _top(scene, missing + 1)),)


def _tank_dealt(scene: Scene) -> Mutation | None:
    """Deal a step to the T-34 (3.3, 8.12)."""
    tank = scene.position.data.tank
    return (a.DealSteps(tank, _top(scene, 1)),) if tank and scene.position.phase is Phase.SETUP else None


def _step_missing(scene: Scene, _action: a.DealSteps) -> Mutation | None:
    """End the set-up before a unit has all its steps (3.3)."""
    position = scene.position
    if position.phase is not Phase.SETUP:
        return None
    # Cards may be dealt before a unit is placed: only one on the map lacks steps.
    short = any(len(position.steps[unit]) < position.data.units[unit].steps for unit in scene.units())
    return (a.EndSetUp(),) if short else None


def _hand_missing(scene: Scene) -> Mutation | None:
    return (a.EndSetUp(),) if isinstance(scene.action, a.DealHand) else None


def _early_shuffle(scene: Scene) -> Mutation | None:
    """Shuffle the pile while the deck has cards (3.4)."""
    position = scene.position
    if not position.deck or not position.pile or position.phase is Phase.SETUP:
        return None
    return (a.Shuffle(tuple(scene.mixed(position.pile))),)


def _wrong_place(side: Side, scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.Reinforce) or scene.side(action.unit) is not side:
        return None
    return (a.Reinforce(action.unit, scene.rng.choice(scene.position.data.city)),)


# Arrivals ------------------------------------------------------------------------------------------


def _wrong_steps(side: Side, scene: Scene) -> Mutation | None:
    action, position = scene.action, scene.position
    if not isinstance(action, a.DealSteps) or position.phase is not Phase.REINFORCEMENT:
        return None
    if scene.side(action.unit) is not side:
        return None
    missing = position.data.units[action.unit].steps - len(position.steps[action.unit])
    return (a.DealSteps(action.unit, _top(scene, missing + 1)),) if len(position.deck) > missing else None


def _other_turn(side: Side, scene: Scene) -> Mutation | None:
    """Arrive in another turn than the printed one."""
    position = scene.position
    if position.phase is not Phase.REINFORCEMENT:
        return None
    away = [
        u.id
        for u in position.data.units.values()
        if u.side is side and scene.here(u.id) == OFF_MAP and u.enters > position.turn
    ]
    unit = scene.one(away)
    return (a.Reinforce(unit, scene.rear(side)),) if unit is not None else None


def _german_place(scene: Scene) -> Mutation | None:
    return _wrong_place(Side.GERMAN, scene)


def _soviet_place(scene: Scene) -> Mutation | None:
    return _wrong_place(Side.SOVIET, scene)


def _german_steps(scene: Scene) -> Mutation | None:
    return _wrong_steps(Side.GERMAN, scene)


def _soviet_steps(scene: Scene) -> Mutation | None:
    return _wrong_steps(Side.SOVIET, scene)


def _soviet_early(scene: Scene) -> Mutation | None:
    return _other_turn(Side.SOVIET, scene)


_ARRIVALS = (a.Reinforce, a.DealSteps, a.ReturnT34, a.EndReinforcement)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("6.1", (a.Reinforce,), _german_place),
    Mutator("6.2", (a.Reinforce,), _soviet_place),
    Mutator("6.2", _ARRIVALS, _soviet_early),
    Mutator("3.1", (a.Place,), _short_soviet),
    Mutator("3.2", (a.Place,), _short_german),
    Mutator("3.3", (a.DealSteps,), _step_too_many),
    Mutator("3.3", (a.DealSteps,), _tank_dealt),
    Mutator("3.3", (a.DealSteps,), _step_missing),
    Mutator("3.4", (a.DealHand,), _hand_missing),
    Mutator("3.4", (a.Pass, a.End, a.Draw, a.EndTurn), _early_shuffle),
    Mutator("6.1", (a.DealSteps,), _german_steps),
    Mutator("6.2", (a.DealSteps,), _soviet_steps),
)
