"""10.6 to 10.6(3): who retreats, how far, and who is removed."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import barriers as places
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import retreat_due
from toolkit.games.gj47.rules.retreat_ways import Ground, Path, Way, outcomes
from toolkit.games.gj47.rules.terrain import IMPASSABLE, Terrain
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


def options(
    position: Position, unit: int, hexes: int, rulings: Rulings, start: int | None = None
) -> tuple[Way, ...]:
    """Return all ways in which a unit may retreat `hexes` hexes, each with the steps lost on it.

    Parameters
    ----------
    hexes : int
        What the result asks for; full hexes at the end make a way longer (10.6(5)).
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


def entered(action: a.Retreat) -> Path:
    """Return the hexes that a retreating unit entered."""
    return tuple(h for h in action.path if h != OFF_MAP)


def takes_open_steps(position: Position, action: a.Retreat, ground: Ground) -> bool:
    """Return whether a path leads away, and none of its steps is one that eliminates."""
    steps = steps_of(position, action)
    return leads_away(position, action) and not any(ground.closed(step, h, f) for step, _, h, f in steps)


def leads_away(position: Position, action: a.Retreat) -> bool:
    """Return whether the hexes entered are a row of neighbours that never comes back."""
    went = entered(action)
    row = len(steps_of(position, action)) == len(went)
    return row and len({action.target, *went}) > len(went)


def ground_of(position: Position, action: a.Retreat, rulings: Rulings) -> Ground:
    """Return what the retreating unit meets."""
    return Ground(position, action.unit, action.target, rulings)


def dies_on_the_way(position: Position, action: a.Retreat, ground: Ground) -> bool:
    """Return whether a removed unit lost its last step in a zone of control on the path shown."""
    went = entered(action)
    if not went or OFF_MAP in action.path:
        return False
    return ground.entries(went) >= b.steps_left(position, action.unit)


# -- 10.6 -------------------------------------------------------------------------------------------------


