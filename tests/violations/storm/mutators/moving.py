"""Ways to break 移動 and 渡口: moves that cost too much, end too full, or lead where nobody may go."""

from __future__ import annotations

from functools import partial

from tests.violations.storm.mutators.base import Mutation, Mutator, Scene
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.sides import Side

_ANY = (a.Move, a.Fire, a.Pass)


def company(scene: Scene, stack: list[str]) -> list[str]:
    """Return units of a stack that may act together: all Soviets, or one division and independents."""
    if not stack or scene.side(stack[0]) is Side.SOVIET:
        return stack
    division = scene.data.units[stack[0]].division
    return [unit for unit in stack if scene.data.units[unit].division in (division, "")]


def groups(scene: Scene, side: Side) -> list[list[str]]:
    """Return groups that may act, out of every stack of fresh units that stands in an area of the map."""
    ashore = [stack for stack in scene.stacks(side) if scene.here(stack[0]) not in scene.data.ferries]
    found = []
    for stack in ashore:
        able = company(scene, stack)
        found.append(able[: scene.rng.choice((1, 1, 2, len(able)))])
    return found


def _too_dear(kind: str, scene: Scene) -> Mutation | None:
    """Move further than the allowance, for one reason alone: see `_dear_by`."""
    side = scene.idle()
    if side is None:
        return None
    for group in groups(scene, side):
        start, points = scene.here(group[0]), scene.allowance(group)
        if kind == "slow":
            points = max(scene.data.units[unit].movement for unit in group)
        for length in scene.mixed(range(1, points + 2)):
            for path in scene.paths(start, length)[:12]:
                good = scene.fits(side, path, len(group))
                if good and _dear_by(kind, scene, group, path):
                    return (a.Move(side, tuple(group), path),)
    return None


def _dear_by(kind: str, scene: Scene, group: list[str], path: tuple[str, ...]) -> bool:
    side, start = scene.side(group[0]), scene.here(group[0])
    points, cost, plain = scene.allowance(group), scene.cost(side, start, path), len(path)
    leaving = int(scene.hostile(start, side))
    if kind == "length":
        return plain > points and cost == plain
    if kind == "entering":
        return plain <= points < cost and not leaving
    if kind == "leaving":
        return plain <= points < cost == plain + leaving
    if kind == "both":
        return plain == 1 and cost == 3 > points >= 2
    fastest = max(scene.data.units[unit].movement for unit in group)
    return points < cost <= fastest


def _two_ways(scene: Scene) -> Mutation | None:
    """Move one group to two areas in one impulse."""
    side = scene.idle()
    if side is None:
        return None
    for group in groups(scene, side):
        start, points = scene.here(group[0]), scene.allowance(group)
        near = [area for area in scene.near(start) if scene.cost(side, start, (area,)) <= points]
        near = [area for area in near if scene.fits(side, (area,), len(group))]
        if len(group) > 1 and len(near) > 1:
            first, rest = tuple(group[:1]), tuple(group[1:])
            return a.Move(side, first, (near[0],)), a.Move(side, rest, (near[1],))
    return None


def _overfull(on_the_way: bool, scene: Scene) -> Mutation | None:
    side = scene.idle()
    if side is None:
        return None
    stacks = [stack for stack in scene.stacks(side) if scene.here(stack[0]) not in scene.data.ferries]
    for stack in stacks:
        group = company(scene, stack)
        start, points = scene.here(group[0]), scene.allowance(group)
        for path in scene.paths(start, 2 if on_the_way else 1):
            full = scene.full(path[0], side, len(group))
            goes_on = not on_the_way or not scene.full(path[-1], side, len(group))
            if full and goes_on and scene.cost(side, start, path) <= points:
                return (a.Move(side, tuple(group), path),)
    return None


def _into_a_box(scene: Scene) -> Mutation | None:
    """Go back into a ferry box."""
    side = scene.idle()
    if side is None:
        return None
    for group in groups(scene, side):
        start = scene.here(group[0])
        beside = [box for box in scene.mixed(scene.data.ferries) if start in scene.data.neighbours[box]]
        if beside:
            return (a.Move(side, tuple(group), (beside[0],)),)
    return None


def _boat_full(scene: Scene) -> Mutation | None:
    """Leave a ferry box with two units or more."""
    if scene.idle() is not Side.SOVIET:
        return None
    for box in scene.mixed(scene.data.ferries):
        waiting = [unit for unit in scene.there(box, Side.SOVIET) if scene.fresh(unit)]
        for area in scene.near(box):
            cost, units = scene.cost(Side.SOVIET, box, (area,)), waiting[: scene.rng.randint(2, 4)]
            if len(units) > 1 and cost <= scene.allowance(units) and not scene.full(area, Side.SOVIET, 4):
                return (a.Move(Side.SOVIET, tuple(units), (area,)),)
    return None


def _boat_after_boat(scene: Scene) -> Mutation | None:
    """Let two units leave a ferry box one after the other in one impulse."""
    if scene.idle() is not Side.SOVIET:
        return None
    for box in scene.mixed(scene.data.ferries):
        waiting = [unit for unit in scene.there(box, Side.SOVIET) if scene.fresh(unit)]
        for area in scene.near(box):
            if len(waiting) < 2 or scene.full(area, Side.SOVIET, 2):
                continue
            cost = scene.cost(Side.SOVIET, box, (area,))
            if cost <= scene.allowance(waiting[:2]):
                first, second = (a.Move(Side.SOVIET, (unit,), (area,)) for unit in waiting[:2])
                return first, second
    return None


MUTATORS: tuple[Mutator, ...] = (
    Mutator("SEED 移動2", _ANY, _two_ways),
    Mutator("SEED 移動3(1)", _ANY, partial(_too_dear, "entering")),
    Mutator("SEED 移動3(2)", _ANY, partial(_too_dear, "leaving"), rare=True),
    Mutator("SEED 註5", _ANY, partial(_too_dear, "both"), rare=True),
    Mutator("SEED 移動3(3)", _ANY, partial(_too_dear, "slow")),
    Mutator("SEED 移動3(4)", _ANY, partial(_too_dear, "length")),
    Mutator("SEED 移動4", _ANY, partial(_overfull, False), rare=True),
    Mutator("SEED 移動4", _ANY, partial(_overfull, True), rare=True),
    Mutator("SEED 渡口2", _ANY, _into_a_box),
    Mutator("SEED 渡口3", _ANY, _boat_full),
    Mutator("SEED 渡口3", _ANY, _boat_after_boat),
)
