"""GJ47: chits and turns; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.gj47.movement import in_segments
from tests.violations_apart.gj47.supply import withdrawals_to_the_turn_track
from tests.violations_apart.gj47.table import (
    ARRIVAL,
    KINDS,
    LOSS,
    WAYS,
    gdrag,
    moving,
    name,
    standing,
    town,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from toolkit.vassal.commands import SetTurn


def _commits(game: Game, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Yield the steps at which a side's chits go into the cup."""
    steps = sorted({s for s, _, a in game.acts("commit")})
    for step in mixed(steps, rng):
        chit = next(p for s, p, a in game.acts("commit") if s == step)
        yield step, game.props(game.last, chit)["Side"]


def _into_the_cup(hand: Hand, chit: str, side: str) -> None:
    hand.change(chit, Act="commit", By=side, At=f"@chits-{side.lower()}")
    deck = next(t for t in hand.table.things.values() if t.is_deck and t.name == "Cup")
    hand.move(chit, (str(deck.spot.map), deck.spot.x, deck.spot.y), side)


def unchosen_chits(game: Game, hand: Hand, side: str, *, fronts: bool) -> list[str]:
    """Return the chits that a side did not choose: of headquarters, or all."""
    special = ("chit-soviet-reinf", "chit-stavka", "chit-axis-reinf")
    found = []
    for chit in hand.pieces(Kind="chit", Side=side):
        home = hand.place(chit.id) == f"{side} command chits"
        if home and (not fronts or chit.properties()["CounterId"] not in special):
            found.append(chit.id)
    return found


