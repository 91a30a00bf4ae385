"""Disturbances that break no rule of any game: what hands do to pieces beside playing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.hands import Hand, undone
from tests.violations_apart.kinds import Expected
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from tests.violations_apart.shared import Common, lone_drag
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import (
    AddPiece,
    RemovePiece,
)
from toolkit.vassal.things import state_of

harmless = Common(Expected.NOTHING)


def _bystander(ways: Ways, game: Game, rng: random.Random, side: str | None = None) -> tuple[Hand, str]:
    """Return a hand at a random step and a unit that neither this step nor its neighbours touch."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        near = {m.piece for m in game.moves if abs(m.step - step) < 3}
        near |= {c.piece for c in game.changes if abs(c.step - step) < 3}
        units = [u for u in ways.units(game, hand.table, side) if u not in near]
        rng.shuffle(units)
        for unit in units:
            if ways.two_sided(game, hand.table, [unit]):
                return hand, unit
    raise LookupError("no bystander")


def _turn(hand: Hand, piece: str, ways: Ways, back: str) -> None:
    ways.turn_over(hand, piece)
    hand.end()
    if back == "undo":
        hand.undo()
    else:
        ways.turn_over(hand, piece)
        hand.end()


def _out(hand: Hand, piece: str, ways: Ways, rng: random.Random, *, back: str, by: str) -> None:
    home = hand.table.spot(piece)
    hand.move(piece, ways.elsewhere(hand.game, hand.table, piece, rng), by)
    hand.end()
    if back == "undo":
        hand.undo()
    else:
        hand.move(piece, (str(home.map), home.x, home.y), by)
        hand.end()


