"""Storm: cards; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    arrange,
    deck,
    moments,
    next_step,
    phase,
    spot_of_place,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import (
    CARDS,
    KINDS,
    WAYS,
    counted,
    free_slot,
    hand_cards,
    impulses,
    no_cards,
)


def _spare(game: Game, hand: Hand, side: str, step: int) -> list[str]:
    return [c for c in hand_cards(game, hand.table, side) if game.rests(c, step)]


@KINDS.offence(*CARDS)
def discards_during_impulses(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(1): cards are discarded in the end phase; here in the middle of the turn."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        spare = _spare(game, hand, side, step)
        if spare and no_cards(game, step):
            hand.decide(spare[0], "discard", side, Mask="null;")
            hand.move(spare[0], spot_of_place(hand, f"{side} discards"))
            stop = game.next_move(spare[0], step + 1)
            yield hand.planted(f"{side} discards in the impulses", count=1, culprit=side, stop=stop)


@KINDS.offence(*CARDS)
def draws_during_impulses(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: cards are drawn at the start and the end of a turn; here one in the middle."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        left = deck(hand.table, f"{side} deck")
        if left and no_cards(game, step) and game.rests(left[-1], step):
            _drawn(game, hand, left[-1], side)
            stop = game.next_move(left[-1], step + 1)
            yield hand.planted(f"{side} draws a card in the impulses", count=1, culprit=side, stop=stop)


def _drawn(game: Game, hand: Hand, card: str, side: str, act: str = "draw_one") -> None:
    desk = game.piece(hand.table, f"{side.lower()}-desk")
    hand.decide(desk, act, side)
    hand.change(card, Act="dealt", Seq=hand.value("Step"), By=side)
    hand.move(card, game.spot(free_slot(game, hand.table, side)))
    hand.change(card, Mask=f"{side};false|0")
    hand.end()


@KINDS.offence(*CARDS)
def hand_filled_beyond_the_limit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(1): hands are filled up to their limit; here a card more is drawn."""
    for step, desk, _ in moments(game, rng, "fill"):
        hand = Hand(game, step + 1)
        side = hand.props(desk)["Side"]
        left = deck(hand.table, f"{side} deck")
        turn = phase(hand.table)[0]
        limit = game.module.data["turns"][turn - 1]["hand"][side.lower()] + 1
        if not left or len(hand_cards(game, hand.table, side)) < limit - 1:
            continue
        if game.rests(left[-1], step, 6):
            while len(hand_cards(game, hand.table, side)) <= limit:
                left = deck(hand.table, f"{side} deck")
                if not left:
                    break
                try:
                    _drawn(game, hand, left[-1], side)
                except LookupError:
                    break
            new = hand.done()
            if len(hand_cards(game, hand.table, side)) <= limit:
                continue
            stop = min(
                [s for s in (game.next_move(c, step + 1) for c in hand_cards(game, hand.table, side)) if s]
                or [0]
            )
            size = len(hand_cards(game, hand.table, side))
            what = f"the {side} hand holds {size} cards, its limit is {limit} at most"
            yield splice(game, step + 1, new, what, count=len(new), culprit=side, stop=stop or None)


@KINDS.offence(*CARDS)
def card_back_from_the_discards(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: cards come from the deck; here one is taken back from the discards."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        pile = [c for c in deck(hand.table, f"{side} discards") if game.rests(c, step)]
        if pile:
            card = rng.choice(pile)
            hand.move(card, game.spot(free_slot(game, hand.table, side)), side)
            hand.change(card, Mask=f"{side};false|0")
            stop = game.next_move(card, step + 1)
            yield hand.planted(
                f"{hand.table.things[card].name} taken back into the hand", culprit=side, stop=stop
            )


@KINDS.offence(*CARDS)
def card_stolen(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: each side has its own cards; here one is taken out of the enemy's hand and laid off."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        theirs = _spare(game, hand, WAYS.other(side), step)
        if theirs and no_cards(game, step):
            hand.change(theirs[0], Mask="null;")
            hand.move(theirs[0], spot_of_place(hand, f"{WAYS.other(side)} discards"), side)
            stop = game.next_move(theirs[0], step + 1)
            what = f"{side} throws away a card of the enemy's hand"
            yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence(*CARDS, "CARD")
def price_not_paid(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card's text overrides the rules and asks its price (REF 3.3); here a card is played and no other
    one is given.
    """
    for step, card, hand in moments(game, rng, "pay"):
        props = hand.props(card)
        if props["Kind"] != "card" or counted(game, step) != 1:
            continue
        side = props["Side"]
        end = next_step(game, step + 1, "move", "fire", "pass", "play", "ferry") or step + 1
        stop = game.next_move(card, step + 1)
        if stop is not None and stop <= end:
            continue
        what = "a card is played and its price not paid"
        yield splice(
            game, step, [], what, leave_out=1, count=-1, culprit=side, at=range(step - 3, end + 1), stop=stop
        )


@KINDS.offence("SEED 流程1", "REF 3.3")
def deck_rearranged(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: cards are drawn as they lie; here two cards of a deck change places by hand."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        members = list(deck(hand.table, f"{side} deck"))
        late = [c for c in members if game.next_move(c, step) is None]
        if len(late) > 1:
            one, two = members.index(late[0]), members.index(late[-1])
            members[one], members[two] = members[two], members[one]
            arrange(hand, f"{side} deck", members)
            yield hand.planted(f"two cards of the {side} deck change places")


@KINDS.notice()
def own_card_shown_and_masked(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Cards are for their owner's eyes; one is unmasked and masked again, so that both have seen it."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            hand.change(cards[0], Mask="null;")
            hand.end()
            hand.change(cards[0], Mask=f"{side};false|0")
            yield hand.planted(f"a card of the {side} hand shown and masked again")


@KINDS.notice(*CARDS)
def draw_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: a drawn card is drawn; here the draw is undone and done again."""
    for step, _, hand in moments(game, rng, "draw", "fill"):
        if any(m.step == step for m in game.moves):
            hand.do(*game.steps[step - 1])
            hand.end()
            hand.undo()
            yield hand.planted("a draw undone and done again")
