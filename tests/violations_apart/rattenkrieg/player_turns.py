"""Rattenkrieg: player turns and movement; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    deck,
    moments,
    next_step,
    replaced_move,
    spot_of_place,
    untouched,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved
from tests.violations_apart.rattenkrieg.table import (
    KINDS,
    REAR,
    WAYS,
    acting,
    cards,
    control,
    drags,
    free_place,
    short,
    side_to_move,
    standing,
)
from toolkit.vassal.table import Table


def _idle(game: Game, hand: Hand, side: str, face: str, step: int) -> list[str]:
    """Return the units of a side that are not active, by face, those that move least afterwards first."""
    active = acting(hand.table)
    found = []
    for unit in WAYS.units(game, hand.table, side):
        props = hand.props(unit)
        if props["Unit"] != active and props["Face_Level"] == face and props["CounterId"] != "t34":
            found.append(unit)
    return sorted(found, key=lambda u: game.moves_after(u, step))


def own_areas(game: Game, table: Table, side: str) -> list[str]:
    return [area for area, who in control(game, table).items() if who == side]


def _idle_drag(game: Game, rng: random.Random, face: str) -> Iterator[Planted]:
    for step, _, hand in moments(game, rng, "end"):
        side = side_to_move(game, step)
        units = _idle(game, hand, side, face, step) if side else []
        units = [u for u in units if hand.props(u)["Isolated"] == "0"]
        areas = own_areas(game, hand.table, side) if side else []
        for unit in units[:3]:
            here = hand.place(unit)
            there = [a for a in areas if a != here and a in beside(game)[here]]
            if there:
                area = rng.choice(there)
                hand.drag(unit, area, side)
                what = f"{hand.table.things[unit].name} moves {here} → {area} while another unit is active"
                yield hand.planted(what, culprit=side)


@KINDS.offence("7.1", "7.4", "5.0")
def second_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1: one unit acts in a player turn; here a second one moves too."""
    yield from _idle_drag(game, rng, "1")


@KINDS.offence("7.4", "7.1", "5.0")
def face_down_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.4: a unit that is turned over has finished for the turn; here it moves on."""
    yield from _idle_drag(game, rng, "2")


@KINDS.offence("5.0", "7.1")
def moves_in_the_enemys_turn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0, 7.1: a player acts in his own player turn; here his unit moves in the other's."""
    for step, _, hand in moments(game, rng, "end"):
        side = side_to_move(game, step)
        if not side:
            continue
        mine = WAYS.other(side)
        for unit in _idle(game, hand, mine, "1", step)[:3]:
            here = hand.place(unit)
            there = [a for a in own_areas(game, hand.table, mine) if a != here and a in beside(game)[here]]
            if there and hand.props(unit)["Isolated"] == "0":
                hand.drag(unit, rng.choice(there), mine)
                what = f"{hand.table.things[unit].name} moves in the {side} player turn"
                yield hand.planted(what, culprit=mine)


def friendly_move(game: Game, rng: random.Random) -> Iterator[tuple[Moved, Table, str]]:
    """Yield a drag within own areas that ends its unit's activation: the next step is its `end`."""
    for drag in drags(game, rng):
        after = game.decision(drag.step + 1)
        if after != (drag.piece, "end") or not drag.by:
            continue
        table = game.table(drag.step)
        if control(game, table).get(drag.end) == drag.by == WAYS.side(table, drag.piece):
            yield drag, table, str(drag.by)


