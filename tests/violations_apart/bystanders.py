"""Disturbances that break no rule of any game: what hands do at a table beside playing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from tests.violations_apart.hands import Hand, can_undo, undone
from tests.violations_apart.kinds import Expected, Kinds
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Step
from tests.violations_apart.saves import begin_of
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    FlareAt,
    MovePiece,
    Null,
    PublicNote,
    RemovePiece,
    RemovePlayer,
    ScenarioNote,
    SetTurn,
)
from toolkit.vassal.things import state_of

Shared = Callable[[Ways, Game, random.Random], Iterator[Planted]]
ALL: dict[str, Shared] = {}


def harmless(plant: Shared) -> Shared:
    """Enter a disturbance for all games."""
    ALL[plant.__name__] = plant
    return plant


def enter(kinds: Kinds, ways: Ways, but: tuple[str, ...] = ()) -> None:
    """Give a game all shared disturbances but some."""
    for name, plant in ALL.items():
        if name not in but:
            bound = partial(plant, ways)
            bound.__doc__ = plant.__doc__
            kinds.take(name, bound, Expected.NOTHING)


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
def chat(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Talk is no play."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    hand.say("<Anna> - I roll a 6 and move my tank to Stalingrad, Ctrl-R, undo!")
    yield hand.planted("a line of chat that sounds like play")


@harmless
def chat_like_a_report(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A line that looks like a report of the module changes nothing on the table."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    hand.say(f"* {ways.sides[0]}: the dice show 6 and 6; everything is eliminated *")
    yield hand.planted("a typed line that imitates a report")


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


def _own_drag(ways: Ways, game: Game, rng: random.Random) -> tuple[int, str, str]:
    """Return a drag of a unit over the board: step, piece, who."""
    found = [
        m
        for m in game.dragged()
        if m.step > ways.first(game)
        and ways.on_board(game, m.start, ways.main)
        and ways.on_board(game, m.end, ways.main)
        and game.fixed.get(m.piece, {}).get("Kind") in ways.kinds
        and game.alone(m.step)
    ]
    drag = rng.choice(found)
    return drag.step, drag.piece, str(drag.by)


@harmless
def bystander_between_key_and_drag(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """While a unit acts, another is dragged out and put back."""
    step, acting, _ = _own_drag(ways, game, rng)
    hand = Hand(game, step)
    unit = rng.choice([u for u in ways.units(game, hand.table) if u != acting])
    _out(hand, unit, ways, rng, back=rng.choice(["drag", "undo"]), by=ways.side(hand.table, unit))
    yield hand.planted(f"{unit} dragged out and back just before {acting} is dragged")


@harmless
def bystander_turned_before_drag(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """While a unit acts, another is turned over and back."""
    step, acting, _ = _own_drag(ways, game, rng)
    hand = Hand(game, step)
    others = [u for u in ways.units(game, hand.table) if u != acting]
    unit = rng.choice(ways.two_sided(game, hand.table, others))
    _turn(hand, unit, ways, rng.choice(["key", "undo"]))
    yield hand.planted(f"{unit} turned over and back just before {acting} is dragged")


@harmless
def acting_unit_turned_and_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The unit that is about to be dragged is turned over by mistake and turned back."""
    while True:
        step, acting, _ = _own_drag(ways, game, rng)
        hand = Hand(game, step)
        if ways.two_sided(game, hand.table, [acting]):
            break
    _turn(hand, acting, ways, rng.choice(["key", "undo"]))
    yield hand.planted(f"{acting} turned over and back before its drag")


@harmless
def misdrop_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Dropped on a wrong place, undone, dropped on the right one."""
    step, acting, by = _own_drag(ways, game, rng)
    hand = Hand(game, step)
    _out(hand, acting, ways, rng, back="undo", by=by)
    yield hand.planted(f"{acting} dropped wrongly, undone, then as before")


@harmless
def misdrop_put_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Dropped on a wrong place, dragged back to where it came from, then dropped on the right one."""
    step, acting, by = _own_drag(ways, game, rng)
    hand = Hand(game, step)
    _out(hand, acting, ways, rng, back="drag", by=by)
    yield hand.planted(f"{acting} dropped wrongly, put back, then as before")


