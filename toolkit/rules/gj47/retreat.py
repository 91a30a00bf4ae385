"""10.6: retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47 import battles as b
from toolkit.rules.gj47.board import BRIDGE, GREAT_RIVER, IMPASSABLE, Terrain
from toolkit.rules.gj47.position import OFF_MAP, Cause, Position
from toolkit.rules.gj47.results import retreat_due
from toolkit.rules.gj47.retreat_ways import Ground, Path, Way, allows, outcomes, ways
from toolkit.rules.registry import Enforcement, Kind, rule
from toolkit.rules.rulings import Rulings


def owed(position: Position, target: int, rulings: Rulings) -> tuple[tuple[int, ...], int]:
    """Return the units that still have to retreat from a hex, and how many hexes."""
    battle = position.command.battle(target)
    return ((), 0) if battle is None else retreat_due(position, battle, rulings)


def options(
    position: Position, unit: int, hexes: int, rulings: Rulings, start: int | None = None
) -> tuple[Way, ...]:
    """Return all ways in which a unit may retreat `hexes` hexes, each with the steps lost on it.

    Parameters
    ----------
    position : Position
    unit : int
    hexes : int
        What the result asks for; full hexes at the end make a way longer (10.6(5)).
    rulings : Rulings
    start : int, optional
        The hex attacked; the unit's own by default.

    Returns
    -------
    tuple of Way
        Never empty: without a way to go, the unit is removed (U-27).
    """
    origin = position.hex_of[unit] if start is None else start
    return outcomes(Ground(position, unit, origin, rulings), hexes)


def choices(position: Position, target: int, unit: int, rulings: Rulings) -> Iterator[a.Retreat]:
    """Yield the retreats open to a unit, nothing when it has none to make."""
    units, hexes = owed(position, target, rulings)
    if unit in units:
        for way in options(position, unit, hexes, rulings, target):
            yield a.Retreat(target, unit, way.path, way.steps, way.eliminated)


def _entered(action: a.Retreat) -> Path:
    """Return the hexes that a retreating unit entered."""
    return tuple(h for h in action.path if h != OFF_MAP)


def _steps(position: Position, action: a.Retreat) -> Iterator[tuple[int, int, int]]:
    """Yield number, hex entered and hexside features of each step of a path; nothing for jumps."""
    hexes = (action.target, *_entered(action))
    for step, (origin, h) in enumerate(pairwise(hexes)):
        features = position.data.board.features(origin, h) if origin >= 0 else None
        if features is not None:
            yield step, h, features


def _leads_away(position: Position, action: a.Retreat) -> bool:
    """Return whether the hexes entered are a row of neighbours that never comes back."""
    entered = _entered(action)
    row = len(list(_steps(position, action))) == len(entered)
    return row and len({action.target, *entered}) > len(entered)


def _ground(position: Position, action: a.Retreat, rulings: Rulings) -> Ground:
    return Ground(position, action.unit, action.target, rulings)


def _dies_on_the_way(position: Position, action: a.Retreat, ground: Ground) -> bool:
    """Return whether a removed unit lost its last step in a zone of control on the path shown."""
    entered = _entered(action)
    if not entered or OFF_MAP in action.path:
        return False
    return ground.entries(entered) >= b.steps_left(position, action.unit)


# -- 10.6 -------------------------------------------------------------------------------------------------


@rule(
    "10.6",
    "The owner of the retreating units retreats each the number of hexes that the result says.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    unclear=("U-27", "U-60"),
    on=(a.Retreat,),
)
def as_far_as_asked(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge who retreats, and how far.

    What it checks
    --------------
    That the unit is one that has to retreat and has not yet; that the hexes entered are a row of neighbours
    that never comes back; that there are as many as the result asks, more only where full hexes push it on.

    Legal example
    -------------
    RR: the unit retreats two hexes.

    Illegal example
    ---------------
    RR: the unit retreats three hexes into a town, or one.

    Unclear points
    --------------
    U-27: a unit that cannot go anywhere. U-60: units that had retreated into the hex before.
    """
    units, hexes = owed(position, action.target, rulings)
    if not hexes:
        battle = position.command.battle(action.target)
        taken = battle is not None and not battle.closed and battle.converted
        return "the retreat was taken as steps (14.2(5))" if taken else None
    if action.unit not in units:
        return f"{b.name(position, action.unit)} has no retreat to make from there"
    entered = _entered(action)
    if not _leads_away(position, action):
        return "the path is no row of neighbouring hexes that leads away"
    if action.eliminated or OFF_MAP in action.path:
        return None
    ground = _ground(position, action, rulings)
    if not entered:
        way = outcomes(ground, hexes)
        stays = not way[0].path and not way[0].eliminated
        return None if stays or (not way[0].path and len(way) == 1) else f"it stays, {hexes} hexes are due"
    if len(entered) < hexes:
        return f"{len(entered)} of {hexes} hexes"
    if any(not ground.full(h) for h in entered[hexes - 1 : -1]):
        return f"{len(entered)} hexes, {hexes} are due"
    return None


