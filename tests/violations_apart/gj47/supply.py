"""GJ47: supply; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.gj47.combat import lose
from tests.violations_apart.gj47.movement import in_segments
from tests.violations_apart.gj47.table import (
    KINDS,
    LOSS,
    WAYS,
    barred,
    beside,
    board,
    chit_end,
    distance,
    linked,
    name,
    quiet,
    standing,
    terrain,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved


def _supply(game: Game, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Yield supply phases: the step of the draw, and of the end of the chit."""
    for step, chit, _ in mixed(list(game.acts("draw")), rng):
        if game.props(game.last, chit)["CounterId"] == "chit-supply":
            yield step, chit_end(game, step)


@KINDS.offence("11.1")
def supply_loss_left_out(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.1: a unit without a line of communication loses a step; here it does not."""
    for step, unit, _ in mixed(list(game.acts("supply_loss")), rng):
        if game.decision(step) != (unit, "supply_loss"):
            continue
        side = WAYS.side(game.table(step), unit)
        end = chit_end(game, step)
        what = f"{name(game.last, unit)} out of supply loses nothing"
        later = [c.step for c in game.changes if c.piece == unit and c.name == "Step_Level" and c.step > step]
        later += [m.step for m in game.moves if m.piece == unit and m.step > end]
        at = range(step - 1, end + 1)
        stop = min((s for s in later if s > end), default=None)
        yield splice(game, step, [], what, leave_out=1, culprit=side, at=at, stop=stop)


@KINDS.offence("11.1", *LOSS)
def supply_loss_in_supply(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.1: who has a line loses nothing; here a unit beside its own source, far from all enemies, loses
    a step.
    """
    for step, _ in _supply(game, rng):
        hand = Hand(game, step + 1)
        # The Soviet check comes first, so it is the Soviet side that is wronged.
        for side in WAYS.sides[::-1]:
            sources = {
                board().grid.number(int(h))
                for h in range(len(board().grid))
                if board().hex_features[f"supply_{side.lower()}"][h]
            }
            enemies = standing(game, hand.table, WAYS.other(side))
            for unit in mixed(WAYS.units(game, hand.table, side), rng):
                here = hand.place(unit)
                props = hand.props(unit)
                near = here in sources or any(
                    n in sources and not barred(here, n, "impassable") and linked(here, n, "rail")
                    for n in beside(here)
                )
                far = all(distance(here, e) > 3 for e in enemies)
                if (
                    near
                    and far
                    and props.get("Step_Level") == "1"
                    and props["Steps"] == "2"
                    and quiet(game, unit, step, 30)
                ):
                    lose(hand, unit, "supply", side, "supply_loss")
                    what = f"{name(hand.table, unit)} in {here}, in supply, loses a step"
                    stop = next(
                        (
                            c.step
                            for c in game.changes
                            if c.piece == unit and c.name == "Step_Level" and c.step > step
                        ),
                        None,
                    )
                    yield hand.planted(what, culprit=side, stop=stop)


def withdrawals_to_the_turn_track(game: Game, rng: random.Random) -> Iterator[Moved]:
    yield from mixed([m for m in game.dragged() if m.start.isdigit() and m.end.startswith("Turn ")], rng)


@KINDS.offence("11.2")
def wrong_division_withdrawn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(1): the table names the kind of division; here one of another kind leaves."""
    for drag in withdrawals_to_the_turn_track(game, rng):
        hand = Hand(game, drag.step)
        kind = hand.props(drag.piece)["Class"]
        others = [u for u in WAYS.units(game, hand.table, "Axis") if hand.props(u)["Nationality"] == "german"]
        others = [u for u in others if hand.props(u)["Class"] in {"Pz", "SS", "Inf"} - {kind}]
        others = [u for u in others if game.rests(u, drag.step, 25)]
        others.sort(key=lambda u: -(game.next_move(u, drag.step) or 10**6))
        if others:
            unit = others[0]
            hand.drag(unit, drag.end, "Axis")
            what = f"{name(hand.table, unit)} withdrawn in place of {name(hand.table, drag.piece)}"
            stop = game.next_move(unit, drag.step)
            other = game.next_move(drag.piece, drag.step + 1)
            stop = min((s for s in (stop, other) if s), default=None)
            end = chit_end(game, drag.step)
            at = range(drag.step, end + 1)
            yield hand.planted(what, leave_out=1, culprit="Axis", at=at, stop=stop)


@KINDS.offence("11.2")
def withdrawal_left_out(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(1): the divisions that the table names leave; here one stays."""
    for drag in withdrawals_to_the_turn_track(game, rng):
        end = chit_end(game, drag.step)
        what = f"{name(game.last, drag.piece)} is not withdrawn"
        yield splice(game, drag.step, [], what, leave_out=1, culprit="Axis", at=range(drag.step - 1, end + 1))


@KINDS.offence("11.2")
def one_more_withdrawn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(1): only what the table names leaves; here a division more."""
    for drag in withdrawals_to_the_turn_track(game, rng):
        hand = Hand(game, drag.step + 1)
        units = [u for u in WAYS.units(game, hand.table, "Axis") if hand.props(u).get("Class") == "Inf"]
        units = [
            u for u in units if hand.props(u)["Nationality"] == "german" and game.rests(u, drag.step, 25)
        ]
        if units:
            unit = max(units, key=lambda u: game.next_move(u, drag.step) or 10**6)
            hand.drag(unit, drag.end, "Axis")
            what = f"{name(hand.table, unit)} is withdrawn beyond the table"
            stop = game.next_move(unit, drag.step + 1)
            at = range(drag.step + 1, chit_end(game, drag.step) + 2)
            yield hand.planted(what, culprit="Axis", at=at, stop=stop)


@KINDS.offence("11.3")
def rail_transport_from_the_front(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.3(1): units in an enemy zone cannot be taken to the rail box; here one is."""
    for step, end in _supply(game, rng):
        rolled = next((s for s, _, _ in game.acts("roll") if s > step), None)
        last = end
        hand = Hand(game, last)
        if rolled is None or rolled > end:
            continue
        enemies = standing(game, hand.table, "Soviet")
        for unit in mixed(WAYS.units(game, hand.table, "Axis"), rng):
            here = hand.place(unit)
            touching = [
                n
                for n in beside(here)
                if n in enemies and not barred(here, n, "great_river") and not barred(here, n, "impassable")
            ]
            if (
                touching
                and terrain(here) == "clear"
                and game.rests(unit, step, 40)
                and hand.props(unit)["Kind"] == "unit"
            ):
                try:
                    hand.drag(unit, "Axis rail transport", "Axis")
                except KeyError:
                    return
                what = f"{name(hand.table, unit)} in {here}, beside the enemy, goes into the rail box"
                stop = game.next_move(unit, last)
                yield hand.planted(what, culprit="Axis", stop=stop)


@KINDS.offence("11.3", "11.2", "8.1", "9.1", "7.1", "5.0")
def rail_transport_out_of_phase(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.3: units go to the rail box in the supply phase; here in a headquarters' chit."""
    for step, hand, side in in_segments(game, rng):
        units = [u for u in WAYS.units(game, hand.table, "Axis") if hand.props(u)["ActIn"] == "0"]
        units = [u for u in units if game.rests(u, step, 25) and hand.props(u)["Kind"] == "unit"]
        if units and side == "Axis":
            unit = rng.choice(units)
            try:
                hand.drag(unit, "Axis rail transport", "Axis")
            except KeyError:
                return
            what = f"{name(hand.table, unit)} goes into the rail box during a headquarters' chit"
            stop = game.next_move(unit, step)
            yield hand.planted(what, culprit="Axis", stop=stop)
