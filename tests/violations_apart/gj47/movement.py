"""GJ47: movement; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.gj47.table import (
    ACTING,
    KINDS,
    WAYS,
    barred,
    beside,
    bridged,
    chit_end,
    chit_side,
    distance,
    drawn_at,
    ends_elsewhere,
    gdrag,
    guarded,
    headquarters,
    land,
    movement,
    moving,
    name,
    on_road,
    quiet,
    ring,
    standing,
    terrain,
    value,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from toolkit.vassal.table import Table


@KINDS.offence("9.2", "9.3", "9.1")
def moves_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2(1), 9.3: a hex costs at least half a point; here the unit goes beyond twice its allowance."""
    for drag, table, _ in moving(game, rng):
        reach = 2 * movement(game, table, drag.piece) + 1
        taken = standing(game, table)
        far = [h for h in ring(drag.start, reach + 3) if distance(drag.start, h) > reach]
        far = [h for h in far if land(h) and h not in taken and not guarded(game, table, h, str(drag.by))]
        if far:
            hex_ = rng.choice(far)
            yield from ends_elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} moves {drag.start} → {hex_}"
            )


@KINDS.offence("3.1", "9.2", "9.1")
def moves_into_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1(2): units of the two sides cannot share a hex; here one is dragged onto enemies."""
    for drag, table, side in moving(game, rng):
        enemies = standing(game, table, WAYS.other(side))
        near = [
            h for h in enemies if distance(drag.start, h) <= max(2, movement(game, table, drag.piece) // 2)
        ]
        if near:
            hex_ = rng.choice(sorted(near))
            yield from ends_elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} moves onto enemies in {hex_}"
            )


def _to_terrain(game: Game, rng: random.Random, kind: str) -> Iterator[Planted]:
    for drag, table, _ in moving(game, rng):
        if "Mountain" in name(table, drag.piece) or "Alpini" in name(table, drag.piece):
            continue
        near = [
            h
            for h in ring(drag.start, movement(game, table, drag.piece))
            if terrain(h) == kind and not on_road(h)
        ]
        near = [h for h in near if h not in standing(game, table)]
        if near:
            hex_ = near[0]
            what = f"{name(table, drag.piece)} moves into {kind} {hex_}"
            yield from ends_elsewhere(game, drag, table, hex_, what)


@KINDS.offence("9.2", "3.2", "10.6", "terrain effects chart")
def moves_into_the_sea(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Terrain chart: nobody enters a hex of sea."""
    yield from _to_terrain(game, rng, "sea")


