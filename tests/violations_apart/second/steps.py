"""Changes of the steps that a game has: left out, done twice, in another order, led elsewhere, by others."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tests.violations_apart.hands import Hand, can_undo
from tests.violations_apart.kinds import Expected, mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Step
from tests.violations_apart.saves import begin_of
from tests.violations_apart.second.offences import LOST, MOVES, TURNS, other_value
from tests.violations_apart.second.scenes import CARDS, RULES, WAYS, Rows, Scene, acting, touched
from toolkit.vassal.commands import ChangePiece, ChangeProperty, Command, GlobalPropertyState, MovePiece
from toolkit.vassal.things import state_of

_OFFENCE, _NOTICE, _NOTHING = Expected.OFFENCE, Expected.NOTICE, Expected.NOTHING
_PIECES_ROOM = 4

Change = Callable[[Game, int, random.Random], Planted | None]


def _each(steps: Callable[[Game], Sequence[int]], change: Change) -> Callable[..., Iterator[Planted]]:
    """Return the planting of a change at one of some steps."""

    def plant(game: Game, rng: random.Random) -> Iterator[Planted]:
        for step in mixed(steps(game), rng)[:60]:
            try:
                found = change(game, step, rng)
            except (LookupError, ValueError):
                continue
            if found is not None:
                yield found

    return plant


def acts(*names: str) -> Callable[[Game], Sequence[int]]:
    """Return the steps with these decisions."""
    return lambda game: [s for s in game.steps_of(*names) if s < len(game.steps) - 6]


def drags(game: Game) -> list[int]:
    """Return the steps that are a drag of one unit on the board by its own side."""
    found = []
    for move in game.dragged():
        props = game.fixed.get(move.piece, {})
        if props.get("Kind") not in WAYS[game.name].kinds or props.get("Side") != move.by:
            continue
        if game.alone(move.step) and 4 < move.step < len(game.steps) - 6:
            found.append(move.step)
    return found


def _drag_of(game: Game, step: int) -> tuple[int, MovePiece]:
    return next((i, c) for i, c in enumerate(game.steps[step - 1]) if isinstance(c, MovePiece) and c.player)


def _next_use(game: Game, step: int) -> int:
    pieces = {m.piece for m in game.moves if m.step == step}
    pieces |= {c.piece for c in game.changes if c.step == step and c.name not in ("Act", "Seq", "By")}
    return min((touched(game, p, step + 1) for p in pieces), default=len(game.steps) + 1)


def _next_draw(game: Game, step: int) -> int:
    """Return the next step with a draw, where this one has one as well."""
    decks = {names[0] for names in CARDS[game.name].values()}
    drawn = [m.step for m in game.moves if m.step >= step and m.start in decks]
    return next((s for s in drawn if s > step), len(game.steps) + 1) if step in drawn else len(game.steps) + 1


# -- against the rules


# Decisions that begin another part of the turn: what is due in a part may be done until it is over
# (GJ47 5.0, Rattenkrieg 5.0, Storm 流程), so that a log which ends before does not show that it never was.
_NEXT_PART = {
    "gj47": ("draw",),
    "rattenkrieg": ("activate", "pass", "replenish", "fill"),
    "storm": ("fire", "move", "ferry", "pass", "draw", "fill", "end_phase"),
}


def _left_out(game: Game, step: int, rng: random.Random) -> Planted | None:
    """The step is not in the log; the log ends before what it changed is used again.

    Whose doing it is: the owner of the unit that it is about loses it, or lets it arrive; cards have none.
    """
    stop = min(_next_use(game, step), _next_draw(game, step))
    over = next((s for s in game.steps_of(*_NEXT_PART[game.name]) if s > step), len(game.steps) + 1)
    if stop - step < _PIECES_ROOM or over >= stop - 1:
        return None
    count = -sum(isinstance(c, ChangeProperty) and c.name == "Step" for c in game.steps[step - 1])
    piece, _ = game.decision(step) or ("", "")
    owner = game.fixed.get(piece, {}).get("Side", "")
    culprit = owner if owner in WAYS[game.name].sides else acting(game, step + 1)
    return splice(
        game,
        step,
        [],
        "left out",
        leave_out=1,
        count=count,
        culprit=culprit,
        stop=stop,
        at=range(max(1, step - 3), min(stop, step + 9)),
    )


def _led_far(game: Game, step: int, rng: random.Random) -> Planted | None:
    """The drag ends at the other end of the board."""
    index, drag = _drag_of(game, step)
    stop = touched(game, str(drag.id), step + 1)
    if stop - step < _PIECES_ROOM:
        return None
    hand = Hand(game, step)
    scene = Scene(game, rng, step, hand, WAYS[game.name], acting(game, step + 1))
    map_, x, y = scene.far(str(drag.id))
    new = list(game.steps[step - 1])
    new[index] = replace(drag, map=map_, x=x, y=y, under=None)
    culprit = acting(game, step + 1)
    return splice(game, step, [tuple(new)], "led far", leave_out=1, culprit=culprit, stop=stop)


def _moved_once_more(game: Game, step: int, rng: random.Random) -> Planted | None:
    """Long after its own drag, the unit goes far in the same side's time."""
    _, drag = _drag_of(game, step)
    late = step + 12
    if late >= len(game.steps) - 6 or touched(game, str(drag.id), step + 1) < late + _PIECES_ROOM:
        return None
    side = acting(game, step + 1)
    if acting(game, late) != side:
        return None
    hand = Hand(game, late)
    scene = Scene(game, rng, late, hand, WAYS[game.name], side)
    hand.move(str(drag.id), scene.far(str(drag.id)), side)
    return hand.planted("once more", culprit=side, stop=touched(game, str(drag.id), late))


