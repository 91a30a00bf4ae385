"""Ways to break 損傷分配 and 撤退: points that do not fit, units that do not suffer, wrong ways back."""

from __future__ import annotations

from functools import partial

from tests.violations.storm.mutators.base import STACKING, Mutation, Mutator, Scene
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.sides import Side

_LOSSES = (a.Spend, a.Retreat, a.Drive, a.Eliminate)
_BACK = (a.Retreat, a.Drive)


def _allotter(scene: Scene) -> Side:
    assert scene.position.toll is not None
    return scene.position.toll.allotter


def back(scene: Scene, unit: str) -> list[str]:
    """Return where a unit may go back to at once, full areas among them."""
    side, start = scene.side(unit), scene.here(unit)
    ashore = [area for area in scene.near(start) if area not in scene.data.ferries]
    free = [area for area in ashore if not scene.there(area, side.enemy)]
    if free:
        return free
    own = [area for area in ashore if scene.holds(side, area)]
    fewest = min((len(scene.there(area, side.enemy)) for area in own), default=0)
    return [area for area in own if len(scene.there(area, side.enemy)) == fewest]


def _ways(scene: Scene, unit: str, area: str, *, lost: bool = False) -> Mutation:
    """Return a retreat of a unit into an area, with the points that its face asks."""
    kind = a.Drive if scene.fresh(unit) else a.Retreat
    return (kind(_allotter(scene), unit, (area,), lost),)


def _price(scene: Scene, unit: str) -> int:
    return 2 if scene.fresh(unit) else 1


# The table ------------------------------------------------------------------------------------------


def _bystander(scene: Scene) -> Mutation | None:
    """Give points to a unit of another area, or of the firing side."""
    toll = scene.position.toll
    if toll is None or not scene.suffering():
        return None
    others = [u for u in scene.units() if u not in toll.pool and (scene.fresh(u) or scene.left() > 1)]
    unit = scene.one([u for u in others if scene.here(u) not in scene.data.ferries])
    if unit is None:
        return None
    side = _allotter(scene)
    return (a.Spend(side, unit) if scene.fresh(unit) else a.Eliminate(side, unit),)


def _once_more(scene: Scene) -> Mutation | None:
    """Give points to a unit that has gone back already."""
    toll = scene.position.toll
    if toll is None or not scene.suffering() or scene.left() < 2:
        return None
    gone = [unit for unit, _ in toll.retreats if scene.position.on_map(unit)]
    unit = scene.one(gone)
    return (a.Eliminate(_allotter(scene), unit),) if unit is not None else None


def _spent_again(scene: Scene) -> Mutation | None:
    unit = scene.one([u for u in scene.suffering() if not scene.fresh(u)])
    return (a.Spend(_allotter(scene), unit),) if unit is not None else None


def _fresh_for_one(scene: Scene) -> Mutation | None:
    """Let a fresh unit go back for one point."""
    for unit in scene.suffering():
        areas = [area for area in back(scene, unit) if not scene.full(area, scene.side(unit))]
        if scene.fresh(unit) and areas:
            return (a.Retreat(_allotter(scene), unit, (areas[0],)),)
    return None


def _cheap_end(fresh: bool, scene: Scene) -> Mutation | None:
    """Eliminate a unit with too few points."""
    if scene.left() >= (3 if fresh else 2):
        return None
    unit = scene.one([u for u in scene.suffering() if scene.fresh(u) is fresh])
    return (a.Eliminate(_allotter(scene), unit),) if unit is not None else None


def _cheap_drive(scene: Scene) -> Mutation | None:
    """Drive a fresh unit back with one point left, or a spent one as if it were fresh."""
    for unit in scene.suffering():
        areas = [area for area in back(scene, unit) if not scene.full(area, scene.side(unit))]
        if areas and (not scene.fresh(unit) or scene.left() == 1):
            return (a.Drive(_allotter(scene), unit, (areas[0],)),)
    return None


def _out_of_nothing(scene: Scene) -> Mutation | None:
    """Let a unit suffer while no points are due."""
    side = scene.idle()
    unit = scene.one([u for u in scene.units() if scene.fresh(u)])
    return (a.Spend(scene.side(unit), unit),) if side is not None and unit is not None else None


# Ways back ------------------------------------------------------------------------------------------


def _able(scene: Scene) -> list[str]:
    """Return the units that could be sent back with the points that are left."""
    return [unit for unit in scene.suffering() if _price(scene, unit) <= scene.left()]