@KINDS.offence("6.2", "6.1", "5.0")
def one_chit_too_many(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.2: the turn's number of front chits is chosen; here a Soviet front chit more goes into the cup."""
    for step, side in _commits(game, rng):
        hand = Hand(game, step + 1)
        chits = unchosen_chits(game, hand, side, fronts=True)
        if side == "Soviet" and chits and game.rests(chits[0], step + 1, 8):
            _into_the_cup(hand, rng.choice(chits), side)
            stop = min((s for s in (game.next_move(c, step + 1) for c in chits) if s), default=None)
            at = range(step, step + 4)
            yield hand.planted(f"{side} puts a chit too many into the cup", culprit=side, at=at, stop=stop)


@KINDS.offence("6.2", "7.2", "6.1")
def reinforcement_and_stavka(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.2(2): reinforcement or STAVKA, never both; here both go into the cup."""
    for step, side in _commits(game, rng):
        hand = Hand(game, step + 1)
        chits = [
            c
            for c in unchosen_chits(game, hand, side, fronts=False)
            if hand.props(c)["CounterId"] in ("chit-soviet-reinf", "chit-stavka")
        ]
        if side == "Soviet" and len(chits) == 1:
            _into_the_cup(hand, chits[0], side)
            stop = game.next_move(chits[0], step + 1)
            at = range(step, step + 4)
            yield hand.planted("reinforcement and STAVKA both in the cup", culprit=side, at=at, stop=stop)


@KINDS.offence("6.1", "6.2", "7.1", "5.0")
def chit_smuggled_in(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1(2): chits that were not chosen stay out this turn; here one goes into the cup in the middle of
    the turn.
    """
    for step, hand, side in in_segments(game, rng):
        chits = unchosen_chits(game, hand, side, fronts=True)
        chits = [c for c in chits if game.rests(c, step, 6)]
        if chits:
            _into_the_cup(hand, chits[0], side)
            stop = game.next_move(chits[0], step)
            yield hand.planted(
                f"{name(hand.table, chits[0])}'s chit is put into the cup in mid-turn",
                culprit=side,
                stop=stop,
            )


@KINDS.offence("7.1", "6.1", "6.2", "5.0")
def used_chit_back_into_the_cup(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1(4): a used chit lies open till the next turn; here it goes back into the cup."""
    for step, hand, side in in_segments(game, rng):
        used = [c.id for c in hand.pieces(Kind="chit", Side=side) if hand.place(c.id) == "Used command chits"]
        used = [c for c in used if game.rests(c, step, 6)]
        if used:
            _into_the_cup(hand, used[0], side)
            stop = game.next_move(used[0], step)
            yield hand.planted(
                f"the used chit of {name(hand.table, used[0])} goes back into the cup",
                culprit=side,
                stop=stop,
            )


@KINDS.offence("6.1", "7.1", "5.0", "6.2")
def chit_taken_out_of_the_cup(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1, 7.1: chits leave the cup by the draw; here a player takes one of his own back home."""
    for step, hand, side in in_segments(game, rng):
        cup = [c.id for c in hand.pieces(Kind="chit", Side=side) if hand.place(c.id) == "Cup"]
        cup = [c for c in cup if game.rests(c, step, 6)]
        if cup:
            hand.drag(cup[0], f"{side} command chits", side)
            stop = game.next_move(cup[0], step)
            yield hand.planted(
                f"{name(hand.table, cup[0])}'s chit is taken out of the cup", culprit=side, stop=stop
            )


@KINDS.notice("7.1")
def draw_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1(1): chits come by chance; here a draw is undone and done again (the same chit comes)."""
    for step, chit, _ in mixed(list(game.acts("draw")), rng):
        hand = Hand(game, step)
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted(f"the draw of {name(game.last, chit)} undone and done again")


def _pushes(game: Game) -> list[tuple[int, str, str]]:
    return [
        (n, c.id, c.state) for n, step in enumerate(game.steps, 1) for c in step if isinstance(c, SetTurn)
    ]


@KINDS.notice("5.0")
def turn_pushed_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0(5): the turn goes on by one; here the tracker is pushed twice, play goes on as before."""
    found = _pushes(game)
    index = rng.randrange(len(found) - 1)
    step = found[index][0]
    hand = Hand(game, step + 1)
    hand.do(SetTurn(found[index + 1][1], found[index + 1][2]))
    yield hand.planted("the turn tracker pushed twice", at=(step, step + 1))


@KINDS.notice("5.0", "7.1")
def turn_ends_with_chits_in_the_cup(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: the turn ends when the cup is empty; here the tracker goes on while chits are left."""
    found = _pushes(game)
    for drag, table, _ in moving(game, rng):
        cup = next(t for t in table.things.values() if t.is_deck and t.name == "Cup")
        after = [f for f in found if f[0] > drag.step]
        if cup.members and after:
            hand = Hand(game, drag.step)
            hand.do(SetTurn(after[0][1], after[0][2]))
            yield hand.planted(f"the tracker goes on with {len(cup.members)} chits in the cup")


@KINDS.offence(*LOSS, "12.1")
def reduced_unit_restored(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.5, 12.1: no rule gives a lost step back; here a reduced unit on the map is turned to its full
    side.
    """
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        reduced = [u for u in WAYS.units(game, hand.table) if hand.props(u).get("Step_Level") == "2"]
        reduced = [
            u for u in reduced if not any(c.piece == u and abs(c.step - step) < 4 for c in game.changes)
        ]
        if reduced:
            unit = rng.choice(reduced)
            hand.change(unit, Step_Level="1")
            later = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == unit and c.name in ("Step_Level", "LossIn") and c.step > step
                ),
                None,
            )
            move = next(
                (m.step for m in game.moves if m.piece == unit and m.step > step and not m.end.isdigit()),
                None,
            )
            stop = min((s for s in (later, move) if s), default=None)
            yield hand.planted(f"{name(hand.table, unit)} turned to full strength", stop=stop)


@KINDS.offence(*LOSS, "4.0")
def full_unit_reduced(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.5, 11.1: steps are lost in battle or for want of supply; here a unit is turned over with no
    reason.
    """
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        full = [u for u in WAYS.units(game, hand.table) if hand.props(u).get("Steps") == "2"]
        full = [u for u in full if hand.props(u).get("Step_Level") == "1"]
        full = [u for u in full if not any(c.piece == u and abs(c.step - step) < 4 for c in game.changes)]
        if full:
            unit = rng.choice(full)
            hand.change(unit, Step_Level="2")
            later = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == unit and c.name in ("Step_Level", "LossIn") and c.step > step
                ),
                None,
            )
            yield hand.planted(f"{name(hand.table, unit)} turned to its reduced side", stop=later)


@KINDS.offence("11.2", *ARRIVAL, "8.1", "9.1")
def withdrawn_division_returns(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(4): who has left does not come back; here a withdrawn division is dragged to the map."""
    for drag in withdrawals_to_the_turn_track(game, rng):
        for step, hand, side in in_segments(game, rng):
            if step > drag.step and side == "Axis" and hand.place(drag.piece).startswith("Turn"):
                hexes = [
                    h
                    for h in standing(game, hand.table, "Axis")
                    if len(standing(game, hand.table, "Axis")[h]) == 1
                ]
                gdrag(hand, drag.piece, rng.choice(sorted(hexes)), "Axis")
                there = hand.place(drag.piece)
                what = f"{name(hand.table, drag.piece)}, withdrawn, comes back to {there}"
                yield hand.planted(what, culprit="Axis")


@KINDS.notice("3.4")
def wrong_control_marker(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.4: towns belong to who passed them last; here a marker of the wrong side is laid on a town with
    a unit in it.
    """
    for _, hand, side in in_segments(game, rng):
        tray = [m.id for m in hand.pieces(Kind="control") if not hand.place(m.id).isdigit()]
        towns = [h for h in standing(game, hand.table, side) if town(h)]
        if tray and towns:
            marker = tray[0]
            hand.drag(marker, rng.choice(sorted(towns)), WAYS.other(side))
            hand.end()
            hand.change(marker, Face_Level="2" if side == "Axis" else "1")
            yield hand.planted(f"a control marker of the wrong side laid on {hand.place(marker)}")
