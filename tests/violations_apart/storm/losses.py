"""Storm: losses; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
    next_step,
    replaced_move,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import (
    FERRIES,
    KINDS,
    LOSSES,
    WAYS,
    counted,
    distances,
    entered,
    held,
    neighbours,
    no_cards,
    own_neighbours,
    quiet,
    standing,
    touched,
)
from toolkit.vassal.table import Table


def losses(game: Game, rng: random.Random, *acts: str) -> Iterator[tuple[int, str, Hand]]:
    """Yield the answers to a fire: step, unit, a hand before."""
    for step, unit, hand in moments(game, rng, *acts):
        if counted(game, step) == 1:
            yield step, unit, hand


def _end_of_fire(game: Game, step: int) -> int:
    """Return the first step that belongs to something else than losses."""
    return next(
        (
            s
            for s, _, a in game.acts()
            if s >= step and not a.startswith("loss_") and a not in ("lost", "play")
        ),
        step,
    )


@KINDS.offence(*LOSSES)
def points_not_spent(game: Game, rng: random.Random) -> Iterator[Planted]:
    """損傷3: points are void only when no unit is left for them; here the last answer is left out."""
    for step, unit, hand in losses(game, rng, "loss_spend"):
        if _end_of_fire(game, step + 1) != step + 1 or not no_cards(game, step):
            continue
        end = next_step(game, step + 1, "move", "fire", "pass", "play", "ferry", "end_phase") or step + 1
        side = WAYS.side(hand.table, unit)
        what = f"{hand.table.things[unit].name} takes no loss, a point stays unspent"
        yield splice(game, step, [], what, leave_out=1, count=-1, at=range(step - 1, end + 1), culprit=side)


@KINDS.offence(*LOSSES)
def one_loss_too_many(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊4, 損傷: as many points as attack exceeds defence; here one more unit is spent with none left."""
    for step, unit, _ in losses(game, rng, "loss_spend", "loss_eliminate"):
        hand = Hand(game, step + 1)
        if hand.value("Left") != "0" or _end_of_fire(game, step + 1) != step + 1 or not no_cards(game, step):
            continue
        side = WAYS.side(hand.table, unit)
        area = hand.value("FireTarget").lstrip("@")
        fresh = [u for u in standing(game, hand.table, area, side) if hand.props(u)["Face_Level"] == "1"]
        fresh = [u for u in fresh if (touched(game, u, step + 1) or 10**6) > step + 5]
        if fresh:
            hand.decide(fresh[0], "loss_spend", side, Cost="1", LossIn=hand.value("FireNo"), Face_Level="2")
            hand.set("Left", "-1")
            what = f"{hand.table.things[fresh[0]].name} takes a loss with no points left"
            stop = touched(game, fresh[0], step + 1)
            yield hand.planted(what, count=1, culprit=side, stop=stop)


@KINDS.offence(*LOSSES)
def fresh_unit_dies_for_two(game: Game, rng: random.Random) -> Iterator[Planted]:
    """損傷2: a fresh unit dies for three points; here for two, in place of being driven back."""
    found = sorted(losses(game, rng, "loss_drive"), key=lambda f: game.moves_after(f[1], f[0] + 1))
    for step, unit, hand in found:
        drag = next((m for m in game.dragged() if m.step == step + 1 and m.piece == unit), None)
        later = any(m.piece == unit and m.step == step + 2 for m in game.moves)
        if drag is None or later or hand.value("Left") != "2":
            continue  # with a third point left it may die
        side = WAYS.side(hand.table, unit)
        hand.decide(unit, "loss_eliminate", side, Cost="2", LossIn=hand.value("FireNo"))
        hand.move(unit, game.spot(WAYS.losses[side]))
        hand.set("Left", str(int(hand.value("Left")) - 2))
        what = f"fresh {hand.table.things[unit].name} eliminated for two points"
        stop = game.next_move(unit, step + 2)
        yield splice(game, step, hand.done(), what, leave_out=2, culprit=side, stop=stop)


@KINDS.offence(*LOSSES)
def fresh_unit_retreats_for_one(game: Game, rng: random.Random) -> Iterator[Planted]:
    """損傷2: for one point a fresh unit is spent; here it retreats and stays fresh."""
    for step, unit, hand in losses(game, rng, "loss_spend"):
        side = WAYS.side(hand.table, unit)
        areas = own_neighbours(game, hand.table, unit)
        if areas and quiet(game, unit, step + 1):
            hand.decide(unit, "loss_retreat", side, Cost="1", LossIn=hand.value("FireNo"))
            hand.set("Left", str(int(hand.value("Left")) - 1))
            hand.end()
            hand.drag(unit, areas[0], side)
            what = f"fresh {hand.table.things[unit].name} retreats for one point"
            stop = game.next_move(unit, step + 1)
            yield hand.planted(what, leave_out=1, culprit=side, stop=stop)


@KINDS.offence("SEED 損傷1", "SEED 損傷", "REF 3.8", "SEED 流程2")
def attacker_allots(game: Game, rng: random.Random) -> Iterator[Planted]:
    """損傷1: the side fired on allots its losses; here the firing side presses the key."""
    for step, unit, hand in losses(game, rng, "loss_spend"):
        side = WAYS.side(hand.table, unit)
        if hand.value("Allots") or not no_cards(game, step):
            continue
        by = WAYS.other(side)
        hand.decide(unit, "loss_spend", by, Cost="1", LossIn=hand.value("FireNo"), Face_Level="2")
        hand.set("Left", str(int(hand.value("Left")) - 1))
        what = f"the {by} player allots a loss to {hand.table.things[unit].name}"
        yield hand.planted(what, leave_out=1, culprit=by)


