"""What untidy and what sly hands do in VASSAL, alike in all games: slips put right, what is hidden.

A slip harms nobody, in whatever order it is put right.  A sly action has to be said in some form: as a
notice, or as an offence of whatever clause.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Expected
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game, Moved
from tests.violations_apart.shared import Common, lone_drag
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import AddPiece, ChangeProperty, MovePiece, RemovePiece, SetTurn, Undo
from toolkit.vassal.things import state_of

slip = Common(Expected.NOTHING)
# Any clause is right for a sly action: the empty one covers all.
sly = Common(Expected.NOTICE, "")
_FAR = 4
"""So many steps around a slip nobody touches the units it is about."""


def _quiet(ways: Ways, game: Game, rng: random.Random, many: int = 1) -> tuple[Hand, list[str]]:
    """Return a hand at a random step and units that nobody touches around it."""
    for step in ways.steps(game, rng):
        if step + _FAR > len(game.steps):
            continue
        hand = Hand(game, step)
        near = {m.piece for m in game.moves if abs(m.step - step) <= _FAR}
        near |= {c.piece for c in game.changes if abs(c.step - step) <= _FAR}
        units = [u for u in ways.units(game, hand.table) if u not in near]
        units = ways.two_sided(game, hand.table, units)
        if len(units) >= many:
            return hand, rng.sample(units, many)
    raise LookupError("nobody is left alone")


def _home(hand: Hand, unit: str) -> tuple[str, int, int]:
    spot = hand.table.spot(unit)
    return str(spot.map), spot.x, spot.y


def _away(ways: Ways, hand: Hand, unit: str, rng: random.Random, by: str | None = None) -> None:
    by = by or ways.side(hand.table, unit)
    hand.move(unit, ways.elsewhere(hand.game, hand.table, unit, rng), by)
    hand.end()


def _drag(ways: Ways, game: Game, rng: random.Random) -> tuple[Hand, Moved, int]:
    """Return a drag of a unit over the board that is a step by itself: a hand before it."""
    drag = lone_drag(ways, game, rng)
    return Hand(game, drag.step), drag, drag.step


# -- slips ---------------------------------------------------------------------------------------------


@slip
def two_misdrops(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The acting unit is dropped wrongly twice, put back where it came from, then set down as it should."""
    hand, drag, _ = _drag(ways, game, rng)
    home = _home(hand, drag.piece)
    for _ in range(2):
        _away(ways, hand, drag.piece, rng, str(drag.by))
    hand.move(drag.piece, home, str(drag.by))
    yield hand.planted(f"{drag.piece} dropped wrongly twice and put back before its drag")


