"""Rattenkrieg: cards; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    arrange,
    deck,
    moments,
    spot_of_place,
    untouched,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from tests.violations_apart.rattenkrieg.player_turns import draw_card, put_card
from tests.violations_apart.rattenkrieg.table import (
    KINDS,
    WAYS,
    cards,
    free_place,
    short,
    standing,
    strips,
)


@KINDS.offence("10.1", "3.4", "7.5")
def card_from_the_pile_to_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.4, 10.1: hands are filled from the deck; here a card comes from the pile."""
    yield from _card_taken(game, rng, "Pile", strip=False)


@KINDS.offence("7.5", "8.9", "10.1", "3.3", "3.4", "6.1")
def lost_step_comes_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.5, 8.9: a lost step is gone; here it is taken from the hidden pile back to the unit."""
    yield from _card_taken(game, rng, "Hidden pile", strip=True)


def _card_taken(game: Game, rng: random.Random, pile: str, *, strip: bool) -> Iterator[Planted]:
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = [c for c in deck(hand.table, pile) if game.rests(c, step)]
        if not held:
            continue
        prefixes = [f"{side} hand"]
        if strip:
            prefixes = []
            for unit in WAYS.units(game, hand.table, side):
                props = hand.props(unit)
                name = short(game, props["CounterId"])
                if len(cards(game, hand.table, side, name)) < int(props["Steps"]):
                    prefixes.append(name)
        if not prefixes:
            continue
        card = rng.choice(held)
        try:
            place = free_place(game, hand.table, rng.choice(prefixes))
        except LookupError:
            continue
        draw_card(hand, card, side, place, side)
        what = f"{hand.table.things[card].name} from {pile} to {place}"
        yield hand.planted(what, culprit=side, stop=game.next_move(card, step + 1))


@KINDS.offence("10.1", "7.5", "3.4")
def extra_card_drawn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.1: cards are drawn in the replenishment phase; here one in the middle of the operations."""
    for step, _, hand in moments(game, rng, "activate"):
        left = deck(hand.table, "Deck")
        if not left or not game.rests(left[-1], step):
            continue
        side = rng.choice(WAYS.sides)
        try:
            place = free_place(game, hand.table, f"{side} hand")
        except LookupError:
            continue
        draw_card(hand, left[-1], side, place, side)
        yield hand.planted(
            "a card drawn into the hand during operations",
            culprit=side,
            stop=game.next_move(left[-1], step + 1),
        )