@KINDS.offence("9.2", "terrain effects chart")
def moves_into_the_mountains(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2(4): off the roads only mountain divisions enter mountains; here another unit does."""
    yield from _to_terrain(game, rng, "mountain")


def _dry(start: str, steps: int) -> set[str]:
    """Return the hexes that can be reached without crossing a great river off its bridges."""
    found = {start}
    front = [start]
    for _ in range(steps):
        later = []
        for one in front:
            for other in beside(one):
                if other not in found and not (barred(one, other, "great_river") and not bridged(one, other)):
                    found.add(other)
                    later.append(other)
        front = later
    return found


@KINDS.offence("9.2", "terrain effects chart")
def crosses_a_great_river_on_the_way(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2(3): a great river without bridge is crossed from beside it, to the hex across; here two hexes
    beyond.
    """
    for drag, table, _side in moving(game, rng):
        allowance = movement(game, table, drag.piece)
        dry = _dry(drag.start, 2 * allowance + 2)
        wet = [h for h in ring(drag.start, allowance) if h not in dry and h not in beside(drag.start)]
        wet = [h for h in wet if land(h) and h not in standing(game, table)]
        if wet:
            hex_ = rng.choice(wet)
            yield from ends_elsewhere(
                game,
                drag,
                table,
                hex_,
                f"{name(table, drag.piece)} moves {drag.start} → {hex_} over a great river",
            )


@KINDS.offence("9.2", "2.1", "3.2", "10.1", "terrain effects chart")
def passes_a_barred_side(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Hexsides of the map that are impassable cannot be crossed; here a unit goes straight over one."""
    for drag, table, _side in moving(game, rng):
        over = [h for h in beside(drag.start) if barred(drag.start, h, "impassable") and land(h)]
        if over:
            yield from ends_elsewhere(
                game,
                drag,
                table,
                over[0],
                f"{name(table, drag.piece)} crosses an impassable side to {over[0]}",
            )
    # Few units act beside one: an activated unit is put there by the legal log, or not at all.


@KINDS.offence("3.1")
def three_in_a_hex(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1(1): two units in a hex at most; here a third ends its move there."""
    for drag, table, side in moving(game, rng):
        stacks = {h: u for h, u in standing(game, table, side).items() if len(u) >= 2 and drag.piece not in u}
        near = [h for h in stacks if h in beside(drag.end) or h in beside(drag.start)]
        end = chit_end(game, drag.step)
        leaving = {m.piece for m in game.moves if drag.step < m.step <= end}
        near = [h for h in near if not leaving & set(stacks[h]) and distance(drag.start, h) <= 2]
        near = [
            h
            for h in near
            if not any(game.place(table, f.id) == h for f in game.pieces(table, Kind="marker"))
        ]
        if near:
            hex_ = rng.choice(sorted(near))
            at = tuple(range(drag.step, end + 1))
            yield from ends_elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} is the third unit in {hex_}", at=at
            )


def in_segments(game: Game, rng: random.Random) -> Iterator[tuple[int, Hand, str]]:
    """Yield steps within movement segments: the step, a hand before it, the acting side."""
    for drag, _, side in moving(game, rng):
        yield drag.step, Hand(game, drag.step), side


def _free_hex(game: Game, table: Table, unit: str) -> str | None:
    """Return a hex beside a unit that it could enter at small cost: clear, empty, far from any enemy."""
    here = game.place(table, unit)
    side = WAYS.side(table, unit)
    taken = standing(game, table)
    for hex_ in beside(here):
        plain = terrain(hex_) == "clear" and hex_ not in taken
        easy = (
            not barred(here, hex_, "river")
            and not barred(here, hex_, "great_river")
            and not barred(here, hex_, "impassable")
        )
        if plain and easy and not guarded(game, table, here, side) and not guarded(game, table, hex_, side):
            return hex_
    return None


def _stray(game: Game, rng: random.Random, *, mine: bool, hq: bool = False) -> Iterator[Planted]:
    """A unit that is not activated walks a hex."""
    for step, hand, side in in_segments(game, rng):
        whose = side if mine else WAYS.other(side)
        units = [u for u in WAYS.units(game, hand.table, whose) if hand.props(u)["ActIn"] == "0"]
        units = [u for u in units if (hand.props(u)["Kind"] == "hq") == hq]
        for unit in mixed(units, rng)[:25]:
            hex_ = _free_hex(game, hand.table, unit)
            if hex_ and quiet(game, unit, step):
                here = hand.place(unit)
                what = f"{name(hand.table, unit)} moves {here} → {hex_}, nobody activated it"
                gdrag(hand, unit, hex_, whose)
                yield hand.planted(what, culprit=whose)


@KINDS.offence(*ACTING)
def unit_not_activated_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.1, 8.2: only units that the chit's headquarters activates move; here another of the side does."""
    yield from _stray(game, rng, mine=True)


@KINDS.offence(*ACTING)
def enemy_moves_in_this_chit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1(2): the side of the chit acts; here a unit of the other side moves, dragged by its owner."""
    yield from _stray(game, rng, mine=False)


@KINDS.offence(*ACTING)
def other_headquarters_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.1(4), 13.0(1): a headquarters activates no other; here another one moves under its chit."""
    yield from _stray(game, rng, mine=True, hq=True)


