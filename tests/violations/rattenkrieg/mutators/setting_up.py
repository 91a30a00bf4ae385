"""Ways to break chapters 3 and 6: the set-up, the deck, those who come later."""

from __future__ import annotations

from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.data import FACTORY
from toolkit.games.rattenkrieg.rules.position import OFF_MAP, Phase
from toolkit.games.rattenkrieg.rules.sides import Side

_HANDS = {Side.SOVIET: 4, Side.GERMAN: 3}


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


def _step_too_many(scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.DealSteps) or scene.position.phase is not Phase.SETUP:
        return None
    missing = scene.position.data.units[action.unit].steps - len(scene.position.steps[action.unit])
    return (a.DealSteps(action.unit, _top(scene, missing + 1)),)


def _step_missing(scene: Scene) -> Mutation | None:
    """End the set-up before a unit has all its steps (3.3)."""
    position = scene.position
    if position.phase is not Phase.SETUP or not isinstance(scene.action, a.DealSteps):
        return None
    # Cards may be dealt before a unit is placed: only one on the map lacks steps.
    short = any(len(position.steps[unit]) < position.data.units[unit].steps for unit in scene.units())
    return (a.EndSetUp(),) if short else None


def _tank_dealt(scene: Scene) -> Mutation | None:
    """Deal a step to the T-34 (3.3, 8.12)."""
    tank = scene.position.data.tank
    return (a.DealSteps(tank, _top(scene, 1)),) if tank and scene.position.phase is Phase.SETUP else None


def _hand_too_big(scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.DealHand):
        return None
    missing = _HANDS[action.side] - len(scene.position.hands[action.side])
    return (a.DealHand(action.side, _top(scene, missing + 1)),)


def _hand_missing(scene: Scene) -> Mutation | None:
    return (a.EndSetUp(),) if isinstance(scene.action, a.DealHand) else None


def _lost_in_shuffle(scene: Scene) -> Mutation | None:
    """Shuffle a part of the pile only (3.4)."""
    action = scene.action
    if not isinstance(action, a.Shuffle) or scene.position.phase is Phase.SETUP or len(action.order) < 2:
        return None
    return (a.Shuffle(action.order[1:]),)


def _early_shuffle(scene: Scene) -> Mutation | None:
    """Shuffle the pile while the deck has cards (3.4)."""
    position = scene.position
    if not position.deck or not position.pile or position.phase is Phase.SETUP:
        return None
    return (a.Shuffle(tuple(scene.mixed(position.pile))),)


# Arrivals ------------------------------------------------------------------------------------------


def _wrong_place(side: Side, scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.Reinforce) or scene.side(action.unit) is not side:
        return None
    return (a.Reinforce(action.unit, scene.rng.choice(scene.position.data.city)),)


def _wrong_steps(side: Side, scene: Scene) -> Mutation | None:
    action, position = scene.action, scene.position
    if not isinstance(action, a.DealSteps) or position.phase is not Phase.REINFORCEMENT:
        return None
    if scene.side(action.unit) is not side:
        return None
    missing = position.data.units[action.unit].steps - len(position.steps[action.unit])
    return (a.DealSteps(action.unit, _top(scene, missing + 1)),) if len(position.deck) > missing else None


def _stays_away(side: Side, scene: Scene) -> Mutation | None:
    """End the arrivals before all have come, or before they have their steps."""
    action = scene.action
    if not isinstance(action, a.Reinforce | a.DealSteps) or scene.side(action.unit) is not side:
        return None
    return (a.EndReinforcement(),) if scene.position.phase is Phase.REINFORCEMENT else None


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


def _german_away(scene: Scene) -> Mutation | None:
    return _stays_away(Side.GERMAN, scene)


def _soviet_away(scene: Scene) -> Mutation | None:
    return _stays_away(Side.SOVIET, scene)


def _soviet_early(scene: Scene) -> Mutation | None:
    return _other_turn(Side.SOVIET, scene)


def _tank_not_lost(scene: Scene) -> Mutation | None:
    """Bring the T-34 back that is not lost, was lost long ago, or whose factory is German (6.3)."""
    position = scene.position
    if position.phase is not Phase.REINFORCEMENT:
        return None
    lost_lately = position.t34_gone and position.t34_gone == position.turn - 1
    if lost_lately and scene.holder(FACTORY) is Side.SOVIET:
        return None
    return (a.ReturnT34(FACTORY),)


def _tank_left_out(scene: Scene) -> Mutation | None:
    return (a.EndReinforcement(),) if isinstance(scene.action, a.ReturnT34) else None


_ARRIVALS = (a.Reinforce, a.DealSteps, a.ReturnT34, a.EndReinforcement)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("6.1", (a.Reinforce,), _german_place),
    Mutator("3.1", (a.Place,), _short_soviet),
    Mutator("3.2", (a.Place,), _short_german),
    Mutator("3.3", (a.DealSteps,), _step_too_many),
    Mutator("3.3", (a.DealSteps,), _step_missing),
    Mutator("3.3", (a.DealSteps,), _tank_dealt),
    Mutator("3.4", (a.DealHand,), _hand_too_big),
    Mutator("3.4", (a.DealHand,), _hand_missing),
    Mutator("3.4", (a.Pass, a.End, a.Draw, a.EndTurn), _early_shuffle),
    Mutator("3.4", (a.Shuffle,), _lost_in_shuffle),
    Mutator("6.1", (a.DealSteps,), _german_steps),
    Mutator("6.1", (a.Reinforce, a.DealSteps), _german_away),
    Mutator("6.2", (a.Reinforce,), _soviet_place),
    Mutator("6.2", (a.DealSteps,), _soviet_steps),
    Mutator("6.2", (a.Reinforce, a.DealSteps), _soviet_away),
    Mutator("6.2", _ARRIVALS, _soviet_early),
    Mutator("6.3", _ARRIVALS, _tank_not_lost),
    Mutator("6.3", (a.ReturnT34,), _tank_left_out),
)
