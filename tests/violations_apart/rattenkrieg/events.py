"""Rattenkrieg: events; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
    next_step,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.rattenkrieg.player_turns import put_card
from tests.violations_apart.rattenkrieg.table import KINDS, REAR, WAYS, acting, cards, short, unit_of


@KINDS.offence("9.2", "9.3")
def bombards_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: a target is in the acting unit's area or beside it; here it is farther away, and the shot
    missed.
    """
    for step, target, hand in moments(game, rng, "target"):
        active = unit_of(game, hand.table, acting(hand.table))
        if active is None:
            continue
        here = hand.place(active)
        enemy = WAYS.side(hand.table, target)
        if enemy == WAYS.side(hand.table, active) or not _missed(game, step):
            continue
        far = [
            u for u in WAYS.units(game, hand.table, enemy) if hand.place(u) not in (here, *beside(game)[here])
        ]
        far = [u for u in far if hand.place(u) not in REAR.values()]
        far = [u for u in far if hand.props(u)["CounterId"] != "t34"]
        if far:
            unit = rng.choice(far)
            new = Hand(game, step)
            side = WAYS.other(enemy)
            new.decide(unit, "target", side)
            what = f"{new.table.things[unit].name} in {game.place(new.table, unit)} bombarded from {here}"
            yield new.planted(what, leave_out=1, at=(step - 1, step, step + 1), culprit=side)


def _missed(game: Game, step: int) -> bool:
    """Return whether nothing answers the card drawn for the target named at a step."""
    draw = next_step(game, step, "bombard")
    if draw is None or draw > step + 2:
        return False
    after = game.decision(draw + 1)
    return after is None or after[1] not in ("lose", "retreat", "remove", "t34_out")


@KINDS.offence("9.2")
def bombards_the_t34(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: German artillery cannot fire on the T-34."""
    for step, target, hand in moments(game, rng, "target"):
        active = unit_of(game, hand.table, acting(hand.table))
        tank = game.piece(hand.table, "t34")
        if (
            active is None
            or WAYS.side(hand.table, target) != "Soviet"
            or not hand.value("EventNow").startswith("bombardment")
        ):
            continue
        here = hand.place(active)
        if hand.place(tank) in (here, *beside(game)[here]):
            new = Hand(game, step)
            new.decide(tank, "target", "German")
            yield new.planted(
                "German artillery fires on the T-34",
                leave_out=1,
                at=(step - 1, step, step + 1),
                stop=step + 2,
                culprit="German",
            )


@KINDS.offence("9.2", "9.3", "8.9")
def loss_after_a_miss(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: a card below the value does nothing; here the target loses a step all the same."""
    for step, target, hand in moments(game, rng, "target"):
        side = WAYS.side(hand.table, target)
        strip = short(game, hand.props(target)["CounterId"])
        if not _missed(game, step) or not cards(game, hand.table, side, strip):
            continue
        draw = next_step(game, step, "bombard")
        assert draw is not None
        hand = Hand(game, draw + 1)
        steps = [c for c in cards(game, hand.table, side, strip) if game.rests(c, draw)]
        if steps:
            put_card(hand, steps[0], "lose", side, "Hidden pile")
            what = f"{hand.table.things[target].name} loses a step to a miss"
            yield hand.planted(
                what, count=1, at=(draw, draw + 1), stop=game.next_move(steps[0], draw + 1 + 1)
            )


@KINDS.offence("9.2", "9.3", "8.9")
def hit_without_loss(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: a hit costs a step or a retreat; here nothing."""
    for step, _, _ in moments(game, rng, "bombard"):
        after = game.decision(step + 1)
        if after and after[1] == "lose":
            end = next_step(game, step + 2, "attack", "end", "activate", "event", "pass") or step + 2
            what = "a hit of the bombardment costs nothing"
            yield splice(game, step + 1, [], what, leave_out=1, count=-1, at=range(step, end + 1))


@KINDS.offence("9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "9.8")
def number_card_as_event(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.1: only face cards are events; here a number is played as a bombardment."""
    for step, unit, _ in moments(game, rng, "activate"):
        hand = Hand(game, step + 1)
        side = WAYS.side(hand.table, unit)
        for card in cards(game, hand.table, side):
            props = hand.table.things[card].properties()
            if props["Value"] != "0" and game.rests(card, step):
                hand.decide(card, "event", side, Event="none", Mask="null;")
                hand.move(card, game.spot("Event"))
                hand.set("EventNow", "none")
                yield hand.planted(
                    f"{hand.table.things[card].name} played as an event",
                    count=1,
                    culprit=side,
                    stop=game.next_move(card, step + 1 + 1),
                )