@KINDS.offence("9.1", "8.1", "9.2")
def moves_in_two_parts(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.1(1): a unit's move ends before the next begins; here one goes on after another has moved."""
    for drag, _, side in moving(game, rng):
        hand = Hand(game, drag.step)
        drawn = drawn_at(game, drag.step)
        moved = [m.piece for m in game.dragged() if drawn < m.step < drag.step and m.end.isdigit()]
        before = [u for u in moved[:-1] if u != drag.piece and u != moved[-1]]
        for unit in before:
            hex_ = _free_hex(game, hand.table, unit)
            if hex_ and game.rests(unit, drag.step, 10) and hand.props(unit).get("Kind") in WAYS.kinds:
                what = f"{name(hand.table, unit)} moves on to {hex_} after another has moved"
                gdrag(hand, unit, hex_, side)
                stop = game.next_move(unit, drag.step)
                yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence("5.0", "9.0", "9.1", "8.1", "10.2", "10.7")
def moves_after_the_battle(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0(4): movement comes before combat; here an activated unit moves after the roll."""
    for step, _battle, _ in mixed(list(game.acts("close")), rng):
        hand = Hand(game, step + 1)
        side = chit_side(game, hand.table)
        active = value(hand.table, "ChitSeq")
        units = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["ActIn"] == active]
        drawn = drawn_at(game, step)
        units = [
            u for u in units if not any(m.piece == u and m.step > drawn for m in game.moves if m.step <= step)
        ]
        for unit in mixed(units, rng):
            hex_ = _free_hex(game, hand.table, unit)
            if hex_ and quiet(game, unit, step) and side in WAYS.sides:
                what = f"{name(hand.table, unit)} moves to {hex_} after combat"
                gdrag(hand, unit, hex_, side)
                stop = game.next_move(unit, step + 1)
                yield hand.planted(what, culprit=side, stop=stop)


def _range_of(game: Game, table: Table, hq: str) -> int:
    counter = game.props(table, hq)["CounterId"]
    return int(next(c for c in game.module.data["counters"] if c["id"] == counter)["command_range"])


def _activated_wrongly(game: Game, rng: random.Random, *, nation: bool) -> Iterator[Planted]:
    for step, hand, side in in_segments(game, rng):
        hq = headquarters(game, hand.table)
        if hq is None:
            continue
        home = hand.place(hq)
        reach = _range_of(game, hand.table, hq)
        flag = hand.props(hq)["Nationality"]
        for unit in mixed(WAYS.units(game, hand.table, side), rng)[:60]:
            props = hand.props(unit)
            far = distance(home, hand.place(unit)) > reach
            same = props["Nationality"] == flag
            if props["ActIn"] != "0" or props["Kind"] == "hq":
                continue
            if nation != (not same and not far) or (not nation and not (same and far)):
                continue
            if nation and flag != "german":
                continue
            hex_ = _free_hex(game, hand.table, unit)
            if hex_ and quiet(game, unit, step):
                number = value(hand.table, "ChitSeq")
                at = "@" + hand.place(unit)
                hand.change(unit, Act="activate", Seq=number, By=side, At=at, ActIn=number)
                hand.end()
                gdrag(hand, unit, hex_, side)
                why = (
                    f"of another nation than {name(hand.table, hq)}"
                    if nation
                    else f"out of range of {name(hand.table, hq)}"
                )
                what = f"{name(hand.table, unit)}, {why}, activated by key and moved"
                yield hand.planted(what, culprit=side)


@KINDS.offence("8.2", "8.1", "9.1")
def activated_out_of_range(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.2: a headquarters activates what stands within its range; here a unit beyond it is activated by
    key and moves.
    """
    yield from _activated_wrongly(game, rng, nation=False)


@KINDS.offence("8.3", "8.1", "9.1")
def other_nation_activated(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.3(1): an Axis headquarters activates its own nation; here an ally is activated by a German one
    and moves.
    """
    yield from _activated_wrongly(game, rng, nation=True)
