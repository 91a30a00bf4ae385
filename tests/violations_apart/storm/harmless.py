"""Storm: what breaks no rule; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    moments,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import FERRIES, KINDS, WAYS, free_slot, hand_cards, impulses, mover
from tests.violations_apart.storm.turns import units_to_come


@KINDS.harmless
def hand_sorted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card of the hand is moved to another place of the hand."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            hand.move(cards[0], game.spot(free_slot(game, hand.table, side)), side)
            yield hand.planted(f"a card of the {side} hand laid to another place of it")


@KINDS.harmless
def own_card_peeked_at(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player looks under the mask of a card of his own: the mask remembers it, nothing else."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            hand.change(cards[0], Mask=f"{side};true|0")
            hand.end()
            hand.change(cards[0], Mask=f"{side};false|0")
            yield hand.planted("an own card peeked at")


@KINDS.harmless
def card_slips_and_is_put_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card slips to another place of the window and is put back."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            home = hand.table.spot(cards[0])
            hand.move(cards[0], game.spot(free_slot(game, hand.table, side)), side)
            hand.end()
            hand.move(cards[0], (str(home.map), home.x, home.y), side)
            yield hand.planted("a card to another place of the hand and back")


@KINDS.harmless
def firer_marked_and_unmarked(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The key marks a unit as firer, a second press takes it back: nothing is declared yet."""
    for step, hand in impulses(game, rng):
        side = mover(game, step)
        fresh = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "1"]
        fresh = [u for u in fresh if int(hand.props(u)["Attack"]) and hand.place(u) not in FERRIES]
        if fresh and hand.value("FireState") == "":
            unit = rng.choice(fresh)
            was = (hand.value("FireSide"), hand.value("FireFrom"))
            hand.decide(unit, "fire", side, Firing="1", From="@" + hand.place(unit))
            hand.set("FireSide", side)
            hand.set("FireFrom", "@" + hand.place(unit))
            hand.undo()
            assert was == (hand.value("FireSide"), hand.value("FireFrom"))
            yield hand.planted(f"{hand.table.things[unit].name} marked as firer, undone")


@KINDS.harmless
def attack_marker_shifted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The Attack marker is shifted within the area that is declared."""
    for step, marker, _ in moments(game, rng, "declare"):
        hand = Hand(game, step + 1)
        spot = hand.table.spot(marker)
        place = hand.place(marker)
        if game.name_of(hand.table, spot.map, spot.x + 4, spot.y) == place:
            side = hand.value("FireSide") or rng.choice(WAYS.sides)
            hand.move(marker, (str(spot.map), spot.x + 4, spot.y), side)
            yield hand.planted("the Attack marker shifted within its area")


@KINDS.harmless
def fire_marker_set_and_taken_off(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A fire marker set by a slip and taken off at once."""
    for _, hand in impulses(game, rng):
        marker = rng.choice(hand.pieces(Kind="fire"))
        now = marker.properties()["Fire"]
        hand.change(marker.id, Fire="0" if now == "1" else "1")
        hand.end()
        hand.change(marker.id, Fire=now)
        yield hand.planted("a fire marker turned and turned back")


@KINDS.harmless
def unit_in_the_ferry_box_shifted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Units that wait in a ferry box are spread out."""
    for _, hand in impulses(game, rng):
        waiting = [u for u in WAYS.units(game, hand.table, "Soviet") if hand.place(u) in FERRIES]
        if waiting:
            unit = rng.choice(waiting)
            hand.move(unit, WAYS.nudged(game, hand.table, unit), rng.choice(WAYS.sides))
            yield hand.planted(f"{hand.table.things[unit].name} shifted in its ferry box")


@KINDS.harmless
def reinforcements_looked_through(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Units that are to come are spread out in their box."""
    for _, hand in impulses(game, rng):
        waiting = units_to_come(game, hand.table)
        if waiting:
            unit = rng.choice(waiting)
            hand.move(unit, WAYS.nudged(game, hand.table, unit), rng.choice(WAYS.sides))
            yield hand.planted(f"{hand.table.things[unit].name} shifted in its box")
