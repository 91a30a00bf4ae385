"""GJ47: forts; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import replaced_move
from tests.violations_apart.gj47.movement import in_segments
from tests.violations_apart.gj47.table import (
    KINDS,
    beside,
    board,
    guarded,
    land,
    ring,
    standing,
    town,
    value,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved


def _builds(game: Game, rng: random.Random) -> Iterator[Moved]:
    forts = {m.id for m in game.pieces(game.last, Kind="marker") if m.name == "Fort"}
    yield from mixed(
        [m for m in game.moves if m.piece in forts and m.end.isdigit() and not m.start.isdigit()], rng
    )


def _next_level(game: Game, drag: Moved) -> int | None:
    """Return the step in which a fort has another level for the first time after a drag."""
    later = (c for c in game.changes if c.piece == drag.piece and c.step > drag.step)
    return next((c.step for c in later if c.name == "Fort_Level"), None)


def _built_in(place: str, what: str, game: Game, drag: Moved) -> Planted:
    """Return a game in which a fort is built in another hex than it was."""
    new = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(place))
    ends = (game.next_move(drag.piece, drag.step + 1), _next_level(game, drag))
    stop = min((step for step in ends if step), default=None)
    return splice(game, drag.step, [new], what, leave_out=1, culprit="Soviet", stop=stop)


@KINDS.offence("14.1", "11.4")
def fort_in_the_open(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.1(1): forts are built in towns and cities; here in an open hex beside."""
    for drag in _builds(game, rng):
        table = game.table(drag.step)
        hexes = [
            h for h in ring(drag.end, 3) if not town(h) and land(h) and not guarded(game, table, h, "Soviet")
        ]
        if hexes:
            yield _built_in(hexes[0], f"a fort is built in {hexes[0]}, where no town is", game, drag)


@KINDS.offence("14.1", "11.4", "14.3")
def fort_beside_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.1(2): no fort beside an enemy unit; here one is built in such a town."""
    for drag in _builds(game, rng):
        table = game.table(drag.step)
        enemies = standing(game, table, "Axis")
        places = {board().grid.number(p.hex) for p in board().places}
        mine = [h for h in sorted(places) if any(n in enemies for n in beside(h)) and h not in enemies]
        mine = [h for h in mine if h in standing(game, table, "Soviet")]
        if mine:
            yield _built_in(mine[0], f"a fort is built in {mine[0]} beside the enemy", game, drag)


@KINDS.offence("14.1", "11.4", "14.3")
def two_levels_at_once(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.1(3): one level in a supply phase; here the fort is at once built up to level 2."""
    for drag in _builds(game, rng):
        hand = Hand(game, drag.step + 1)
        chit = value(hand.table, "ChitSeq")
        hand.change(drag.piece, Act="build", Seq=chit, By="Soviet", At=f"@{drag.end}")
        hand.change(drag.piece, Fort_Level="2")
        what = f"the new fort in {drag.end} is built up to level 2 in the same phase"
        yield hand.planted(what, culprit="Soviet", stop=_next_level(game, drag))


@KINDS.offence("14.3", "14.1", "11.4")
def fort_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.3(1): a fort never moves; here it is dragged to the next hex in a headquarters' chit."""
    for step, hand, _ in in_segments(game, rng):
        forts = [m for m in hand.pieces(Kind="marker") if m.name == "Fort"]
        forts = [m for m in forts if hand.place(m.id).isdigit()]
        if forts:
            fort = forts[0].id
            here = hand.place(fort)
            hexes = [h for h in beside(here) if land(h) and h not in standing(game, hand.table, "Axis")]
            stop = next((c.step for c in game.changes if c.piece == fort and c.step >= step), None)
            move = game.next_move(fort, step)
            stop = min((s for s in (stop, move) if s), default=None)
            if hexes and (stop is None or stop > step + 3):
                hand.drag(fort, hexes[0], "Soviet")
                yield hand.planted(f"the fort of {here} dragged to {hexes[0]}", culprit="Soviet", stop=stop)


@KINDS.offence("14.3", "14.2", "10.5")
def fort_given_up(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.3(2), 14.2(4): a fort loses levels in combat only; here its owner takes it off."""
    for step, hand, _ in in_segments(game, rng):
        forts = [m for m in hand.pieces(Kind="marker") if m.name == "Fort"]
        home = [m for m in game.moves if m.piece in {f.id for f in forts} and not m.start.isdigit()]
        forts = [m for m in forts if hand.place(m.id).isdigit()]
        if forts and home:
            fort = forts[0].id
            changed = next((c.step for c in game.changes if c.piece == fort and c.step >= step), None)
            stop = min((s for s in (changed, game.next_move(fort, step)) if s), default=None)
            if stop is not None and stop <= step + 3:
                continue
            hand.drag(fort, "Markers", "Soviet")
            yield hand.planted("a fort is taken off the map", culprit="Soviet", stop=stop)
