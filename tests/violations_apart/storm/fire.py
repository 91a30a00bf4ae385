"""Storm: fire; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
    next_step,
    without_values,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import FERRIES, KINDS, WAYS, distances, no_cards, quiet, standing
from toolkit.vassal.commands import ChangeProperty, MovePiece


def fires(game: Game, rng: random.Random) -> Iterator[tuple[int, int, Hand]]:
    """Yield fires by units: step of the declaration, of the roll, a hand before the declaration; no
    cards about.
    """
    for step, _marker, _ in moments(game, rng, "declare"):
        roll = next_step(game, step, "roll")
        hand = Hand(game, step)
        if roll == step + 1 and hand.value("FireFrom") and no_cards(game, step):
            yield step, roll, hand


def firers(game: Game, hand: Hand) -> list[str]:
    """Return the units that are marked as firers."""
    return [u for u in WAYS.units(game, hand.table) if hand.props(u)["Firing"] == "1"]


def _aimed_elsewhere(
    game: Game, step: int, hand: Hand, area: str, what: str, *, stop: int | None
) -> Iterator[Planted]:
    """Return the game with the Attack marker declared onto another area."""
    marker = game.piece(hand.table, "attack")
    side = hand.value("FireSide")
    commands = []
    for command in game.steps[step - 1]:
        if isinstance(command, MovePiece) and command.id == marker:
            spot = game.spot(area)
            command = MovePiece(
                marker, *spot, None, command.old_map, command.old_x, command.old_y, command.old_under,
                command.player
            )  # fmt: skip
        elif getattr(command, "name", "") == "FireTarget":
            hand.table.apply([command])
            assert isinstance(command, ChangeProperty)
            command = ChangeProperty("FireTarget", command.old, f"@{area}", command.container)
        commands.append(command)
    at = (step, step + 1)
    yield splice(game, step, [tuple(commands)], what, leave_out=1, culprit=side, at=at, stop=stop)


@KINDS.offence("SEED 攻擊1", "REF 3.7")
def fires_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊1: targets are in the same area or beside it; here two or more away.  The log ends with the
    roll.
    """
    for step, roll, hand in fires(game, rng):
        side = hand.value("FireSide")
        start = hand.value("FireFrom").lstrip("@")
        far = [
            a
            for a, d in distances(game, start).items()
            if d > 1 and standing(game, hand.table, a, WAYS.other(side))
        ]
        if far:
            area = rng.choice(far)
            yield from _aimed_elsewhere(game, step, hand, area, f"fire from {start} at {area}", stop=roll + 1)


