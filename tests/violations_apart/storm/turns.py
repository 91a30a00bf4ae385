"""Storm: phases, turns, arrivals; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    beside,
    moments,
    phase,
    pushes,
    replaced_move,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import FERRIES, KINDS, WAYS, counted, held, impulses, quiet
from toolkit.vassal.commands import SetTurn
from toolkit.vassal.table import Table


@KINDS.notice("SEED 流程", "SEED 增援", "SEED 撤離", "10.4")
def tracker_pushed_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程: phases follow each other; the tracker is pushed a phase too far, play goes on as before."""
    found = pushes(game)
    for index in mixed(range(len(found) - 1), rng):
        step = found[index][0]
        hand = Hand(game, step + 1)
        hand.do(SetTurn(found[index + 1][1], found[index + 1][2]))
        yield hand.planted("the turn tracker pushed a phase too far", at=(step, step + 1))


@KINDS.offence("SEED 流程2(3)", "SEED 流程3", "SEED 流程2")
def turn_ends_without_both_passes(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程2(3): a turn ends when both have passed; here the last pass is missing."""
    for step, _, _ in mixed(pushes(game), rng):
        before = game.decision(step - 1)
        if (
            before
            and before[1] == "pass"
            and phase(game.table(step))[1] == 1
            and counted(game, step - 1) == 1
        ):
            what = "the impulses end after one pass"
            yield splice(game, step - 1, [], what, leave_out=1, count=-1, at=range(step - 2, step + 2))


def units_to_come(game: Game, table: Table, side: str | None = None) -> list[str]:
    found = []
    for thing in game.pieces(table, Kind="unit"):
        place = game.place(table, thing.id)
        if "reinforcements, turn" in place and (side is None or thing.properties()["Side"] == side):
            found.append(thing.id)
    return found


@KINDS.offence("SEED 增援", "SEED 流程3(4)", "REF 3.11", "SEED 流程2")
def reinforcement_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """增援1: reinforcements come in the end phase of their turn; here one is dragged in during the
    impulses.
    """
    for step, hand in impulses(game, rng):
        waiting = [u for u in units_to_come(game, hand.table) if game.rests(u, step, 20)]
        if waiting:
            unit = rng.choice(waiting)
            side = WAYS.side(hand.table, unit)
            arrivals = [m.end for m in game.moves if m.piece == unit and m.end in beside(game)]
            if arrivals:
                hand.drag(unit, arrivals[0], side)
                what = f"{hand.table.things[unit].name} comes during the impulses"
                stop = game.next_move(unit, step + 1)
                yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence("SEED 增援2", "SEED 增援", "REF 3.11")
def german_reinforcement_in_the_city(game: Game, rng: random.Random) -> Iterator[Planted]:
    """增援2: reinforcements come to their designated areas; here a German unit to another area."""
    areas = {a["names"]["en"]: a["properties"] for a in game.module.data["area_map"]["areas"]}
    for step, unit, hand in moments(game, rng, "arrive"):
        if WAYS.side(hand.table, unit) != "German":
            continue
        wrong = [
            a for a, who in held(game, hand.table).items() if who == "German" and "entry" not in areas[a]
        ]
        if wrong:
            area = rng.choice(sorted(wrong))
            new = replaced_move(game.steps[step - 1], unit, game.spot(area))
            what = f"{hand.table.things[unit].name} arrives in {area}"
            yield splice(game, step, [new], what, leave_out=1, culprit="German", at=(step, step + 1))


@KINDS.offence("SEED 增援4", "SEED 增援2", "SEED 增援", "REF 3.11")
def soviet_reinforcement_past_the_ferry(game: Game, rng: random.Random) -> Iterator[Planted]:
    """增援4: Soviet reinforcements come to the ferry boxes; here one stands in the city at once."""
    for step, unit, hand in moments(game, rng, "arrive"):
        if WAYS.side(hand.table, unit) != "Soviet":
            continue
        mine = [a for a, who in held(game, hand.table).items() if who == "Soviet" and a not in FERRIES]
        if mine:
            area = rng.choice(sorted(mine))
            new = replaced_move(game.steps[step - 1], unit, game.spot(area))
            what = f"{hand.table.things[unit].name} arrives in {area}"
            yield splice(game, step, [new], what, leave_out=1, culprit="Soviet", at=(step, step + 1))


@KINDS.offence("SEED 增援1", "SEED 增援", "SEED 流程3(4)", "REF 3.11")
def soviets_arrive_first(game: Game, rng: random.Random) -> Iterator[Planted]:
    """增援1: the Germans place their reinforcements first; here a Soviet unit comes before the last German
    one.
    """
    for step, unit, hand in moments(game, rng, "arrive"):
        if WAYS.side(hand.table, unit) != "German" or counted(game, step) != 1:
            continue
        turn = phase(hand.table)[0]
        later = [
            (s, u)
            for s, u, _ in game.acts("arrive")
            if step < s < step + 14 and game.props(game.last, u)["Side"] == "Soviet" and counted(game, s) == 1
        ]
        if not later or phase(game.table(later[0][0]))[0] != turn:
            continue
        second, other = later[0]
        end = next(m.end for m in game.moves if m.step == second and m.piece == other)
        hand.decide(other, "arrive", "Soviet")
        hand.move(other, game.spot(end, 8))
        what = f"{hand.table.things[other].name} arrives before the German reinforcements are all placed"
        yield hand.planted(what, count=1, culprit="Soviet", stop=second)


@KINDS.offence("SEED 撤離", "10.4", "REF 3.11")
def black_unit_stays(game: Game, rng: random.Random) -> Iterator[Planted]:
    """撤離1, 10.4: black units leave at the end of turn 3; here one stays."""
    for step, unit, hand in moments(game, rng, "withdraw"):
        end = next((s for s, _, _ in pushes(game) if s > step), step)
        what = f"{hand.table.things[unit].name} does not withdraw"
        stop = game.next_move(unit, step + 1)
        yield splice(
            game,
            step,
            [],
            what,
            leave_out=1,
            count=-counted(game, step),
            culprit="German",
            at=range(step - 1, end + 1),
            stop=stop,
        )


@KINDS.offence("SEED 撤離", "10.4", "REF 3.11")
def other_unit_withdraws(game: Game, rng: random.Random) -> Iterator[Planted]:
    """撤離1: the black unit itself leaves while it lives; here another one goes for it."""
    for step, unit, hand in moments(game, rng, "withdraw"):
        props = hand.props(unit)
        if props["Withdraws"] != "1" or counted(game, step) != 1:
            continue
        others = [u for u in WAYS.units(game, hand.table, "German") if hand.props(u)["Withdraws"] == "0"]
        others = [u for u in others if hand.props(u)["Class"] == props["Class"]] or others
        if others:
            other = min(others, key=lambda u: game.moves_after(u, step))
            hand.decide(other, "withdraw", "German", For=props["Unit"])
            hand.move(other, game.spot("Withdrawn"))
            black = hand.table.things[unit].name
            what = f"{hand.table.things[other].name} withdraws for {black}, which is on the map"
            stop = game.next_move(other, step + 1)
            yield hand.planted(what, leave_out=1, culprit="German", stop=stop)


@KINDS.offence("SEED 撤離", "10.4", "REF 3.11", "SEED 流程2", "SEED 損傷")
def withdraws_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """撤離1: black units leave at the end of turn 3; here one leaves in the impulses of an earlier turn."""
    for step, hand in impulses(game, rng):
        black = [u for u in WAYS.units(game, hand.table, "German") if hand.props(u)["Withdraws"] == "1"]
        black = [u for u in black if quiet(game, u, step)]
        if phase(hand.table)[0] < 3 and black:
            unit = rng.choice(black)
            hand.decide(unit, "withdraw", "German", For=hand.props(unit)["Unit"])
            hand.move(unit, game.spot("Withdrawn"))
            what = f"{hand.table.things[unit].name} withdraws in turn {phase(hand.table)[0]}"
            stop = game.next_move(unit, step + 1)
            yield hand.planted(what, count=1, culprit="German", stop=stop)
