"""Chapters 2.1(1)3 and 3: bridges, stacking and zones of control."""

from __future__ import annotations

from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.fort_effects import bars_entry, lifts_zones, no_stacking_limit
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import AnyReading, Reading
from toolkit.games.gj47.rules.terrain import BRIDGE, GREAT_RIVER, IMPASSABLE, ROAD, WATER, Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, asked, rule

STACKING_LIMIT = 2


@rule(
    "2.1(1)3",
    "A river side that a road or a railway crosses is a bridge; without either it is none.",
    Kind.DEFINITION,
)
def is_bridge(features: int) -> bool:
    """Return whether a hexside is a bridge.

    Checks: What lies on the side and what crosses it.
    Legal: The railway over the Don at Rostov.
    Illegal: A crossing of the Don where neither road nor railway is printed.
    Unclear: U-02, which the text settles: the rule says river hex, but rivers lie on hexsides.
    """
    return bool(features & WATER and features & BRIDGE)


@asked(
    "3.1(1)",
    "At most two units of a side in a hex, headquarters and reduced units counted like any other.",
    Kind.RESTRICTION,
)
def overstacked(position: Position, h: int) -> tuple[int, ...]:
    """Return the units of hex `h` beyond the limit, latest arrivals first to go; () when all is well.

    Checks: The number of units of each side in a hex, at the moments that 3.1(3) names. A hex with a fort has
    no limit (14.2(3)).
    Legal: A division ends its move in a hex where one headquarters of its own side stands.
    Illegal: A reduced division ends its move in a hex where a division and a headquarters of its side stand.
    Unclear: U-41: what happens to the surplus when a fort falls; a hex that merely stays overstacked is never
    held against a later move.
    """
    if no_stacking_limit(position, h):
        return ()
    surplus: list[int] = []
    for owner in Owner:
        if position.present[owner][h] > STACKING_LIMIT:
            own = [u for u in position.stacks[h] if position.data.units[u].owner is owner]
            surplus += own[STACKING_LIMIT:]
    return tuple(surplus)


@asked(
    "3.1(2)",
    "Units of the two sides never share a hex; a hex with an enemy unit is closed.",
    Kind.RESTRICTION,
)
def enemy_bars(position: Position, mover: Owner, h: int, reading: AnyReading) -> bool:
    """Return whether hex `h` is closed to `mover` because of the enemy.

    Checks: Each hex that a moving unit enters, on the way and at the end: no unit of the other side may be
    there.
    Legal: A division moves around a hex with an enemy headquarters.
    Illegal: A tank corps ends its move in a hex with an enemy division, or runs through it.
    Unclear: U-37: whether a fort without a unit closes its hex.
    """
    if position.present[mover.enemy][h]:
        return True
    return bars_entry(position, mover, h, reading)


@asked("3.1(3)", "The stacking limit counts at the end of movement, not on the way.", Kind.PROCEDURE)
def stacking_counts_now(*, segment_over: bool, reading: Reading) -> bool:
    """Return whether the limit of 3.1(1) holds at this moment, after a unit's move has ended.

    Checks: That a hex holds no more than two units when movement ends. While a unit moves on, it may pass
    through full hexes of its own side.
    Legal: A division moves through a hex with two units of its own and ends behind it.
    Illegal: When the movement segment is over, three divisions stand in one hex.
    Unclear: U-64: the limit could hold at the end of each single move, or once the segment is over. A hex
    that is full for the time in between is unclear while the game fixes nothing.
    """
    return segment_over or reading.stacking_after_each_move


@rule("3.2", "Every unit has a zone of control: the six hexes around it.", Kind.DEFINITION)
@rule("3.2(2)", "Several zones over one hex work as one.", Kind.DEFINITION)
@rule(
    "3.2(3)",
    "Zones of control weigh on lines of communication, movement, retreat and the placing of reinforcements.",
    Kind.EFFECT,
)
def in_enemy_zoc(position: Position, mover: Owner, h: int, reading: AnyReading) -> bool:
    """Return whether hex `h` lies in an enemy zone of control that works against `mover`.

    Checks: Whether one of the six hexes around holds an enemy unit whose zone reaches here; two cost no more
    than one. Own units in the hex change nothing for movement (U-16); a fort does, for its own side
    (14.2(2)). Lines, movement, retreats and arrivals ask this; combat and advances do not.
    Legal: A unit two hexes away from every enemy is outside all zones. A division with four points enters a
    clear hex beside two enemies for 1 + 2 points. A unit attacks out of an enemy zone, and advances into
    another, at no price.
    Illegal: Counting a hex beside an enemy headquarters as free, charging that division 1 + 2 + 2 points, or
    counting a zone against an attack.
    Unclear: U-15: zones over great rivers and into mountains. U-22: zones between adjacent major-city hexes.
    U-37: the zone of a fort without a unit.
    """
    if lifts_zones(position, mover, h):
        return False
    board, enemies = position.data.board, position.present[mover.enemy]
    forts = position.forts if mover is Owner.AXIS else {}
    near = [(n, features) for n, features in board.steps[h] if enemies[n] or n in forts]
    if not near or (position.present[mover][h] and not reading.own_unit_keeps_zoc):
        return False
    # Units first: what they decide need not be asked of a fort (U-37).
    return any(
        bool(enemies[n]) and zoc_reaches(board, n, h, features, reading) for n, features in near
    ) or any(
        n in forts and zoc_reaches(board, n, h, features, reading) and reading.fort_has_zoc
        for n, features in near
    )


@rule(
    "3.2(1)",
    "Zones of control do not reach into hexes that are all sea, nor over impassable hexsides.",
    Kind.DEFINITION,
)
def zoc_reaches(board: Board, source: int, target: int, features: int, reading: AnyReading) -> bool:
    """Return whether the zone of a unit in `source` reaches the neighbouring hex `target`.

    Checks: The hexside between the two hexes and the terrain of the target.
    Legal: Two units face each other over a strait that is impassable: neither is in the other's zone.
    Illegal: Treating a bank of an ordinary river as free of the zone of a unit on the other bank.
    Unclear: U-15: great rivers without a bridge, mountains off the road. U-22: adjacent major cities.
    """
    if features & IMPASSABLE or board.terrain[target] == Terrain.SEA:
        return False
    if features & GREAT_RIVER and not is_bridge(features) and not reading.zoc_over_great_river:
        return False
    if board.terrain[target] == Terrain.MOUNTAIN and not features & ROAD and not reading.zoc_into_mountain:
        return False
    both_cities = board.terrain[source] == Terrain.CITY == board.terrain[target]
    return not both_cities or reading.zoc_between_cities


def zones_of(board: Board, reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Return for each hex those that the zone of a unit there reaches, kept with the board."""
    key = ("zones", reading.zoc_over_great_river, reading.zoc_into_mountain, reading.zoc_between_cities)
    hexes = (
        tuple(n for n, features in steps if zoc_reaches(board, h, n, features, reading))
        for h, steps in enumerate(board.steps)
    )
    return board.kept(key, lambda: tuple(hexes))
