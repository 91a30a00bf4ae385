"""Ways to break chapters 4, 5, 7 and 10: whose turn it is, passes, replenishing, moving, ends of turns."""

from __future__ import annotations

from functools import partial

from tests.violations.rattenkrieg.mutators.base import Mutation, Mutator, Scene
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.data import KURGAN
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.sides import Side

# 4.0, 5.0 ------------------------------------------------------------------------------------------


def _out_of_turn(turn_of: Side, scene: Scene) -> Mutation | None:
    """Let the other side pass (5.0)."""
    if not scene.idle() or scene.position.actor is not turn_of:
        return None
    side = turn_of.enemy
    unit = scene.one([u for u in scene.units(side) if scene.fresh(u)])
    return (a.Pass(side, unit),)


# 7.1, 7.4 ------------------------------------------------------------------------------------------


def _enemy_unit(turn_of: Side, scene: Scene) -> Mutation | None:
    """Call a unit of the side that does not act (5.0)."""
    if not scene.idle() or scene.position.actor is not turn_of:
        return None
    unit = scene.one([u for u in scene.units(scene.position.actor.enemy) if scene.fresh(u)])
    return (a.Activate(unit),) if unit is not None else None


def _second_unit(scene: Scene) -> Mutation | None:
    """Activate another unit while one acts (7.1)."""
    acting = scene.quiet()
    if acting is None:
        return None
    others = [u for u in scene.units(scene.side(acting)) if u != acting and scene.fresh(u)]
    unit = scene.one(others)
    return (a.Activate(unit),) if unit is not None else None


def _moves_another(scene: Scene, action: a.MoveFriendly) -> Mutation | None:
    """Move a unit that does not act (7.1)."""
    acting = scene.quiet()
    if acting is None:
        return None
    others = [
        u
        for u in scene.units(scene.side(acting))
        if u != acting and scene.here(u) == scene.here(acting) and not scene.isolated(u)
    ]
    other = scene.one([u for u in others if u != scene.position.data.tank])
    return (a.MoveFriendly(other, action.area),) if other is not None else None


def _ends_with_other(scene: Scene, _action: a.End) -> Mutation | None:
    """Turn another unit over instead of the one that acted (7.4)."""
    acting = scene.quiet()
    if acting is None:
        return None
    tank = scene.position.data.tank
    others = [u for u in scene.units(scene.side(acting)) if u not in (acting, tank) and scene.fresh(u)]
    unit = scene.one(others)
    return (a.End((unit,)),) if unit is not None else None


# 3.5, 7.2, 7.3 -------------------------------------------------------------------------------------


def _enters(scene: Scene) -> str | None:
    """Return the unit that acts and may move."""
    acting = scene.quiet()
    return acting if acting is not None and not scene.isolated(acting) else None


def _empty(scene: Scene, unit: str, areas: list[str]) -> list[str]:
    enemy = scene.side(unit).enemy
    city = scene.position.data.city
    return [x for x in areas if x in city and scene.holder(x) is enemy and not scene.there(x, enemy)]


def _held(scene: Scene, unit: str, areas: list[str]) -> list[str]:
    enemy = scene.side(unit).enemy
    city = scene.position.data.city
    return [x for x in areas if x in city and scene.holder(x) is enemy and scene.there(x, enemy)]


def _unpaid(scene: Scene) -> Mutation | None:
    acting = _enters(scene)
    if acting is None:
        return None
    area = scene.one(_empty(scene, acting, scene.near(scene.here(acting))))
    return (a.EnterEmpty(acting, area, None),) if area is not None else None


def _paid_by_others(scene: Scene) -> Mutation | None:
    acting = _enters(scene)
    if acting is None:
        return None
    area = scene.one(_empty(scene, acting, scene.near(scene.here(acting))))
    card = scene.one(scene.alien(acting))
    return (a.EnterEmpty(acting, area, card),) if area is not None and card is not None else None


