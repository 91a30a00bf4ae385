"""GJ47: combat; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import replaced_move
from tests.violations_apart.gj47.table import (
    ADVANCE,
    KINDS,
    LOSS,
    RETREAT,
    WAYS,
    barred,
    beside,
    chit_side,
    distance,
    drawn_at,
    ends_elsewhere,
    gdrag,
    guarded,
    land,
    name,
    quiet,
    ring,
    standing,
    value,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved
from toolkit.vassal.table import Table


def battles(game: Game, rng: random.Random) -> Iterator[tuple[int, str, int]]:
    """Yield battles: the step of the roll, the marker, the step at which it is closed."""
    for step, battle, _ in mixed(list(game.acts("roll")), rng):
        if game.props(game.last, battle).get("Kind") != "battle":
            continue
        close = next((s for s, p, _ in game.acts("close") if s > step and p == battle), None)
        if close is not None and close < step + 40:
            yield step, battle, close


def _attack_key(hand: Hand, unit: str, battle: str, side: str) -> None:
    here = "@" + hand.place(unit)
    chit = value(hand.table, "ChitSeq")
    hand.change(unit, Act="attack", Seq=chit, By=side, At=here, From=here, AttackIn=battle)


def _extra_attacker(game: Game, rng: random.Random, *, near: bool, active: bool) -> Iterator[Planted]:
    for step, battle, _close in battles(game, rng):
        keys = [s for s, _, a in game.acts("attack") if drawn_at(game, step) < s < step]
        if not keys:
            continue
        where = keys[-1] + 1
        hand = Hand(game, where)
        number = hand.props(battle)["Number"]
        target = hand.place(battle)
        side = chit_side(game, hand.table)
        chit = value(hand.table, "ChitSeq")
        if not target.isdigit() or side not in WAYS.sides:
            continue
        for unit in mixed(WAYS.units(game, hand.table, side), rng):
            props = hand.props(unit)
            beside_it = distance(hand.place(unit), target) == 1
            if beside_it != near or (props["ActIn"] == chit) != active or props["AttackIn"] != "0":
                continue
            if not near and distance(hand.place(unit), target) > 5:
                continue
            if near and barred(hand.place(unit), target, "impassable"):
                continue
            _attack_key(hand, unit, number, side)
            why = "two or more hexes away" if not near else "not activated"
            what = f"{name(hand.table, unit)} in {hand.place(unit)}, {why}, attacks {target}"
            yield hand.planted(what, culprit=side, at=range(where, step + 2), stop=step + 1)


@KINDS.offence("10.1", "10.0")
def attacks_from_afar(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.0, 10.1(1): units attack a hex beside them; here one joins from farther away.  The log ends
    with the roll.
    """
    yield from _extra_attacker(game, rng, near=False, active=True)


