"""10.7(4) and 10.7(6): where an advance may not go, and where it may."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import barriers as places
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.advance import (
    Path,
    after_success,
    closed,
    foot_one,
    fought,
    free_to_advance,
    mechanised_two,
    steps_of,
    too_many,
)
from toolkit.games.gj47.rules.basics import enemy_bars
from toolkit.games.gj47.rules.course import OFF_MAP, Battle
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.results import due
from toolkit.games.gj47.rules.terrain import IMPASSABLE, Terrain
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("10.7(6)", "An advance does not go into the places below.", Kind.RESTRICTION)
def into_open_hexes(position: Position, action: a.Advance, rulings: Rulings) -> str | None:
    """Judge hexes with the enemy, mountains and great rivers in an advance.

    Checks: The second hex for enemies; both steps for great rivers, and for mountains off the road, which
    only mountain divisions enter.
    Legal: Infantry that attacked over the Don advances over it.
    Illegal: A panzer division advances into a second hex that an enemy holds; infantry into a mountain
    without a road.
    Unclear: U-20: mountains. U-32, settled by the chart: a great river may be crossed. U-37: a fort without a
    unit.
    """
    owner = position.data.units[action.unit].owner
    for h in action.path[1:]:
        if h not in (OFF_MAP, action.target) and enemy_bars(position, owner, h, Asked(rulings)):
            return f"{b.number(position, h)} is the enemy's"
    for _, _, h, features in steps_of(position, action):
        if closed(position, action.unit, h, features, rulings):
            return f"the way into {b.number(position, h)} is closed"
    return None


@rule("10.7(6)1", "Not over impassable hexsides.", Kind.RESTRICTION)
def not_over_closed_sides(position: Position, action: a.Advance, _rulings: Rulings) -> str | None:
    """Judge impassable hexsides in an advance.

    Checks: Each hexside crossed.
    Legal: An advance over a river.
    Illegal: A second hex behind a strait.
    Unclear: U-51: impassable is what the map data mark.
    """
    for _, origin, h, features in steps_of(position, action):
        if features & IMPASSABLE:
            return places.sentence(places.at_side(position.data.board, "impassable", origin, h))
    return None


@rule("10.7(6)2", "Not into a hex that is all sea.", Kind.RESTRICTION)
def not_into_the_sea(position: Position, action: a.Advance, _rulings: Rulings) -> str | None:
    """Judge the terrain of an advance.

    Checks: Each hex entered.
    Legal: A second hex on the coast.
    Illegal: A second hex in the sea.
    """
    terrain = position.data.board.terrain
    wet = next((h for h in action.path if h != OFF_MAP and terrain[h] == Terrain.SEA), None)
    return None if wet is None else places.sentence(places.at_hex(position.data.board, "sea", wet))


@rule("10.7(6)3", "Not off the map.", Kind.RESTRICTION)
def not_off_the_map(_position: Position, action: a.Advance, _rulings: Rulings) -> str | None:
    """Judge an advance over the edge of the map.

    Checks: That every hex is on the map.
    Legal: A second hex at the edge.
    Illegal: A second hex beyond it.
    """
    return "the advance leaves the map" if OFF_MAP in action.path else None


@rule(
    "10.7(6)4",
    "Not where more units than the limit would stand when the advance is over (printed as a second line 3).",
    Kind.RESTRICTION,
)
def room_at_the_end(
    position: Position, action: a.Advance | a.CloseBattle | a.Roll | a.EndCommand, _rulings: Rulings
) -> str | None:
    """Judge the number of units where advances end.

    Checks: The last hex of each advance: at once when nobody there can still advance, else when the battle is
    over.
    Legal: Two of three attackers advance into the hex attacked.
    Illegal: All three do.
    Unclear: U-41: a fort's hex has no limit.
    """
    if isinstance(action, a.Advance):
        battle = position.command.battle(action.target)
        if battle is None or not action.path or action.path[-1] == OFF_MAP:
            return None
        h = action.path[-1]
        staying = _staying(position, battle, h, moving=action.unit) + 1
        return f"{staying} units in {b.number(position, h)}" if too_many(position, h, staying) else None
    for battle in b.left_behind(position, action):
        side = b.attacking_side(position, battle)
        for h in sorted({position.hex_of[unit] for unit in battle.advanced} - {OFF_MAP}):
            known = too_many(position, h, _staying(position, battle, h))
            if not known and too_many(position, h, position.present[side][h]):
                return f"{position.present[side][h]} units in {b.number(position, h)}"
    return None


def _staying(position: Position, battle: Battle, h: int, moving: int = -1) -> int:
    """Return how many own units in a hex will stay there: not the one moving, nor who may still advance."""
    side = b.attacking_side(position, battle)
    return sum(
        unit != moving and (unit not in battle.attackers or unit in battle.advanced)
        for unit in b.units_in(position, h, side)
    )


@rule("10.7(4)", "Units that advance two hexes may part ways behind the hex attacked.", Kind.PROCEDURE)
def options(position: Position, battle: Battle, unit: int, rulings: Rulings) -> tuple[Path, ...]:
    """Return every path on which a unit may advance now, each unit choosing for itself; () when it may not.

    Only ends with room for it as the units stand now.

    Checks: Nothing against anybody: units that advance are asked about one by one.
    Legal: Two panzer divisions of one battle advance to different hexes behind the one attacked.
    Unclear: U-20, U-31, U-32 and U-37: see the lines they belong to.
    """
    left = due(position, battle, rulings)
    if unit not in free_to_advance(position, battle) or left.defender or left.retreating:
        return ()
    board, here = position.data.board, position.hex_of[unit]
    if board.features(here, battle.target) is None:
        return ()
    beyond = ((battle.target, h) for h, _ in board.steps[battle.target] if h != here)
    found = (a.Advance(battle.target, unit, path) for path in ((battle.target,), *beyond))
    return tuple(action.path for action in found if _is_open(position, action, rulings))


def _is_open(position: Position, action: a.Advance, rulings: Rulings) -> bool:
    """Return whether nothing speaks against an advance, and its last hex has room."""
    end, owner = action.path[-1], position.data.units[action.unit].owner
    if too_many(position, end, position.present[owner][end] + 1):
        return False
    return all(judge(position, action, rulings) is None for judge in _JUDGES)


_JUDGES = (
    after_success, foot_one, mechanised_two, into_open_hexes, not_over_closed_sides, not_into_the_sea,
)  # fmt: skip


def choices(position: Position, target: int, rulings: Rulings) -> Iterator[a.Advance]:
    """Yield the advances open after a battle, of all its attackers."""
    battle = fought(position, target)
    if battle is not None:
        for unit in free_to_advance(position, battle):
            for path in options(position, battle, unit, rulings):
                yield a.Advance(target, unit, path)
