"""Rattenkrieg: battle; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
    next_step,
    phase,
    replaced_move,
    without_values,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved
from tests.violations_apart.rattenkrieg.player_turns import holder, put_card
from tests.violations_apart.rattenkrieg.table import (
    KINDS,
    REAR,
    WAYS,
    cards,
    control,
    free_place,
    standing,
    strips,
    unit_of,
)


@KINDS.offence("8.2")
def attacker_names_the_defender(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.2: the defending player chooses who fights; here the attacker's player presses the key."""
    for step, unit, hand in moments(game, rng, "defend"):
        side = WAYS.side(hand.table, unit)
        here = hand.place(unit)
        if len(standing(game, hand.table, here, side)) < 2:
            continue
        attacker = WAYS.other(side)
        new = Hand(game, step)
        new.decide(unit, "defend", attacker)
        new.set("Defender", hand.props(unit)["Unit"])
        what = f"the {attacker} player names {hand.table.things[unit].name} as defender"
        yield new.planted(what, leave_out=1, culprit=attacker)


@KINDS.offence("8.2")
def defender_changed_in_battle(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.2: who fights cannot be changed during a battle; here another defender is named after a card lies."""
    for step, card, _ in moments(game, rng, "play"):
        hand = Hand(game, step + 1)
        defender = unit_of(game, hand.table, hand.value("Defender"))
        if defender is None or not hand.place(card).startswith(("A", "D")):
            continue
        side = WAYS.side(hand.table, defender)
        here = hand.place(defender)
        others = [u for u in standing(game, hand.table, here, side) if u != defender]
        others = [u for u in others if hand.props(u)["CounterId"] != "t34"]
        after = game.decision(step + 1)
        if others and after and after[1] in ("play", "take_loss", "stand"):
            unit = rng.choice(others)
            hand.decide(unit, "defend", side)
            hand.set("Defender", hand.props(unit)["Unit"])
            what = (
                f"{hand.table.things[unit].name} takes over the battle of {hand.table.things[defender].name}"
            )
            yield hand.planted(what, count=1, culprit=side)


@KINDS.offence("8.4", "8.6")
def two_cards_at_once(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.4, 8.6: one card is declared, more only after the defender has answered; here the attacker lays
    two.
    """
    for step, card, _ in moments(game, rng, "play"):
        hand = Hand(game, step + 1)
        if hand.place(card) != "A1" or _chuikov(hand):
            continue
        side = hand.value("AttackerSide")
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        clear = next_step(game, step, "clear")
        if (
            spare
            and clear
            and not any(a == "play" and step < s < clear for s, _, a in _row(game, "A", step, clear))
        ):
            hand.decide(spare[0], "play", side)
            hand.move(spare[0], game.spot("A2"))
            hand.end()
            yield hand.planted(
                "the attacker lays a second card at once",
                count=1,
                culprit=side,
                stop=game.next_move(spare[0], step + 1 + 1),
            )


def _chuikov(hand: Hand) -> bool:
    return hand.value("Chuikov") != "0"


def _row(game: Game, row: str, start: int, end: int) -> list[tuple[int, str, str]]:
    return [
        (m.step, m.piece, "play")
        for m in game.moves
        if start < m.step < end and m.end.startswith(row) and len(m.end) == 2
    ]


@KINDS.offence("8.6", "8.7", "10.1", "3.4")
def battle_card_goes_back_to_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.6: what was played is lost; here an opened card goes back to its owner's hand instead of to the
    pile.
    """
    for move in mixed(
        [m for m in game.moves if m.end == "Pile" and m.start[:1] in "AD" and len(m.start) == 2], rng
    ):
        hand = Hand(game, move.step)
        side = hand.table.things[move.piece].properties()["Owner"]
        if not game.rests(move.piece, move.step + 1):
            continue
        try:
            place = free_place(game, hand.table, f"{side} hand")
        except LookupError:
            continue
        hand.do(*game.steps[move.step - 1])
        spot = game.spot(place)
        hand2 = Hand(game, move.step + 1)
        hand2.move(move.piece, spot, side)
        hand2.change(move.piece, Mask=f"{side};false|0")
        yield hand2.planted(
            "a card of the battle goes from the pile to the hand",
            culprit=side,
            stop=game.next_move(move.piece, move.step + 1 + 1),
        )


@KINDS.offence("8.9", "8.3", "8.7")
def loser_suffers_nothing(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: who loses a battle retreats or loses a step; here nothing happens."""
    for step, card, _hand in moments(game, rng, "lose"):
        before = game.decision(step - 1)
        if before is None or before[1] not in ("open", "take_loss"):
            continue
        side = holder(game, step, card)
        end = next_step(game, step + 1, "attack", "end", "activate", "event", "retreat", "pass") or step + 1
        what = f"the {side} side loses no step after its defeat"
        yield splice(game, step, [], what, leave_out=1, count=-1, culprit=None, at=range(step - 1, end + 1))


@KINDS.offence("8.9")
def loses_a_card_of_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: the loss is one of the unit's own steps; here a card of the hand goes."""
    for step, card, hand in moments(game, rng, "lose"):
        side = holder(game, step, card)
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        if spare and "hand" not in hand.place(card):
            put_card(hand, spare[0], "lose", side, "Hidden pile")
            what = "a card of the hand is lost in place of a step"
            yield hand.planted(what, leave_out=1, culprit=side, stop=game.next_move(spare[0], step + 1))


@KINDS.offence("8.9")
def loses_a_step_of_another_unit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: the unit that fought loses a step; here another unit's step goes."""
    for step, card, hand in moments(game, rng, "lose"):
        side = holder(game, step, card)
        mine = hand.place(card).rsplit("-", 1)[0]
        others = [c for strip, row in strips(game, hand.table, side).items() if strip != mine for c in row]
        others = [c for c in others if game.rests(c, step)]
        if others:
            lost = rng.choice(others)
            put_card(hand, lost, "lose", side, "Hidden pile")
            what = "another unit's step is lost"
            yield hand.planted(what, leave_out=1, culprit=side, stop=game.next_move(lost, step + 1))


def _retreats(game: Game, rng: random.Random) -> Iterator[tuple[int, Moved, Hand]]:
    """Yield retreats: the key's step and the drag after it."""
    for step, unit, _ in moments(game, rng, "retreat"):
        drag = next((m for m in game.dragged() if m.step == step + 1 and m.piece == unit), None)
        if drag is not None:
            yield step, drag, Hand(game, step + 1)


@KINDS.offence("8.9", "8.10", "8.11")
def retreats_among_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a retreat ends in an own area beside; here in an enemy one."""
    for step, drag, hand in _retreats(game, rng):
        side = WAYS.side(hand.table, drag.piece)
        held = control(game, hand.table)
        wrong = [
            a for a in beside(game)[drag.start] if held.get(a) == WAYS.other(side) and a not in REAR.values()
        ]
        wrong = [a for a in wrong if standing(game, hand.table, a, WAYS.other(side))]
        if wrong:
            area = rng.choice(sorted(wrong))
            new = replaced_move(game.steps[step], drag.piece, game.spot(area))
            what = f"{hand.table.things[drag.piece].name} retreats to {area}, which the enemy holds"
            yield splice(game, step + 1, [new], what, leave_out=1, culprit=side, at=(step, step + 1))


@KINDS.offence("8.9", "8.10", "8.11")
def retreats_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a retreat goes to an area beside; here two or more areas away."""
    for step, drag, hand in _retreats(game, rng):
        side = WAYS.side(hand.table, drag.piece)
        held = control(game, hand.table)
        far = [a for a, who in held.items() if who == side and a not in beside(game)[drag.start]]
        far = [a for a in far if a not in (drag.start, *REAR.values())]
        if far:
            area = rng.choice(sorted(far))
            new = replaced_move(game.steps[step], drag.piece, game.spot(area))
            what = f"{hand.table.things[drag.piece].name} retreats from {drag.start} to {area}"
            yield splice(game, step + 1, [new], what, leave_out=1, culprit=side, at=(step, step + 1))


@KINDS.offence("8.9")
def soviets_retreat_to_their_rear(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: Soviet units never retreat to their rear."""
    for step, drag, hand in _retreats(game, rng):
        if WAYS.side(hand.table, drag.piece) == "Soviet":
            new = replaced_move(game.steps[step], drag.piece, game.spot(REAR["Soviet"]))
            what = f"{hand.table.things[drag.piece].name} retreats to the Soviet rear"
            yield splice(game, step + 1, [new], what, leave_out=1, culprit="Soviet", at=(step, step + 1))


@KINDS.offence("8.9", "8.10", "8.11")
def retreats_and_stays_ready(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: who retreats is turned over; here the unit stays face up."""
    for step, unit, _ in moments(game, rng, "retreat"):
        if game.props(game.last, unit)["CounterId"] == "t34":
            continue
        if any(c.step == step and c.piece == unit and c.name == "Face_Level" for c in game.changes):
            new = without_values(game.steps[step - 1], unit, game, "Face_Level")
            side = game.props(game.last, unit)["Side"]
            what = f"{game.last.things[unit].name} retreats and stays face up"
            yield splice(game, step, [new], what, leave_out=1, at=(step, step + 1, step + 2), culprit=side)


@KINDS.offence("8.9", "8.11", "8.10")
def retreat_without_going(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a retreat leaves the area; here the key is pressed and the unit stays."""
    for step, drag, hand in _retreats(game, rng):
        side = WAYS.side(hand.table, drag.piece)
        end = next_step(game, step + 2, "clear", "activate", "end", "pass", "attack") or step + 2
        what = f"{hand.table.things[drag.piece].name} says that it retreats and stays in {drag.start}"
        yield splice(game, step + 1, [], what, leave_out=1, culprit=side, at=range(step, end + 1))


@KINDS.offence("8.9", "8.11", "8.10")
def removed_though_it_could_retreat(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a unit is removed only without a way out and without steps; here it could retreat."""
    found = sorted(_retreats(game, rng), key=lambda r: game.moves_after(r[1].piece, r[0] + 1))
    for step, drag, _ in found[:4]:
        hand = Hand(game, step)
        side = WAYS.side(hand.table, drag.piece)
        hand.decide(drag.piece, "remove", side)
        hand.move(drag.piece, game.spot(WAYS.losses[side]))
        what = f"{hand.table.things[drag.piece].name} removed, though it could retreat to {drag.end}"
        yield hand.planted(what, leave_out=2, culprit=side)


@KINDS.offence("8.12", "8.9")
def far_t34_takes_the_loss(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.12: the T-34 may go in place of a loss only where it takes part; here it is elsewhere."""
    for step, card, hand in moments(game, rng, "lose"):
        tank = game.piece(hand.table, "t34")
        side = holder(game, step, card)
        place = hand.place(tank)
        area = hand.value("BattleArea").lstrip("@")
        if side == "Soviet" and place in beside(game) and place != area and game.rests(tank, step):
            hand.decide(tank, "t34_out", "Soviet", GoneTurn=hand.value("Turn") or str(phase(hand.table)[0]))
            hand.move(tank, game.spot(WAYS.losses["Soviet"]))
            yield hand.planted(
                f"the T-34 in {place} is removed for a loss in {area}", leave_out=1, culprit="Soviet"
            )


@KINDS.offence("6.3", "5.0")
def t34_returns_at_once(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.3: the T-34 comes back in the next turn; here in the turn in which it was lost."""
    for step, tank, _ in moments(game, rng, "t34_out"):
        hand = Hand(game, step + 1)
        later = next_step(game, step + 1, "activate")
        if later is None or later > step + 15:
            continue
        hand = Hand(game, later)
        hand.decide(tank, "return", "Soviet", Face_Level="1")
        hand.move(tank, game.spot("Tractor Factory"))
        yield hand.planted("the T-34 returns in the turn of its loss", count=1, culprit="Soviet")


@KINDS.offence("8.10")
def isolated_without_need(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.10: others are isolated when the fighting defender has gone; here it only lost a step."""
    for step, card, hand in moments(game, rng, "lose"):
        defender = unit_of(game, hand.table, hand.value("Defender"))
        if defender is None or holder(game, step, card) != WAYS.side(hand.table, defender):
            continue
        side = WAYS.side(hand.table, defender)
        if hand.value("AttackerSide") == side or game.decision(step - 1) is None:
            continue
        here = hand.place(defender)
        others = [u for u in standing(game, hand.table, here, side) if u != defender]
        others = [u for u in others if hand.props(u)["Isolated"] == "0"]
        if others:
            hand = Hand(game, step + 1)
            hand.decide(others[0], "isolate", side, Isolated="1")
            what = f"{hand.table.things[others[0]].name} isolated though the defender is still there"
            yield hand.planted(what, count=1, culprit=side)


@KINDS.notice("8.10")
def freed_among_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.10: isolation ends when the area is own again; here the mark goes while the enemy holds it
    (marks follow the game: a notice).
    """
    for step, unit, _ in moments(game, rng, "isolate"):
        later = next_step(game, step + 1, "activate")
        if later is None or later > step + 20:
            continue
        hand = Hand(game, later)
        here = hand.place(unit)
        props = hand.props(unit)
        if props["Isolated"] == "1" and standing(game, hand.table, here, WAYS.other(props["Side"])):
            hand.decide(unit, "free", props["Side"], Isolated="0")
            what = f"{hand.table.things[unit].name} freed in {here} among enemies"
            yield hand.planted(what, count=1, culprit=props["Side"])