@rule(
    "10.6",
    "The owner of the retreating units retreats each the number of hexes that the result says.",
    Kind.PROCEDURE,
)
def as_far_as_asked(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge who retreats, and how far.

    Checks: That the unit is one that has to retreat and has not yet; that the hexes entered are a row of
    neighbours that never comes back; that there are as many as the result asks, more only where full hexes
    push it on.
    Legal: RR: the unit retreats two hexes.
    Illegal: RR: the unit retreats three hexes into a town, or one.
    Unclear: U-27: a unit that cannot go anywhere. U-60: units that had retreated into the hex before.
    """
    units, hexes = owed(position, action.target, rulings)
    if not hexes:
        battle = position.command.battle(action.target)
        taken = battle is not None and not battle.closed and battle.converted
        return "the retreat was taken as steps (14.2(5))" if taken else None
    if action.unit not in units:
        return f"{b.name(position, action.unit)} has no retreat to make from there"
    went = entered(action)
    if not leads_away(position, action):
        return "the path is no row of neighbouring hexes that leads away"
    if action.eliminated or OFF_MAP in action.path:
        return None
    ground = ground_of(position, action, rulings)
    if not went:
        way = outcomes(ground, hexes)
        stays = not way[0].path and not way[0].eliminated
        return None if stays or (not way[0].path and len(way) == 1) else f"it stays, {hexes} hexes are due"
    if len(went) < hexes:
        return f"{len(went)} of {hexes} hexes"
    if any(not ground.full(h) for h in went[hexes - 1 : -1]):
        return f"{len(went)} hexes, {hexes} are due"
    return None


@rule(
    "10.6(1)",
    "A retreat is no movement: it goes from hex to hex and costs no movement points.",
    Kind.DEFINITION,
)
def steps_of(position: Position, action: a.Retreat) -> tuple[tuple[int, int, int, int], ...]:
    """Return the steps of a retreat, as `steps_along`.

    Checks: Nothing of its own: the other lines count these steps, not what they would cost in movement.
    Legal: A headquarters that has used its whole allowance retreats two marsh hexes.
    Illegal: Stopping a retreat because the marsh is too dear.
    """
    return b.steps_along(position, (action.target, *entered(action)))


@rule("10.6(2)", "Units of a stack may retreat in different directions.", Kind.PROCEDURE)
def owed(position: Position, target: int, rulings: Rulings) -> tuple[tuple[int, ...], int]:
    """Return the units that still have to retreat from a hex, each on its own, and how many hexes.

    Checks: Nothing against anybody: each unit retreats by an action of its own.
    Legal: Of two defenders one retreats west and one south-west.
    Unclear: U-60: units that had retreated into the hex before.
    """
    battle = position.command.battle(target)
    return ((), 0) if battle is None else retreat_due(position, battle, rulings)


@rule("10.6(3)", "A unit that is forced into one of the places below is removed.", Kind.EFFECT)
def removed_when_forced(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge removals, and hexes with the enemy.

    Checks: That a unit removed had no way on which it survives, or lost its last step on the one it took;
    that a unit without a way is removed; that nobody retreats into a hex of the enemy.
    Legal: A unit with enemies all around retreats: it is removed.
    Illegal: A unit is removed although a hex behind it is open.
    Unclear: U-27: enemies bar the way like the places below. U-15, U-20, U-22, U-29, U-37, U-61 and U-67
    where it hangs on them whether there is a way.
    """
    ground = ground_of(position, action, rulings)
    if not action.eliminated:
        enemy = next((h for h in entered(action) if ground.enemy(h)), None)
        if enemy is not None:
            return f"{b.number(position, enemy)} is the enemy's"
    units, hexes = owed(position, action.target, rulings)
    if action.unit not in units:
        return None
    if not action.eliminated:
        if entered(action) or OFF_MAP in action.path:
            return None
        way = outcomes(ground, hexes)[0]
        return "it has no way to go and stays all the same" if not way.path and way.eliminated else None
    if dies_on_the_way(position, action, ground):
        return None
    # Equally good ways are free: straight into the box went who would have died on one of them.
    dying = [way.eliminated for way in outcomes(ground, hexes)]
    if all(dying) or (any(dying) and not entered(action)):
        return None
    return f"{b.name(position, action.unit)} is removed, but it has a way to go"


@rule("10.6(3)1", "Off the map: removed.", Kind.EFFECT)
def not_off_the_map(_position: Position, action: a.Retreat, _rulings: Rulings) -> str | None:
    """Judge a retreat over the edge of the map.

    Checks: That a unit which leaves the map is removed.
    Legal: A unit between the edge and the enemy leaves the map and is removed.
    Illegal: The unit is put beside the map and comes back later.
    """
    return None if action.eliminated or OFF_MAP not in action.path else "it leaves the map and is not removed"


@rule("10.6(3)2", "Into a hex that is all sea: removed.", Kind.EFFECT)
def not_into_the_sea(position: Position, action: a.Retreat, _rulings: Rulings) -> str | None:
    """Judge a retreat into the sea.

    Checks: The terrain of each hex entered.
    Legal: A unit with its back to the sea is removed.
    Illegal: A unit stands in a sea hex after its retreat.
    """
    terrain = position.data.board.terrain
    wet = next((h for h in entered(action) if terrain[h] == Terrain.SEA), None)
    if action.eliminated or wet is None:
        return None
    return places.sentence(places.at_hex(position.data.board, "sea", wet))


@rule("10.6(3)3", "Into a hex, or over a hexside, that is closed: removed.", Kind.EFFECT)
def not_over_closed_sides(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge impassable hexsides and mountains in a retreat.

    Checks: Each hexside crossed, and mountain hexes entered off the road by others than mountain divisions.
    Legal: A mountain division retreats into the mountains.
    Illegal: A unit retreats over a strait.
    Unclear: U-20: mountains. U-51: impassable is what the map data mark.
    """
    if action.eliminated:
        return None
    ground = ground_of(position, action, rulings)
    board = position.data.board
    for _, origin, h, features in steps_of(position, action):
        if features & IMPASSABLE:
            return places.sentence(places.at_side(board, "impassable", origin, h))
        if ground.mountain(h, features):
            return places.sentence(places.at_hex(board, "mountain", h))
    return None


@rule(
    "10.6(3)4", "Over a great river without a bridge in the second hex of the retreat: removed.", Kind.EFFECT
)
def not_over_a_great_river_second(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge great rivers in a retreat.

    Checks: The hexside into the second hex, and into later ones. The first hex may lie across.
    Legal: RR: first over the Don, then one hex on.
    Illegal: RR: first one hex to the Don, then over it where no bridge is.
    Unclear: U-61: third and later hexes.
    """
    if action.eliminated:
        return None
    ground = ground_of(position, action, rulings)
    for step, origin, h, features in steps_of(position, action):
        if ground.river(step, features):
            crossed = places.at_side(position.data.board, "great river", origin, h)
            name = f" ({crossed.name})" if crossed.name else ""
            return f"hexside {crossed.place} is a great river{name}, crossed in hex {step + 1} of the retreat"
    return None
