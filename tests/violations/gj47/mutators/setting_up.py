"""Ways to break chapter 4: where units are set up, and when a player is done."""

from __future__ import annotations

from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.board import Terrain
from toolkit.rules.gj47.position import OFF_MAP, Box
from toolkit.rules.gj47.units import Owner


def _placing(scene: Scene) -> a.Place | None:
    return scene.action if isinstance(scene.action, a.Place) else None


def _too_early(scene: Scene) -> Mutation | None:
    """Finish before the other side, or place after having finished (4.0)."""
    action = _placing(scene)
    if action is None:
        return None
    owner = scene.units[action.unit].owner
    if Owner.AXIS in scene.position.turn.ready:
        axis = scene.others(Owner.AXIS)
        free = [h for h in _hexes(scene, "army", "panzer") if scene.position.present[Owner.AXIS][h] < 2]
        if axis and free:
            return (a.Place(axis[0], free[0]),)
    return (a.EndSetUp(Owner.SOVIET),) if owner is Owner.AXIS else None


def _hexes(scene: Scene, *kinds: str, army: str | None = None) -> list[int]:
    found = [
        s.hex
        for s in scene.position.data.board.setup_hexes
        if s.kind in kinds and (army is None or s.army == army)
    ]
    scene.rng.shuffle(found)
    return found


def _head_elsewhere(scene: Scene) -> Mutation | None:
    """Set a headquarters up beside its printed place (4.0(2))."""
    action = _placing(scene)
    if action is None:
        return None
    if not scene.units[action.unit].headquarters:
        owner = scene.units[action.unit].owner
        heads = [u for u in scene.others(owner) if scene.units[u].headquarters]
        if not heads:
            return None
        action = a.Place(heads[0], scene.here(heads[0]))
    land = [
        n for n in scene.neighbours(action.hex) if scene.position.data.board.terrain[n] is not Terrain.SEA
    ]
    return (a.Place(action.unit, land[0]),) if land else None


def _wrong_army(scene: Scene) -> Mutation | None:
    action = _placing(scene)
    if action is None:
        return None
    kind = scene.units[action.unit]
    if kind.owner is not Owner.AXIS or kind.headquarters or kind.assignment is None:
        return None
    own = set(_hexes(scene, "army", "panzer", "hq", army=kind.assignment))
    own |= {scene.here(u) for u in scene.others(Owner.AXIS) if scene.units[u].assignment == kind.assignment}
    others = [h for h in _hexes(scene, "army", "panzer") if h not in own]
    return (a.Place(action.unit, others[0]),) if others else None


def _front_elsewhere(scene: Scene) -> Mutation | None:
    action = _placing(scene)
    if action is None or scene.units[action.unit].assignment != "front":
        return None
    board, front = scene.position.data.board, set(_hexes(scene, "front"))
    near = [n for n in scene.neighbours(action.hex) if n not in front and board.terrain[n] is Terrain.CLEAR]
    return (a.Place(action.unit, near[0]),) if near else None


def _second_elsewhere(scene: Scene) -> Mutation | None:
    action = _placing(scene)
    if action is None or scene.units[action.unit].assignment != "second":
        return None
    board = scene.position.data.board
    near = [
        n for n in scene.neighbours(action.hex) if n not in board.towns and board.terrain[n] is Terrain.CLEAR
    ]
    west = sorted(board.towns & board.start_axis)
    h = scene.one(west) if west and scene.rng.random() < 0.5 else scene.one(near)
    return (a.Place(action.unit, h),) if h is not None else None


def _reserve(scene: Scene) -> Mutation | None:
    action = _placing(scene)
    if action is None:
        return None
    owner = scene.units[action.unit].owner
    pool = [
        u
        for u, box in enumerate(scene.position.box_of)
        if box is Box.POOL and scene.units[u].owner is owner and scene.here(u) == OFF_MAP
    ]
    unit = scene.one(pool)
    return (a.Place(unit, action.hex),) if unit is not None else None


_P = (a.Place,)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("4.0", _P, _too_early),
    Mutator("4.0(2)", _P, _head_elsewhere),
    Mutator("4.0(3)", _P, _wrong_army),
    Mutator("4.0(4)1", _P, _front_elsewhere),
    Mutator("4.0(4)2", _P, _second_elsewhere),
    Mutator("4.0(5)", _P, _reserve),
)
