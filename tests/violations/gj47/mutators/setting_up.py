"""Ways to break chapter 4: where units are set up, and when a player is done."""

from __future__ import annotations

from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.units import Owner


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


_P = (a.Place,)

MUTATORS: tuple[Mutator, ...] = (Mutator("4.0", _P, _too_early),)