def _to_the_enemy(scene: Scene) -> Mutation | None:
    """Go back to an area of the enemy with enemies in it."""
    for unit in _able(scene):
        side = scene.side(unit)
        bad = [
            area
            for area in scene.near(scene.here(unit))
            if scene.there(area, side.enemy) and not scene.holds(side, area) and not scene.full(area, side)
        ]
        if bad:
            return _ways(scene, unit, bad[0])
    return None


def _leaps_back(scene: Scene) -> Mutation | None:
    """Go back to an own area that is no neighbour."""
    for unit in _able(scene):
        side = scene.side(unit)
        far = [x for x in scene.far(scene.here(unit)) if scene.holds(side, x) and not scene.full(x, side)]
        if far:
            return _ways(scene, unit, far[0])
    return None


def _among_more(scene: Scene) -> Mutation | None:
    """Go back among more enemies than another own area has."""
    return _back_badly(scene, among_fewer=True)


def _past_a_free_one(scene: Scene) -> Mutation | None:
    """Go back among enemies though an area without any is near."""
    return _back_badly(scene, among_fewer=False)


def _back_badly(scene: Scene, *, among_fewer: bool) -> Mutation | None:
    """Go back into an own area that is not the best one, which has enemies (`among_fewer`) or none."""
    for unit in _able(scene):
        side, good = scene.side(unit), back(scene, unit)
        worse = [
            area
            for area in scene.near(scene.here(unit))
            if area not in good and scene.holds(side, area) and not scene.full(area, side)
        ]
        if good and worse and bool(scene.there(good[0], side.enemy)) is among_fewer:
            return _ways(scene, unit, worse[0])
    return None


def _gives_up(scene: Scene) -> Mutation | None:
    """Be eliminated for want of a way back, though there is one."""
    for unit in _able(scene):
        areas = back(scene, unit)
        if areas and not any(scene.full(area, scene.side(unit)) for area in areas):
            kind = a.Drive if scene.fresh(unit) else a.Retreat
            return (kind(_allotter(scene), unit, (), True),)
    return None


def _stays_in_the_crowd(scene: Scene) -> Mutation | None:
    """End a retreat as the eleventh unit of an area."""
    for unit in _able(scene):
        crowded = [area for area in back(scene, unit) if scene.full(area, scene.side(unit))]
        if crowded:
            return _ways(scene, unit, crowded[0])
    return None


def _too_far_back(scene: Scene) -> Mutation | None:
    """Go on from an area that has room."""
    for unit in _able(scene):
        side, start = scene.side(unit), scene.here(unit)
        for area in back(scene, unit):
            if len(scene.there(area, side)) >= STACKING:
                continue
            on = [
                x
                for x in scene.near(area)
                if x != start
                and not scene.there(x, side.enemy)
                and scene.holds(side, x)
                and not scene.full(x, side)
            ]
            if on:
                kind = a.Drive if scene.fresh(unit) else a.Retreat
                return (kind(_allotter(scene), unit, (area, on[0])),)
    return None


def _over_the_river(scene: Scene) -> Mutation | None:
    """Go back into a ferry box."""
    for unit in _able(scene):
        here = scene.here(unit)
        boxes = [box for box in scene.mixed(scene.data.ferries) if here in scene.data.neighbours[box]]
        if boxes:
            return _ways(scene, unit, boxes[0])
    return None


MUTATORS: tuple[Mutator, ...] = (
    Mutator("SEED 損傷2", _LOSSES, _bystander),
    Mutator("SEED 損傷2", _LOSSES, _once_more, rare=True),
    Mutator("SEED 損傷2[1](1)", (a.Move, a.Pass), _out_of_nothing),
    Mutator("SEED 損傷2[1](1)", _LOSSES, _spent_again),
    Mutator("SEED 損傷2[1](2)", _LOSSES, _fresh_for_one),
    Mutator("SEED 損傷2[2](1)", _LOSSES, partial(_cheap_end, False)),
    Mutator("SEED 損傷2[2](2)", _LOSSES, _cheap_drive),
    Mutator("SEED 損傷2[3]", _LOSSES, partial(_cheap_end, True)),
    Mutator("SEED 撤退1(2)", _LOSSES, _to_the_enemy),
    Mutator("SEED 撤退1", _LOSSES, _leaps_back),
    Mutator("SEED 撤退1(1)", _LOSSES, _among_more, rare=True),
    Mutator("SEED 撤退1", _LOSSES, _past_a_free_one, rare=True),
    Mutator("SEED 撤退2", _BACK, _gives_up),
    Mutator("SEED 撤退3", _LOSSES, _stays_in_the_crowd, rare=True),
    Mutator("SEED 撤退3", _LOSSES, _too_far_back),
    Mutator("SEED 渡口2", _LOSSES, _over_the_river),
)