@KINDS.offence("9.6", "10.1", "3.3", "3.4")
def card_stolen(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.6: only the sniper takes a card from the enemy, and it goes to the pile; here it is dragged to
    the own hand.
    """
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        theirs = [c for c in cards(game, hand.table, WAYS.other(side)) if game.rests(c, step)]
        if not theirs:
            continue
        try:
            place = free_place(game, hand.table, f"{side} hand")
        except LookupError:
            continue
        hand.change(theirs[0], Mask="null;")
        draw_card(hand, theirs[0], side, place, side)
        yield hand.planted(
            f"{side} takes a card of the enemy's hand", culprit=side, stop=game.next_move(theirs[0], step + 1)
        )


@KINDS.offence("3.3", "7.5")
def hand_card_becomes_a_step(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3, 7.5: steps come from the deck; here a card of the hand is laid under a unit."""
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        for unit in WAYS.units(game, hand.table, side):
            props = hand.props(unit)
            name = short(game, props["CounterId"])
            if spare and len(cards(game, hand.table, side, name)) < int(props["Steps"]):
                hand.move(spare[0], game.spot(free_place(game, hand.table, name)), side)
                what = f"a hand card becomes a step of {hand.table.things[unit].name}"
                yield hand.planted(what, culprit=side, stop=game.next_move(spare[0], step + 1))


@KINDS.offence("3.3", "7.5")
def step_passed_to_another_unit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3: it must be known which unit holds which cards; here a step goes from one unit to another."""
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        for name, row in strips(game, hand.table, side).items():
            spare = [c for c in row if game.rests(c, step)]
            for unit in WAYS.units(game, hand.table, side):
                props = hand.props(unit)
                other = short(game, props["CounterId"])
                if (
                    spare
                    and other != name
                    and len(cards(game, hand.table, side, other)) < int(props["Steps"])
                ):
                    hand.move(spare[0], game.spot(free_place(game, hand.table, other)), side)
                    yield hand.planted(
                        f"a step passed from {name} to {other}",
                        culprit=side,
                        stop=game.next_move(spare[0], step + 1),
                    )


@KINDS.offence("10.1")
def discards_during_operations(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.1: cards are discarded in the replenishment phase; here in the operations."""
    for step, unit, hand in moments(game, rng, "activate"):
        side = WAYS.side(hand.table, unit)
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        if spare:
            put_card(hand, spare[0], "discard", side, "Pile")
            yield hand.planted(
                f"{side} discards in the operations",
                count=1,
                culprit=side,
                stop=game.next_move(spare[0], step + 1),
            )


@KINDS.offence("3.3", "3.4")
def deck_rearranged(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3, 3.4: the deck is shuffled, never arranged; here two cards deep in it change places by hand."""
    for step, _, hand in moments(game, rng, "activate"):
        members = list(deck(hand.table, "Deck"))
        late = [c for c in members if untouched(game, c, step)]
        if len(late) < 2:
            continue
        one, two = members.index(late[0]), members.index(late[1])
        members[one], members[two] = members[two], members[one]
        arrange(hand, "Deck", members)
        yield hand.planted("two cards of the deck change places")


@KINDS.offence("3.4")
def reshuffled_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.4: the piles are shuffled in when the deck is used up; here it is not.  The log ends before the
    next card moves.
    """
    for step, unit, hand in moments(game, rng, "activate"):
        piles = [c for name in ("Pile", "Hidden pile") for c in deck(hand.table, name)]
        stop = next((m.step for m in game.moves if m.step >= step and "Deck" in (m.start, m.end)), None)
        if not deck(hand.table, "Deck") or len(piles) < 4 or (stop is not None and stop < step + 10):
            continue
        desk = game.piece(hand.table, "battle-desk")
        hand.decide(desk, "reshuffle", WAYS.side(hand.table, unit))
        for card in piles:
            hand.move(card, spot_of_place(hand, "Deck"))
        members = list(deck(hand.table, "Deck"))
        rng.shuffle(members)
        arrange(hand, "Deck", members)
        yield hand.planted("the piles shuffled in while the deck lasts", count=1, stop=stop)


@KINDS.notice()
def own_card_shown_and_masked(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3: cards are for their owner's eyes; one is unmasked and masked again, so that both have seen it."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            mask = f"{side};false|0"
            hand.change(held[0], Mask="null;")
            hand.end()
            hand.change(held[0], Mask=mask)
            yield hand.planted(f"a card of the {side} hand shown and masked again")


@KINDS.notice("9.2", "9.3")
def bombardment_drawn_again(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: one card is drawn; here the draw is undone and done again (the same card comes)."""
    for step, _, hand in moments(game, rng, "bombard"):
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted("the card for the bombardment drawn, undone, drawn again")


@KINDS.notice("8.6", "8.7")
def opened_card_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.7: an opened card is seen; here the opening is undone and done again."""
    for step, _, hand in moments(game, rng, "open"):
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted("a battle card opened, undone, opened again")


@KINDS.notice("3.6")
def wrong_control_marker(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.6: control follows the units; here the marker of a held area is turned to the enemy by hand."""
    for _, _, hand in moments(game, rng, "activate"):
        markers = hand.pieces(Kind="control")
        rng.shuffle(markers)
        for marker in markers:
            props = marker.properties()
            area = game.module.manifest["areas"][props["Area"]]
            if standing(game, hand.table, area, props["Control"]):
                other = WAYS.other(props["Control"])
                hand.change(marker.id, Control=other)
                hand.set(f"Control_{props['Area']}", other)
                yield hand.planted(f"control of {area} turned to {other} by hand")


@KINDS.notice("9.6")
def sniper_dice_edited(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.6: chance names the card; here the number is changed after it came."""
    for step, _, _ in moments(game, rng, "sniper"):
        hand = Hand(game, step + 1)
        roll = hand.value("Roll")
        slot = hand.value("SnipeSlot")
        others = [
            c for c in cards(game, hand.table, "German") if hand.place(c) != slot.lstrip("@").split("/")[-1]
        ]
        if others:
            hand.set("Roll", str(int(roll) % 3 + 1))
            yield hand.planted(f"the sniper's number {roll} edited")


@KINDS.offence("9.6")
def other_card_sniped(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.6: the card that chance names goes; here the German gives up another one."""
    for step, _, hand in moments(game, rng, "give_up"):
        moved = next((m for m in game.moves if m.step == step and m.end == "Pile"), None)
        spare = [
            c
            for c in cards(game, hand.table, "German")
            if moved and c != moved.piece and game.rests(c, step, 4)
        ]
        if moved and spare:
            number = str(int(hand.value("Step")) + 1)
            desk = game.piece(hand.table, "battle-desk")
            hand.decide(desk, "give_up", "German")
            hand.change(spare[0], Act="sniped", Seq=number, By="German", Mask="null;")
            hand.move(spare[0], spot_of_place(hand, "Pile"))
            yield hand.planted(
                "another card than the sniper's goes",
                leave_out=1,
                culprit="German",
                at=(step - 1, step),
                stop=game.next_move(spare[0], step + 1),
            )
