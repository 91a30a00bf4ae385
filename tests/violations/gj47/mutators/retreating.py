"""Ways to break 10.6 and 10.7: retreats and advances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tests.violations.gj47.mutators import ground
from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.terrain import BRIDGE, GREAT_RIVER, IMPASSABLE, ROAD, WATER, Terrain
from toolkit.games.gj47.rules.units import Owner

_ROUGH = (Terrain.FOREST, Terrain.MARSH, Terrain.MOUNTAIN, Terrain.CITY)


def _survivor(scene: Scene) -> a.Retreat | None:
    """Return the retreat that comes next, when the unit lives and took a plain way."""
    action = scene.action
    if not isinstance(action, a.Retreat) or action.eliminated or not 1 <= len(action.path) <= 2:
        return None
    return action if OFF_MAP not in action.path else None


def _enters(scene: Scene, unit: int, here: int, there: int, *, zones: bool = False) -> bool:
    """Return whether a retreating unit may enter a hex without being removed or losing anything."""
    owner, board = scene.units[unit].owner, scene.position.data.board
    side = scene.side(here, there)
    if scene.enemy_in(there, owner) or side & IMPASSABLE or board.terrain[there] is Terrain.SEA:
        return False
    if Terrain.MOUNTAIN in (board.terrain[there], board.terrain[here]) and not side & ROAD:
        return False
    return zones or not ground.in_zone(scene.position, owner, there)


def _paths(scene: Scene, action: a.Retreat, length: int, *, zones: bool = False) -> Iterator[tuple[int, ...]]:
    """Yield open ways of a length, over no unbridged great river, that end with room."""
    owner = scene.units[action.unit].owner

    def go(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        here = path[-1]
        if len(path) == length + 1:
            if scene.room(here, owner):
                yield path[1:]
            return
        for n in scene.neighbours(here):
            side = scene.side(here, n)
            wet = side & GREAT_RIVER and not side & BRIDGE
            if n not in path and not wet and _enters(scene, action.unit, here, n, zones=zones):
                yield from go((*path, n))

    yield from go((action.target,))


def _home(scene: Scene, owner: Owner, h: int) -> int:
    board = scene.position.data.board
    return min((board.distances(source)[h] for source in board.sources[owner]), default=255)


def _lost(scene: Scene, action: a.Retreat, path: tuple[int, ...]) -> int:
    owner = scene.units[action.unit].owner
    return sum(ground.in_zone(scene.position, owner, h) for h in path)


def _retreat(scene: Scene, action: a.Retreat, path: tuple[int, ...]) -> Mutation:
    """Return a retreat along a path, with the steps that zones cost on it."""
    steps = _lost(scene, action, path)
    left = scene.units[action.unit].steps - scene.position.reduced[action.unit]
    return (a.Retreat(action.target, action.unit, path, min(steps, left), steps >= left),)


def _wrong_number(scene: Scene) -> Mutation | None:
    action = _survivor(scene)
    if action is None:
        return None
    owner = scene.units[action.unit].owner
    if len(action.path) == 2 and scene.room(action.path[0], owner) and scene.rng.random() < 0.5:
        return _retreat(scene, action, action.path[:1])
    ring = scene.position.data.board.distances(action.target)
    for path in _paths(scene, action, len(action.path) + 1):
        # Where a shorter way ends as well, the drags are those of a player who thought again; and a full hex
        # pushes a unit on.
        if ring[path[-1]] <= len(action.path) or not scene.room(path[-2], owner):
            continue
        if path[: len(action.path)] == action.path or _home(scene, owner, path[-1]) < _home(
            scene, owner, action.path[-1]
        ):
            return _retreat(scene, action, path)
    return None


def _removed(scene: Scene) -> Mutation | None:
    """Remove a unit that has a way (10.6(3))."""
    action = _survivor(scene)
    # Where zones cost steps, another way as good may be one on which it dies.
    if action is None or action.steps:
        return None
    left = scene.units[action.unit].steps - scene.position.reduced[action.unit]
    home = _home(scene, scene.units[action.unit].owner, action.path[-1])
    for path in _paths(scene, action, len(action.path), zones=True):
        near = _home(scene, scene.units[action.unit].owner, path[-1]) <= home
        if near and _lost(scene, action, path) >= left:
            return None
    return (a.Retreat(action.target, action.unit, (), 0, True),)


def _off_map(scene: Scene, action: a.Retreat) -> Mutation | None:
    """Put a unit beside the map without removing it (10.6(3)1)."""
    path = (action.target, *action.path)
    for cut, h in enumerate(path):
        if h != OFF_MAP and len(scene.position.data.board.steps[h]) < 6 and cut < 2:
            return (a.Retreat(action.target, action.unit, (*path[1 : cut + 1], OFF_MAP), 0, False),)
    return None


def _into(closed: Callable[[Scene, int, int, int], bool], scene: Scene, action: a.Retreat) -> Mutation | None:
    """Retreat into a hex that removes, without being removed."""
    if not action.path:
        return None
    owner = scene.units[action.unit].owner
    prefix = () if len(action.path) == 1 or action.path[-1] == OFF_MAP else action.path[:-1]
    here = prefix[-1] if prefix else action.target
    for n in scene.neighbours(here):
        new = n not in prefix and n != action.target and not (prefix and _open_way(scene, action, n))
        free = not scene.enemy_in(n, owner) and scene.room(n, owner)
        if new and free and closed(scene, action.unit, here, n):
            return (a.Retreat(action.target, action.unit, (*prefix, n), 0, False),)
    return None


def _sea(scene: Scene, unit: int, here: int, there: int) -> bool:
    del unit
    land = not scene.side(here, there) & IMPASSABLE
    return scene.position.data.board.terrain[there] is Terrain.SEA and land


def _closed(scene: Scene, unit: int, here: int, there: int) -> bool:
    side = scene.side(here, there)
    board = scene.position.data.board
    if side & IMPASSABLE:
        return board.terrain[there] is not Terrain.SEA
    climbs = board.terrain[there] is Terrain.MOUNTAIN and not side & ROAD
    return climbs and not scene.units[unit].mountain


def _river(scene: Scene, action: a.Retreat) -> Mutation | None:
    """Cross an unbridged great river with the second hex (10.6(3)4)."""
    if len(action.path) != 2 or OFF_MAP in action.path:
        return None
    owner = scene.units[action.unit].owner
    left = scene.units[action.unit].steps - scene.position.reduced[action.unit]
    # The hex that the unit goes to by right comes first.
    for first in dict.fromkeys((action.path[0], *scene.neighbours(action.target))):
        if not _enters(scene, action.unit, action.target, first, zones=True):
            continue
        for n in scene.neighbours(first):
            wet = _wet(scene, first, n) and n != action.target and not _open_way(scene, action, n)
            lost = _lost(scene, action, (first, n))
            # A unit that dies of the zones on its way has crossed nothing.
            free = scene.room(n, owner) and _enters(scene, action.unit, first, n, zones=True)
            if wet and free and lost < left:
                return (a.Retreat(action.target, action.unit, (first, n), lost, False),)
    return None


def _wet(scene: Scene, here: int, there: int) -> bool:
    side = scene.side(here, there)
    return bool(side & GREAT_RIVER) and not side & BRIDGE


def _open_way(scene: Scene, action: a.Retreat, end: int) -> bool:
    """Return whether two open hexes, the second over no great river, lead home to an end.

    Drags show no way.
    """
    unit, target = action.unit, action.target
    owner = scene.units[unit].owner
    if _home(scene, owner, end) > _home(scene, owner, action.path[-1]):
        return False
    return any(
        scene.position.data.board.features(n, end) is not None
        and not _wet(scene, n, end)
        and _enters(scene, unit, target, n, zones=True)
        and _enters(scene, unit, n, end, zones=True)
        for n in scene.neighbours(target)
        if n != end
    )


def _free_of_charge(scene: Scene, action: a.Retreat) -> Mutation | None:
    """Pass an enemy zone and lose nothing (10.6(4))."""
    if not action.steps or not action.path or OFF_MAP in action.path:
        return None
    return (a.Retreat(action.target, action.unit, action.path, 0, False),)


def _third(scene: Scene) -> Mutation | None:
    """Stop as the third in a hex (10.6(5))."""
    action = _survivor(scene) or (scene.action if isinstance(scene.action, a.Retreat) else None)
    if action is None or action.eliminated or not action.path or OFF_MAP in action.path:
        return None
    owner = scene.units[action.unit].owner
    if len(action.path) > 1:
        for cut in range(1, len(action.path)):
            if not scene.room(action.path[cut - 1], owner) and cut == len(action.path) - 1:
                return _retreat(scene, action, action.path[:cut])
    here = action.path[-2] if len(action.path) > 1 else action.target
    for n in scene.neighbours(here):
        full = scene.position.present[owner][n] >= 2 and n not in scene.position.forts
        if full and n != action.target and n not in action.path and _enters(scene, action.unit, here, n):
            return _retreat(scene, action, (*action.path[:-1], n))
    return None


def _wrong_way(scene: Scene) -> Mutation | None:
    """Retreat away from home, or into a zone although another way was free (10.6(6))."""
    action = _survivor(scene)
    if action is None or action.steps:
        return None
    owner = scene.units[action.unit].owner
    best = _home(scene, owner, action.path[-1])
    for path in _paths(scene, action, len(action.path)):
        if _home(scene, owner, path[-1]) >= best + 2:
            return _retreat(scene, action, path)
    return None


# --- 10.7 ---------------------------------------------------------------------------------------------------


def _advance(scene: Scene) -> a.Advance | None:
    return scene.action if isinstance(scene.action, a.Advance) else None


def _bystander(scene: Scene) -> Mutation | None:
    """Advance with a unit that did not attack (10.7(1))."""
    action = _advance(scene)
    if action is None:
        return None
    owner = scene.units[action.unit].owner
    fought = {u for b in scene.position.command.battles for u in b.attackers}
    for n in scene.neighbours(action.target):
        for unit in scene.position.stacks[n]:
            open_ = not scene.side(n, action.target) & (IMPASSABLE | GREAT_RIVER)
            if open_ and unit not in fought and scene.units[unit].owner is owner:
                return (a.Advance(action.target, unit, (action.target,)),)
    return None


def _onward(
    wanted: Callable[[Scene, int, int, int], bool], scene: Scene, *, mechanised: bool | None = None
) -> Mutation | None:
    """Advance a second hex to one that is `wanted`."""
    action = _advance(scene)
    if action is None:
        return None
    battle = scene.battle(action.target)
    units = [action.unit]
    if battle is not None:
        units += [u for u in battle.attackers if u not in (*battle.advanced, action.unit)]
    for unit in units:
        if scene.here(unit) == OFF_MAP or (
            mechanised is not None and scene.units[unit].mechanised is not mechanised
        ):
            continue
        for n in scene.neighbours(action.target):
            if n != scene.here(unit) and wanted(scene, unit, action.target, n):
                return (a.Advance(action.target, unit, (action.target, n)),)
    return None


def _plain(scene: Scene, unit: int, here: int, there: int) -> bool:
    owner, board = scene.units[unit].owner, scene.position.data.board
    clear = board.terrain[there] is Terrain.CLEAR and there not in board.towns
    return (
        clear
        and not scene.side(here, there) & (IMPASSABLE | WATER)
        and not scene.enemy_in(there, owner)
        and scene.room(there, owner)
    )


def _rough(scene: Scene, unit: int, here: int, there: int) -> bool:
    """Return whether a second hex is forbidden by what 10.7(1)2 lists, and by nothing else."""
    owner, board = scene.units[unit].owner, scene.position.data.board
    side = scene.side(here, there)
    if side & IMPASSABLE or board.terrain[there] in (Terrain.SEA, Terrain.MOUNTAIN):
        return False
    if scene.enemy_in(there, owner) or not scene.room(there, owner):
        return False
    first = board.terrain[here] in _ROUGH or here in board.towns
    first = first or bool(scene.side(scene.here(unit), here) & WATER)
    return first or board.terrain[there] in _ROUGH or there in board.towns or bool(side & WATER)


def _beside(scene: Scene) -> Mutation | None:
    """Advance past the hex attacked (10.7(5))."""
    action = _advance(scene)
    if action is None:
        return None
    # A mechanised unit may have gone through the hex attacked: a drag does not show it.
    ring = scene.position.data.board.distances(action.target)
    two = scene.units[action.unit].mechanised
    for n in scene.neighbours(scene.here(action.unit)):
        if two and ring[n] == 1:
            continue
        if n != action.target and _plain(scene, action.unit, scene.here(action.unit), n):
            return (a.Advance(action.target, action.unit, (n,)),)
    return None


def _held(scene: Scene, unit: int, here: int, there: int) -> bool:
    del here
    return bool(scene.position.present[scene.units[unit].owner.enemy][there])


def _strait(scene: Scene, unit: int, here: int, there: int) -> bool:
    closed = bool(scene.side(here, there) & IMPASSABLE)
    return closed and not scene.enemy_in(there, scene.units[unit].owner)


def _off(scene: Scene) -> Mutation | None:
    action = _advance(scene)
    if action is None or len(scene.position.data.board.steps[action.target]) == 6:
        return None
    return (a.Advance(action.target, action.unit, (action.target, OFF_MAP)),)


def _full(scene: Scene, unit: int, here: int, there: int) -> bool:
    owner, board = scene.units[unit].owner, scene.position.data.board
    if any(board.terrain[h] is not Terrain.CLEAR or h in board.towns for h in (here, there)):
        return False
    dry = not (scene.side(here, there) | scene.side(scene.here(unit), here)) & (WATER | IMPASSABLE)
    return dry and scene.position.present[owner][there] >= 2 and not scene.enemy_in(there, owner)


def _into_full(scene: Scene) -> Mutation | None:
    """Advance as the third into a second hex, and close the battle (10.7(6)4)."""
    found = _onward(_full, scene, mechanised=True)
    action = _advance(scene)
    return (*found, a.CloseBattle(action.target)) if found and action is not None else None


def _crowd(scene: Scene) -> Mutation | None:
    """Advance three units into the hex and close the battle (10.7(6)4)."""
    action = _advance(scene)
    battle = scene.battle(action.target) if action is not None else None
    if action is None or battle is None:
        return None
    able = [u for u in battle.attackers if u not in battle.advanced and scene.here(u) != OFF_MAP]
    able = [u for u in able if scene.side(scene.here(u), action.target) & IMPASSABLE == 0]
    owner = scene.units[action.unit].owner
    missing = 3 - scene.position.present[owner][action.target]
    if not 0 < missing <= len(able):
        return None
    going = tuple(a.Advance(action.target, u, (action.target,)) for u in able[:missing])
    return (*going, a.CloseBattle(action.target))


_R = (a.Retreat,)
_A = (a.Advance,)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("10.6", _R, _wrong_number),
    Mutator("10.6(3)", _R, _removed),
    Mutator("10.6(3)1", _R, _off_map),
    Mutator("10.6(3)2", _R, partial(_into, _sea)),
    Mutator("10.6(3)3", _R, partial(_into, _closed)),
    Mutator("10.6(3)4", _R, _river),
    Mutator("10.6(4)", _R, _free_of_charge),
    Mutator("10.6(5)", _R, _third),
    Mutator("10.6(6)", _R, _wrong_way),
    Mutator("10.7(1)", _A, _bystander),
    Mutator("10.7(1)1", _A, partial(_onward, _plain, mechanised=False)),
    Mutator("10.7(1)2", _A, partial(_onward, _rough, mechanised=True)),
    Mutator("10.7(5)", _A, _beside),
    Mutator("10.7(6)", _A, partial(_onward, _held, mechanised=True)),
    Mutator("10.7(6)1", _A, partial(_onward, _strait)),
    Mutator("10.7(6)2", _A, partial(_onward, _sea)),
    Mutator("10.7(6)3", _A, _off),
    Mutator("10.7(6)4", _A, _into_full),
    Mutator("10.7(6)4", _A, _crowd),
)
