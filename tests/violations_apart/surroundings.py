"""Disturbances around the pieces that break no rule: talk, notes, players, properties, undoing, saves."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.hands import Hand, can_undo
from tests.violations_apart.kinds import Expected
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Step
from tests.violations_apart.saves import begin_of
from tests.violations_apart.shared import Common
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

harmless = Common(Expected.NOTHING)


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