@KINDS.offence("10.1", "8.1", "8.2")
def attacks_without_activation(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.1(2): units that are not activated cannot attack; here one beside the target does.  The log
    ends with the roll.
    """
    yield from _extra_attacker(game, rng, near=True, active=False)


@KINDS.offence("10.1", "10.0", "10.2")
def attacks_nobody(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.0: empty hexes cannot be attacked; here a battle is declared and rolled on one.  The log ends
    with the roll.
    """
    for step, battle, _ in mixed(list(game.acts("declare")), rng):
        roll = next((s for s, p, _ in game.acts("roll") if s > step and p == battle), None)
        if roll is None or game.decision(step) != (battle, "declare"):
            continue
        table = game.table(step + 1)
        target = game.place(table, battle)
        attackers = [p for s, p, _ in game.acts("attack") if step < s < roll]
        if not target.isdigit() or not attackers:
            continue
        empty = set(beside(game.place(table, attackers[0])))
        empty = {h for h in empty if h not in standing(game, table) and land(h)}
        if empty:
            hex_ = sorted(empty)[0]
            side = chit_side(game, table)
            spot = game.spot(hex_)
            hand = Hand(game, step + 1)
            hand.move(battle, spot, side)
            hand.change(battle, At=f"@{hex_}")
            hand.set("CurTarget", f"@{hex_}")
            for unit in [u for u in WAYS.units(game, hand.table) if hand.props(u)["DefendIn"] != "0"]:
                hand.change(unit, DefendIn="0")
            what = f"a battle is declared on empty {hex_}"
            at = range(step, roll + 2)
            yield hand.planted(what, culprit=side, at=at, stop=roll + 1)


@KINDS.notice("10.4")
def dice_edited(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4(1): the die counts as it falls; here its number is changed after the roll.  The log ends there."""
    for step, battle, _ in battles(game, rng):
        hand = Hand(game, step + 1)
        now = hand.props(battle)["Roll"]
        hand.change(battle, Roll="6" if now != "6" else "1")
        new = hand.props(battle)["Roll"]
        what = f"the die of {name(hand.table, battle)} turned from {now} to {new}"
        yield hand.planted(what, stop=step + 1)


@KINDS.notice("10.4")
def rolled_again(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4(1): a battle is rolled once; here the roll is undone and thrown again."""
    for step, battle, _ in battles(game, rng):
        hand = Hand(game, step)
        number = hand.props(battle)["RollNo"]
        hand.do(*game.steps[step - 1])
        if number != "0":
            continue
        hand.end()
        hand.undo()
        yield hand.planted(f"the roll of {name(hand.table, battle)} undone and thrown again")


@KINDS.notice("11.2")
def withdrawal_die_edited(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2: the die names who leaves; here it is changed after the withdrawals are done."""
    for step, roll, _ in mixed(list(game.acts("roll")), rng):
        if game.props(game.last, roll).get("Kind") != "withdrawal-roll":
            continue
        hand = Hand(game, step + 1)
        now = hand.props(roll)["Roll"]
        hand.change(roll, Roll=str(int(now) % 6 + 1))
        yield hand.planted(f"the withdrawal die {now} edited", stop=step + 1)


def _losses(game: Game, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Yield steps at which a unit takes a loss in battle."""
    found = [(c.step, c.piece) for c in game.changes if c.name == "LossIn" and c.new not in ("", "supply")]
    yield from mixed(found, rng)


@KINDS.offence(*LOSS)
def loss_not_taken(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4, 10.5: the result's losses are taken; here one is left out."""
    for step, unit in _losses(game, rng):
        end = next((s for s, _, _ in game.acts("close") if s > step), step)
        side = WAYS.side(game.table(step), unit)
        follow = [m for m in game.moves if m.piece == unit and step < m.step <= end]
        what = f"{name(game.last, unit)} takes no loss"
        if not follow:
            stop = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == unit and c.name == "Step_Level" and c.step > step
                ),
                None,
            )
            move = game.next_move(unit, step + 1)
            stops = [s for s in (stop, move) if s is not None and s > end]
            yield splice(
                game,
                step,
                [],
                what,
                leave_out=1,
                culprit=side,
                at=range(step - 1, end + 1),
                stop=min(stops, default=None),
            )  # fmt: skip


@KINDS.offence(*LOSS)
def loss_too_many(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4: only as many losses as the result says; here an attacker takes one more by key."""
    for _step, battle, close in battles(game, rng):
        hand = Hand(game, close)
        number = hand.props(battle)["Number"]
        units = [u.id for u in hand.pieces(AttackIn=number)]
        units = [
            u for u in units if hand.props(u).get("Step_Level") == "1" and hand.props(u).get("Steps") == "2"
        ]
        units = [u for u in units if hand.place(u).isdigit()]
        if units:
            unit = rng.choice(units)
            side = WAYS.side(hand.table, unit)
            lose(hand, unit, number, side)
            what = f"{name(hand.table, unit)} takes a loss that the result does not ask for"
            stop = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == unit and c.name == "Step_Level" and c.step >= close
                ),
                None,
            )
            yield hand.planted(what, culprit=side, at=range(close, close + 2), stop=stop)


def lose(hand: Hand, unit: str, battle: str, side: str, act: str = "loss") -> None:
    here = "@" + hand.place(unit)
    chit = value(hand.table, "ChitSeq")
    hand.change(unit, Act=act, Seq=chit, By=side, At=here, LossIn=battle)
    hand.change(unit, Step_Level="2")


@KINDS.offence(*LOSS)
def loss_by_a_bystander(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.5(2): the losses are those of the units in the battle; here a unit elsewhere is reduced by the
    battle's key.
    """
    for step, battle, close in battles(game, rng):
        hand = Hand(game, close)
        number = hand.props(battle)["Number"]
        side = rng.choice(WAYS.sides)
        units = [u for u in WAYS.units(game, hand.table, side) if quiet(game, u, step)]
        for unit in mixed(units, rng)[:40]:
            props = hand.props(unit)
            if (
                props["AttackIn"] == props["DefendIn"] == "0"
                and props.get("Step_Level") == "1"
                and props["Steps"] == "2"
            ):
                lose(hand, unit, number, side)
                what = f"{name(hand.table, unit)} takes a loss of a battle that it is not in"
                yield hand.planted(what, culprit=side)


def _retreats(game: Game, rng: random.Random) -> Iterator[tuple[Moved, Table, int]]:
    """Yield the last drags of retreats: units that defend (or fought) in a battle, dragged between roll
    and close.
    """
    for step, _battle, close in battles(game, rng):
        for drag in game.dragged():
            if step < drag.step < close and drag.start.isdigit() and drag.end.isdigit():
                table = game.table(drag.step)
                props = game.props(table, drag.piece)
                if props.get("DefendIn", "0") != "0":
                    yield drag, table, close


@KINDS.offence(*RETREAT)
def retreat_left_out(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4, 10.6: a unit that is to retreat leaves its hex; here it stays."""
    for drag, table, close in _retreats(game, rng):
        own = [m for m in game.moves if m.piece == drag.piece and drag.step - 6 < m.step < close]
        if len(own) != 1:
            continue
        side = WAYS.side(table, drag.piece)
        what = f"{name(table, drag.piece)} does not retreat from {drag.start}"
        stop = game.next_move(drag.piece, drag.step + 1)
        into = next((m.step for m in game.moves if m.end == drag.start and m.step > drag.step), None)
        stops = [s for s in (stop, into) if s is not None]
        last = min(stops, default=close + 1)
        at = range(drag.step - 1, max(last, drag.step + 1))
        yield splice(
            game, drag.step, [], what, leave_out=1, culprit=side, at=at, stop=max(last, drag.step + 1)
        )


@KINDS.offence("3.1", *RETREAT)
def retreats_onto_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1(2): both sides cannot share a hex, not in retreat either; here a unit retreats onto enemies."""
    for drag, table, _ in _retreats(game, rng):
        side = WAYS.side(table, drag.piece)
        enemies = [h for h in beside(drag.start) if h in standing(game, table, WAYS.other(side))]
        if enemies:
            yield from ends_elsewhere(
                game,
                drag,
                table,
                enemies[0],
                f"{name(table, drag.piece)} retreats onto enemies in {enemies[0]}",
            )


@KINDS.offence(*RETREAT)
def retreats_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4, 10.6: one or two hexes; here five, over free land where nothing is full."""
    for drag, table, _ in _retreats(game, rng):
        side = WAYS.side(table, drag.piece)
        far = [h for h in ring(drag.start, 5) if distance(drag.start, h) == 5 and land(h)]
        far = [h for h in far if h not in standing(game, table) and not guarded(game, table, h, side)]
        if far:
            hex_ = rng.choice(far)
            yield from ends_elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} retreats {drag.start} → {hex_}"
            )


@KINDS.offence("10.4", "10.5", "10.6")
def removed_in_place_of_retreat(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.6: a unit with a way back retreats; here it is taken off the map."""
    for drag, table, close in _retreats(game, rng):
        later = [m for m in game.moves if m.piece == drag.piece and drag.step < m.step < close]
        if later:
            continue  # it is lost on its way, or not yet where it retreats to
        side = WAYS.side(table, drag.piece)
        box = WAYS.losses[side]
        new = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(box))
        stop = game.next_move(drag.piece, drag.step + 1)
        what = f"{name(table, drag.piece)} removed, though it could retreat to {drag.end}"
        at = (drag.step, drag.step + 1)
        yield splice(game, drag.step, [new], what, leave_out=1, culprit=side, at=at, stop=stop)


@KINDS.offence(*RETREAT, "8.1", "9.1")
def bystander_retreats(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.4(2): the units in the battle retreat; here one that was not attacked walks along, in the
    enemy's chit.
    """
    for drag, table, _close in _retreats(game, rng):
        hand = Hand(game, drag.step + 1)
        side = WAYS.side(table, drag.piece)
        units = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["DefendIn"] == "0"]
        units = [u for u in units if distance(hand.place(u), drag.start) <= 4 and u != drag.piece]
        for unit in mixed(units, rng):
            hex_ = next(
                (h for h in beside(hand.place(unit)) if land(h) and h not in standing(game, hand.table)),
                None,
            )
            if hex_ and quiet(game, unit, drag.step) and hand.props(unit)["AttackIn"] == "0":
                what = f"{name(hand.table, unit)}, which nobody attacked, goes back to {hex_}"
                gdrag(hand, unit, hex_, side)
                stop = game.next_move(unit, drag.step + 1)
                yield hand.planted(what, culprit=side, stop=stop)


def _advances(game: Game, rng: random.Random) -> Iterator[tuple[Moved, Table, str, int]]:
    """Yield drags of attackers after the advance key: drag, table before, the battle's hex, the step of
    the close.
    """
    for step, battle, _ in mixed(list(game.acts("advance")), rng):
        close = next((s for s, p, _ in game.acts("close") if s > step and p == battle), step)
        target = game.place(game.table(step), battle)
        for drag in game.dragged():
            if step < drag.step < close and drag.start.isdigit() and drag.end.isdigit():
                yield drag, game.table(drag.step), target, close


@KINDS.offence(*ADVANCE)
def bystander_advances(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.7(2): units of the attack advance; here an activated unit that did not attack goes into the hex."""
    for drag, _, target, _close in _advances(game, rng):
        hand = Hand(game, drag.step)
        side = str(drag.by)
        for unit in WAYS.units(game, hand.table, side):
            props = hand.props(unit)
            if (
                props["AttackIn"] == "0"
                and distance(hand.place(unit), target) == 1
                and quiet(game, unit, drag.step)
            ):
                if barred(hand.place(unit), target, "impassable"):
                    continue
                what = f"{name(hand.table, unit)}, which did not attack, advances into {target}"
                gdrag(hand, unit, target, side)
                stop = game.next_move(unit, drag.step)
                yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence(*ADVANCE)
def foot_advances_two_hexes(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.7(1)1: units that are not mechanised advance one hex; here two."""
    for drag, table, target, close in _advances(game, rng):
        props = game.props(table, drag.piece)
        if props.get("Mechanised") == "1" or drag.end != target:
            continue
        hand = Hand(game, drag.step + 1)
        later = [m for m in game.moves if m.piece == drag.piece and drag.step < m.step <= close]
        further = [
            h for h in beside(target) if h != drag.start and land(h) and h not in standing(game, hand.table)
        ]
        further = [h for h in further if not barred(target, h, "impassable") and h not in beside(drag.start)]
        if further and not later:
            side = str(drag.by)
            gdrag(hand, drag.piece, further[0], side)
            what = f"{name(table, drag.piece)}, on foot, advances {drag.start} → {target} → {further[0]}"
            stop = game.next_move(drag.piece, drag.step + 1)
            yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence(*ADVANCE)
def advances_three_hexes(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.7(1)2: two hexes at most; here three."""
    for drag, table, target, close in _advances(game, rng):
        hand = Hand(game, drag.step + 1)
        far = [
            h
            for h in ring(target, 2)
            if distance(target, h) == 2 and land(h) and h not in standing(game, hand.table)
        ]
        far = [h for h in far if distance(drag.start, h) >= 3]
        later = [m for m in game.moves if m.piece == drag.piece and drag.step < m.step <= close]
        if far and not later and drag.end == target:
            side = str(drag.by)
            gdrag(hand, drag.piece, far[0], side)
            what = f"{name(table, drag.piece)} advances {drag.start} → {target} → {far[0]}"
            stop = game.next_move(drag.piece, drag.step + 1)
            yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence(*ADVANCE)
def advances_past_the_hex(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.7(5): the first hex of an advance is the one attacked; here the unit goes to another hex beside
    it.
    """
    for drag, table, target, _ in _advances(game, rng):
        str(drag.by)
        if drag.end != target:
            continue
        aside = [h for h in beside(drag.start) if h != target and h not in beside(target) and land(h)]
        aside = [
            h for h in aside if h not in standing(game, table) and not barred(drag.start, h, "impassable")
        ]
        if aside:
            yield from ends_elsewhere(
                game,
                drag,
                table,
                aside[0],
                f"{name(table, drag.piece)} advances to {aside[0]}, not to {target}",
            )