@harmless
def nudge(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit shifted within its place has not moved."""
    hand, unit = _bystander(ways, game, rng)
    hand.move(unit, ways.nudged(game, hand.table, unit), ways.side(hand.table, unit))
    yield hand.planted(f"unit {unit} shifted within its place")


@harmless
def nudge_by_the_other(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Who tidies the enemy's units within their place moves nothing."""
    hand, unit = _bystander(ways, game, rng)
    by = ways.other(ways.side(hand.table, unit))
    hand.move(unit, ways.nudged(game, hand.table, unit), by)
    yield hand.planted(f"unit {unit} shifted within its place by the enemy's player")


@harmless
def dropped_where_it_was(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit taken up and dropped on the same pixel."""
    hand, unit = _bystander(ways, game, rng)
    spot = hand.table.spot(unit)
    hand.move(unit, (str(spot.map), spot.x, spot.y), ways.side(hand.table, unit))
    yield hand.planted(f"unit {unit} dropped where it was")


@harmless
def out_and_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander dragged somewhere and put back stands where it stood."""
    hand, unit = _bystander(ways, game, rng)
    _out(hand, unit, ways, rng, back="drag", by=ways.side(hand.table, unit))
    yield hand.planted(f"bystander {unit} dragged out and back")


@harmless
def out_and_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A drag that is taken back has not happened."""
    hand, unit = _bystander(ways, game, rng)
    _out(hand, unit, ways, rng, back="undo", by=ways.side(hand.table, unit))
    yield hand.planted(f"bystander {unit} dragged out, undone")


@harmless
def out_and_back_by_the_other(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The enemy's player takes hold of a wrong unit and puts it back."""
    hand, unit = _bystander(ways, game, rng)
    _out(hand, unit, ways, rng, back="drag", by=ways.other(ways.side(hand.table, unit)))
    yield hand.planted(f"bystander {unit} dragged out and back by the enemy's player")


@harmless
def out_later_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander dragged out by mistake and put back one step later: nothing has used its absence."""
    while True:
        hand, unit = _bystander(ways, game, rng)
        if hand.step < len(game.steps):
            break
    home = hand.table.spot(unit)
    side = ways.side(hand.table, unit)
    hand.move(unit, ways.elsewhere(game, hand.table, unit, rng), side)
    hand.end()
    hand.say("<Boris> - oops")
    hand.end()
    hand.say("<Anna> - put it back")
    hand.end()
    hand.move(unit, (str(home.map), home.x, home.y), side)
    yield hand.planted(f"bystander {unit} dragged out, talk, put back")


@harmless
def turned_and_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander turned over and back shows what it showed."""
    hand, unit = _bystander(ways, game, rng)
    _turn(hand, unit, ways, "key")
    yield hand.planted(f"bystander {unit} turned over and back")


@harmless
def turned_and_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Turning over taken back."""
    hand, unit = _bystander(ways, game, rng)
    _turn(hand, unit, ways, "undo")
    yield hand.planted(f"bystander {unit} turned over, undone")


@harmless
def turned_moved_and_all_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Turned over, dragged out, dragged back, turned back: nested, and all as before."""
    hand, unit = _bystander(ways, game, rng)
    side = ways.side(hand.table, unit)
    ways.turn_over(hand, unit)
    hand.end()
    _out(hand, unit, ways, rng, back="drag", by=side)
    ways.turn_over(hand, unit)
    yield hand.planted(f"bystander {unit} turned, dragged, dragged back, turned back")


@harmless
def bystander_between_key_and_drag(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """While a unit acts, another is dragged out and put back."""
    drag = lone_drag(ways, game, rng)
    hand, acting = Hand(game, drag.step), drag.piece
    unit = rng.choice([u for u in ways.units(game, hand.table) if u != acting])
    _out(hand, unit, ways, rng, back=rng.choice(["drag", "undo"]), by=ways.side(hand.table, unit))
    yield hand.planted(f"{unit} dragged out and back just before {acting} is dragged")


@harmless
def bystander_turned_before_drag(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """While a unit acts, another is turned over and back."""
    drag = lone_drag(ways, game, rng)
    hand, acting = Hand(game, drag.step), drag.piece
    others = [u for u in ways.units(game, hand.table) if u != acting]
    unit = rng.choice(ways.two_sided(game, hand.table, others))
    _turn(hand, unit, ways, rng.choice(["key", "undo"]))
    yield hand.planted(f"{unit} turned over and back just before {acting} is dragged")


@harmless
def acting_unit_turned_and_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The unit that is about to be dragged is turned over by mistake and turned back."""
    while True:
        drag = lone_drag(ways, game, rng)
        hand, acting = Hand(game, drag.step), drag.piece
        if ways.two_sided(game, hand.table, [acting]):
            break
    _turn(hand, acting, ways, rng.choice(["key", "undo"]))
    yield hand.planted(f"{acting} turned over and back before its drag")


@harmless
def misdrop_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Dropped on a wrong place, undone, dropped on the right one."""
    drag = lone_drag(ways, game, rng)
    hand, acting = Hand(game, drag.step), drag.piece
    _out(hand, acting, ways, rng, back="undo", by=str(drag.by))
    yield hand.planted(f"{acting} dropped wrongly, undone, then as before")


@harmless
def misdrop_put_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Dropped on a wrong place, dragged back to where it came from, then dropped on the right one."""
    drag = lone_drag(ways, game, rng)
    hand, acting = Hand(game, drag.step), drag.piece
    _out(hand, acting, ways, rng, back="drag", by=str(drag.by))
    yield hand.planted(f"{acting} dropped wrongly, put back, then as before")


@harmless
def drag_undone_and_done_again(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A drag undone and done once more is one drag."""
    drag = lone_drag(ways, game, rng)
    hand, acting = Hand(game, drag.step), drag.piece
    hand.do(*game.steps[drag.step - 1])
    hand.end()
    hand.undo()
    yield hand.planted(f"the drag of {acting} done, undone, done again")


@harmless
def cloned_and_deleted(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit is cloned by a slip and the clone deleted at once."""
    hand, unit = _bystander(ways, game, rng)
    thing = hand.table.things[unit]
    hand.do(AddPiece("98765", thing.type, state_of(thing)))
    hand.end()
    if rng.random() < 0.5:
        hand.undo()
    else:
        hand.do(RemovePiece("98765"))
    yield hand.planted(f"{unit} cloned, the clone deleted")


@harmless
def deleted_and_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit is deleted by a slip and the deletion undone at once."""
    hand, unit = _bystander(ways, game, rng)
    thing = hand.table.things[unit]
    back = AddPiece(unit, thing.type, state_of(thing))
    hand.do(RemovePiece(unit))
    hand.end()
    hand.do(*(undone(())[0], back, undone(())[1]))
    yield hand.planted(f"{unit} deleted, undone")


@harmless
def dead_looked_through(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The lost units are spread out in their box."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        dead = ways.dead(game, hand.table)
        if dead:
            unit = rng.choice(dead)
            hand.move(unit, ways.nudged(game, hand.table, unit), rng.choice(ways.sides))
            yield hand.planted(f"lost unit {unit} shifted within its box")


@harmless
def dead_out_and_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A lost unit is taken to the board by a slip and put back at once."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        dead = ways.dead(game, hand.table)
        if dead:
            unit = rng.choice(dead)
            _out(hand, unit, ways, rng, back=rng.choice(["drag", "undo"]), by=ways.side(hand.table, unit))
            yield hand.planted(f"lost unit {unit} taken to the board and put back")


@harmless
def restacked(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The order of units that lie on one pixel is changed."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        for unit in ways.units(game, hand.table):
            mates = [t.id for t in hand.table.at(hand.table.spot(unit)) if t.id != unit and not t.is_stack]
            mates = [m for m in mates if hand.table.things[m].properties().get("Kind") in ways.kinds]
            if mates:
                spot = hand.table.spot(unit)
                hand.move(unit, (str(spot.map), spot.x, spot.y), ways.side(hand.table, unit), under=mates[0])
                yield hand.planted(f"{unit} laid on {mates[0]} in the same place")


@harmless
def laid_on_a_friend(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two units of one place are piled up on one pixel."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        units = ways.units(game, hand.table)
        rng.shuffle(units)
        for unit in units:
            here = hand.place(unit)
            side = ways.side(hand.table, unit)
            mates = [m for m in units if m != unit and hand.place(m) == here]
            mates = [m for m in mates if ways.side(hand.table, m) == side]
            if mates:
                spot = hand.table.spot(mates[0])
                hand.move(unit, (str(spot.map), spot.x, spot.y), side, under=mates[0])
                yield hand.planted(f"{unit} piled on {mates[0]} of the same place")


@harmless
def three_units_shuffled_about(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Three bystanders are looked under: taken off one by one and put back in another order."""
    hand, _ = _bystander(ways, game, rng)
    near = {m.piece for m in game.moves if abs(m.step - hand.step) < 3}
    units = rng.sample([u for u in ways.units(game, hand.table) if u not in near], 3)
    homes = {u: hand.table.spot(u) for u in units}
    for unit in units:
        hand.move(unit, ways.elsewhere(game, hand.table, unit, rng), ways.side(hand.table, unit))
        hand.end()
    for unit in units:
        hand.move(unit, (str(homes[unit].map), homes[unit].x, homes[unit].y), ways.side(hand.table, unit))
        hand.end()
    yield hand.planted(f"{', '.join(units)} taken off and put back")
