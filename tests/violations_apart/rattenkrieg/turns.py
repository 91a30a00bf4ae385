"""Rattenkrieg: phases, turns, arrivals; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    moments,
    next_step,
    phase,
    pushes,
    replaced_move,
    without_values,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.rattenkrieg.player_turns import own_areas
from tests.violations_apart.rattenkrieg.table import KINDS, REAR, WAYS, free_place, strips
from toolkit.vassal.commands import SetTurn


@KINDS.notice("5.0", "6.1", "6.2", "6.3", "10.1", "10.3")
def tracker_pushed_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: phases follow each other; the tracker is pushed on a phase too far, play goes on as before."""
    found = pushes(game)
    for index in mixed(range(len(found) - 1), rng):
        step = found[index][0]
        if found[index + 1][0] == step + 1:
            continue  # Nothing was to be done between the two: the log would be the same.
        hand = Hand(game, step + 1)
        hand.do(SetTurn(found[index + 1][1], found[index + 1][2]))
        yield hand.planted("the turn tracker pushed a phase too far", at=(step, step + 1))


@KINDS.offence("5.0", "7.4", "10.1", "10.3")
def phase_ends_without_both_passes(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: operations end when both pass in a row; here the second pass is missing."""
    for step, _, _ in mixed(pushes(game), rng):
        before = game.decision(step - 1)
        table = game.table(step)
        if before and before[1] == "pass" and phase(table)[1] == 1:
            what = "operations end after one pass"
            yield splice(game, step - 1, [], what, leave_out=1, count=-1, at=range(step - 2, step + 2))


@KINDS.offence("10.3")
def unit_stays_down(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.3: all units are turned up; here one stays down."""
    for step, _, _ in moments(game, rng, "flip_up"):
        turned = [c.piece for c in game.changes if c.step == step and c.name == "Face_Level"]
        if turned:
            unit = rng.choice(turned)
            new = without_values(game.steps[step - 1], unit, game, "Face_Level", "Act", "Seq", "By")
            end = next_step(game, step + 1, "activate") or step + 1
            what = f"{game.last.things[unit].name} is not turned up"
            yield splice(game, step, [new], what, leave_out=1, at=range(step, end + 1))


def _too_early(game: Game, rng: random.Random, counter: str, turn: int) -> Iterator[Planted]:
    for _, _, hand in moments(game, rng, "activate"):
        unit = game.piece(hand.table, counter)
        if phase(hand.table)[0] < turn and hand.place(unit).startswith("Turn"):
            side = WAYS.side(hand.table, unit)
            hand.drag(unit, REAR[side], side)
            what = f"{hand.table.things[unit].name} comes before turn {turn}"
            yield hand.planted(what, culprit=side)


@KINDS.offence("6.1", "5.0")
def german_reinforcement_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1: 16Pz and 100J come in turn 2; here one comes in turn 1."""
    yield from _too_early(game, rng, rng.choice(["16pz", "100j"]), 2)


@KINDS.offence("6.2", "5.0")
def guards_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.2: 39Gds comes in turn 3; here before."""
    yield from _too_early(game, rng, "39gds", 3)


@KINDS.offence("6.1", "6.2")
def reinforcement_in_the_city(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1, 6.2: reinforcements come to their rear; here to an area of the city."""
    for step, unit, hand in moments(game, rng, "arrive"):
        side = WAYS.side(hand.table, unit)
        areas = [a for a in own_areas(game, hand.table, side) if a not in REAR.values()]
        if areas:
            area = rng.choice(sorted(areas))
            new = replaced_move(game.steps[step - 1], unit, game.spot(area))
            what = f"{hand.table.things[unit].name} arrives in {area}"
            yield splice(game, step, [new], what, leave_out=1, culprit=side, at=(step, step + 1))


@KINDS.offence("3.1", "4.0")
def two_rifles_in_one_area(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1: one Rifle stands in each normal area; here two in one and none in another."""
    deal = next_step(game, 1, "deal")
    if deal is None:
        return
    hand = Hand(game, deal)
    rifles = [u for u in WAYS.units(game, hand.table, "Soviet") if hand.props(u)["Class"] == "rifle"]
    one, two = rng.sample(rifles, 2)
    area = hand.place(two)
    hand.drag(one, area, "Soviet")
    yield hand.planted(f"two Rifles set up in {area}", culprit="Soviet", at=(deal, deal + 1, deal + 2))


@KINDS.offence("3.3", "3.4")
def step_dealt_to_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3, 3.4: each unit gets its number of steps and the hand its own; here a unit's step goes to the
    hand.
    """
    for step, desk, _ in moments(game, rng, "deal"):
        side = game.props(game.last, desk)["Side"]
        hand = Hand(game, step + 1)
        rows = [row for row in strips(game, hand.table, side).values() if len(row) > 1]
        card = rng.choice(rows)[-1]
        hand.move(card, game.spot(free_place(game, hand.table, f"{side} hand")), side)
        stop = game.next_move(card, step + 2)
        what = "a dealt step goes to the hand"
        at = (step, step + 1)
        yield hand.planted(what, culprit=side, at=at, stop=stop)
