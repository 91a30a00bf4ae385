"""Ways to break 流程2, its notes and 攻擊: whose impulse it is, who acts together, who fires at whom."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations

from tests.violations.storm.mutators.base import Mutation, Mutator, Scene
from tests.violations.storm.mutators.moving import company, groups
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.games.storm.rules.sides import Side

_ANY = (a.Move, a.Fire, a.Pass)
_LOSSES = (a.Spend, a.Retreat, a.Drive, a.Eliminate)


def _step(scene: Scene, units: list[str]) -> a.Move | None:
    """Return a move of one area that nothing else speaks against, None where there is none."""
    side, start = scene.side(units[0]), scene.here(units[0])
    for area in scene.near(start):
        dear = scene.cost(side, start, (area,)) > scene.allowance(units)
        if not dear and not scene.full(area, side, len(units)):
            return a.Move(side, tuple(units), (area,))
    return None


def _armed(scene: Scene, units: list[str]) -> list[str]:
    return [unit for unit in units if scene.data.units[unit].attack > 0]


def _prey(scene: Scene, side: Side, start: str) -> str | None:
    """Return an area with enemies that can be reached from another."""
    around = scene.mixed((start, *scene.data.neighbours[start]))
    return scene.one([area for area in around if scene.there(area, side.enemy)])


def _shot(scene: Scene, units: list[str]) -> a.Fire | None:
    """Return a fire that nothing else speaks against, None where there is none."""
    armed = _armed(scene, units)
    if not armed:
        return None
    side = scene.side(armed[0])
    target = _prey(scene, side, scene.here(armed[0]))
    return a.Fire(side, tuple(armed), target) if target is not None else None


def _does(scene: Scene, units: list[str]) -> a.Move | a.Fire | None:
    """Return a move or a fire of a group."""
    moves, fires = _step(scene, units), _shot(scene, units)
    found = [act for act in (moves, fires) if act is not None]
    return scene.one(found)


# Whose impulse it is --------------------------------------------------------------------------------


def _out_of_turn(scene: Scene) -> Mutation | None:
    side = scene.idle()
    if side is None:
        return None
    for group in groups(scene, side.enemy):
        act = _does(scene, group)
        if act is not None:
            return (act,)
    return None


def _begins(scene: Scene) -> Mutation | None:
    """Let the Soviets have the first impulse of a turn."""
    return _out_of_turn(scene) if scene.position.last is None else None


def _acts_twice(scene: Scene, action: a.Move) -> Mutation | None:
    """Act and act again before the enemy has."""
    side = scene.idle()
    if side is None:
        return None
    for group in groups(scene, side):
        if scene.here(group[0]) == scene.here(action.units[0]):
            continue
        act = _step(scene, group)
        if act is not None and action.path[-1] not in act.path:
            return action, act
    return None


def _moves_and_fires(scene: Scene) -> Mutation | None:
    """Move some units of an area, and fire with others of it, in one impulse."""
    side = scene.idle()
    if side is None:
        return None
    for stack in scene.stacks(side):
        group = company(scene, stack)
        moves, fires = _step(scene, group[:1]), _shot(scene, group[1:])
        if moves is None or fires is None or scene.here(stack[0]) in scene.data.ferries:
            continue
        # A unit that has gone to where the others fire would change who is fired on, and from where.
        if fires.target not in moves.path:
            return moves, fires
    return None


def _acts_with_a_card(first: str, scene: Scene) -> Mutation | None:
    """Play a card that is an action, and act as well; or the other way round."""
    side, action = scene.idle(), scene.action
    wanted = a.Play if first == "card" else a.Move
    if side is None or not isinstance(action, wanted):
        return None
    if isinstance(action, a.Play):
        if not scene.data.cards[action.card].does(Use.RALLY, Use.REPLACE):
            return None
        for group in groups(scene, side):
            act = _step(scene, group)
            if act is not None and not set(group) & {*action.paid, *action.units}:
                return action, act
        return None
    card = scene.held(side, Use.DRAW)
    return (action, a.Play(side, card.id)) if card is not None else None


def _goes_on(scene: Scene, _action: a.EndImpulses) -> Mutation | None:
    """Begin an impulse after both have passed."""
    if scene.position.last is None:
        return None
    side = scene.position.last.enemy
    for group in groups(scene, side):
        act = _does(scene, group)
        if act is not None:
            return (act,)
    return (a.Pass(side),)


def _ends_early(scene: Scene) -> Mutation | None:
    return (a.EndImpulses(),) if scene.idle() is not None else None


def _leaves_losses(scene: Scene) -> Mutation | None:
    """Pass while loss points wait for an answer."""
    toll = scene.position.toll
    if toll is None or not scene.suffering() or scene.position.last is None:
        return None
    return (a.Pass(scene.position.last.enemy),)


def _moves_meanwhile(scene: Scene) -> Mutation | None:
    """Move units that it is not about while a fire waits for its roll, or its losses for their answer."""
    shot, toll = scene.position.shot, scene.position.toll
    if shot is None and not scene.suffering():
        return None
    pool = shot.pool if shot is not None else toll.pool if toll is not None else ()
    for group in groups(scene, scene.rng.choice(tuple(Side))):
        act = _step(scene, group) if not set(group) & set(pool) else None
        if act is not None:
            return (act,)
    return None


# Who acts together ----------------------------------------------------------------------------------


def _two_places(scene: Scene) -> Mutation | None:
    """Act with units of two areas."""
    side = scene.idle()
    if side is None:
        return None
    stacks = [company(scene, stack) for stack in scene.stacks(side)]
    for one in stacks:
        for other in stacks:
            if one is other or company(scene, [one[0], other[0]]) != [one[0], other[0]]:
                continue
            pair = [one[0], other[0]]
            near = set(scene.near(scene.here(pair[0]))) & set(scene.near(scene.here(pair[1])))
            for area in scene.mixed(near):
                costs = [scene.cost(side, scene.here(unit), (area,)) for unit in pair]
                if max(costs) <= scene.allowance(pair) and not scene.full(area, side, 2):
                    return (a.Move(side, tuple(pair), (area,)),)
    return None


def _fires_from_two_places(scene: Scene) -> Mutation | None:
    """Fire with units of two areas at one target."""
    side = scene.idle()
    if side is None:
        return None
    armed = [_armed(scene, company(scene, stack)) for stack in scene.stacks(side)]
    ashore = [stack for stack in armed if stack and scene.here(stack[0]) not in scene.data.ferries]
    for one, other in permutations(ashore, 2):
        pair = [one[0], other[0]]
        targets = set.intersection(*({start, *scene.near(start)} for start in map(scene.here, pair)))
        held = [area for area in scene.mixed(targets) if scene.there(area, side.enemy)]
        if company(scene, pair) == pair and held:
            return (a.Fire(side, (*one, *other[:1]), held[0]),)
    return None


def _back_from_the_dead(scene: Scene) -> Mutation | None:
    """Act with a unit that is eliminated."""
    side = scene.idle()
    if side is None:
        return None
    unit = scene.one(
        [u for u, at in scene.position.where.items() if at == ELIMINATED and scene.side(u) is side]
    )
    room = [area for area in scene.city() if scene.holds(side, area) and not scene.full(area, side)]
    return (a.Move(side, (unit,), (room[0],)),) if unit is not None and room else None


def _nobody(scene: Scene) -> Mutation | None:
    """Fire with no unit at all."""
    side = scene.idle()
    target = scene.one([area for area in scene.city() if side is not None and scene.there(area, side.enemy)])
    return (a.Fire(side, (), target),) if side is not None and target is not None else None


def _borrowed(scene: Scene) -> Mutation | None:
    """Act with a unit of the enemy, alone or among the own."""
    side = scene.idle()
    if side is None:
        return None
    for group in groups(scene, side.enemy):
        act = _step(scene, group[:1])
        if act is not None:
            return (a.Move(side, act.units, act.path),)
    return None


def _two_divisions(fires: bool, scene: Scene) -> Mutation | None:
    if scene.idle() is not Side.GERMAN:
        return None
    for stack in scene.stacks(Side.GERMAN):
        for unit in stack:
            division = scene.data.units[unit].division
            for comrade in stack:
                if division and scene.data.units[comrade].division not in (division, ""):
                    pair = [unit, comrade]
                    able = not fires or len(_armed(scene, pair)) == len(pair)
                    act = (_shot if fires else _step)(scene, pair) if able else None
                    if act is not None:
                        return (act,)
    return None


def _spent(fires: bool, scene: Scene) -> Mutation | None:
    """Act with units that have acted, alone or among fresh ones."""
    side = scene.idle()
    if side is None:
        return None
    tired = [unit for unit in scene.units(side) if not scene.fresh(unit)]
    for unit in tired:
        others = [u for u in scene.there(scene.here(unit), side) if scene.fresh(u)]
        group = [unit, *others[: scene.rng.randint(0, 1)]]
        if company(scene, group) != group or (fires and len(_armed(scene, group)) < len(group)):
            continue
        act = (_shot if fires else _step)(scene, group)
        if act is not None:
            return (act,)
    return None


# Fire -----------------------------------------------------------------------------------------------


def _unarmed(scene: Scene) -> Mutation | None:
    """Fire with a unit that has no attack value, alone or among armed ones."""
    side = scene.idle()
    if side is None:
        return None
    for stack in scene.stacks(side):
        if scene.here(stack[0]) in scene.data.ferries:
            continue
        bare = [unit for unit in stack if scene.data.units[unit].attack == 0]
        target = _prey(scene, side, scene.here(stack[0]))
        if bare and target is not None:
            friends = _armed(scene, company(scene, [bare[0], *stack]))[: scene.rng.randint(0, 2)]
            return (a.Fire(side, (bare[0], *friends), target),)
    return None


def _at_some(scene: Scene, action: a.Fire) -> Mutation | None:
    """Fire at some of the enemies of an area and leave others out."""
    if scene.idle() is None:
        return None
    there = scene.there(action.target, action.side.enemy)
    return (replace(action, aimed=tuple(there[1:])),) if len(there) > 1 else None


def _out_of_a_box(scene: Scene) -> Mutation | None:
    """Fire out of a ferry box."""
    if scene.idle() is not Side.SOVIET:
        return None
    for box in scene.mixed(scene.data.ferries):
        armed = _armed(scene, [unit for unit in scene.there(box, Side.SOVIET) if scene.fresh(unit)])
        held = [area for area in scene.near(box) if scene.there(area, Side.GERMAN)]
        if armed and held:
            return (a.Fire(Side.SOVIET, tuple(armed[:2]), held[0]),)
    return None


def _into_a_box(scene: Scene) -> Mutation | None:
    """Fire at units in a ferry box from the bank."""
    if scene.idle() is not Side.GERMAN:
        return None
    for group in groups(scene, Side.GERMAN):
        armed, start = _armed(scene, group), scene.here(group[0])
        for box in scene.mixed(scene.data.ferries):
            if armed and start in scene.data.neighbours[box] and scene.there(box, Side.SOVIET):
                return (a.Fire(Side.GERMAN, tuple(armed), box),)
    return None


def _passes_a_fire(scene: Scene) -> Mutation | None:
    """Declare a fire and go on without a roll."""
    shot = scene.position.shot
    if shot is None or scene.position.phase is not Phase.IMPULSES:
        return None
    return (a.Pass(shot.side.enemy),)


MUTATORS: tuple[Mutator, ...] = (
    Mutator("SEED 流程2(1)", _ANY, _two_places),
    Mutator("SEED 流程2(1)", _ANY, _back_from_the_dead),
    Mutator("SEED 流程2(1)", _ANY, _borrowed),
    Mutator("SEED 流程2", _ANY, _out_of_turn),
    Mutator("SEED 流程2", (a.Move,), _acts_twice),
    Mutator("SEED 損傷3", _LOSSES, _leaves_losses),
    Mutator("SEED 攻擊2", (a.Roll,), _passes_a_fire),
    Mutator("SEED 流程2", _ANY, _begins, rare=True),
    Mutator("SEED 流程2", _ANY, _moves_and_fires),
    Mutator("SEED 流程2", (a.Play,), partial(_acts_with_a_card, "card"), rare=True),
    Mutator("SEED 流程2", (a.Move,), partial(_acts_with_a_card, "act"), rare=True),
    Mutator("SEED 攻擊2", (a.Roll,), _moves_meanwhile),
    Mutator("SEED 損傷3", _LOSSES, _moves_meanwhile),
    Mutator("SEED 流程2(1)", _ANY, _fires_from_two_places),
    Mutator("SEED 攻擊1", (a.Fire,), _at_some),
    Mutator("SEED 攻擊1", _ANY, _out_of_a_box, rare=True),
    Mutator("SEED 流程2(1)", _ANY, _nobody),
    Mutator("SEED 流程2(3)", (a.EndImpulses,), _goes_on),
    Mutator("SEED 流程2(3)", _ANY, _ends_early),
    Mutator("SEED 註3(2)", _ANY, partial(_two_divisions, False)),
    Mutator("SEED 註3(2)", _ANY, partial(_two_divisions, True)),
    Mutator("SEED 註4", _ANY, partial(_spent, False)),
    Mutator("SEED 註4", _ANY, partial(_spent, True)),
    Mutator("REF 3.7", _ANY, _unarmed),
    Mutator("SEED 渡口1", _ANY, _into_a_box),
)
