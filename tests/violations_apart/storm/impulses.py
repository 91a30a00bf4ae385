"""Storm: impulses and moves; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
    phase,
    pushes,
    replaced_move,
    without_values,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import (
    FERRIES,
    KINDS,
    MOVES,
    TURNS,
    WAYS,
    distances,
    entered,
    impulses,
    keyed_move,
    mover,
    neighbours,
    no_cards,
    number,
    own_neighbours,
    quiet,
    standing,
    standing_by_area,
)
from toolkit.vassal.table import Table


def _extra_move(game: Game, rng: random.Random, *, mine: bool, face: str) -> Iterator[Planted]:
    """One more move between two impulses: by the side that has just acted, or (not `mine`) the next
    one's spent unit.
    """
    for step, hand in impulses(game, rng):
        next_side = mover(game, step)
        side = WAYS.other(next_side) if mine else next_side
        units = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == face]
        units = [u for u in units if hand.place(u) not in FERRIES and quiet(game, u, step)]
        rng.shuffle(units)
        for unit in units:
            areas = own_neighbours(game, hand.table, unit)
            here = hand.place(unit)
            if (
                areas
                and number(game, hand.table, unit, "Movement") > 1
                and not entered(game, hand.table, here, side)
            ):
                if mine and (here == hand.value("ActFrom").lstrip("@") or hand.value("ActSide") != side):
                    continue
                area = rng.choice(areas)
                keyed_move(hand, unit, area, side)
                how = "fresh" if face == "1" else "spent"
                what = f"{hand.table.things[unit].name} ({how}) moves {here} → {area}"
                yield hand.planted(what, count=1, culprit=side)


@KINDS.offence(*TURNS)
def two_impulses_in_a_row(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程2: the sides take turns; here a side moves from another area right after its own impulse."""
    yield from _extra_move(game, rng, mine=True, face="1")


@KINDS.offence("SEED 註4", "SEED 移動5", "SEED 流程2")
def spent_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註4: a spent unit cannot be activated again this turn; here it moves."""
    yield from _extra_move(game, rng, mine=False, face="2")


def _moves(game: Game, rng: random.Random) -> Iterator[tuple[int, str, str, Table]]:
    """Yield keyed moves with one drag after them and no card about: step of the drag, unit, where to,
    the table.
    """
    for step, unit, _ in moments(game, rng, "move"):
        drag = next((m for m in game.dragged() if m.step == step + 1 and m.piece == unit), None)
        follow = any(m.step == step + 2 and m.piece == unit for m in game.dragged())
        if drag and not follow and no_cards(game, step):
            yield step + 1, unit, drag.end, game.table(step + 1)


@KINDS.offence("SEED 移動3", "SEED 移動5", "REF 3.5")
def moves_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """移動3: a unit enters at most as many areas as it has movement; here more."""
    for step, unit, _end, table in _moves(game, rng):
        side = WAYS.side(table, unit)
        start = game.place(table, unit)
        far = [a for a, d in distances(game, start).items() if d > number(game, table, unit, "Movement")]
        far = [a for a in far if not standing(game, table, a, WAYS.other(side))]
        if far:
            area = rng.choice(far)
            new = replaced_move(game.steps[step - 1], unit, game.spot(area))
            what = f"{table.things[unit].name} moves {start} → {area}"
            yield splice(game, step, [new], what, leave_out=1, culprit=side, at=(step - 1, step))


@KINDS.offence("SEED 移動3", "REF 3.5")
def pays_too_little_for_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """移動3(1)(2): leaving and entering areas with enemy units costs a point each; here three for two."""
    for step, unit, _, table in _moves(game, rng):
        side = WAYS.side(table, unit)
        start = game.place(table, unit)
        if number(game, table, unit, "Movement") != 2 or not standing(game, table, start, WAYS.other(side)):
            continue
        areas = [a for a in neighbours(game, table, unit) if standing(game, table, a, WAYS.other(side))]
        if areas:
            area = rng.choice(areas)
            new = replaced_move(game.steps[step - 1], unit, game.spot(area))
            what = f"{table.things[unit].name} (movement 2) moves from enemy to enemy, {start} → {area}"
            yield splice(game, step, [new], what, leave_out=1, culprit=side, at=(step - 1, step))
    # Nobody moves out of an enemy's area: one that stands there is moved in its side's next impulse.
    for step, hand in impulses(game, rng):
        side = mover(game, step)
        for unit in WAYS.units(game, hand.table, side):
            start = hand.place(unit)
            props = hand.props(unit)
            if props["Movement"] != "2" or props["Face_Level"] != "1" or not quiet(game, unit, step):
                continue
            if not standing(game, hand.table, start, WAYS.other(side)):
                continue
            areas = [
                a
                for a in neighbours(game, hand.table, unit)
                if standing(game, hand.table, a, WAYS.other(side))
            ]
            if areas:
                area = rng.choice(areas)
                keyed_move(hand, unit, area, side)
                what = (
                    f"{hand.table.things[unit].name} (movement 2) moves from enemy to enemy, {start} → {area}"
                )
                yield hand.planted(what, count=1, culprit=side)


@KINDS.offence("SEED 渡口2", "SEED 移動", "REF 3.12")
def moves_into_a_ferry_box(game: Game, rng: random.Random) -> Iterator[Planted]:
    """渡口2: no unit may move into a ferry box; here one does."""
    for step, unit, _, table in _moves(game, rng):
        side = WAYS.side(table, unit)
        near = [f for f in FERRIES if f in beside(game)[game.place(table, unit)]]
        if near and side == "Soviet":
            new = replaced_move(game.steps[step - 1], unit, game.spot(near[0]))
            what = f"{table.things[unit].name} moves into the ferry box {near[0]}"
            yield splice(game, step, [new], what, leave_out=1, culprit=side, at=(step - 1, step))


@KINDS.offence("SEED 渡口3", "REF 3.12", *TURNS)
def two_units_leave_the_ferry(game: Game, rng: random.Random) -> Iterator[Planted]:
    """渡口3: one unit at a time leaves a ferry box; here a second one in the same impulse."""
    for step, unit, _ in moments(game, rng, "ferry"):
        table = game.table(step)
        box = game.place(table, unit)
        drag = next((m for m in game.dragged() if m.step == step + 1 and m.piece == unit), None)
        others = [u for u in standing(game, table, box, "Soviet") if u != unit and quiet(game, u, step)]
        if drag is None or not others or not no_cards(game, step):
            continue
        hand = Hand(game, step + 2)
        if len(standing(game, hand.table, drag.end, "Soviet")) < 9:
            keyed_move(hand, others[0], drag.end, "Soviet", "ferry")
            what = f"a second unit leaves {box} in the same impulse"
            yield hand.planted(what, count=1, culprit="Soviet")


@KINDS.offence("SEED 流程2(1)", "SEED 註3", "SEED 流程2", "SEED 移動2")
def units_of_two_areas_move(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程2(1): one area's units act in an impulse; here a unit of another area moves with them."""
    for step, unit, end, table in _moves(game, rng):
        side = WAYS.side(table, unit)
        hand = Hand(game, step + 1)
        units = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "1"]
        for other in mixed(units, rng):
            here = hand.place(other)
            if (
                here in FERRIES
                or here == game.place(table, unit)
                or end not in own_neighbours(game, hand.table, other)
            ):
                continue
            if quiet(game, other, step) and not entered(game, hand.table, here, side):
                keyed_move(hand, other, end, side)
                start = game.place(table, unit)
                what = f"{hand.table.things[other].name} moves from {here} together with a unit of {start}"
                yield hand.planted(what, count=1, culprit=side)