def _by_the_other(game: Game, step: int, rng: random.Random) -> Planted:
    """The other side's player makes the drag."""
    index, drag = _drag_of(game, step)
    other = WAYS[game.name].other(acting(game, step + 1))
    new = list(game.steps[step - 1])
    new[index] = replace(drag, player=game.players[other])
    return splice(game, step, [tuple(new)], "by the other side's hand", leave_out=1, culprit=other)


def _die(game: Game, step: int, rng: random.Random) -> Planted | None:
    """A step after the roll writes another result where the die stands."""
    hand = Hand(game, step + 1)
    if game.name == "gj47":
        piece = next(p for s, p, _ in game.acts("roll") if s == step)
        now = hand.props(piece)["Roll"]
        if now not in "123456":
            return None
        hand.change(piece, Roll=str(7 - int(now)))
    elif game.name == "storm":
        now = hand.value("D1")
        hand.set("D1", str(7 - int(now)))
    else:
        hand.set("Roll", str(int(hand.value("Roll")) % 3 + 1))
    return hand.planted("another result", stop=step + 20)


def _points(game: Game, step: int, rng: random.Random) -> Planted | None:
    """After the roll somebody writes other points."""
    hand = Hand(game, step + 1)
    now = int(hand.value("Left"))
    hand.set("Left", str(now + 2))
    return hand.planted("other points", stop=step + 20)


def _again(game: Game, step: int, rng: random.Random) -> Planted | None:
    """The step is taken back and done a second time, with another result where it has one."""
    commands = game.steps[step - 1]
    if not can_undo(commands):
        return None
    hand = Hand(game, step)
    hand.do(*commands)
    hand.end()
    hand.undo()
    hand.do(*(_other_result(c, game) for c in commands))
    return hand.planted("taken back, done again", leave_out=1, stop=step + 1 + 18, at=range(step, step + 4))


def _other_result(command: Command, game: Game) -> Command:
    if isinstance(command, ChangeProperty) and command.name == "D1" and command.new != "0":
        return replace(command, new=str(7 - int(command.new)))
    return command


def _swapped(game: Game, step: int, rng: random.Random) -> Planted | None:
    """The step stands after the one that follows it."""
    one, two = game.steps[step - 1], game.steps[step]
    if acting(game, step + 1) != acting(game, step + 2):
        return None
    return splice(game, step, [two, one], "in the other order", leave_out=2, stop=step + 20)


# -- chains of logs


def _edited_start(edit: Callable[[Game, Scene], None]) -> Change:
    """A second log begins with a table on which something is not as it was."""

    def change(game: Game, step: int, rng: random.Random) -> Planted:
        hand = Hand(game, step)
        scene = Scene(game, rng, step, hand, WAYS[game.name], acting(game, step))
        edit(game, scene)
        hand.end()
        begin = begin_of(game, hand.table)
        steps = game.steps[: scene.stop - 1]
        return Planted(steps, (step - 1, step), "an edited start", begin=begin, cut=step - 1)

    return change


def _any_step(game: Game) -> list[int]:
    first = WAYS[game.name].first(game)
    return list(range(first + 10, len(game.steps) - 12))


def _start_place(game: Game, s: Scene) -> None:
    piece = s.unit()
    s.hand.move(piece, s.far(piece))


def _start_face(game: Game, s: Scene) -> None:
    s.ways.turn_over(s.hand, s.unit(face="2"))


def _start_risen(game: Game, s: Scene) -> None:
    piece = s.dead(s.side)
    spot = s.table.spot(s.unit())
    s.hand.move(piece, (str(spot.map), spot.x, spot.y))


def _start_card(game: Game, s: Scene) -> None:
    s.hand.move(s.card(1), s.spot_of(2))