def _leaps(scene: Scene) -> Mutation | None:
    """Enter an enemy area that is no neighbour (7.3)."""
    acting = _enters(scene)
    if acting is None:
        return None
    far = scene.far(scene.here(acting))
    empty, held = scene.one(_empty(scene, acting, far)), scene.one(_held(scene, acting, far))
    card = scene.one(scene.usable(acting))
    if empty is not None and card is not None and scene.rng.random() < 0.5:
        return (a.EnterEmpty(acting, empty, card),)
    return (a.EnterBattle(acting, held),) if held is not None and card is not None else None


def _walks_in(held: bool, scene: Scene) -> Mutation | None:
    """Go into an enemy area as if it were a friendly one (7.3), even past its defenders (8.1)."""
    acting = _enters(scene)
    if acting is None:
        return None
    near = scene.near(scene.here(acting))
    area = scene.one(_held(scene, acting, near) if held else _empty(scene, acting, near))
    return (a.MoveFriendly(acting, area),) if area is not None else None


def _sneaks_in(scene: Scene) -> Mutation | None:
    """Enter an area with enemies for a card instead of a battle (8.1)."""
    acting = _enters(scene)
    if acting is None:
        return None
    area = scene.one(_held(scene, acting, scene.near(scene.here(acting))))
    card = scene.one(scene.usable(acting))
    return (a.EnterEmpty(acting, area, card),) if area is not None and card is not None else None


def _nobody_there(scene: Scene) -> Mutation | None:
    """Begin a battle where no enemy stands (8.1)."""
    acting = scene.quiet()
    if acting is None or scene.there(scene.here(acting), scene.side(acting).enemy):
        return None
    return (a.Attack(acting),) if scene.usable(acting) else None


def _top_card(scene: Scene) -> str | None:
    return scene.position.deck[-1] if scene.position.deck else None


def _replenish(scene: Scene, good: bool, *, face_up: bool = True) -> str | None:
    """Return a unit with room for a step: in its rear, or elsewhere."""
    position = scene.position
    found = [
        u
        for u in scene.units(position.actor)
        if len(position.steps[u]) < position.data.units[u].steps
        and (scene.here(u) == scene.rear(position.actor)) is good
        and not scene.isolated(u)
        and (u not in position.down) is face_up
    ]
    return scene.one(found) if scene.idle() else None


def _not_in_rear(scene: Scene) -> Mutation | None:
    unit, card = _replenish(scene, good=False), _top_card(scene)
    return (a.Replenish(unit, card),) if unit is not None and card is not None else None


def _used_already(scene: Scene) -> Mutation | None:
    unit, card = _replenish(scene, good=True, face_up=False), _top_card(scene)
    return (a.Replenish(unit, card),) if unit is not None and card is not None else None


def _stays_up(scene: Scene) -> Mutation | None:
    action = scene.action
    return (a.Replenish(action.unit, action.card, down=False),) if isinstance(action, a.Replenish) else None


def _full(scene: Scene) -> Mutation | None:
    position, card = scene.position, _top_card(scene)
    if not scene.idle() or card is None:
        return None
    side = position.actor
    full = [
        u
        for u in scene.units(side)
        if scene.here(u) == scene.rear(side)
        and scene.fresh(u)
        and len(position.steps[u]) == position.data.units[u].steps
    ]
    unit = scene.one(full)
    return (a.Replenish(unit, card),) if unit is not None else None


def _after_acting(scene: Scene) -> Mutation | None:
    """Replenish the unit that has acted, or another beside it (7.5)."""
    acting, card = scene.quiet(), _top_card(scene)
    if acting is None or card is None:
        return None
    position = scene.position
    rear = scene.rear(scene.side(acting))
    found = [
        u
        for u in scene.there(rear, scene.side(acting))
        if len(position.steps[u]) < position.data.units[u].steps and scene.fresh(u)
    ]
    unit = scene.one(found)
    return (a.Replenish(unit, card),) if unit is not None else None