@slip
def misdrop_undone_twice(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The acting unit is dropped wrongly, undone, dropped wrongly again, undone again."""
    hand, drag, _ = _drag(ways, game, rng)
    for _ in range(2):
        _away(ways, hand, drag.piece, rng, str(drag.by))
        hand.undo()
    yield hand.planted(f"{drag.piece} dropped wrongly and undone, twice")


@slip
def one_of_two_undone_the_other_put_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two bystanders are dragged out; the second drag is undone, the first unit is put back by hand."""
    hand, (one, two) = _quiet(ways, game, rng, 2)
    home = _home(hand, one)
    _away(ways, hand, one, rng)
    _away(ways, hand, two, rng)
    hand.undo()
    hand.move(one, home, ways.side(hand.table, one))
    yield hand.planted(f"{one} and {two} dragged out, one undone, one put back")


@slip
def out_undone_and_out_again_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander goes out and is undone, then goes elsewhere and is undone as well."""
    hand, (unit,) = _quiet(ways, game, rng)
    for _ in range(2):
        _away(ways, hand, unit, rng)
        hand.undo()
    yield hand.planted(f"{unit} dragged out and undone, twice")


@slip
def swapped_and_swapped_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two bystanders change places, and change them again."""
    hand, (one, two) = _quiet(ways, game, rng, 2)
    spots = _home(hand, one), _home(hand, two)
    for first, second in (spots[::-1], spots):
        hand.move(one, first, ways.side(hand.table, one))
        hand.end()
        hand.move(two, second, ways.side(hand.table, two))
        hand.end()
    yield hand.planted(f"{one} and {two} swapped and swapped back")


@slip
def lifted_together_put_back_singly(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Three bystanders are dragged aside in one go and put back one by one."""
    hand, units = _quiet(ways, game, rng, 3)
    homes = {unit: _home(hand, unit) for unit in units}
    aside = ways.elsewhere(game, hand.table, units[0], rng)
    for unit in units:
        hand.move(unit, aside, ways.side(hand.table, units[0]))
    hand.end()
    for unit in reversed(units):
        hand.move(unit, homes[unit], ways.side(hand.table, units[0]))
        hand.end()
    yield hand.planted(f"{', '.join(units)} lifted together, put back singly")


@slip
def turned_dragged_back_and_turned_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander is dragged out, turned over there, put back, and only then turned back."""
    hand, (unit,) = _quiet(ways, game, rng)
    home = _home(hand, unit)
    _away(ways, hand, unit, rng)
    ways.turn_over(hand, unit)
    hand.end()
    hand.move(unit, home, ways.side(hand.table, unit))
    hand.end()
    ways.turn_over(hand, unit)
    yield hand.planted(f"{unit} dragged out, turned, put back, turned back")


@slip
def looked_under_among_the_dead(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A living bystander is dropped among the lost units by its own player, who takes it back at once."""
    hand, (unit,) = _quiet(ways, game, rng)
    side, home = ways.side(hand.table, unit), _home(hand, unit)
    hand.drag(unit, ways.losses[side], side)
    hand.end()
    hand.move(unit, home, side)
    yield hand.planted(f"{unit} dropped among the dead and taken back")


@slip
def a_looker_on_drags_and_puts_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Somebody whose side the log does not tell drags a bystander out and back, talking."""
    hand, (unit,) = _quiet(ways, game, rng)
    home = _home(hand, unit)
    hand.move(unit, ways.elsewhere(game, hand.table, unit, rng))
    hand.end()
    hand.say("<Clara> - oh, does that count?")
    hand.end()
    hand.move(unit, home)
    yield hand.planted(f"{unit} dragged out and back by nobody that is known")


@slip
def tracker_on_and_back_by_hand(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The turn tracker is pushed on and set back by hand, not by undo."""
    hand, _ = _quiet(ways, game, rng)
    states = sorted({(c.id, c.state) for step in game.steps for c in step if isinstance(c, SetTurn)})
    name = rng.choice(states)[0]
    now = hand.table.turns.get(name, "")
    other = next(state for id_, state in states if id_ == name and state != now)
    if not now:
        raise LookupError("the tracker has no state yet")
    for state in (other, now):
        hand.do(SetTurn(name, state))
        hand.end()
    yield hand.planted("the tracker set on and back")


@slip
def rule_toggled_with_talk_between(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A house rule is changed, talked about, and changed back three steps later, before anybody acts."""
    hand, _ = _quiet(ways, game, rng)
    rules = [option["id"] for option in game.module.data["options"]]
    rule = rng.choice([name for name in rules if hand.value(name)])
    now = hand.value(rule)
    hand.set(rule, now + "x")
    hand.end()
    hand.say("<Anna> - no, we agreed on the other one")
    hand.end()
    hand.set(rule, now)
    yield hand.planted(f"{rule} changed and changed back after some talk")


@slip
def unknown_properties(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A button of an extension sets global properties that no game knows."""
    hand, _ = _quiet(ways, game, rng)
    hand.do(ChangeProperty("SessionTimer", "", "17", "Module"))
    hand.end()
    hand.do(ChangeProperty("zoom", "1", "2", "Main Map"))
    yield hand.planted("unknown properties set")


@slip
def five_tidied(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Five units are shifted within their places, each by the other side's player."""
    hand, units = _quiet(ways, game, rng, 5)
    for unit in units:
        hand.move(unit, ways.nudged(game, hand.table, unit), ways.other(ways.side(hand.table, unit)))
        hand.end()
    yield hand.planted("five units tidied")


@slip
def clone_dragged_about_and_deleted(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit is cloned, the clone dragged about, then deleted."""
    hand, (unit,) = _quiet(ways, game, rng)
    thing = hand.table.things[unit]
    hand.do(AddPiece("98765", thing.type, state_of(thing)))
    hand.end()
    hand.move("98765", ways.elsewhere(game, hand.table, unit, rng), ways.side(hand.table, unit))
    hand.end()
    hand.do(RemovePiece("98765"))
    yield hand.planted(f"{unit} cloned, the clone dragged and deleted")


@slip
def nudged_after_its_drag_and_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The acting unit is set down at its goal and shifted a little, which is undone."""
    hand, drag, step = _drag(ways, game, rng)
    spot = next(c for c in game.steps[step - 1] if isinstance(c, MovePiece) and c.id == drag.piece)
    if len([c for c in game.steps[step - 1] if isinstance(c, MovePiece)]) > 1:
        raise LookupError("it does not move alone")
    goal = (str(spot.map), spot.x, spot.y)
    hand.move(drag.piece, goal, str(drag.by))
    hand.end()
    hand.move(drag.piece, ways.nudged(game, hand.table, drag.piece), str(drag.by))
    hand.end()
    hand.undo()
    yield hand.planted(f"{drag.piece} set down, nudged, the nudge undone", leave_out=1)


@slip
def acting_unit_hesitates(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The acting unit is set down, taken back to where it came from, and set down again."""
    hand, drag, step = _drag(ways, game, rng)
    moves = [c for c in game.steps[step - 1] if isinstance(c, MovePiece)]
    if len(moves) > 1:
        raise LookupError("it does not move alone")
    home, goal = _home(hand, drag.piece), (str(moves[0].map), moves[0].x, moves[0].y)
    for spot in (goal, home):
        hand.move(drag.piece, spot, str(drag.by))
        hand.end()
    yield hand.planted(f"{drag.piece} set down, taken back, set down again")


# -- sly actions ---------------------------------------------------------------------------------------


@sly
def a_move_dressed_as_undo(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander is moved between the marks of an undo that takes nothing back."""
    hand, (unit,) = _quiet(ways, game, rng)
    spot = hand.table.spot(unit)
    goal = ways.elsewhere(game, hand.table, unit, rng)
    hand.do(Undo(True), MovePiece(unit, *goal, None, spot.map, spot.x, spot.y, None, None), Undo(False))
    yield hand.planted(f"{unit} moved between the marks of an undo")


@sly
def two_change_places(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two bystanders far apart change places, one after the other, with talk between."""
    hand, (one, two) = _quiet(ways, game, rng, 2)
    spots = _home(hand, one), _home(hand, two)
    if hand.place(one) == hand.place(two):
        raise LookupError("they stand together")
    hand.move(one, spots[1], ways.side(hand.table, one))
    hand.end()
    hand.say("<Anna> - just tidying")
    hand.end()
    hand.move(two, spots[0], ways.side(hand.table, two))
    yield hand.planted(f"{one} and {two} change places")


@sly
def out_at_once_back_much_later(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander is dragged away and stays there."""
    hand, (unit,) = _quiet(ways, game, rng)
    _away(ways, hand, unit, rng)
    yield hand.planted(f"{unit} dragged away for good")


@sly
def replaced_by_its_other_face(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander is deleted, and another piece of it with the other face is put in its place."""
    hand, (unit,) = _quiet(ways, game, rng)
    ways.turn_over(hand, unit)
    thing = hand.table.things[unit]
    state = state_of(thing)
    hand = Hand(game, hand.step)
    hand.do(RemovePiece(unit))
    hand.end()
    hand.do(AddPiece("98765", thing.type, state))
    yield hand.planted(f"{unit} replaced by a piece with the other face", stop=hand.step)


@sly
def turned_by_the_enemy(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A bystander is turned over while the enemy tidies it, and stays so."""
    hand, (unit,) = _quiet(ways, game, rng)
    hand.move(unit, ways.nudged(game, hand.table, unit), ways.other(ways.side(hand.table, unit)))
    hand.end()
    ways.turn_over(hand, unit)
    yield hand.planted(f"{unit} turned over under cover of tidying")


@sly
def dead_exchanged_for_the_living(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A living unit goes among the dead, and a dead one takes its place."""
    for _ in range(20):
        hand, (unit,) = _quiet(ways, game, rng)
        side = ways.side(hand.table, unit)
        dead = [one for one in ways.dead(game, hand.table) if ways.side(hand.table, one) == side]
        if dead:
            break
    home = _home(hand, unit)
    other = rng.choice(dead)
    hand.move(other, home, side)
    hand.end()
    hand.drag(unit, ways.losses[side], side)
    yield hand.planted(f"{other} comes back for {unit}")