@KINDS.offence("3.5")
def enters_the_enemys_rear(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.5: nobody may enter the enemy's rear."""
    for drag, table, side in friendly_move(game, rng):
        spot = game.spot(REAR[WAYS.other(side)])
        step = replaced_move(game.steps[drag.step - 1], drag.piece, spot)
        what = f"{table.things[drag.piece].name} ends in the enemy's rear"
        yield splice(game, drag.step, [step], what, leave_out=1, culprit=side)


@KINDS.offence("8.1", "7.3")
def enters_the_enemy_without_battle(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.1, 7.3: who enters an enemy area with enemies in it must fight; here the unit just ends there."""
    for drag, table, side in friendly_move(game, rng):
        held = control(game, table)
        for area in mixed(sorted(beside(game)[drag.start]), rng):
            enemies = standing(game, table, area, WAYS.other(side))
            if held.get(area) == WAYS.other(side) and area not in REAR.values() and enemies:
                step = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(area))
                what = (
                    f"{table.things[drag.piece].name} enters {area} among enemies and ends without a battle"
                )
                at = (drag.step, drag.step + 1)
                yield splice(game, drag.step, [step], what, leave_out=1, culprit=side, at=at)


@KINDS.offence("7.3", "7.2")
def leaps_to_a_far_enemy_area(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.3: an enemy area can be entered only from beside it; here nothing own is beside it."""
    for drag, table, side in friendly_move(game, rng):
        held = control(game, table)
        for area, who in held.items():
            near = beside(game)[area]
            if who == side or area in REAR.values() or area == drag.start or drag.start in near:
                continue
            if not any(held.get(n) == side for n in near):
                step = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(area))
                what = f"{table.things[drag.piece].name} leaps from {drag.start} to {area}"
                at = (drag.step, drag.step + 1)
                yield splice(game, drag.step, [step], what, leave_out=1, culprit=side, at=at)


@KINDS.offence("7.3")
def enters_without_paying(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.3: an empty enemy area costs a card or a step; here none is paid."""
    for step, card, _hand in moments(game, rng, "pay"):
        side = holder(game, step, card)
        before = [m.step for m in drags(game, rng) if step - 3 < m.step < step]
        if not before:
            continue
        at = (*range(min(before), step + 1),)
        yield splice(
            game, step, [], f"{side} enters and does not pay", leave_out=1, count=-1, culprit=side, at=at
        )


@KINDS.offence("7.3", "10.1")
def pays_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.3: one card pays for entering; a second one on the pile has no reason."""
    for step, card, hand in moments(game, rng, "pay"):
        side = holder(game, step, card)
        hand = Hand(game, step + 1)
        spare = [c for c in cards(game, hand.table, side) if c != card and game.rests(c, step)]
        if spare:
            put_card(hand, spare[0], "pay", side, "Pile")
            end = next_step(game, step + 1, "end", "pass", "activate", "attack") or step + 1
            at = range(step + 1, end + 2)
            stop = game.next_move(spare[0], step + 1)
            yield hand.planted("a second card is paid", count=1, culprit=side, at=at, stop=stop)


def holder(game: Game, step: int, card: str) -> str:
    """Return who lays a card in a step: what lies in a hand says nobody's name until then."""
    return Hand(game, step + 1).table.things[card].properties()["By"]


def put_card(hand: Hand, card: str, act: str, by: str, place: str) -> None:
    """A card act: the decision, unmasked for piles, and its way."""
    values = {"Mask": "null;"} if place in ("Pile", "Hidden pile", "Event") else {}
    hand.decide(card, act, by, **values)
    hand.move(card, spot_of_place(hand, place))


@KINDS.offence("5.0", "7.1")
def two_player_turns_in_a_row(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: player turns alternate; here a side activates a second unit as soon as the first has ended."""
    for step, piece, _ in moments(game, rng, "end"):
        hand = Hand(game, step + 1)
        side = WAYS.side(hand.table, piece)
        for unit in _idle(game, hand, side, "1", step):
            flips = next_step(game, step, "flip_up") or len(game.steps)
            if any(p == unit and step < s < flips for s, p, _ in game.acts("activate", "pass", "replenish")):
                continue
            hand.decide(unit, "activate", side)
            hand.set("Active", hand.props(unit)["Unit"])
            hand.end()
            hand.decide(unit, "end", side, Face_Level="2")
            hand.set("Active", "")
            what = f"{hand.table.things[unit].name} acts in a second player turn in a row"
            yield hand.planted(what, count=2, culprit=side)


@KINDS.offence("8.10", "7.1", "8.3")
def isolated_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.10: an isolated unit cannot move."""
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        isolated = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Isolated"] == "1"]
        for unit in isolated:
            side = WAYS.side(hand.table, unit)
            here = hand.place(unit)
            own = [a for a in beside(game)[here] if control(game, hand.table).get(a) == side]
            own = [a for a in own if a not in REAR.values()]
            if own and untouched(game, unit, step):
                hand.drag(unit, rng.choice(sorted(own)), side)
                what = f"isolated {hand.table.things[unit].name} walks out of {here}"
                yield hand.planted(what, culprit=side)


@KINDS.offence("7.4", "10.3", "9.8")
def turned_up_by_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.4, 10.3: a unit stays turned over until the replenishment phase; here it is turned up by hand."""
    for _, _, hand in moments(game, rng, "activate"):
        down = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Face_Level"] == "2"]
        if down:
            unit = rng.choice(down)
            hand.change(unit, Face_Level="1")
            yield hand.planted(f"{hand.table.things[unit].name} turned up by hand")


@KINDS.offence("9.8", "7.4")
def ready_without_chuikov(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.8: only General Chuikov's card turns a unit up early; here the key is pressed without the card."""
    for step, _, hand in moments(game, rng, "activate"):
        side = "Soviet"
        if WAYS.side(hand.table, game.decision(step)[0]) != side:  # type: ignore[index]
            continue
        last = [a for s, _, a in game.acts() if s < step][-1:]
        down = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "2"]
        if down and last != ["event_ready"]:
            unit = rng.choice(down)
            hand.decide(unit, "ready", side, Face_Level="1")
            what = f"{hand.table.things[unit].name} made ready without Chuikov's card"
            yield hand.planted(what, count=1, culprit=side)


@KINDS.offence("7.5")
def replenishes_two_steps(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.5: one step comes back at a time; here the unit takes a second card."""
    for step, unit, _ in moments(game, rng, "replenish"):
        hand = Hand(game, step + 1)
        cards_left = deck(hand.table, "Deck")
        side = WAYS.side(hand.table, unit)
        strip = short(game, hand.props(unit)["CounterId"])
        size = int(hand.props(unit)["Steps"])
        if cards_left and len(cards(game, hand.table, side, strip)) < size:
            if not game.rests(cards_left[-1], step + 1):
                continue
            draw_card(hand, cards_left[-1], side, free_place(game, hand.table, strip), side)
            what = f"{hand.table.things[unit].name} draws a second step"
            yield hand.planted(what, culprit=side, stop=game.next_move(cards_left[-1], step + 1 + 1))


def draw_card(hand: Hand, card: str, side: str, place: str, by: str | None) -> None:
    """A card drawn by hand: moved, then masked by the engine for who drew it; the module sets its owner."""
    hand.change(card, Owner=side)
    hand.move(card, hand.game.spot(place), by)
    hand.change(card, Mask=f"{side};false|0")


@KINDS.offence("7.5")
def replenishes_away_from_the_rear(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.5: only a unit in its own rear is replenished; here one at the front is, instead of passing."""
    for step, unit, hand in moments(game, rng, "pass", "end"):
        if hand.props(unit)["Kind"] != "unit":
            continue
        props = hand.props(unit)
        side = props["Side"]
        began = [s for s, p, a in game.acts("activate") if p == unit and s < step]
        plain = (
            props["Face_Level"] == "1" and props["Isolated"] == "0" and hand.place(unit) not in REAR.values()
        )
        if game.decision(step) != (unit, "pass") and (not began or began[-1] != step - 1):
            continue
        left = deck(hand.table, "Deck")
        strip = short(game, props["CounterId"])
        if plain and left and game.rests(left[-1], step):
            if len(cards(game, hand.table, side, strip)) >= int(props["Steps"]):
                continue
            hand.decide(unit, "replenish", side, Face_Level="2")
            draw_card(hand, left[-1], side, free_place(game, hand.table, strip), None)
            hand.set("Active", "")
            what = f"{hand.table.things[unit].name} replenished in {hand.place(unit)}"
            yield hand.planted(what, leave_out=1, culprit=side, stop=game.next_move(left[-1], step + 1))
