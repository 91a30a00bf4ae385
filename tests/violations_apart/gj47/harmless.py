"""GJ47: what breaks no rule; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.gj47.chits_and_turns import unchosen_chits
from tests.violations_apart.gj47.combat import battles
from tests.violations_apart.gj47.movement import in_segments
from tests.violations_apart.gj47.table import (
    KINDS,
    WAYS,
    barred,
    beside,
    distance,
    gdrag,
    guarded,
    movement,
    moving,
    name,
    on_road,
    places_of_unit,
    standing,
    terrain,
    town,
    value,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game


@KINDS.harmless
def moved_mark_toggled(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The moved mark of a unit is switched on and off by hand: it says nothing."""
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        unit = rng.choice(WAYS.units(game, hand.table))
        if "Moved" in places_of_unit(hand, unit):
            now = hand.props(unit)["Moved"]
            hand.change(unit, Moved="true" if now == "false" else "false")
            yield hand.planted(f"the moved mark of {name(hand.table, unit)} switched")


@KINDS.harmless
def marker_laid_and_put_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A marker (out of supply, retreated, control) is laid on the map as a reminder and put back into
    its tray.
    """
    for _, hand, side in in_segments(game, rng):
        kind = rng.choice(["out-of-supply", "retreated", "control"])
        marker = hand.pieces(Kind=kind)[0].id
        home = hand.table.spot(marker)
        unit = rng.choice(WAYS.units(game, hand.table))
        hand.drag(marker, hand.place(unit), side)
        hand.end()
        hand.move(marker, (str(home.map), home.x, home.y), side)
        yield hand.planted(f"a marker {kind} laid and put back")


@KINDS.harmless
def supply_marker_left_lying(game: Game, rng: random.Random) -> Iterator[Planted]:
    """An out-of-supply marker is left on the map: a reminder, no fact."""
    for step, hand, side in in_segments(game, rng):
        marker = hand.pieces(Kind="out-of-supply")[0].id
        unit = rng.choice(WAYS.units(game, hand.table))
        hand.drag(marker, hand.place(unit), side)
        stop = game.next_move(marker, step)
        yield hand.planted("a marker laid as a reminder", stop=stop)


@KINDS.harmless
def march_said_and_taken_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit's march is announced and the announcement undone before it moves."""
    for drag, _, side in moving(game, rng):
        hand = Hand(game, drag.step)
        chit = value(hand.table, "ChitSeq")
        if hand.props(drag.piece)["March"] == "0":
            here = f"@{drag.start}"
            hand.change(drag.piece, Act="march", Seq=chit, By=side, At=here, March="1")
            hand.undo()
            yield hand.planted(f"a march of {name(hand.table, drag.piece)} announced, undone")


@KINDS.harmless
def activation_taken_back_and_given(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit's activation is undone by key and given again by undo before it acts."""
    for drag, table, _side in moving(game, rng):
        hand = Hand(game, drag.step)
        hand.change(drag.piece, ActIn="0")
        hand.undo()
        yield hand.planted(f"the activation of {name(table, drag.piece)} taken off, undone")


@KINDS.harmless
def attack_key_twice_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """An attack key is pressed, undone and pressed again before the roll."""
    for step, unit, _ in mixed(list(game.acts("attack")), rng):
        if game.decision(step) == (unit, "attack"):
            hand = Hand(game, step)
            hand.do(*game.steps[step - 1])
            hand.end()
            hand.undo()
            yield hand.planted("an attack key pressed, undone, pressed again")


@KINDS.harmless
def battle_marker_shifted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The battle marker is shifted within the hex that is attacked."""
    for step, battle, _ in battles(game, rng):
        hand = Hand(game, step)
        spot = hand.table.spot(battle)
        if hand.place(battle).isdigit():
            hand.move(battle, (str(spot.map), spot.x + 5, spot.y + 4), rng.choice(WAYS.sides))
            yield hand.planted("a battle marker shifted within its hex")


@KINDS.harmless
def move_in_two_drags(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.1(2): a unit goes hex by hex; a drag of two hexes is done in two, by a hex where it is no dearer."""
    for drag, table, side in moving(game, rng):
        if distance(drag.start, drag.end) != 2:
            continue
        middle = [h for h in beside(drag.start) if h in beside(drag.end) and terrain(h) == "clear"]
        taken = standing(game, table)
        plain = [
            h
            for h in middle
            if h not in taken
            and not guarded(game, table, h, side)
            and not town(h)
            and not any(
                barred(a, b, k)
                for a, b in ((drag.start, h), (h, drag.end))
                for k in ("river", "great_river", "impassable")
            )
        ]
        roads = on_road(drag.start) and on_road(drag.end)
        if (
            plain
            and not roads
            and movement(game, table, drag.piece) >= 5
            and not guarded(game, table, drag.end, side)
        ):
            if guarded(game, table, drag.start, side) or terrain(drag.end) != "clear":
                continue
            hand = Hand(game, drag.step)
            gdrag(hand, drag.piece, plain[0], side)
            yield hand.planted(f"{name(table, drag.piece)} goes by way of {plain[0]}")


@KINDS.harmless
def pool_looked_through(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Units in the pool are spread out."""
    step = rng.choice(WAYS.steps(game, rng))
    hand = Hand(game, step)
    pool = [u for u in hand.pieces(Kind="unit") if hand.place(u.id).endswith("reserve pool")]
    if not pool:
        return
    unit = rng.choice(pool).id
    hand.move(unit, WAYS.nudged(game, hand.table, unit), rng.choice(WAYS.sides))
    yield hand.planted(f"{name(hand.table, unit)} shifted in the pool")


@KINDS.harmless
def chit_looked_at_at_home(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A chit that was not chosen is shifted in its private window."""
    for _, hand, side in in_segments(game, rng):
        chits = unchosen_chits(game, hand, side, fronts=False)
        if chits:
            hand.move(chits[0], WAYS.nudged(game, hand.table, chits[0]), side)
            yield hand.planted("a chit shifted in its window")
