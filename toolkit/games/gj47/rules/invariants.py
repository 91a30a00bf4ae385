"""What holds in every position of GJ47, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.gj47.rules.basics import STACKING_LIMIT
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.fort_effects import TOP_LEVEL
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import Terrain
from toolkit.games.gj47.rules.units import Owner

# Between segments stacks are as they have to be; within one they may be full for a time.
_SETTLED = frozenset({Phase.CHOICE, Phase.DRAW, Phase.EXECUTION, Phase.DECLARATION, Phase.OVER})


def faults(position: Position) -> list[str]:
    """Return what is wrong with a position, in words for the one who looks for the reason."""
    return [*_places(position), *_stacks(position), *_turn(position), *_forts(position)]


def _places(position: Position) -> Iterator[str]:
    for unit, h in enumerate(position.hex_of):
        name = position.data.units[unit].id
        if (h == OFF_MAP) != (position.box_of[unit] is not Box.MAP):
            yield f"{name} is both on the map and in a box, or in neither"
        if h != OFF_MAP and unit not in position.stacks[h]:
            yield f"{name} is not in the stack of its hex"
        if h != OFF_MAP and position.data.board.terrain[h] == Terrain.SEA:
            yield f"{name} is at sea"
        if position.reduced[unit] and position.data.units[unit].steps == 1:
            yield f"{name} shows a face that it does not have"


def _stacks(position: Position) -> Iterator[str]:
    for h, stack in enumerate(position.stacks):
        if not stack:
            continue
        owners = [position.data.units[unit].owner for unit in stack]
        number = position.data.board.numbers[h]
        if len(set(owners)) > 1:
            yield f"both sides are in {number}"
        for owner in Owner:
            count = owners.count(owner)
            if count != position.present[owner][h]:
                yield f"{number} counts {position.present[owner][h]} units, there are {count}"
        full = len(stack) > STACKING_LIMIT and h not in position.forts
        if full and position.turn.phase in _SETTLED and not _fort_fell(position):
            yield f"{len(stack)} units are in {number}"


def _fort_fell(position: Position) -> bool:
    """Return whether a surplus may be left from a fort that is gone (U-41)."""
    markers = position.data.forts.markers
    return position.turn.fort_markers < markers and len(position.forts) < markers


def _turn(position: Position) -> Iterator[str]:
    turn = position.turn
    if not turn.cup <= turn.chosen:
        yield "a chit is in the cup that nobody chose"
    if turn.cup & set(turn.drawn):
        yield "a chit is in the cup that was drawn"
    if len(set(turn.drawn)) != len(turn.drawn):
        yield "a chit was drawn twice"
    acting = turn.phase not in (Phase.SETUP, Phase.CHOICE, Phase.DRAW, Phase.OVER)
    if acting != (turn.command is not None):
        yield f"in the phase of {turn.phase} a chit is {'in play' if turn.command else 'missing'}"


def _forts(position: Position) -> Iterator[str]:
    # U-37: where a fort without a unit is nothing, the Axis may walk in.
    barred = "nothing" not in position.data.points.values.get("U-37", ())
    for h, level in position.forts.items():
        if not 1 <= level <= TOP_LEVEL:
            yield f"the fort in {position.data.board.numbers[h]} has level {level}"
        if barred and position.present[Owner.AXIS][h]:
            yield f"an Axis unit is in the fort {position.data.board.numbers[h]}"
    if len(position.forts) > position.data.forts.markers - position.turn.fort_markers:
        yield "there are more forts than markers used"
