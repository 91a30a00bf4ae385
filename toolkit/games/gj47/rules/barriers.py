"""What stands in the way of an illegal move, by the names on the map: a barrier, or a price."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from toolkit.games.gj47.rules import difficult_terrain as g
from toolkit.games.gj47.rules import movement as m
from toolkit.games.gj47.rules.basics import enemy_bars
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.prices import POINT, Hard, points, prices_for
from toolkit.games.gj47.rules.readings import Reading
from toolkit.games.gj47.rules.search import in_zone
from toolkit.games.gj47.rules.terrain import RAIL, ROAD, Terrain
from toolkit.rules.verdict import Barrier, Trail, TrailStep

_SENTENCES: Mapping[str, str] = {
    "impassable": "hexside {place} is impassable{name}",
    "sea": "{place} is sea{name}",
    "enemy": "{place} is held by the enemy{name}",
    "full": "{place}{name} is full",
    "great river": "hexside {place} is an unbridged great river{name}, crossed by a whole move only",
    "great river between zones": "hexside {place} is an unbridged great river{name} between two enemy "
    "zones of control",
    "mountain": "{place} is mountain{name}, entered by road only",
    "mountain left": "{place} is mountain{name}, left by road only",
    "mountain late": "{place} is mountain{name}, entered off the road by a whole move only",
    "mountain between zones": "{place} is mountain{name}, and both hexes of the climb lie in enemy zones "
    "of control",
    "zone": "{place}{name} lies in an enemy zone of control, closed to a march",
    "railway": "hexside {place} has a railway and no road, which a march needs",
    "no road": "no road crosses hexside {place}, and a march keeps to roads",
}
_PLAIN = frozenset({"clear 1", "forest 1", "major city 1", "road 1", "march ½"})
_MOST_DEAR = 4


def sentence(barrier: Barrier) -> str:
    """Return what a barrier is and where, as one clause."""
    name = f" ({barrier.name})" if barrier.name else ""
    return _SENTENCES[barrier.kind].format(place=barrier.place, name=name)


def at_hex(board: Board, kind: str, h: int) -> Barrier:
    """Return a barrier that fills a hex."""
    return Barrier(kind, board.numbers[h], board.hex_names.get(h, ""))


def at_side(board: Board, kind: str, a: int, b: int) -> Barrier:
    """Return a barrier on the hexside between two hexes."""
    one, other = min(a, b), max(a, b)
    place = f"{board.numbers[one]}/{board.numbers[other]}"
    return Barrier(kind, place, board.side_names.get((one, other), ""))


def held(position: Position, unit: int, h: int) -> Barrier:
    """Return the enemy in a hex as a barrier: a unit, or a fort alone."""
    units = position.data.units
    enemies = [u for u in position.stacks[h] if units[u].owner is not units[unit].owner]
    name = units[enemies[0]].name or units[enemies[0]].id if enemies else "fort"
    return Barrier("enemy", position.data.board.numbers[h], name)


def closed_end(position: Position, unit: int, h: int, reading: Reading) -> Barrier | None:
    """Return what closes a hex to every way: the enemy in it, or the sea."""
    if enemy_bars(position, position.data.units[unit].owner, h, reading):
        return held(position, unit, h)
    chart = prices_for(position.data.board.chart, position.data.units[unit])
    if chart.ground[position.data.board.terrain[h]] is Hard.CLOSED:
        return at_hex(position.data.board, "sea", h)
    return None


def first_on(position: Position, unit: int, way: Trail, reading: Reading) -> Barrier | None:
    """Return the first barrier on a way that is open only without the rules it leaves out.

    Parameters
    ----------
    position : Position
        With the unit where the way starts.
    way : Trail
        Its `waived` rules are those that a barrier belongs to.

    Returns
    -------
    Barrier or None
        None where the rules left out are prices.
    """
    hexes = [way.start, *(step.hex for step in way.steps)]
    found = (_on_step(position, unit, way, a, b, reading) for a, b in pairwise(hexes))
    return next((barrier for barrier in found if barrier is not None), None)


def _on_step(  # noqa: PLR0917 -- a step and all that it is seen by
    position: Position, unit: int, way: Trail, a: int, b: int, reading: Reading
) -> Barrier | None:
    board, waived = position.data.board, frozenset(way.waived)
    features = board.features(a, b) or 0
    chart = prices_for(board.chart, position.data.units[unit])
    step = m.Step(board.terrain[a], board.terrain[b], features, chart)
    if "3.1(2)" in waived and enemy_bars(position, position.data.units[unit].owner, b, reading):
        return held(position, unit, b)
    if "9.2(1)2" in waived and m.chart_closes(step):
        sea = step.target == Terrain.SEA
        return at_hex(board, "sea", b) if sea else at_side(board, "impassable", a, b)
    if way.mode == "march":
        return _on_march(position, unit, way, (a, b), reading)
    zones = all(in_zone(position, unit, h, reading) for h in (way.start, b))
    if waived & {"9.2(3)1", "9.2(3)2", "9.2(3)3"} and g.great_river_unbridged(step, reading):
        return at_side(board, "great river between zones" if "9.2(3)2" in waived else "great river", a, b)
    if g.mountain_rule(chart) in waived and g.mountain_bars(step):
        if not g.is_hard(chart, step.target):
            return at_hex(board, "mountain left", a)
        if chart.ground[step.target] is Hard.ROAD_ONLY:
            return at_hex(board, "mountain", b)
        return at_hex(board, "mountain between zones" if zones and a == way.start else "mountain late", b)
    return None


def _on_march(
    position: Position, unit: int, way: Trail, between: tuple[int, int], reading: Reading
) -> Barrier | None:
    board, waived, (a, b) = position.data.board, frozenset(way.waived), between
    features = board.features(a, b) or 0
    if "9.3(1)2" in waived:
        for h in (a, b) if a == way.start else (b,):
            if in_zone(position, unit, h, reading):
                return at_hex(board, "zone", h)
    if not features & ROAD and waived & {"9.3(1)1", "9.3(1)3", "9.1(3)"}:
        rail = bool(features & RAIL) and "9.3(1)3" in waived
        return at_side(board, "railway" if rail else "no road", a, b)
    return None


# -- prices ------------------------------------------------------------------------------------------------


def price(position: Position, way: Trail) -> str:
    """Return what the cheapest way costs, against the allowance, and where it is dear."""
    board, hexes = position.data.board, [way.start, *(step.hex for step in way.steps)]
    text = f"{board.numbers[way.start]} to {board.numbers[hexes[-1]]} {dearness(way)}"
    steps = zip(hexes, way.steps, strict=False)
    dear = [_dear_step(board, before, step) for before, step in steps if set(step.reasons) - _PLAIN]
    if dear:
        text += f"; dear: {', '.join(dear[:_MOST_DEAR])}"
        text += f" and {len(dear) - _MOST_DEAR} more" if len(dear) > _MOST_DEAR else ""
    return text


def dearness(way: Trail) -> str:
    """Return cost and allowance of a way."""
    noun = "point" if way.halves == POINT else "points"
    return f"costs {points(way.halves)} movement {noun}, the unit has {points(way.allowance_halves)}"


def _dear_step(board: Board, before: int, step: TrailStep) -> str:
    why = ", ".join(reason for reason in step.reasons if reason not in _PLAIN)
    crossing = at_side(board, "", before, step.hex)
    if any(reason.startswith(("river", "crosses")) for reason in step.reasons):
        name = f"{crossing.name}, " if crossing.name else ""
        return f"hexside {crossing.place} ({name}{why})"
    return f"{board.numbers[step.hex]} ({why})"