def _serving(scene: Scene) -> Side | None:
    """Return who may still draw in the phase at its end: nobody after he, or after his successor, drew."""
    position = scene.position
    if position.phase is not Phase.REPLENISHMENT or position.drew:
        return None
    return Side.SOVIET if Side.SOVIET in position.served else Side.GERMAN


def _top(scene: Scene, count: int) -> tuple[str, ...]:
    return tuple(reversed(scene.position.deck[-count:])) if count else ()


def _draws_too_many(scene: Scene) -> Mutation | None:
    side = _serving(scene)
    if side is None:
        return None
    limit = 4 if scene.holder(KURGAN) is side else 3
    count = max(1, limit + 1 - len(scene.position.hands[side]))
    if count > len(scene.position.deck) or len(scene.position.hands[side]) + count == 4:
        return None
    return (a.Draw(side, _top(scene, count)),)


def _discards_step(scene: Scene) -> Mutation | None:
    side = _serving(scene)
    if side is None:
        return None
    card = scene.one([card for u in scene.units(side) for card in scene.position.steps[u]])
    return (a.Discard(side, (card,)),) if card is not None else None


# Chapter 10 ----------------------------------------------------------------------------------------


def _discards_late(scene: Scene, action: a.Draw) -> Mutation | None:
    """Lay cards down after drawing (10.1)."""
    if not scene.position.hands[action.side]:
        return None
    return (action, a.Discard(action.side, (scene.rng.choice(scene.position.hands[action.side]),)))


def _draws_in_play(scene: Scene) -> Mutation | None:
    if not scene.idle() or not scene.position.deck or len(scene.position.hands[scene.position.actor]) >= 3:
        return None
    return (a.Draw(scene.position.actor, _top(scene, 1)),)


def _turned_in_play(scene: Scene) -> Mutation | None:
    unit = scene.one([u for u in scene.units() if u in scene.position.down])
    return (a.FlipUp((unit,)),) if scene.idle() and unit is not None else None


_IDLE = (a.Activate, a.Pass, a.Replenish)
_QUIET = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.End, *a.Event.__args__)
_SERVICE = (a.Discard, a.Draw, a.FlipUp)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("7.4", (a.End,), _ends_with_other),
    Mutator("10.3", _IDLE, _turned_in_play),
    Mutator("7.3", _QUIET, _unpaid),
    Mutator("7.3", _QUIET, _paid_by_others),
    Mutator("7.5", _IDLE, _not_in_rear),
    Mutator("7.5", _IDLE, _used_already),
    Mutator("7.5", (a.Replenish,), _stays_up),
    Mutator("7.5", _IDLE, _full),
    Mutator("7.5", _QUIET, _after_acting),
    Mutator("10.1", _SERVICE, _draws_too_many),
    Mutator("10.1", _SERVICE, _discards_step),
    Mutator("10.1", _IDLE, _draws_in_play),
    Mutator("7.1", _QUIET, _second_unit),
    Mutator("7.1", (a.MoveFriendly,), _moves_another),
    Mutator("5.0.2", _IDLE, partial(_out_of_turn, Side.GERMAN)),
    Mutator("5.0.2", _IDLE, partial(_enemy_unit, Side.GERMAN)),
    Mutator("5.0.3", _IDLE, partial(_out_of_turn, Side.SOVIET)),
    Mutator("5.0.3", _IDLE, partial(_enemy_unit, Side.SOVIET)),
    Mutator("7.3", _QUIET, _leaps),
    Mutator("7.3", _QUIET, partial(_walks_in, False)),
    Mutator("8.1", _QUIET, partial(_walks_in, True)),
    Mutator("8.1", _QUIET, _sneaks_in),
    Mutator("8.1", _QUIET, _nobody_there),
    Mutator("10.1", (a.Draw,), _discards_late),
)