@KINDS.offence(*LOSSES, "SEED 攻擊")
def loss_taken_elsewhere(game: Game, rng: random.Random) -> Iterator[Planted]:
    """損傷1: the units fired on take the losses; here one in another area is spent."""
    for step, unit, hand in losses(game, rng, "loss_spend"):
        side = WAYS.side(hand.table, unit)
        area = hand.value("FireTarget").lstrip("@")
        others = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "1"]
        others = [u for u in others if hand.place(u) != area and quiet(game, u, step)]
        others = [u for u in others if hand.place(u) not in FERRIES]
        if others:
            other = rng.choice(others)
            hand.decide(other, "loss_spend", side, Cost="1", LossIn=hand.value("FireNo"), Face_Level="2")
            hand.set("Left", str(int(hand.value("Left")) - 1))
            what = f"{hand.table.things[other].name} in {hand.place(other)} takes the loss of {area}"
            yield hand.planted(what, leave_out=1, culprit=side)


def retreats(game: Game, rng: random.Random) -> Iterator[tuple[int, str, str, Table]]:
    """Yield retreats of one drag: step of the drag, unit, where to, the table before it."""
    for step, unit, _ in losses(game, rng, "loss_retreat", "loss_drive"):
        drag = next((m for m in game.dragged() if m.step == step + 1 and m.piece == unit), None)
        more = any(m.step == step + 2 and m.piece == unit for m in game.moves)
        if drag is not None and not more:
            yield step + 1, unit, drag.end, game.table(step + 1)


def _retreat_to(game: Game, step: int, unit: str, table: Table, area: str, *, what: str) -> Iterator[Planted]:
    new = replaced_move(game.steps[step - 1], unit, game.spot(area))
    side = WAYS.side(table, unit)
    yield splice(game, step, [new], what, leave_out=1, culprit=side, at=(step - 1, step))


@KINDS.offence("SEED 撤退", "REF 3.9", "SEED 損傷2")
def retreats_among_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """撤退1: a retreat goes where own control is or no enemy; here to enemies in an area that they
    control.
    """
    for step, unit, _, table in retreats(game, rng):
        side = WAYS.side(table, unit)
        areas = [a for a in neighbours(game, table, unit) if standing(game, table, a, WAYS.other(side))]
        areas = [a for a in areas if held(game, table).get(a) != side]
        if areas:
            area = rng.choice(areas)
            yield from _retreat_to(
                game,
                step,
                unit,
                table,
                area,
                what=f"{table.things[unit].name} retreats among the enemy in {area}",
            )


@KINDS.offence("SEED 撤退", "REF 3.9", "SEED 損傷2")
def retreats_two_areas(game: Game, rng: random.Random) -> Iterator[Planted]:
    """撤退1: a retreat goes to an area beside; here two areas away, though those beside are not full."""
    for step, unit, _, table in retreats(game, rng):
        side = WAYS.side(table, unit)
        far = [a for a, d in distances(game, game.place(table, unit)).items() if d >= 2]
        far = [a for a in far if not entered(game, table, a, side)]
        room = all(len(standing(game, table, a, side)) < 9 for a in neighbours(game, table, unit))
        if far and room:
            area = rng.choice(far)
            yield from _retreat_to(
                game, step, unit, table, area, what=f"{table.things[unit].name} retreats as far as {area}"
            )


@KINDS.offence("SEED 渡口2", "SEED 撤退", "REF 3.9", "REF 3.12", "SEED 損傷2")
def retreats_into_a_ferry_box(game: Game, rng: random.Random) -> Iterator[Planted]:
    """渡口2: no unit retreats into a ferry box; here one does."""
    for step, unit, _, table in retreats(game, rng):
        boxes = [f for f in sorted(FERRIES) if f in beside(game)[game.place(table, unit)]]
        if WAYS.side(table, unit) == "Soviet" and boxes:
            yield from _retreat_to(
                game, step, unit, table, boxes[0], what=f"{table.things[unit].name} retreats into {boxes[0]}"
            )


@KINDS.offence("SEED 撤退1", "SEED 撤退", "REF 3.9")
def retreats_to_contested_though_free_is_there(game: Game, rng: random.Random) -> Iterator[Planted]:
    """撤退1: areas without enemies come first; here the unit goes to an own area with enemies in it."""
    for step, unit, _, table in retreats(game, rng):
        side = WAYS.side(table, unit)
        mine = [a for a in neighbours(game, table, unit) if held(game, table).get(a) == side]
        contested = [a for a in mine if standing(game, table, a, WAYS.other(side))]
        if contested and own_neighbours(game, table, unit):
            area = contested[0]
            yield from _retreat_to(
                game, step, unit, table, area, what=f"{table.things[unit].name} retreats to contested {area}"
            )


@KINDS.offence(*LOSSES)
def retreat_without_going(game: Game, rng: random.Random) -> Iterator[Planted]:
    """損傷2: for the point the unit leaves its area; here the key is pressed and it stays."""
    for step, unit, _, table in retreats(game, rng):
        end = next_step(game, step + 1, "move", "fire", "pass", "play", "ferry", "end_phase", "close") or step
        side = WAYS.side(table, unit)
        what = f"{table.things[unit].name} says that it retreats and stays"
        stop = game.next_move(unit, step + 1)
        if stop is not None and stop <= end:
            continue
        yield splice(game, step, [], what, leave_out=1, culprit=side, at=range(step - 1, end + 1), stop=stop)