def _start_deck(game: Game, s: Scene) -> None:
    deck = s.deck()
    turned = deck.twin()
    turned.members = tuple(reversed(deck.members))
    s.hand.do(ChangePiece(deck.id, state_of(turned), state_of(deck)))


def _start_rule(game: Game, s: Scene) -> None:
    name = s.rng.choice(RULES[s.game.name])
    s.hand.set(name, other_value(game, name, s.hand.value(name)))


def _gap(game: Game, step: int, rng: random.Random) -> Planted | None:
    """Some steps stand in neither of two logs."""
    left = 15
    if step + left > len(game.steps) - 12:
        return None
    begin = begin_of(game, game.table(step + left))
    steps = (*game.steps[: step - 1], *game.steps[step - 1 + left :])
    return Planted(steps, (step - 1, step), "a gap", begin=begin, cut=step - 1)


def _other_data(game: Game, step: int, rng: random.Random) -> Planted:
    """The log was begun with other data."""
    begin = tuple(
        replace(c, value="f" * 64) if isinstance(c, GlobalPropertyState) and c.name == "DataDigest" else c
        for c in game.log.begin
    )
    return Planted(game.steps[:step], (1,), "other data", begin=begin)


# -- harmless


def _nothing_after(game: Game, step: int, rng: random.Random) -> Planted:
    """The log ends in the middle."""
    return Planted(game.steps[:step], (step,), "the log ends")


def _cut(game: Game, step: int, rng: random.Random) -> Planted:
    """The game goes on in a second log."""
    return Planted(game.steps, (step,), "two logs", cut=step)


def _cut_in_disorder(game: Game, step: int, rng: random.Random) -> Planted:
    """The second log has its pieces in another order."""
    begin = begin_of(game, game.table(step + 1), rng)
    return Planted(game.steps, (step,), "two logs, pieces in another order", cut=step, begin=begin)


def _second_log_alone(game: Game, step: int, rng: random.Random) -> Planted:
    """The log begins in mid-game."""
    return Planted(game.steps[step:], (1,), "the second half", begin=begin_of(game, game.table(step + 1)))


def _redone(change: Callable[[Hand, Step, int], None]) -> Change:
    """A drag with something around it, the same in the end."""

    def make(game: Game, step: int, rng: random.Random) -> Planted | None:
        if not can_undo(game.steps[step - 1]):
            return None
        hand = Hand(game, step)
        change(hand, game.steps[step - 1], step)
        return hand.planted("the same in the end", leave_out=1)

    return make


def _undone_and_redone(hand: Hand, step: Step, _: int) -> None:
    hand.do(*step)
    hand.end()
    hand.undo()
    hand.do(*step)


def _there_back_there(hand: Hand, step: Step, number: int) -> None:
    hand.do(*step)
    hand.end()
    _, drag = _drag_of(hand.game, number)
    assert drag.old_map is not None
    side = next(s for s, p in hand.game.players.items() if p == drag.player)
    hand.move(str(drag.id), (drag.old_map, drag.old_x, drag.old_y), side)
    hand.end()
    hand.move(str(drag.id), (str(drag.map), drag.x, drag.y), side)


def _off_centre(hand: Hand, step: Step, number: int) -> None:
    index, drag = _drag_of(hand.game, number)
    table = hand.table
    place = hand.game.name_of(table, drag.map, drag.x, drag.y)
    for dx, dy in ((5, 3), (-5, 3), (0, -4), (2, 0)):
        if hand.game.name_of(table, drag.map, drag.x + dx, drag.y + dy) == place:
            new = list(step)
            new[index] = replace(drag, x=drag.x + dx, y=drag.y + dy, under=None)
            hand.do(*new)
            return
    raise LookupError


def _wrong_first(undo: bool) -> Callable[[Hand, Step, int], None]:
    """The unit is dropped at the wrong end of the board first."""

    def change(hand: Hand, step: Step, number: int) -> None:
        _, drag = _drag_of(hand.game, number)
        side = next(s for s, p in hand.game.players.items() if p == drag.player)
        scene = Scene(hand.game, random.Random(number), number, hand, WAYS[hand.game.name], side)
        hand.move(str(drag.id), scene.far(str(drag.id)), side)
        hand.end()
        if undo:
            hand.undo()
        else:
            assert drag.old_map is not None
            hand.move(str(drag.id), (drag.old_map, drag.old_x, drag.old_y), side)
            hand.end()
        hand.do(*step)

    return change


def _talked_over(hand: Hand, step: Step, _: int) -> None:
    hand.say("<first> wait, is that 6 points?")
    hand.end()
    hand.do(*step)
    hand.end()
    hand.say("<second> yes")


def _lifted_and_set_down(hand: Hand, step: Step, number: int) -> None:
    _, drag = _drag_of(hand.game, number)
    side = next(s for s, p in hand.game.players.items() if p == drag.player)
    spot = WAYS[hand.game.name].nudged(hand.game, hand.table, str(drag.id))
    hand.move(str(drag.id), spot, side)
    hand.end()
    hand.do(*step)