@KINDS.offence("SEED 註3", "SEED 流程2(1)", "SEED 流程2")
def two_divisions_move_together(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註3(2): Germans act with one division and independents; here two divisions go to the same area."""
    for step, unit, end, table in _moves(game, rng):
        if WAYS.side(table, unit) != "German":
            continue
        start = game.place(table, unit)
        division = game.props(table, unit)["Division"]
        hand = Hand(game, step + 1)
        others = [u for u in standing(game, hand.table, start, "German") if quiet(game, u, step)]
        others = [u for u in others if hand.props(u)["Division"] not in ("", division)]
        others = [u for u in others if hand.props(u)["Face_Level"] == "1"]
        if others and division and len(standing(game, hand.table, end, "German")) < 9:
            keyed_move(hand, others[0], end, "German")
            what = f"{hand.table.things[others[0]].name} moves along with another division"
            yield hand.planted(what, count=1, culprit="German")


@KINDS.offence("SEED 流程2")
def soviets_begin_the_turn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程2: the Germans act first in every turn; here a Soviet unit moves before them."""
    for step, _, _state in mixed(pushes(game), rng):
        hand = Hand(game, step + 1)
        if phase(hand.table)[1] != 1:
            continue
        units = [u for u in WAYS.units(game, hand.table, "Soviet") if quiet(game, u, step)]
        units = [u for u in units if hand.props(u)["Face_Level"] == "1"]
        for unit in mixed(units, rng):
            here = hand.place(unit)
            areas = own_neighbours(game, hand.table, unit) if here not in FERRIES else []
            if (
                areas
                and not entered(game, hand.table, here, "Soviet")
                and number(game, hand.table, unit, "Movement")
            ):
                keyed_move(hand, unit, rng.choice(areas), "Soviet")
                what = f"{hand.table.things[unit].name} moves before the Germans have acted"
                yield hand.planted(what, count=1, culprit="Soviet")


@KINDS.offence("SEED 移動4", "REF 3.6", "SEED 增援2", *MOVES)
def eleven_units_in_an_area(game: Game, rng: random.Random) -> Iterator[Planted]:
    """移動4: ten units of a side in an area at most; here the Germans are dragged together until eleven
    stand there.
    """
    for step, hand in impulses(game, rng):
        units = [u for u in WAYS.units(game, hand.table, "German") if quiet(game, u, step)]
        areas = sorted(standing_by_area(game, hand.table, "German").items(), key=lambda pair: -len(pair[1]))
        area, there = areas[0]
        others = [u for u in units if u not in there]
        need = 11 - len(there)
        if 0 < need <= min(3, len(others)):
            for unit in others[:need]:
                hand.drag(unit, area, "German")
                hand.end()
            what = f"{need} units dragged to {area}, eleven stand there"
            yield hand.planted(what, culprit="German")


@KINDS.offence("SEED 移動5", "SEED 註4", "SEED 流程2")
def moves_and_stays_fresh(game: Game, rng: random.Random) -> Iterator[Planted]:
    """移動5: who has moved is spent; here the unit stays fresh."""
    for step, unit, _, table in _moves(game, rng):
        turned = any(c.step == step - 1 and c.piece == unit and c.name == "Face_Level" for c in game.changes)
        if turned and quiet(game, unit, step + 1):
            new = without_values(game.steps[step - 2], unit, game, "Face_Level")
            side = WAYS.side(table, unit)
            what = f"{table.things[unit].name} moves and stays fresh"
            yield splice(game, step - 1, [new], what, leave_out=1, culprit=side, at=range(step - 1, step + 4))
