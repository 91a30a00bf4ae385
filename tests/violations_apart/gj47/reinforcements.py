"""GJ47: reinforcements; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.gj47.movement import in_segments
from tests.violations_apart.gj47.table import (
    ARRIVAL,
    KINDS,
    WAYS,
    barred,
    beside,
    chit_end,
    ends_elsewhere,
    gdrag,
    guarded,
    land,
    name,
    on_rail,
    ring,
    standing,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved


def _arrivals(game: Game, rng: random.Random) -> Iterator[Moved]:
    found = [m for m in game.dragged() if m.start.endswith("reserve pool") and m.end.isdigit()]
    yield from mixed(found, rng)


@KINDS.offence(*ARRIVAL)
def reinforcement_off_the_rails(game: Game, rng: random.Random) -> Iterator[Planted]:
    """12.1(1): reinforcements are placed on railway hexes; here beside the railway."""
    for drag in _arrivals(game, rng):
        table = game.table(drag.step)
        side = WAYS.side(table, drag.piece)
        hexes = [
            h for h in ring(drag.end, 4) if not on_rail(h) and land(h) and h not in standing(game, table)
        ]
        hexes = [h for h in hexes if not guarded(game, table, h, side)]
        if hexes:
            yield from ends_elsewhere(
                game,
                drag,
                table,
                hexes[0],
                f"{name(table, drag.piece)} arrives in {hexes[0]} without railway",
            )


@KINDS.offence(*ARRIVAL, "3.2")
def reinforcement_beside_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """12.1(2): no reinforcement in an enemy zone; here one arrives on a railway hex beside an enemy."""
    for drag in _arrivals(game, rng):
        table = game.table(drag.step)
        side = WAYS.side(table, drag.piece)
        enemies = standing(game, table, WAYS.other(side))
        hexes = sorted(
            {
                n
                for e in enemies
                for n in beside(e)
                if on_rail(n) and land(n) and n not in standing(game, table)
            }
        )
        hexes = [
            h
            for h in hexes
            if any(
                n in enemies and not barred(h, n, "great_river") and not barred(h, n, "impassable")
                for n in beside(h)
            )
        ]
        if hexes:
            hex_ = rng.choice(hexes)
            yield from ends_elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} arrives in {hex_} beside the enemy"
            )


@KINDS.offence("3.1", *ARRIVAL)
def reinforcement_onto_a_full_hex(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1(3): stacking is judged at placement; here a third unit arrives in a hex of two."""
    for drag in _arrivals(game, rng):
        table = game.table(drag.step)
        side = WAYS.side(table, drag.piece)
        full = [h for h, u in standing(game, table, side).items() if len(u) >= 2 and on_rail(h)]
        full = [h for h in full if not guarded(game, table, h, side)]
        full = [
            h
            for h in full
            if not any(game.place(table, f.id) == h for f in game.pieces(table, Kind="marker"))
        ]
        if full:
            hex_ = rng.choice(sorted(full))
            yield from ends_elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} arrives as third in {hex_}"
            )


@KINDS.offence(*ARRIVAL)
def one_reinforcement_too_many(game: Game, rng: random.Random) -> Iterator[Planted]:
    """12.2(1), 12.3(1): the column or the roll says how many come; here one more of another class comes."""
    for drag in _arrivals(game, rng):
        hand = Hand(game, drag.step + 1)
        side = WAYS.side(hand.table, drag.piece)
        own = [m.piece for m in game.moves if abs(m.step - drag.step) < 25]
        here = {hand.props(p)["Class"] for p in own if hand.props(p).get("Kind") == "unit"}
        pool = [u for u in hand.pieces(Kind="unit", Side=side) if hand.place(u.id).endswith("reserve pool")]
        pool = [u for u in pool if u.properties()["Class"] not in here and game.rests(u.id, drag.step, 25)]
        if side == "Axis":
            pool = [u for u in pool if u.properties()["Class"] in ("Pz", "SS")]
        if pool:
            unit = pool[0].id
            gdrag(hand, unit, drag.end, side)
            if len(standing(game, hand.table, side).get(drag.end, [])) > 2:
                continue
            what = f"{name(hand.table, unit)} arrives beyond what the table gives"
            stop = game.next_move(unit, drag.step + 1)
            at = range(drag.step + 1, chit_end(game, drag.step) + 2)
            yield hand.planted(what, culprit=side, at=at, stop=stop)


@KINDS.offence(*ARRIVAL, "8.1", "9.1")
def reinforcement_in_another_chit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """12.0: reinforcements come when their chit is drawn; here one comes in a headquarters' chit."""
    for step, hand, side in in_segments(game, rng):
        pool = [u for u in hand.pieces(Kind="unit", Side=side) if hand.place(u.id).endswith("reserve pool")]
        pool = [u for u in pool if game.rests(u.id, step, 25)]
        where = [
            m.end
            for m in game.dragged()
            if m.start.endswith("reserve pool") and m.end.isdigit() and m.by == side
        ]
        where = [h for h in where if h not in standing(game, hand.table)]
        if pool and where:
            unit = rng.choice(pool).id
            gdrag(hand, unit, where[0], side)
            what = f"{name(hand.table, unit)} arrives in {where[0]} in another chit"
            stop = game.next_move(unit, step)
            yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence("12.1", "4.0", *ARRIVAL)
def reinforcement_reduced(game: Game, rng: random.Random) -> Iterator[Planted]:
    """12.1(3): reinforcements arrive at full strength; here one is turned over on its way."""
    for drag in _arrivals(game, rng):
        hand = Hand(game, drag.step)
        if hand.props(drag.piece).get("Steps") != "2":
            continue
        WAYS.side(hand.table, drag.piece)
        hand.change(drag.piece, Step_Level="2")
        later = next(
            (
                c.step
                for c in game.changes
                if c.piece == drag.piece and c.name == "Step_Level" and c.step > drag.step
            ),
            None,
        )
        what = f"{name(hand.table, drag.piece)} arrives reduced"
        yield hand.planted(what, at=(drag.step, drag.step + 1), stop=later)


@KINDS.notice("12.2")
def reinforcement_marker_not_pushed(game: Game, rng: random.Random) -> Iterator[Planted]:
    """12.2(3): the number marker goes on after the reinforcements; here it stays (it would give the
    column again).
    """
    for m in mixed(
        [
            m
            for m in game.moves
            if m.end.startswith("Soviet reinforcements ") and m.start.startswith("Soviet reinf")
        ],
        rng,
    ):
        if (
            len([x for x in game.moves if x.step == m.step]) == 1
            and game.last.things[m.piece].name == "Soviet reinforcement number"
        ):
            end = chit_end(game, m.step)
            stop = game.next_move(m.piece, m.step + 1)
            yield splice(
                game,
                m.step,
                [],
                "the number marker stays",
                leave_out=1,
                at=range(m.step - 1, end + 2),
                stop=stop,
            )