@harmless
def drag_undone_and_done_again(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A drag undone and done once more is one drag."""
    step, acting, _ = _own_drag(ways, game, rng)
    hand = Hand(game, step)
    hand.do(*game.steps[step - 1])
    hand.end()
    hand.undo()
    yield hand.planted(f"the drag of {acting} done, undone, done again")


@harmless
def two_steps_undone_and_done_again(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two steps without chance undone one after the other and done again."""
    for step in ways.steps(game, rng):
        if step == len(game.steps) or not all(_plain(game, s) for s in (step, step + 1)):
            continue
        hand = Hand(game, step)
        for number in (step, step + 1):
            hand.do(*game.steps[number - 1])
            hand.end()
        hand.undo(2)
        yield hand.planted(f"steps {step} and {step + 1} done, undone, done again")
    raise LookupError


_CHANCE = ("roll", "draw", "fill", "deal", "bombard", "sniper", "dealt", "reshuffle", "shuffle", "draw_one")
_HIDDEN = (
    "open",
    "event",
    "event_ready",
    "play_open",
    "give_up",
    "open_bids",
    "play",
    "clear",
    "lose",
    "pay",
)


def _plain(game: Game, step: int) -> bool:
    """Return whether a step holds neither chance nor hidden things, and can be undone without the table."""
    commands = game.steps[step - 1]
    if not commands or not can_undo(commands) or any(isinstance(c, SetTurn) for c in commands):
        return False
    if any(c.step == step and c.name in ("ObscuredToOthers", "Roll", "RollNo") for c in game.changes):
        return False
    acts = {a for s, _, a in game.acts() if s == step}
    things = game.last.things
    decks = any(
        isinstance(c, ChangePiece | MovePiece) and c.id in things and things[c.id].is_deck for c in commands
    )
    moves_card = any(
        isinstance(c, MovePiece)
        and c.id in things
        and things[c.id].properties().get("Kind") in ("card", "chit")
        for c in commands
        if not (isinstance(c, MovePiece) and c.id in things and things[c.id].is_stack)
    )
    return not acts & {*_CHANCE, *_HIDDEN} and not decks and not moves_card


@harmless
def key_undone_and_pressed_again(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A key without chance, undone and pressed again."""
    for step in ways.steps(game, rng):
        if game.decision(step) and _plain(game, step):
            hand = Hand(game, step)
            hand.do(*game.steps[step - 1])
            hand.end()
            hand.undo()
            yield hand.planted(f"step {step} done, undone, done again")
    raise LookupError


@harmless
def house_rule_looked_at(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The button of a house rule pressed and set to what it was: nothing changes."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    name = rng.choice(
        sorted(n for _, n in hand.table.properties if n.startswith(("U", "St-")) and n[-1].isdigit())
    )
    hand.set(name, hand.value(name))
    yield hand.planted(f"house rule {name} set to the value that it has")


@harmless
def house_rule_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A house rule changed by a slip and undone at once."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    option = rng.choice([o for o in game.module.data["options"] if len(o["values"]) > 1])
    now = hand.value(option["id"])
    others = [v[0] for v in option["values"] if str(v[0]) != now]
    hand.set(option["id"], str(rng.choice(others)))
    hand.undo()
    yield hand.planted(f"house rule {option['id']} changed and undone")


@harmless
def tracker_on_and_undone(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The turn tracker pushed on by a slip and put back."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    id_, now = next(iter(hand.table.turns.items()))
    states = [
        c.state for s in game.steps for c in s if isinstance(c, SetTurn) and c.id == id_ and c.state != now
    ]
    if not states:
        raise LookupError
    hand.do(SetTurn(id_, rng.choice(states)))
    hand.end()
    hand.do(SetTurn(id_, now))
    yield hand.planted("turn tracker pushed and put back")


@harmless
def marker_turned_and_back(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A control marker turned over and back."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        markers = [t for t in hand.pieces(Kind="control") if hand.table.spot(t.id).map == ways.main]
        if markers:
            break
    marker = rng.choice(markers)
    props = marker.properties()
    values = ("Control", *ways.sides) if "Control" in props else ("Face_Level", "1", "2")
    now = props[values[0]]
    hand.change(marker.id, **{values[0]: values[1] if now == values[2] else values[2]})
    hand.end()
    hand.change(marker.id, **{values[0]: now})
    yield hand.planted(f"{marker.name} turned over and back")


@harmless
def note_written(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A public note and the scenario's note are changed."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    hand.do(PublicNote("next session on Friday"))
    hand.end()
    hand.do(ScenarioNote("we agreed to play on"))
    yield hand.planted("notes written")


@harmless
def pointed_at(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player points at a place of the board."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    unit = rng.choice(ways.units(game, hand.table))
    spot = hand.table.spot(unit)
    hand.do(FlareAt("Flare0", spot.x, spot.y))
    yield hand.planted("a flare")


@harmless
def observer_joins(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A third person looks on."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    hand.do(AddPlayer("third", "Clara", "<observer>"))
    yield hand.planted("an observer joins")


@harmless
def player_leaves_and_returns(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player gives up the side and takes it again."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    side = rng.choice(ways.sides)
    hand.do(RemovePlayer(game.players[side]))
    hand.end()
    hand.do(AddPlayer(game.players[side], "Anna again", side))
    yield hand.planted(f"the {side} player leaves and returns")


@harmless
def empty_step(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A step that does nothing."""
    step = rng.choice(ways.steps(game, rng))
    yield splice(game, step, [(Null(),)], "an empty step")


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
def cut_short(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The players stop in the middle: nothing that is due next is wrong yet."""
    step = rng.choice(ways.steps(game, rng))
    yield Planted(
        game.steps[:step],
        (step,),
        f"the log ends after step {step}",
        changed=(step, len(game.steps) - step, 0),
    )


@harmless
def saved_and_continued(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The game is saved, and a second log goes on from the same table."""
    step = rng.choice(ways.steps(game, rng))
    yield Planted(game.steps, (step,), f"a second log begins after step {step}", cut=step)


@harmless
def begin_rewritten(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """The log begins with the same table, its pieces written in another order."""
    begin = begin_of(game, game.table(1), rng)
    yield Planted(game.steps, (1,), "the start written anew with pieces in another order", begin=begin)


@harmless
def steps_with_talk_inside(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Reports stand inside every step, as a talkative module writes them."""
    steps: tuple[Step, ...] = tuple((*step, Chat("* report *")) for step in game.steps)
    yield Planted(steps, (1,), "a report added to every step", changed=(0, len(steps), len(steps)))


@harmless
def property_set_to_itself(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """All global properties are written again with the values that they have."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    for (container, name), value in hand.table.properties.items():
        hand.do(ChangeProperty(name, value, value, container))
    yield hand.planted("all global properties written again, unchanged")


@harmless
def label_laid_and_left(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A text label of no game is laid on the board and taken away later."""
    step = rng.choice(ways.steps(game, rng)[:-1])
    hand = Hand(game, step)
    unit = rng.choice(ways.units(game, hand.table))
    spot = hand.table.spot(unit)
    hand.do(AddPiece("98766", "piece;;;;reminder", f"{spot.map};{spot.x + 30};{spot.y};;0"))
    hand.end()
    hand.say("<Anna> - remember this")
    hand.end()
    hand.do(RemovePiece("98766"))
    yield hand.planted("a reminder laid beside a unit and taken away")


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
