"""Ways to break chapters 3.1, 8 and 9: who moves, how far, and where to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from tests.violations.gj47.mutators import ground
from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import BRIDGE, GREAT_RIVER, IMPASSABLE, Terrain
from toolkit.games.gj47.rules.units import Owner

_MOVES = (a.Move, a.EndMovement)
_TRIES = 6


def _can_act(scene: Scene, unit: int) -> bool:
    """Return whether a unit belongs to those that the headquarters activated (chapter 8)."""
    command = scene.position.command
    hq = command.hq
    if hq is None or scene.here(unit) == OFF_MAP:
        return False
    if unit == hq or unit in command.germans:
        return True
    kind, head = scene.units[unit], scene.units[hq]
    then = command.hexes_then or tuple(scene.position.hex_of)
    if kind.headquarters or kind.nationality != head.nationality or OFF_MAP in (then[unit], then[hq]):
        return False
    return scene.position.data.board.distances(then[hq])[then[unit]] <= head.command_range


def _waiting(scene: Scene) -> list[int]:
    """Return units that may still move, in a random order."""
    if scene.position.turn.phase is not Phase.MOVEMENT:
        return []
    hq = scene.position.command.hq
    owner = scene.units[hq].owner if hq is not None else Owner.AXIS
    moved = scene.position.command.moved
    return [u for u in scene.others(owner) if u not in moved and _can_act(scene, u)]


def _beyond(
    reach: Callable[[Scene, int], set[int]],
    scene: Scene,
    clause: str = "",
    near: Callable[[Scene, int], bool] = lambda _scene, _unit: True,
) -> Mutation | None:
    """Move a unit to a hex within a reach that leaves a clause out, and within no legal one.

    `near` says in which hexes a unit may stand so that the clause can matter at all.
    """
    able = [unit for unit in _waiting(scene) if near(scene, scene.here(unit))]
    for unit in able[:_TRIES]:
        owner = scene.units[unit].owner
        wider = reach(scene, unit)
        if not wider:
            continue
        ends = wider - ground.legal_ends(scene.position, unit)
        if clause:
            ends = ground.exclusive(scene.position, unit, ends, clause)
        end = scene.one(ground.roomy(scene.position, owner, ends))
        if end is not None:
            return (a.Move(unit, scene.here(unit), end),)
    return None


def _by_mountains(scene: Scene, h: int) -> bool:
    board = scene.position.data.board
    here = board.terrain[h] is Terrain.MOUNTAIN
    return here or any(board.terrain[n] is Terrain.MOUNTAIN for n, _ in board.steps[h])


def _in_a_pass(scene: Scene, h: int) -> bool:
    return scene.position.data.board.terrain[h] is Terrain.MOUNTAIN


def _by_a_great_river(scene: Scene, h: int) -> bool:
    steps = scene.position.data.board.steps
    return any(side & GREAT_RIVER for n, _ in steps[h] for _, side in steps[n])


_NEAR: Mapping[str, Callable[[Scene, int], bool]] = MappingProxyType(
    {
        "9.2(3)1": _by_a_great_river,
        "9.2(3)3": _by_a_great_river,
        "9.2(4)": _by_mountains,
        "9.2(4)1": _in_a_pass,
        "9.2(4)2": _by_mountains,
    }
)
"""Clauses about ground that most units are far from."""


def _without(clause: str) -> Callable[[Scene], Mutation | None]:
    def reach(scene: Scene, unit: int) -> set[int]:
        return ground.normal(scene.position, unit, clause)

    if clause in _NEAR:
        return partial(_beyond, reach, clause=clause, near=_NEAR[clause])
    return partial(_beyond, reach, clause=clause)


def _dear(scene: Scene, unit: int) -> set[int]:
    """Return hexes one point too far, over clear ground."""
    return ground.normal(scene.position, unit, extra=2)


def _sea(scene: Scene, unit: int) -> set[int]:
    board, here = scene.position.data.board, scene.here(unit)
    return {n for n, side in board.steps[here] if side & IMPASSABLE or board.terrain[n] is Terrain.SEA}


def _mountain_troops(scene: Scene, unit: int) -> set[int]:
    if not scene.units[unit].mountain:
        return set()
    return ground.normal(scene.position, unit, "9.2(4)2")


def _far_march(scene: Scene, unit: int) -> set[int]:
    # One point, two hexes, beyond: U-54 leaves open whether half a point may be dropped.
    return ground.march(scene.position, unit, extra=2)


def _marching(clause: str) -> Callable[[Scene], Mutation | None]:
    def reach(scene: Scene, unit: int) -> set[int]:
        return ground.march(scene.position, unit, clause)

    return partial(_beyond, reach)


def _said_to_march(clause: str) -> Callable[[Scene], Mutation | None]:
    """Say that a unit marches, and move it where normal movement alone may go."""

    def ends(position: Position, unit: int) -> set[int]:
        walked = ground.normal(position, unit)
        if clause == "9.3(1)1":
            return walked - ground.march(position, unit, "9.3(1)2") - ground.march(position, unit, "9.3(1)3")
        return walked & ground.march(position, unit, clause)

    def mutate(scene: Scene) -> Mutation | None:
        for unit in _waiting(scene)[:_TRIES]:
            owner, here = scene.units[unit].owner, scene.here(unit)
            found = ends(scene.position, unit) - ground.march(scene.position, unit) - {here}
            end = scene.one(ground.roomy(scene.position, owner, found))
            if end is not None:
                return (a.Move(unit, here, end, march=True),)
        return None

    return mutate


def _mixed(scene: Scene, unit: int) -> set[int]:
    return ground.mixed(scene.position, unit)


def _leaves_road(scene: Scene, unit: int) -> set[int]:
    return ground.mixed(scene.position, unit, last_only=True)


def _zone_to_zone(scene: Scene) -> Mutation | None:
    """Cross a great river from one enemy zone to another (9.2(3)2)."""
    for unit in _waiting(scene):
        owner, here = scene.units[unit].owner, scene.here(unit)
        if not ground.in_zone(scene.position, owner, here):
            continue
        open_ = ground.normal(scene.position, unit)
        for n, side in scene.position.data.board.steps[here]:
            wet = side & GREAT_RIVER and not side & (BRIDGE | IMPASSABLE)
            free = n not in open_ and scene.room(n, owner) and not scene.enemy_in(n, owner)
            if wet and free and ground.in_zone(scene.position, owner, n):
                return (a.Move(unit, here, n),)
    return None


def _into_enemy(scene: Scene) -> Mutation | None:
    for unit in _waiting(scene):
        owner = scene.units[unit].owner
        for n in scene.neighbours(scene.here(unit)):
            if scene.position.present[owner.enemy][n]:
                return (a.Move(unit, scene.here(unit), n),)
    return None


def _third(reach: Callable[[Scene, int], set[int]], scene: Scene) -> Mutation | None:
    """End the segment with three units in a hex."""
    for unit in _waiting(scene)[:_TRIES]:
        owner = scene.units[unit].owner
        here = scene.here(unit)
        ends = [h for h in reach(scene, unit) if h != here and not scene.room(h, owner)]
        # The two that stand there must not be able to move on: the segment ends at once.
        end = scene.one(sorted(ends))
        if end is not None:
            return (a.Move(unit, here, end), a.EndMovement())
    return None


def _normal(scene: Scene, unit: int) -> set[int]:
    return ground.normal(scene.position, unit)


def _marched_third(scene: Scene, unit: int) -> set[int]:
    return ground.march(scene.position, unit) - ground.normal(scene.position, unit)


def _again(scene: Scene) -> Mutation | None:
    """Move a unit that has moved, after another one (8.1(3), 9.1(1)); not back on its way.

    A unit that only goes back is taken for a correction: it stands where it could have stopped at first.
    """
    if scene.position.turn.phase is not Phase.MOVEMENT:
        return None
    then = scene.position.command.hexes_then
    for unit in scene.position.command.moved[:-1]:
        if unit == scene.position.command.moved[-1] or OFF_MAP in (then[unit], scene.here(unit)):
            continue
        owner, here = scene.units[unit].owner, scene.here(unit)
        from_start = scene.position.data.board.distances(then[unit])
        from_here = scene.position.data.board.distances(here)
        ends = {
            h for h in ground.normal(scene.position, unit) if from_start[h] + from_here[h] > from_start[here]
        }
        end = scene.one(ground.roomy(scene.position, owner, ends))
        if end is not None:
            return (a.Move(unit, here, end),)
    return None


def _someone(scene: Scene, wanted: Callable[[int], bool], owner: Owner | None = None) -> Mutation | None:
    """Move a unit that the headquarters does not activate to a hex within its reach."""
    command = scene.position.turn.command
    if command is None or command.hq is None or scene.position.turn.phase is not Phase.MOVEMENT:
        return None
    for unit in scene.others(scene.units[command.hq].owner if owner is None else owner):
        if unit in command.moved or not wanted(unit):
            continue
        ends = ground.normal(scene.position, unit) - {scene.here(unit)}
        end = scene.one(ground.roomy(scene.position, scene.units[unit].owner, ends))
        if end is not None:
            return (a.Move(unit, scene.here(unit), end),)
    return None


def _distance_then(scene: Scene, unit: int) -> int:
    command = scene.position.command
    then = command.hexes_then or tuple(scene.position.hex_of)
    if command.hq is None or OFF_MAP in (then[unit], then[command.hq]):
        return 255
    return scene.position.data.board.distances(then[command.hq])[then[unit]]


def _enemy_moves(scene: Scene) -> Mutation | None:
    hq = scene.position.command.hq
    if hq is None:
        return None
    return _someone(scene, lambda _unit: True, scene.units[hq].owner.enemy)


def _other_headquarters(scene: Scene) -> Mutation | None:
    head = scene.position.command.hq

    def wanted(unit: int) -> bool:
        kind = scene.units[unit]
        near = head is not None and _distance_then(scene, unit) <= scene.units[head].command_range
        same = head is not None and kind.nationality == scene.units[head].nationality
        return kind.headquarters and unit != head and near and same

    return _someone(scene, wanted)


def _out_of_range(scene: Scene) -> Mutation | None:
    head = scene.position.command.hq
    if head is None:
        return None

    def wanted(unit: int) -> bool:
        kind, first = scene.units[unit], scene.units[head]
        far = first.command_range < _distance_then(scene, unit) < 255
        return not kind.headquarters and kind.nationality == first.nationality and far

    return _someone(scene, wanted)


def _other_nation(scene: Scene) -> Mutation | None:
    command = scene.position.command
    head = command.hq
    if head is None:
        return None

    def wanted(unit: int) -> bool:
        kind, first = scene.units[unit], scene.units[head]
        near = _distance_then(scene, unit) <= first.command_range
        other = kind.nationality != first.nationality and not kind.headquarters
        # An ally could have taken two Germans along.
        return other and near and unit not in command.germans and not (first.allied and kind.german)

    return _someone(scene, wanted)


def _three_germans(scene: Scene, action: a.Activate) -> Mutation | None:
    if not scene.units[action.hq].allied:
        return None
    ring = scene.position.data.board.distances(scene.here(action.hq))
    reach = scene.units[action.hq].command_range
    there = [u for u in scene.others(Owner.AXIS) if scene.units[u].german]
    near = [u for u in there if ring[scene.here(u)] <= reach and not scene.units[u].headquarters]
    if len(near) >= 3:
        # The third one moves: a mark that nobody uses harms nobody.
        germans = tuple(sorted(near[:3]))
        ends = ground.normal(scene.position, germans[2]) - {scene.here(germans[2])}
        end = scene.one(ground.roomy(scene.position, Owner.AXIS, ends))
        moved = (a.Move(germans[2], scene.here(germans[2]), end),) if end is not None else ()
        return (a.Activate(action.hq, germans), *moved)
    heads = [u for u in there if scene.units[u].headquarters and ring[scene.here(u)] <= reach]
    far = [u for u in there if not scene.units[u].headquarters and ring[scene.here(u)] > reach]
    return (a.Activate(action.hq, ((heads or far)[0],)),) if heads or far else None


MUTATORS: tuple[Mutator, ...] = (
    Mutator("3.1(1)", _MOVES, partial(_third, _normal)),
    Mutator("3.1(2)", _MOVES, _into_enemy),
    Mutator("3.1(3)", _MOVES, partial(_third, _normal)),
    Mutator("8.1(1)", _MOVES, _enemy_moves),
    Mutator("8.1(3)", _MOVES, _again),
    Mutator("8.1(4)", _MOVES, _other_headquarters),
    Mutator("8.2", _MOVES, _out_of_range),
    Mutator("8.3(1)", _MOVES, _other_nation),
    Mutator("8.3(2)", (a.Activate,), _three_germans),
    Mutator("9.1(1)", _MOVES, _again),
    Mutator("9.1(3)", _MOVES, partial(_beyond, _mixed, clause="9.1(3)")),
    Mutator("9.2(1)1", _MOVES, partial(_beyond, _dear, clause="9.2(1)1")),
    Mutator("9.2(1)2", _MOVES, partial(_beyond, _sea)),
    Mutator("9.2(1)3", _MOVES, _without("9.2(1)3")),
    Mutator("9.2(1)4", _MOVES, _without("9.2(1)4")),
    Mutator("9.2(2)", _MOVES, _without("9.2(2)")),
    Mutator("9.2(3)1", _MOVES, _without("9.2(3)1")),
    Mutator("9.2(3)2", _MOVES, _zone_to_zone),
    Mutator("9.2(3)3", _MOVES, _without("9.2(3)3")),
    Mutator("9.2(4)", _MOVES, _without("9.2(4)")),
    Mutator("9.2(4)1", _MOVES, _without("9.2(4)1"), rare=True),
    Mutator("9.2(4)2", _MOVES, partial(_beyond, _mountain_troops, near=_by_mountains), rare=True),
    Mutator("9.2(5)", _MOVES, _without("9.2(5)")),
    Mutator("9.2(5)1", _MOVES, _without("9.2(5)1")),
    Mutator("9.2(5)2", _MOVES, _without("9.2(5)2")),
    Mutator("9.3(1)", _MOVES, partial(_beyond, _far_march)),
    Mutator("9.3(1)1", _MOVES, partial(_beyond, _leaves_road)),
    Mutator("9.3(1)2", _MOVES, _marching("9.3(1)2")),
    Mutator("9.3(1)3", _MOVES, _marching("9.3(1)3")),
    Mutator("9.3(1)1", _MOVES, _said_to_march("9.3(1)1")),
    Mutator("9.3(1)2", _MOVES, _said_to_march("9.3(1)2")),
    Mutator("9.3(1)3", _MOVES, _said_to_march("9.3(1)3")),
    Mutator("9.3(2)", _MOVES, partial(_third, _marched_third)),
)
