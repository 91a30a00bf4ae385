"""Rattenkrieg: what breaks no rule; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from tests.violations_apart.rattenkrieg.player_turns import friendly_move
from tests.violations_apart.rattenkrieg.table import KINDS, REAR, WAYS, cards, control, standing, strips


@KINDS.harmless
def hand_sorted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card of the hand is moved to another place of the hand."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            hand.move(held[0], game.spot(f"{side} hand-6"), side)
            yield hand.planted(f"a card of the {side} hand laid aside in the hand")


@KINDS.harmless
def steps_sorted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two cards of one unit's steps change places."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        rows = [row for row in strips(game, hand.table, side).values() if len(row) > 1]
        if rows:
            one, two = rng.choice(rows)[:2]
            first, second = hand.table.spot(one), hand.table.spot(two)
            hand.move(one, (str(second.map), second.x, second.y), side)
            hand.end()
            hand.move(two, (str(first.map), first.x, first.y), side)
            yield hand.planted("two steps of one unit change places")


@KINDS.harmless
def own_cards_peeked_at(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player looks under his own masks: the mask remembers it, nothing else."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            hand.change(held[0], Mask=f"{side};true|0")
            hand.end()
            hand.change(held[0], Mask=f"{side};false|0")
            yield hand.planted("an own card peeked at")


@KINDS.harmless
def joined_and_left(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The T-34 is joined to the active unit and taken out again before anything is done."""
    for step, unit, _ in moments(game, rng, "activate"):
        hand = Hand(game, step + 1)
        tank = game.piece(hand.table, "t34")
        props = hand.props(tank)
        after = game.decision(step + 1)
        if tank == unit:
            continue
        same = hand.place(tank) == hand.place(unit)
        if (
            same
            and WAYS.side(hand.table, unit) == "Soviet"
            and props["Face_Level"] == "1"
            and props["Joined"] == "0"
        ):
            if after and after[1] == "join":
                continue
            hand.decide(tank, "join", "Soviet", Joined="1")
            hand.end()
            hand.decide(tank, "unjoin", "Soviet", Joined="0")
            yield hand.planted("the T-34 joined and taken out", count=2)


@KINDS.harmless
def wrong_card_taken_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card dragged out of the hand by a slip, face down, is put back before anything happens."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            home = hand.table.spot(held[0])
            hand.move(held[0], game.spot("German hand-6" if side == "German" else "Soviet hand-6"), side)
            hand.end()
            hand.move(held[0], (str(home.map), home.x, home.y), side)
            yield hand.planted("a card out of the hand and back")


@KINDS.harmless
def play_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card played face down is taken back by undo and played again; nobody has seen it."""
    for step, _, hand in moments(game, rng, "play"):
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted("a card played face down, undone, played again")


@KINDS.harmless
def clears_in_another_order(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Each side clears its own cards; whose go first does not matter: one more empty press of the key."""
    for step, _, _ in moments(game, rng, "clear"):
        hand = Hand(game, step + 1)
        desk = game.piece(hand.table, "battle-desk")
        lying = [hand.place(c.id) for c in hand.pieces(Kind="card")]
        if any(len(place) == 2 and place[0] in "AD" for place in lying):
            continue
        if game.decision(step + 1) and game.decision(step + 1)[1] != "clear":  # type: ignore[index]
            hand.decide(desk, "clear", rng.choice(WAYS.sides))
            yield hand.planted("the battle cleared once more, with nothing there", count=1)


@KINDS.harmless
def active_unit_walks_in_two_drags(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.2: through own areas a unit goes any distance; it stops on the way in an own area beside its
    start.
    """
    for drag, table, side in friendly_move(game, rng):
        held = control(game, table)
        between = beside(game)[drag.start] & beside(game)[drag.end]
        between = {a for a in between if held.get(a) == side and a not in REAR.values()}
        between = {a for a in between if not standing(game, table, a, WAYS.other(side))}
        if between:
            hand = Hand(game, drag.step)
            area = rng.choice(sorted(between))
            hand.drag(drag.piece, area, side)
            yield hand.planted(f"{table.things[drag.piece].name} goes by way of {area}")
