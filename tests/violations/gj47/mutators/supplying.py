"""Ways to break chapters 11 to 14: supply, withdrawal, the rail box, arrivals, forts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tests.oracle.gj47.book import SOVIET_TRACK
from tests.violations.gj47.mutators import ground
from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box
from toolkit.games.gj47.rules.terrain import RAIL, Terrain
from toolkit.games.gj47.rules.units import Owner


def _wrong_attrition(scene: Scene, action: a.Attrition) -> Mutation | None:
    """Forget a unit without a line, or flip one that has a line (11.1)."""
    if action.units and scene.rng.random() < 0.5:
        left = list(action.units)
        left.remove(scene.rng.choice(left))
        return (a.Attrition(action.owner, tuple(left)),)
    sound = [u for u in scene.others(action.owner) if u not in action.units]
    return (a.Attrition(action.owner, (*action.units, sound[0])),) if sound else None


def _axis_first(scene: Scene, action: a.Attrition) -> Mutation | None:
    if action.owner is not Owner.SOVIET or not action.units:
        return None
    return (a.Attrition(Owner.AXIS, tuple(scene.others(Owner.AXIS)[:1])),)


# --- 11.2 ---------------------------------------------------------------------------------------------------


def _no_roll(scene: Scene, action: a.Withdraw) -> Mutation | None:
    if not action.units:
        return None
    return (a.Withdraw(0, action.units),)


def _swapped(scene: Scene, unit: int, other: int) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.Withdraw):
        return None
    return (a.Withdraw(action.die, tuple(sorted(other if u == unit else u for u in action.units))),)


def _not_of_the_table(scene: Scene, action: a.Withdraw) -> Mutation | None:
    """Send a motorised or an allied division away, or a reduced one before a full one (11.2(1))."""
    if not action.units:
        return None
    unit = scene.rng.choice(action.units)
    axis = scene.others(Owner.AXIS)
    position = scene.position
    reduced = [
        u for u in axis if position.reduced[u] and scene.units[u].pool_type == scene.units[unit].pool_type
    ]
    wrong = [u for u in axis if scene.units[u].pool_type == "Mot" or scene.units[u].allied]
    if reduced and not position.reduced[unit] and scene.rng.random() < 0.7 and scene.here(unit) != OFF_MAP:
        return _swapped(scene, unit, reduced[0])
    return _swapped(scene, unit, wrong[0]) if wrong else None


def _too_few(kind: str, scene: Scene, action: a.Withdraw) -> Mutation | None:
    of = [u for u in action.units if scene.units[u].pool_type == kind]
    if not of:
        return None
    if scene.rng.random() < 0.5:
        return (a.Withdraw(action.die, tuple(u for u in action.units if u != of[0])),)
    more = [
        u
        for u in scene.others(Owner.AXIS)
        if scene.units[u].pool_type == kind
        and u not in action.units
        and scene.position.reduced[u] == scene.position.reduced[of[0]]
        and not ground.in_zone(scene.position, Owner.AXIS, scene.here(u))
    ]
    if not more:
        return (a.Withdraw(action.die, tuple(u for u in action.units if u != of[0])),)
    return (a.Withdraw(action.die, tuple(sorted((*action.units, more[0])))),)


def _from_elsewhere(scene: Scene, action: a.Withdraw) -> Mutation | None:
    """Withdraw a division of the reserve pool (11.2(2))."""
    for unit in action.units:
        kind = scene.units[unit].pool_type
        waiting = [
            u
            for u, box in enumerate(scene.position.box_of)
            if box is Box.POOL and scene.units[u].pool_type == kind and scene.units[u].german
        ]
        if waiting:
            return _swapped(scene, unit, scene.rng.choice(waiting))
    return None


def _box_last(scene: Scene, action: a.Withdraw) -> Mutation | None:
    """Leave a division in the rail box and take an equal one from the map (11.2(3))."""
    position = scene.position
    for unit in action.units:
        if position.box_of[unit] is not Box.RAIL:
            continue
        kind = scene.units[unit].pool_type
        for other in scene.others(Owner.AXIS):
            same = scene.units[other].pool_type == kind and scene.units[other].german
            if same and position.reduced[other] == position.reduced[unit] and other not in action.units:
                return _swapped(scene, unit, other)
    return None


# --- 11.3, 11.4 ---------------------------------------------------------------------------------------------


def _not_there(scene: Scene, action: a.RailTransport) -> Mutation | None:
    waiting = [
        u
        for u, box in enumerate(scene.position.box_of)
        if box is Box.POOL and scene.units[u].owner is Owner.AXIS
    ]
    soviet = [u for u in scene.others(Owner.SOVIET) if not scene.units[u].headquarters]
    unit = scene.one(waiting) if waiting and scene.rng.random() < 0.5 else scene.one(soviet)
    return (a.RailTransport((*action.units, unit)),) if unit is not None else None


def _from_the_front(scene: Scene, action: a.RailTransport) -> Mutation | None:
    for unit in scene.others(Owner.AXIS):
        # The box is where a headquarters goes that is lost: one that has lost a step may have lost both.
        if scene.units[unit].headquarters:
            continue
        if ground.in_zone(scene.position, Owner.AXIS, scene.here(unit)) and unit not in action.units:
            return (a.RailTransport((*action.units, unit)),)
    return None


def _free_of_enemies(scene: Scene, h: int) -> bool:
    board = scene.position.data.board
    present = scene.position.present[Owner.AXIS]
    return not present[h] and not any(present[n] for n, _ in board.steps[h])


def _fort_at_the_front(scene: Scene, _action: a.BuildFort) -> Mutation | None:
    position, board = scene.position, scene.position.data.board
    if not position.turn.fort_markers:
        return None
    found = [
        h
        for h in sorted(board.towns)
        if position.control[0].get(h) is Owner.SOVIET
        and h not in position.forts
        and not position.present[Owner.AXIS][h]
        and any(position.present[Owner.AXIS][n] for n, _ in board.steps[h])
    ]
    h = scene.one(found)
    return (a.BuildFort((h,)),) if h is not None else None


def _quiet_towns(scene: Scene) -> list[int]:
    position, board = scene.position, scene.position.data.board
    return [
        h
        for h in sorted(board.towns)
        if position.control[0].get(h) is Owner.SOVIET
        and _free_of_enemies(scene, h)
        and h not in position.forts
    ]


def _third_level(scene: Scene, _action: a.BuildFort) -> Mutation | None:
    full = [
        h for h, level in sorted(scene.position.forts.items()) if level == 2 and _free_of_enemies(scene, h)
    ]
    h = scene.one(full)
    return (a.BuildFort((h,)),) if h is not None else None


# --- 12, 13 -------------------------------------------------------------------------------------------------


def _third_marker(scene: Scene, _action: a.BuildFort) -> Mutation | None:
    """Build with a marker that was removed (14.3(3)); while both lie on the map there is none."""
    position = scene.position
    if position.turn.fort_markers or len(position.forts) > 1:
        return None
    h = scene.one(_quiet_towns(scene))
    return (a.BuildFort((h,)),) if h is not None else None


def _entry(scene: Scene) -> a.Enter | None:
    return scene.action if isinstance(scene.action, a.Enter) else None


def _owner(scene: Scene) -> Owner:
    owner = scene.position.data.chits[scene.position.command.chit].owner
    return Owner.AXIS if owner is None else owner


def _stranger(scene: Scene) -> Mutation | None:
    """Let a unit arrive that is on the map, or belongs to the other side (12.0)."""
    action = _entry(scene)
    if action is None:
        return None
    owner = scene.units[action.unit].owner
    there = [
        u for u in scene.others(owner) if not scene.units[u].headquarters and scene.here(u) != action.hex
    ]
    foreign = [
        u
        for u, box in enumerate(scene.position.box_of)
        if box is Box.POOL and scene.units[u].owner is owner.enemy and not scene.units[u].headquarters
    ]
    unit = scene.one(foreign) if foreign and scene.rng.random() < 0.5 else scene.one(there)
    return (a.Enter(unit, action.hex),) if unit is not None else None


def _calm(scene: Scene, h: int, owner: Owner) -> bool:
    return (
        not ground.in_zone(scene.position, owner, h)
        and not scene.enemy_in(h, owner)
        and scene.room(h, owner)
        and scene.position.data.board.terrain[h] is not Terrain.SEA
    )


def _at_the_front(scene: Scene) -> Mutation | None:
    """Arrive in an enemy zone, or in a town of the enemy (12.1(2))."""
    action = _entry(scene)
    if action is None:
        return None
    position, board = scene.position, scene.position.data.board
    owner = scene.units[action.unit].owner
    near = [
        h
        for h in range(len(board))
        if board.on_line(h, RAIL)
        and ground.in_zone(position, owner, h)
        and not scene.enemy_in(h, owner)
        and scene.room(h, owner)
        and position.control[0].get(h, owner) is owner
    ]
    towns = [
        h
        for h in sorted(board.towns)
        if board.on_line(h, RAIL) and position.control[0].get(h) is owner.enemy and _calm(scene, h, owner)
    ]
    h = scene.one(towns) if towns and scene.rng.random() < 0.4 else scene.one(near or towns)
    return (replace(action, hex=h),) if h is not None else None


def _reduced(scene: Scene) -> Mutation | None:
    action = _entry(scene)
    if action is None or action.reduced or scene.units[action.unit].steps < 2:
        return None
    if scene.position.box_of[action.unit] is Box.RAIL:
        return None
    return (replace(action, reduced=True),)


def _passed_over(scene: Scene) -> Mutation | None:
    """Take nothing and move the number (12.2(4))."""
    if _owner(scene) is not Owner.SOVIET or scene.position.command.arrived:
        return None
    column = scene.position.turn.column
    if not 1 <= column <= 9:
        return None
    named = {kind for kind, counts in SOVIET_TRACK.items() if counts[column - 1] and kind != "HQ"}
    waiting = [
        u
        for u, box in enumerate(scene.position.box_of)
        if box is Box.POOL and scene.units[u].owner is Owner.SOVIET and scene.units[u].pool_type in named
    ]
    return (a.EndReinforcement(column + 1),) if waiting else None


def _rail_box(scene: Scene) -> Mutation | None:
    """Bring a third unit of the rail box, or a reduced one at full strength (12.4)."""
    if not isinstance(scene.action, (a.Enter, a.EndReinforcement)) or _owner(scene) is not Owner.AXIS:
        return None
    position = scene.position
    waiting = [
        u
        for u, box in enumerate(position.box_of)
        if box is Box.RAIL and u in position.by_rail and not scene.units[u].headquarters
    ]
    came = sum(box is Box.RAIL for box in position.command.sources)
    action = _entry(scene)
    reduced = [u for u in waiting if position.reduced[u]]
    if action is not None and reduced and came < 2:
        return (a.Enter(reduced[0], action.hex, False),)
    if came < 2 or not waiting:
        return None
    for unit in position.command.arrived:
        h = scene.here(unit)
        for n in (h,):
            board = position.data.board
            if n != OFF_MAP and board.on_line(n, RAIL) and _calm(scene, n, Owner.AXIS):
                return (a.Enter(waiting[0], n, bool(position.reduced[waiting[0]])),)
    return None


def _never_lost(scene: Scene) -> Mutation | None:
    """Bring a headquarters that is on the map (13.0(2))."""
    action = _entry(scene)
    if action is None:
        return None
    heads = [
        u
        for u in scene.others(scene.units[action.unit].owner)
        if scene.units[u].headquarters and scene.here(u) != action.hex
    ]
    return (a.Enter(heads[0], action.hex),) if heads else None


def _withdrawn(scene: Scene) -> Mutation | None:
    """Bring a withdrawn division back (11.2(4))."""
    action = _entry(scene)
    if action is None or scene.units[action.unit].owner is not Owner.AXIS:
        return None
    gone = [
        u for u, box in enumerate(scene.position.box_of) if box is Box.WITHDRAWN and scene.units[u].german
    ]
    unit = scene.one(gone)
    return (a.Enter(unit, action.hex),) if unit is not None else None


_W = (a.Withdraw,)
_F = (a.BuildFort,)
_E = (a.Enter,)

MUTATORS: tuple[Mutator, ...] = (
    Mutator("11.1", (a.Attrition,), _wrong_attrition),
    Mutator("11.3", (a.RailTransport,), _not_there),
    Mutator("11.3(1)", (a.RailTransport,), _from_the_front),
    Mutator("14.3(3)", _F, _third_marker),
    Mutator("11.1(1)", (a.Attrition,), _axis_first),
    Mutator("11.2", _W, _no_roll),
    Mutator("11.2(1)", _W, _not_of_the_table),
    Mutator("11.2(1)1", _W, partial(_too_few, "Pz")),
    Mutator("11.2(1)2", _W, partial(_too_few, "SS")),
    Mutator("11.2(1)3", _W, partial(_too_few, "Inf")),
    Mutator("11.2(2)", _W, _from_elsewhere),
    Mutator("11.2(3)", _W, _box_last),
    Mutator("11.2(4)", _E, _withdrawn),
    Mutator("12.0", _E, _stranger),
    Mutator("12.1(2)", _E, _at_the_front),
    Mutator("12.1(3)", _E, _reduced),
    Mutator("12.2(4)", (a.Enter, a.EndReinforcement), _passed_over),
    Mutator("12.4", (a.Enter, a.EndReinforcement), _rail_box),
    Mutator("13.0(2)", _E, _never_lost),
    Mutator("14.1(2)", _F, _fort_at_the_front),
    Mutator("14.1(6)", _F, _third_level),
)
