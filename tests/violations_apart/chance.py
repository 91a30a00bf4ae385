"""Single changes by chance, alike in all games: any piece, any place, any value, at any step.

Nobody has thought of these one by one, so they show what everybody forgot: each has to be said in some form,
and nothing may be said when it is put back at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from tests.violations_apart.hands import Hand, can_undo, undone
from tests.violations_apart.kinds import Expected, Kinds
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import AddPiece, RemovePiece, SetTurn
from toolkit.vassal.things import state_of

Change = Callable[[Ways, Hand, random.Random, str], str]
"""Makes one change, by a player's hand; returns it in words."""

_TRIES = 40


def _piece_moved(kinds: tuple[str, ...], *, from_board: bool, to_board: bool) -> Change:
    def change(ways: Ways, hand: Hand, rng: random.Random, by: str) -> str:
        game, table = hand.game, hand.table

        def on_board(place: str, window: str | None) -> bool:
            return ways.on_board(game, place, window)

        spots = sorted(game.places().items())
        goals = [(name, spot) for name, spot in spots if on_board(name, spot[0]) is to_board]
        pieces = [
            thing.id
            for kind in kinds
            for thing in game.pieces(table, Kind=kind)
            if on_board(game.place(table, thing.id), table.spot(thing.id).map) is from_board
            and not thing.is_stack
        ]
        piece = rng.choice(pieces)
        was = game.place(table, piece)
        name, spot = rng.choice([goal for goal in goals if goal[0] != was])
        hand.move(piece, spot, by)
        return f"{table.things[piece].name} dragged from {was} to {game.place(table, piece) or name}"

    return change


def _turned(ways: Ways, hand: Hand, rng: random.Random, _by: str) -> str:
    units = ways.two_sided(hand.game, hand.table, ways.units(hand.game, hand.table))
    unit = rng.choice(units)
    ways.turn_over(hand, unit)
    return f"{hand.table.things[unit].name} turned over in {hand.place(unit)}"


def _removed(ways: Ways, hand: Hand, rng: random.Random, _by: str) -> str:
    thing = hand.table.things[rng.choice(ways.units(hand.game, hand.table))]
    hand.do(RemovePiece(thing.id))
    return f"{thing.name} deleted"


def _doubled(ways: Ways, hand: Hand, rng: random.Random, _by: str) -> str:
    thing = hand.table.things[rng.choice(ways.units(hand.game, hand.table))]
    hand.do(AddPiece("987654", thing.type, state_of(thing)))
    return f"{thing.name} doubled"


def _tracker(ways: Ways, hand: Hand, rng: random.Random, _by: str) -> str:
    states = sorted({c.state for step in hand.game.steps for c in step if isinstance(c, SetTurn)})
    found = [(c.id, c.state) for step in hand.game.steps for c in step if isinstance(c, SetTurn)]
    name = rng.choice(found)[0]
    now = hand.table.turns.get(name, "")
    state = rng.choice([state for state in states if state != now])
    hand.do(SetTurn(name, state))
    return f"tracker set from {now} to {state}"


def _left_out(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A step in which a unit was dragged or turned over is missing: what follows does not fit."""
    steps = [m.step for m in game.dragged() if m.step > ways.first(game)]
    step = rng.choice(sorted(set(steps)))
    yield splice(game, step, [], f"step {step} is missing", leave_out=1)


def _one(change: Change, ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    hand, step, what, by = _changed(change, ways, game, rng)
    yield hand.planted(f"{what} ({by})", at=(step, step + 1))


def _and_back(change: Change, undo: bool, ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    for _ in range(_TRIES):
        hand, step, what, by = _changed(change, ways, game, rng)
        hand.end()
        if not can_undo(hand.steps[-1]):
            raise LookupError
        touched = _touched(game, step)
        if touched.isdisjoint(getattr(c, "id", "") for c in hand.steps[-1]):
            break
    if undo:
        hand.undo()
    else:
        hand.do(*undone(hand.steps[-1])[1:-1])
    yield hand.planted(f"{what} and put back ({by})")


def _touched(game: Game, step: int) -> set[str]:
    """Return the pieces that the steps around a step handle."""
    near = {m.piece for m in game.moves if abs(m.step - step) < 3}
    return near | {c.piece for c in game.changes if abs(c.step - step) < 3}


def _changed(change: Change, ways: Ways, game: Game, rng: random.Random) -> tuple[Hand, int, str, str]:
    for step in ways.steps(game, rng)[:_TRIES]:
        hand = Hand(game, step)
        by = rng.choice(ways.sides)
        try:
            what = change(ways, hand, rng, by)
        except (IndexError, LookupError, ValueError):
            continue
        return hand, step, what, by
    raise LookupError


def enter(kinds: Kinds, ways: Ways, pieces: tuple[str, ...]) -> None:
    """Give a game the changes by chance; `pieces` are the kinds of what is no unit and lies about."""
    changes: dict[str, Change] = {
        "unit_anywhere": _piece_moved(ways.kinds, from_board=True, to_board=True),
        "unit_off_the_board": _piece_moved(ways.kinds, from_board=True, to_board=False),
        "unit_onto_the_board": _piece_moved(ways.kinds, from_board=False, to_board=True),
        "unit_turned": _turned,
        "unit_deleted": _removed,
        "unit_doubled": _doubled,
        "tracker_set": _tracker,
    }
    for kind in pieces:
        changes[f"{kind}_elsewhere"] = _piece_moved((kind,), from_board=False, to_board=False)
    for name, change in changes.items():
        kinds.take(f"chance_{name}", partial(_one, change, ways), Expected.NOTICE)
        if name not in ("unit_deleted", "unit_doubled", "tracker_set"):
            for back in (False, True):
                told = "undone" if back else "put_back"
                kinds.take(f"chance_{name}_{told}", partial(_and_back, change, back, ways), Expected.NOTHING)
    kinds.take("chance_step_missing", partial(_left_out, ways), Expected.NOTICE)