def _key_undone(game: Game, step: int, rng: random.Random) -> Planted | None:
    """A key is taken back and pressed again."""
    if not can_undo(game.steps[step - 1]) or any("Deck" in str(c) for c in game.steps[step - 1]):
        return None
    hand = Hand(game, step)
    _undone_and_redone(hand, game.steps[step - 1], step)
    return hand.planted("a key taken back and pressed again", leave_out=1)


def _joined(game: Game, step: int, rng: random.Random) -> Planted | None:
    """Two drags stand in one step."""
    if step + 1 not in set(drags(game)) or not game.alone(step + 1):
        return None
    one, two = game.steps[step - 1], game.steps[step]
    return splice(game, step, [(*one, *two)], "two drags in one step", leave_out=2)


_LOSSES = ("loss", "supply_loss", "lose", "loss_spend", "loss_eliminate", "remove")

STEPS: Rows = [
    ("loss_left_out", _OFFENCE, {k: (*LOST[k], "8", "10") for k in LOST}, _each(acts(*_LOSSES), _left_out)),
    ("drag_led_far", _OFFENCE, MOVES, _each(drags, _led_far)),
    ("moved_once_more", _OFFENCE, MOVES, _each(drags, _moved_once_more)),
    ("drag_by_the_other", _NOTICE, {}, _each(drags, _by_the_other)),
    ("another_die", _NOTICE, {}, _each(acts("roll", "sniper"), _die)),
    ("other_points", _NOTICE, {}, _each(acts("roll"), _points)),
    ("rolled_again", _NOTICE, {}, _each(acts("roll", "bombard", "sniper"), _again)),
    ("drawn_again", _NOTICE, {}, _each(acts("draw", "fill", "draw_one"), _again)),
    (
        "roll_before_its_declaration",
        _OFFENCE,
        # Storm's clauses are printed with their book: SEED.
        dict.fromkeys(MOVES, ("8", "10", "SEED 攻擊", "9")),
        _each(
            lambda g: [s for s in acts("declare")(g) if (g.decision(s + 1) or ("", ""))[1] == "roll"],
            _swapped,
        ),
    ),
    ("arrival_left_out", _OFFENCE, TURNS, _each(acts("arrive", "return"), _left_out)),
    (
        "payment_left_out",
        _OFFENCE,
        {"rattenkrieg": ("7.3", "8.1"), "storm": ("CARD", "REF")},
        _each(acts("pay"), _left_out),
    ),
    ("start_place", _NOTICE, {}, _each(_any_step, _edited_start(_start_place))),
    ("start_face", _NOTICE, {}, _each(_any_step, _edited_start(_start_face))),
    ("start_risen", _NOTICE, {}, _each(_any_step, _edited_start(_start_risen))),
    ("start_card", _NOTICE, {}, _each(_any_step, _edited_start(_start_card))),
    ("start_deck", _NOTICE, {}, _each(_any_step, _edited_start(_start_deck))),
    ("start_rule", _NOTICE, {}, _each(_any_step, _edited_start(_start_rule))),
    ("gap", _NOTICE, {}, _each(_any_step, _gap)),
    ("other_data", _NOTICE, {}, _each(_any_step, _other_data)),
    ("log_ends", _NOTHING, {}, _each(_any_step, _nothing_after)),
    ("two_logs", _NOTHING, {}, _each(_any_step, _cut)),
    ("two_logs_in_disorder", _NOTHING, {}, _each(_any_step, _cut_in_disorder)),
    ("second_log_alone", _NOTHING, {}, _each(_any_step, _second_log_alone)),
    ("drag_undone_and_redone", _NOTHING, {}, _each(drags, _redone(_undone_and_redone))),
    ("there_back_there", _NOTHING, {}, _each(drags, _redone(_there_back_there))),
    ("off_centre", _NOTHING, {}, _each(drags, _redone(_off_centre))),
    ("wrong_drop_undone", _NOTHING, {}, _each(drags, _redone(_wrong_first(True)))),
    ("wrong_drop_put_back", _NOTHING, {}, _each(drags, _redone(_wrong_first(False)))),
    ("talked_over", _NOTHING, {}, _each(drags, _redone(_talked_over))),
    ("lifted_and_set_down", _NOTHING, {}, _each(drags, _redone(_lifted_and_set_down))),
    (
        "key_undone",
        _NOTHING,
        {},
        _each(
            acts("activate", "march", "fire", "declare", "attack", "move", "pay", "pass", "stand", "end"),
            _key_undone,
        ),
    ),
    ("two_drags_in_one", _NOTHING, {}, _each(drags, _joined)),
]