@rule(
    "10.6(1)",
    "A retreat is no movement: it costs no movement points.",
    kind=Kind.DEFINITION,
    enforcement=Enforcement.EMBODIED,
)
def allowance_after(position: Position, unit: int, path: Path) -> int:
    """Return the movement allowance that a unit has after a retreat: the same, whatever the terrain.

    What it checks
    --------------
    Nothing against anybody.

    Legal example
    -------------
    A headquarters that has used its whole allowance retreats two marsh hexes.

    Illegal example
    ---------------
    Stopping a retreat because the marsh is too dear.

    Unclear points
    --------------
    None.
    """
    del path
    return position.allowance(unit)


@rule(
    "10.6(2)",
    "Units of a stack may retreat in different directions.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.EMBODIED,
)
def each_on_its_own(position: Position, target: int, rulings: Rulings) -> tuple[int, ...]:
    """Return the units that retreat from a hex: each of them by an action of its own.

    What it checks
    --------------
    Nothing against anybody.

    Legal example
    -------------
    Of two defenders one retreats west and one south-west.

    Illegal example
    ---------------
    None.

    Unclear points
    --------------
    None.
    """
    return owed(position, target, rulings)[0]


@rule(
    "10.6(3)",
    "A unit that is forced into one of the places below is removed.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-15", "U-20", "U-22", "U-27", "U-29", "U-37", "U-61"),
    on=(a.Retreat,),
)
def removed_when_forced(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge removals, and hexes with the enemy.

    What it checks
    --------------
    That a unit removed had no way on which it survives, or lost its last step on the one it took; that a unit
    without a way is removed; that nobody retreats into a hex of the enemy.

    Legal example
    -------------
    A unit with enemies all around retreats: it is removed.

    Illegal example
    ---------------
    A unit is removed although a hex behind it is open.

    Unclear points
    --------------
    U-27: enemies bar the way like the places below. U-15, U-20, U-22, U-29, U-37 and U-61 where it hangs on
    them whether there is a way.
    """
    ground = _ground(position, action, rulings)
    if not action.eliminated:
        enemy = next((h for h in _entered(action) if ground.enemy(h)), None)
        if enemy is not None:
            return f"{b.number(position, enemy)} is the enemy's"
    units, hexes = owed(position, action.target, rulings)
    if action.unit not in units:
        return None
    if not action.eliminated:
        if _entered(action) or OFF_MAP in action.path:
            return None
        way = outcomes(ground, hexes)[0]
        return "it has no way to go and stays all the same" if not way.path and way.eliminated else None
    if _dies_on_the_way(position, action, ground):
        return None
    if all(way.eliminated for way in outcomes(ground, hexes)):
        return None
    return f"{b.name(position, action.unit)} is removed, but it has a way to go"


@rule(
    "10.6(3)1",
    "Off the map: removed.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    on=(a.Retreat,),
)
def not_off_the_map(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge a retreat over the edge of the map.

    What it checks
    --------------
    That a unit which leaves the map is removed.

    Legal example
    -------------
    A unit between the edge and the enemy leaves the map and is removed.

    Illegal example
    ---------------
    The unit is put beside the map and comes back later.

    Unclear points
    --------------
    None.
    """
    del position, rulings
    return None if action.eliminated or OFF_MAP not in action.path else "it leaves the map and is not removed"


@rule(
    "10.6(3)2",
    "Into a hex that is all sea: removed.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    on=(a.Retreat,),
)
def not_into_the_sea(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge a retreat into the sea.

    What it checks
    --------------
    The terrain of each hex entered.

    Legal example
    -------------
    A unit with its back to the sea is removed.

    Illegal example
    ---------------
    A unit stands in a sea hex after its retreat.

    Unclear points
    --------------
    None.
    """
    del rulings
    terrain = position.data.board.terrain
    wet = next((h for h in _entered(action) if terrain[h] == Terrain.SEA), None)
    return None if action.eliminated or wet is None else f"{b.number(position, wet)} is sea"


@rule(
    "10.6(3)3",
    "Into a hex, or over a hexside, that is closed: removed.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-20", "U-51"),
    on=(a.Retreat,),
)
def not_over_closed_sides(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge impassable hexsides and mountains in a retreat.

    What it checks
    --------------
    Each hexside crossed, and mountain hexes entered off the road by others than mountain divisions.

    Legal example
    -------------
    A mountain division retreats into the mountains.

    Illegal example
    ---------------
    A unit retreats over a strait.

    Unclear points
    --------------
    U-20: mountains. U-51: impassable is what the map data mark.
    """
    if action.eliminated:
        return None
    ground = _ground(position, action, rulings)
    for _, h, features in _steps(position, action):
        if features & IMPASSABLE:
            return f"the way into {b.number(position, h)} is impassable"
        if ground.mountain(h, features):
            return f"{b.number(position, h)} is mountain, and no road leads in"
    return None


@rule(
    "10.6(3)4",
    "Over a great river without a bridge in the second hex of the retreat: removed.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-61",),
    on=(a.Retreat,),
)
def not_over_a_great_river_second(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge great rivers in a retreat.

    What it checks
    --------------
    The hexside into the second hex, and into later ones. The first hex may lie across.

    Legal example
    -------------
    RR: first over the Don, then one hex on.

    Illegal example
    ---------------
    RR: first one hex to the Don, then over it where no bridge is.

    Unclear points
    --------------
    U-61: third and later hexes.
    """
    if action.eliminated:
        return None
    ground = _ground(position, action, rulings)
    for step, h, features in _steps(position, action):
        if step and features & GREAT_RIVER and not features & BRIDGE and ground.river(step, features):
            return f"over a great river into {b.number(position, h)}, hex {step + 1} of the retreat"
    return None


@rule(
    "10.6(4)",
    "Each hex in an enemy zone of control that a retreating unit enters costs it a step.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-15", "U-22", "U-28", "U-37"),
    on=(a.Retreat,),
)
def zones_cost_steps(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge the steps lost in a retreat.

    What it checks
    --------------
    The hexes entered that lie in an enemy zone, against the steps lost on the way. A fort's hex is free of
    zones for its side (14.2(2)).

    Legal example
    -------------
    A full unit retreats into one enemy zone and is turned over.

    Illegal example
    ---------------
    A unit retreats through an enemy zone and loses nothing.

    Unclear points
    --------------
    U-15, U-22, U-37: how far zones reach. U-28: an own unit in the hex.
    """
    if action.eliminated or OFF_MAP in action.path:
        return None
    ground = _ground(position, action, rulings)
    if not _leads_away(position, action) or any(ground.closed(*step) for step in _steps(position, action)):
        return None
    due = ground.entries(action.path)
    if not action.path:
        units, hexes = owed(position, action.target, rulings)
        if action.unit not in units:
            return None
        way = outcomes(ground, hexes)[0]
        due = way.steps if not way.path else 0
    return None if action.steps == due else f"{action.steps} steps lost on the way, {due} due"


@rule(
    "10.6(5)",
    "When the last hex would hold too many units, the unit goes on hex by hex until one does not.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    on=(a.Retreat,),
)
def on_from_full_hexes(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge the number of units where a retreat ends.

    What it checks
    --------------
    The own units in the last hex; a fort's hex has no limit (14.2(3)).

    Legal example
    -------------
    R: the hex behind holds two units, so the unit retreats two hexes.

    Illegal example
    ---------------
    R: the unit stops as third in the hex behind.

    Unclear points
    --------------
    None.
    """
    entered = _entered(action)
    if action.eliminated or not entered or OFF_MAP in action.path:
        return None
    full = _ground(position, action, rulings).full(entered[-1])
    return f"{b.number(position, entered[-1])} is full, the retreat goes on" if full else None


@rule(
    "10.6(6)",
    "Retreats go along the line to the own source, the shortest way; full hexes before zones; ties are free.",
    kind=Kind.RESTRICTION,
    enforcement=Enforcement.CHECKED,
    unclear=("U-15", "U-20", "U-22", "U-28", "U-29", "U-37", "U-61"),
    on=(a.Retreat,),
)
def toward_the_source(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge the direction of a retreat.

    What it checks
    --------------
    That no open way of the same number of hexes ends nearer to an own source. Where every such way meets an
    enemy zone or a full stack, one that meets full stacks only is taken. Among equal ways the owner chooses.

    Legal example
    -------------
    Of two hexes equally near to the source the owner takes either.

    Illegal example
    ---------------
    A unit retreats toward the enemy's rear although the way home is open; it enters a zone although it could
    have gone through a full stack and on.

    Unclear points
    --------------
    U-28: which comes first. U-29: what the distance is measured to. The others where it hangs on them which
    hexes are open.
    """
    units, hexes = owed(position, action.target, rulings)
    if action.unit not in units or not action.path or OFF_MAP in action.path:
        return None
    ground = _ground(position, action, rulings)
    if action.eliminated:
        if not _dies_on_the_way(position, action, ground):
            return None
        length = len(action.path)
        fits = any(way[:length] == action.path for way in ways(ground, hexes))
        return None if fits else "not the nearest way to the own source"
    if not _open_as_it_is(position, action, ground, hexes):
        return None
    return None if allows(ground, hexes, action.path) else "not the nearest way to the own source"


def _open_as_it_is(position: Position, action: a.Retreat, ground: Ground, hexes: int) -> bool:
    """Return whether other rules find nothing wrong with a path, so that its direction can be judged."""
    if not _leads_away(position, action) or any(ground.closed(*step) for step in _steps(position, action)):
        return False
    if len(action.path) < hexes or ground.full(action.path[-1]):
        return False
    return all(ground.full(h) for h in action.path[hexes - 1 : -1])


@rule(
    "10.6(7)",
    "For the rest of the combat segment a unit that has retreated has strength 0.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-60",),
)
def without_strength(position: Position) -> frozenset[int]:
    """Return the units without strength: those that retreated under the chit in play.

    What it checks
    --------------
    Nothing of its own: 10.3(1)2 leaves them out of the defence.

    Legal example
    -------------
    A corps retreats into a hex that is attacked later; only the division there defends.

    Illegal example
    ---------------
    The corps' strength is added.

    Unclear points
    --------------
    U-60: whether it shares that hex's losses and retreat.
    """
    return position.command.retreats


# -- effects ----------------------------------------------------------------------------------------------


def retreat(position: Position, action: a.Retreat) -> None:
    """Retreat a unit: towns entered change hands (3.4, U-33), steps are lost, a removed unit leaves."""
    owner = position.data.units[action.unit].owner
    entered = _entered(action)
    if entered:
        position.place(action.unit, entered[-1])
    for h in entered[:-1] if action.eliminated else entered:  # where it was removed it took nothing
        position.take_control(owner, h, moving=False)
    for _ in range(action.steps):
        if position.hex_of[action.unit] != OFF_MAP:
            position.lose_step(action.unit, Cause.RETREAT)
    if action.eliminated and position.hex_of[action.unit] != OFF_MAP:
        position.remove(action.unit, Cause.RETREAT)
    command = position.command
    battle = command.battle(action.target)
    if battle is not None:
        command = command.with_battle(replace(battle, retreated=(*battle.retreated, action.unit)))
    position.set_command(replace(command, retreats=command.retreats | {action.unit}))


EFFECTS: Mapping[type, Callable[[Position, Any], None]] = MappingProxyType({a.Retreat: retreat})