@KINDS.offence("SEED 攻擊1", "REF 3.7")
def fires_at_nobody(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊1: enemy units are attacked; here an area without any.  The log ends with the roll."""
    for step, roll, hand in fires(game, rng):
        side = hand.value("FireSide")
        start = hand.value("FireFrom").lstrip("@")
        empty = [
            a for a in sorted(beside(game)[start]) if not standing(game, hand.table, a, WAYS.other(side))
        ]
        empty = [a for a in empty if a not in FERRIES]
        if empty:
            area = rng.choice(empty)
            yield from _aimed_elsewhere(
                game, step, hand, area, f"fire from {start} at {area}, where no enemy is", stop=roll + 1
            )


@KINDS.offence("SEED 渡口1", "SEED 攻擊1", "REF 3.12")
def fires_at_a_ferry_box(game: Game, rng: random.Random) -> Iterator[Planted]:
    """渡口1: ferry boxes are safe from any attack; here one is fired on.  The log ends with the roll."""
    for step, roll, hand in fires(game, rng):
        start = hand.value("FireFrom").lstrip("@")
        boxes = [
            f for f in sorted(FERRIES) if f in beside(game)[start] and standing(game, hand.table, f, "Soviet")
        ]
        if hand.value("FireSide") == "German" and boxes:
            yield from _aimed_elsewhere(
                game, step, hand, boxes[0], f"fire at the ferry box {boxes[0]}", stop=roll + 1
            )


def _one_more_firer(game: Game, step: int, hand: Hand, unit: str, what: str) -> Iterator[Planted]:
    side = WAYS.side(hand.table, unit)
    hand.decide(unit, "fire", side, Firing="1", From="@" + hand.place(unit))
    roll = next_step(game, step, "roll") or step
    # The roll spends it with the others; the log ends there, for its sum is another one.
    at = (step, step + 1, step + 2)
    yield splice(game, step, hand.done(), what, count=1, culprit=side, at=at, stop=roll + 1)


@KINDS.offence("SEED 註4", "SEED 攻擊2", "SEED 流程2", "REF 3.4")
def spent_unit_fires(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註4: a spent unit cannot act; here it fires with the others."""
    for step, _, hand in fires(game, rng):
        group = firers(game, hand)
        start = hand.value("FireFrom").lstrip("@")
        side = hand.value("FireSide")
        division = {hand.props(u)["Division"] for u in group}
        spent = [u for u in standing(game, hand.table, start, side) if hand.props(u)["Face_Level"] == "2"]
        spent = [u for u in spent if side == "Soviet" or hand.props(u)["Division"] in ("", *division)]
        if group and spent and int(hand.props(spent[0])["Attack"]):
            yield from _one_more_firer(
                game, step, hand, spent[0], f"spent {hand.table.things[spent[0]].name} fires"
            )


@KINDS.offence("SEED 註3", "SEED 流程2(1)", "REF 3.4")
def two_divisions_fire_together(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註3(2): Germans act with one division and independents; here two divisions fire together."""
    for step, _, hand in fires(game, rng):
        start = hand.value("FireFrom").lstrip("@")
        division = {hand.props(u)["Division"] for u in firers(game, hand)} - {""}
        if hand.value("FireSide") != "German" or not division:
            continue
        others = [
            u for u in standing(game, hand.table, start, "German") if hand.props(u)["Face_Level"] == "1"
        ]
        others = [u for u in others if hand.props(u)["Division"] not in ("", *division)]
        others = [u for u in others if quiet(game, u, step)]
        if others:
            yield from _one_more_firer(
                game,
                step,
                hand,
                others[0],
                f"{hand.table.things[others[0]].name} fires with another division",
            )


@KINDS.offence("SEED 流程2(1)", "SEED 註3", "SEED 攻擊", "REF 3.4")
def units_of_two_areas_fire(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程2(1): one area's units act in an impulse; here a unit of another area beside the target fires
    too.
    """
    for step, _, hand in fires(game, rng):
        start = hand.value("FireFrom").lstrip("@")
        side = hand.value("FireSide")
        target = game.table(step + 1).properties[("Module", "FireTarget")].lstrip("@")
        others = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "1"]
        others = [u for u in others if hand.place(u) in beside(game)[target] - {start, *FERRIES}]
        others = [u for u in others if int(hand.props(u)["Attack"]) and quiet(game, u, step)]
        if others:
            yield from _one_more_firer(
                game, step, hand, others[0], f"{hand.table.things[others[0]].name} of another area fires too"
            )


@KINDS.offence("SEED 攻擊", "SEED 註4", "SEED 流程2", "REF 3.4")
def firer_stays_fresh(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註4: units that were used are spent; here a firer stays fresh."""
    for _step, roll, hand in fires(game, rng):
        turned = [c.piece for c in game.changes if c.step == roll and c.name == "Face_Level" and c.new == "2"]
        turned = [u for u in turned if quiet(game, u, roll + 1)]
        if turned:
            unit = rng.choice(turned)
            new = without_values(game.steps[roll - 1], unit, game, "Face_Level")
            side = hand.value("FireSide")
            what = f"{game.last.things[unit].name} fires and stays fresh"
            yield splice(game, roll, [new], what, leave_out=1, culprit=side, at=range(roll, roll + 6))


@KINDS.notice("SEED 攻擊2")
def dice_edited(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊2: the dice count as they fall; here one is changed after the roll, and nothing else."""
    for step, _desk, _ in moments(game, rng, "roll"):
        hand = Hand(game, step + 1)
        now = hand.value("D1")
        hand.set("D1", "6" if now != "6" else "1")
        yield hand.planted(f"die {now} turned to {hand.value('D1')} after the roll")


@KINDS.notice("SEED 攻擊4", "SEED 損傷")
def loss_points_edited(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊4: the points are attack less defence; here what is left of them is lowered by hand.  The log
    ends before they are used.
    """
    for step, _desk, _ in moments(game, rng, "roll"):
        hand = Hand(game, step + 1)
        if int(hand.value("Left")) > 1:
            now = hand.value("Left")
            hand.set("Left", str(int(now) - 1))
            hand.set("Points", str(int(hand.value("Points")) - 1))
            yield hand.planted(f"loss points {now} lowered to {hand.value('Left')}", stop=step + 1)


@KINDS.notice("SEED 攻擊2")
def rolled_again(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊2: one roll decides; here a roll is undone and thrown again (it comes out as it first did the
    second time).
    """
    for step, _desk, _hand in moments(game, rng, "roll"):
        first = Hand(game, step)
        dice = {"D1": "1", "D2": "1"}
        commands = [
            type(c)(c.name, c.old, dice[c.name], c.container) if getattr(c, "name", "") in dice else c  # type: ignore[attr-defined, call-arg]
            for c in game.steps[step - 1]
        ]
        first.do(*commands)
        first.end()
        first.undo()
        yield first.planted("a roll of 1 and 1 undone and thrown again")
