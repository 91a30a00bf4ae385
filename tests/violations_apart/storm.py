"""Storm over Stalingrad: what breaks its rules, and what does not.

Clauses are spelled as the game's register of unclear points spells them: SEED and the heading of the
summary (移動, 攻擊, 損傷, 撤退, 增援, 渡口, 撤離, 控制, 流程, 註) with its numbers, 10.4 and 2.1 of the
rulebook's opening, REF for the reference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart import bystanders, chance, tampering
from tests.violations_apart.areas import (
    arrange,
    beside,
    deck,
    moments,
    next_step,
    phase,
    pushes,
    replaced_move,
    spot_of_place,
    without_values,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Kinds, mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import ChangeProperty, MovePiece, SetTurn
from toolkit.vassal.table import Table

KINDS = Kinds()
WAYS = Ways(
    sides=("German", "Soviet"),
    face="Face_Level",
    kinds=("unit",),
    losses={"German": "Eliminated German units", "Soviet": "Eliminated Soviet units"},
)
FERRIES = {"Krasnaya Sloboda Ferry", "Crossing 62", "Skudri Crossing"}
TURNS = ("SEED 流程", "SEED 註3", "SEED 註4")
MOVES = ("SEED 移動", "SEED 渡口", *TURNS)
LOSSES = ("SEED 損傷", "SEED 撤退", "SEED 攻擊4", "REF 3.8", "REF 3.9")
CARDS = ("SEED 流程1", "SEED 流程2(2)", "SEED 流程3(1)", "SEED 註2", "REF 3.3")

chance.enter(KINDS, WAYS, ("card",))
bystanders.enter(KINDS, WAYS)
tampering.enter(
    KINDS,
    WAYS,
    {
        "unit_doubled": ("SEED 增援", "REF 3.11", "SEED 流程3(4)"),
        "unit_taken_off": (*LOSSES, "SEED 撤離", "10.4"),
        "unit_to_losses": (*LOSSES, "SEED 撤離", "SEED 增援3"),
        "units_exchanged": MOVES,
        "dead_returns": (*LOSSES, "SEED 增援", "SEED 流程3(4)", *MOVES, "REF 3.3"),
        "dragged_by_the_enemy": (*MOVES, *LOSSES),
        "idle_unit_moves": (*MOVES, *LOSSES),
        "own_move_by_the_enemys_hand": (),
        "house_rule_changed": (),
        "start_edited": (),
    },
)


# -- the table


def distances(game: Game, start: str) -> dict[str, int]:
    """Return area → least number of areas to enter on the way there; ferry boxes are no way."""
    near = beside(game)
    found = {start: 0}
    front = [start]
    while front:
        later = []
        for area in front:
            for other in sorted(near[area]):
                if other not in found and other not in FERRIES:
                    found[other] = found[area] + 1
                    later.append(other)
        front = later
    return found


def held(game: Game, table: Table) -> dict[str, str]:
    """Return area → side that controls it, as the module keeps it."""
    names = game.module.manifest["areas"]
    found = {}
    for id_, name in names.items():
        value = table.properties.get(("Module", f"Control_{id_}"))
        if value:
            found[name] = value
    return found


def standing(game: Game, table: Table, area: str, side: str) -> list[str]:
    """Return the units of a side in an area."""
    return [u for u in WAYS.units(game, table, side) if game.place(table, u) == area]


def entered(game: Game, table: Table, area: str, side: str) -> bool:
    """Return whether an area costs more: enemy units or enemy control."""
    return bool(standing(game, table, area, WAYS.other(side))) or held(game, table).get(area) == WAYS.other(
        side
    )


def number(game: Game, table: Table, unit: str, name: str) -> int:
    """Return a number printed on a unit."""
    return int(game.props(table, unit)[name])


def hand_cards(game: Game, table: Table, side: str) -> list[str]:
    """Return the cards of a side's hand."""
    return [
        c.id
        for c in game.pieces(table, Kind="card", Side=side)
        if game.place(table, c.id).startswith(f"{side} hand-")
    ]


def free_slot(game: Game, table: Table, side: str) -> str:
    """Return the first free place of a hand."""
    taken = {game.place(table, c) for c in hand_cards(game, table, side)}
    for place in range(1, 13):
        name = f"{side} hand-{place}"
        try:
            game.spot(name)
        except KeyError:
            break
        if name not in taken:
            return name
    raise LookupError(side)


def counted(game: Game, step: int) -> int:
    """Return how many decisions a step holds."""

    def total(n: int) -> int:
        return int(game.table(n).properties.get(("Module", "Step"), "0"))

    return total(step + 1) - total(step)


def impulses(game: Game, rng: random.Random) -> Iterator[tuple[int, Hand]]:
    """Yield steps at which an impulse is over and nothing hangs: the next is a move's or a fire's first
    key.
    """
    for step, unit, act in mixed(list(game.acts("move", "fire", "pass")), rng):
        if game.decision(step) != (unit, act) or phase(game.table(step))[1] != 1:
            continue
        before = game.decision(step - 1)
        if act == "fire" and before is not None and before[1] == "fire":
            continue
        if before is not None and before[1] == "play":
            continue
        hand = Hand(game, step)
        if hand.value("Left") in ("", "0") or int(hand.value("Left")) <= 0:
            yield step, hand


def mover(game: Game, step: int) -> str:
    """Return the side of the decision at a step."""
    decision = game.decision(step)
    assert decision is not None
    props = game.props(game.last, decision[0])
    return props["Side"]


def standing_by_area(game: Game, table: Table, side: str) -> dict[str, list[str]]:
    """Return area → units of a side there."""
    found: dict[str, list[str]] = {}
    for unit in WAYS.units(game, table, side):
        found.setdefault(game.place(table, unit), []).append(unit)
    return found


def touched(game: Game, unit: str, step: int) -> int | None:
    """Return the first step from a step on at which a unit acts, is turned or moves."""
    acts = next((s for s, p, _ in game.acts() if p == unit and s >= step), None)
    return min((s for s in (acts, game.next_move(unit, step)) if s is not None), default=None)


def quiet(game: Game, unit: str, step: int) -> bool:
    """Return whether a unit neither acts nor moves until the units are refreshed."""
    end = next_step(game, step, "end_phase") or len(game.steps)
    touched = any(p == unit and step <= s < end for s, p, _ in game.acts())
    return not touched and not any(m.piece == unit and step <= m.step < end for m in game.moves)


def no_cards(game: Game, step: int) -> bool:
    """Return whether no card is played within some steps around a step."""
    return not any(step - 6 <= s <= step + 4 for s, _, _ in game.acts("play"))


def neighbours(game: Game, table: Table, unit: str) -> list[str]:
    """Return the areas beside a unit, ferry boxes left out."""
    return sorted(a for a in beside(game)[game.place(table, unit)] if a not in FERRIES)


def own_neighbours(game: Game, table: Table, unit: str) -> list[str]:
    """Return the areas beside a unit that its side controls and no enemy stands in."""
    side = WAYS.side(table, unit)
    return [
        a
        for a in neighbours(game, table, unit)
        if not entered(game, table, a, side) and len(standing(game, table, a, side)) < 9
    ]


def keyed_move(hand: Hand, unit: str, area: str, by: str, act: str = "move") -> None:
    """A unit's move by its key and the drag after it."""
    hand.decide(unit, act, by, From="@" + hand.place(unit), Face_Level="2")
    hand.end()
    hand.drag(unit, area, by)
    hand.end()


# -- impulses and moves


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


# -- fire


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


def points(game: Game, roll: int) -> int:
    """Return the loss points of a roll."""
    return int(game.table(roll + 1).properties[("Module", "Points")])


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


# -- losses


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


# -- faces and markers


@KINDS.offence("SEED 流程3(2)", "SEED 註4", "REF 3.2")
def refreshed_during_the_turn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(2): spent units become fresh at the end of the turn; here one does in the middle, by hand."""
    for step, hand in impulses(game, rng):
        spent = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Face_Level"] == "2"]
        spent = [u for u in spent if quiet(game, u, step)]
        if spent:
            unit = rng.choice(spent)
            hand.change(unit, Face_Level="1")
            yield hand.planted(f"{hand.table.things[unit].name} turned fresh by hand")


@KINDS.offence("SEED 流程3(2)", "SEED 註4", "REF 3.2", "REF 3.3")
def readied_without_a_card(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(2): only a card makes a unit fresh before; here the key is pressed without one."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        spent = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "2"]
        spent = [u for u in spent if quiet(game, u, step)]
        if spent and no_cards(game, step):
            unit = rng.choice(spent)
            hand.decide(unit, "ready", side, Face_Level="1")
            yield hand.planted(
                f"{hand.table.things[unit].name} made fresh without a card", count=1, culprit=side
            )


@KINDS.offence("SEED 註4", "SEED 流程2", "SEED 損傷")
def enemy_unit_turned_spent(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註4, 損傷2: units are spent by acting or by losses; here one is turned over with no reason."""
    for step, hand in impulses(game, rng):
        fresh = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Face_Level"] == "1"]
        fresh = [u for u in fresh if quiet(game, u, step)]
        if fresh:
            unit = rng.choice(fresh)
            hand.change(unit, Face_Level="2")
            yield hand.planted(f"{hand.table.things[unit].name} turned spent by hand")


@KINDS.offence("SEED 流程3(2)", "REF 3.2")
def unit_stays_spent(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(2): all spent units become fresh; here one stays spent."""
    for step, _, _ in moments(game, rng, "end_phase"):
        turned = [c.piece for c in game.changes if c.step == step and c.name == "Face_Level"]
        if turned:
            unit = rng.choice(turned)
            new = without_values(game.steps[step - 1], unit, game, "Face_Level", "Act", "Seq", "By")
            end = next_step(game, step + 1, "move", "fire", "play") or step + 1
            what = f"{game.last.things[unit].name} stays spent"
            yield splice(game, step, [new], what, leave_out=1, at=range(step, end + 1))


@KINDS.notice("SEED 攻擊3", "SEED 流程3(3)", "2.1.2")
def fire_marker_taken_off(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(3), 攻擊3(3): fire markers lie till the end of the turn; here one is taken off in between."""
    for _, hand in impulses(game, rng):
        markers = [m for m in hand.pieces(Kind="fire") if m.properties()["Fire"] == "1"]
        if markers:
            hand.change(rng.choice(markers).id, Fire="0")
            yield hand.planted("a fire marker taken off by hand")


@KINDS.notice("SEED 攻擊3", "2.1.2")
def fire_marker_set_for_nothing(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊3(3): a fire marker stands for a fire; here one is set on an area that has not fired."""
    for _, hand in impulses(game, rng):
        markers = [m for m in hand.pieces(Kind="fire") if m.properties()["Fire"] == "0"]
        names = game.module.manifest["areas"]
        markers = [
            m
            for m in markers
            if standing(game, hand.table, names[m.properties()["Area"]], m.properties()["Side"])
        ]
        if markers:
            hand.change(rng.choice(markers).id, Fire="1")
            yield hand.planted("a fire marker set by hand")


@KINDS.notice("SEED 控制", "REF 3.10")
def wrong_control_marker(game: Game, rng: random.Random) -> Iterator[Planted]:
    """控制: who is alone in an area controls it; here the marker of a held area is turned to the enemy."""
    for _, hand in impulses(game, rng):
        for marker in mixed(hand.pieces(Kind="control"), rng):
            props = marker.properties()
            area = game.module.manifest["areas"][props["Area"]]
            if standing(game, hand.table, area, props["Control"]):
                other = WAYS.other(props["Control"])
                hand.change(marker.id, Control=other)
                hand.set(f"Control_{props['Area']}", other)
                yield hand.planted(f"control of {area} turned to {other} by hand")


# -- cards


def _spare(game: Game, hand: Hand, side: str, step: int) -> list[str]:
    return [c for c in hand_cards(game, hand.table, side) if game.rests(c, step)]


@KINDS.offence(*CARDS)
def discards_during_impulses(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(1): cards are discarded in the end phase; here in the middle of the turn."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        spare = _spare(game, hand, side, step)
        if spare and no_cards(game, step):
            hand.decide(spare[0], "discard", side, Mask="null;")
            hand.move(spare[0], spot_of_place(hand, f"{side} discards"))
            stop = game.next_move(spare[0], step + 1)
            yield hand.planted(f"{side} discards in the impulses", count=1, culprit=side, stop=stop)


@KINDS.offence(*CARDS)
def draws_during_impulses(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: cards are drawn at the start and the end of a turn; here one in the middle."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        left = deck(hand.table, f"{side} deck")
        if left and no_cards(game, step) and game.rests(left[-1], step):
            _drawn(game, hand, left[-1], side)
            stop = game.next_move(left[-1], step + 1)
            yield hand.planted(f"{side} draws a card in the impulses", count=1, culprit=side, stop=stop)


def _drawn(game: Game, hand: Hand, card: str, side: str, act: str = "draw_one") -> None:
    desk = game.piece(hand.table, f"{side.lower()}-desk")
    hand.decide(desk, act, side)
    hand.change(card, Act="dealt", Seq=hand.value("Step"), By=side)
    hand.move(card, game.spot(free_slot(game, hand.table, side)))
    hand.change(card, Mask=f"{side};false|0")
    hand.end()


@KINDS.offence(*CARDS)
def hand_filled_beyond_the_limit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(1): hands are filled up to their limit; here a card more is drawn."""
    for step, desk, _ in moments(game, rng, "fill"):
        hand = Hand(game, step + 1)
        side = hand.props(desk)["Side"]
        left = deck(hand.table, f"{side} deck")
        turn = phase(hand.table)[0]
        limit = game.module.data["turns"][turn - 1]["hand"][side.lower()] + 1
        if not left or len(hand_cards(game, hand.table, side)) < limit - 1:
            continue
        if game.rests(left[-1], step, 6):
            while len(hand_cards(game, hand.table, side)) <= limit:
                left = deck(hand.table, f"{side} deck")
                if not left:
                    break
                try:
                    _drawn(game, hand, left[-1], side)
                except LookupError:
                    break
            new = hand.done()
            if len(hand_cards(game, hand.table, side)) <= limit:
                continue
            stop = min(
                [s for s in (game.next_move(c, step + 1) for c in hand_cards(game, hand.table, side)) if s]
                or [0]
            )
            size = len(hand_cards(game, hand.table, side))
            what = f"the {side} hand holds {size} cards, its limit is {limit} at most"
            yield splice(game, step + 1, new, what, count=len(new), culprit=side, stop=stop or None)


@KINDS.offence(*CARDS)
def card_back_from_the_discards(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: cards come from the deck; here one is taken back from the discards."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        pile = [c for c in deck(hand.table, f"{side} discards") if game.rests(c, step)]
        if pile:
            card = rng.choice(pile)
            hand.move(card, game.spot(free_slot(game, hand.table, side)), side)
            hand.change(card, Mask=f"{side};false|0")
            stop = game.next_move(card, step + 1)
            yield hand.planted(
                f"{hand.table.things[card].name} taken back into the hand", culprit=side, stop=stop
            )


@KINDS.offence(*CARDS)
def card_stolen(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: each side has its own cards; here one is taken out of the enemy's hand and laid off."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        theirs = _spare(game, hand, WAYS.other(side), step)
        if theirs and no_cards(game, step):
            hand.change(theirs[0], Mask="null;")
            hand.move(theirs[0], spot_of_place(hand, f"{WAYS.other(side)} discards"), side)
            stop = game.next_move(theirs[0], step + 1)
            what = f"{side} throws away a card of the enemy's hand"
            yield hand.planted(what, culprit=side, stop=stop)


@KINDS.offence(*CARDS, "CARD")
def price_not_paid(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card's text overrides the rules and asks its price (REF 3.3); here a card is played and no other
    one is given.
    """
    for step, card, hand in moments(game, rng, "pay"):
        props = hand.props(card)
        if props["Kind"] != "card" or counted(game, step) != 1:
            continue
        side = props["Side"]
        end = next_step(game, step + 1, "move", "fire", "pass", "play", "ferry") or step + 1
        stop = game.next_move(card, step + 1)
        if stop is not None and stop <= end:
            continue
        what = "a card is played and its price not paid"
        yield splice(
            game, step, [], what, leave_out=1, count=-1, culprit=side, at=range(step - 3, end + 1), stop=stop
        )


@KINDS.offence("SEED 流程1", "REF 3.3")
def deck_rearranged(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: cards are drawn as they lie; here two cards of a deck change places by hand."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        members = list(deck(hand.table, f"{side} deck"))
        late = [c for c in members if game.next_move(c, step) is None]
        if len(late) > 1:
            one, two = members.index(late[0]), members.index(late[-1])
            members[one], members[two] = members[two], members[one]
            arrange(hand, f"{side} deck", members)
            yield hand.planted(f"two cards of the {side} deck change places")


@KINDS.notice()
def own_card_shown_and_masked(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Cards are for their owner's eyes; one is unmasked and masked again, so that both have seen it."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            hand.change(cards[0], Mask="null;")
            hand.end()
            hand.change(cards[0], Mask=f"{side};false|0")
            yield hand.planted(f"a card of the {side} hand shown and masked again")


@KINDS.notice(*CARDS)
def draw_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程1: a drawn card is drawn; here the draw is undone and done again."""
    for step, _, hand in moments(game, rng, "draw", "fill"):
        if any(m.step == step for m in game.moves):
            hand.do(*game.steps[step - 1])
            hand.end()
            hand.undo()
            yield hand.planted("a draw undone and done again")


# -- turns, arrivals, withdrawals


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


def _waiting(game: Game, table: Table, side: str | None = None) -> list[str]:
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
        waiting = [u for u in _waiting(game, hand.table) if game.rests(u, step, 20)]
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


# -- harmless


@KINDS.harmless
def hand_sorted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card of the hand is moved to another place of the hand."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            hand.move(cards[0], game.spot(free_slot(game, hand.table, side)), side)
            yield hand.planted(f"a card of the {side} hand laid to another place of it")


@KINDS.harmless
def own_card_peeked_at(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player looks under the mask of a card of his own: the mask remembers it, nothing else."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            hand.change(cards[0], Mask=f"{side};true|0")
            hand.end()
            hand.change(cards[0], Mask=f"{side};false|0")
            yield hand.planted("an own card peeked at")


@KINDS.harmless
def card_slips_and_is_put_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card slips to another place of the window and is put back."""
    for _, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        cards = hand_cards(game, hand.table, side)
        if cards:
            home = hand.table.spot(cards[0])
            hand.move(cards[0], game.spot(free_slot(game, hand.table, side)), side)
            hand.end()
            hand.move(cards[0], (str(home.map), home.x, home.y), side)
            yield hand.planted("a card to another place of the hand and back")


@KINDS.harmless
def firer_marked_and_unmarked(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The key marks a unit as firer, a second press takes it back: nothing is declared yet."""
    for step, hand in impulses(game, rng):
        side = mover(game, step)
        fresh = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "1"]
        fresh = [u for u in fresh if int(hand.props(u)["Attack"]) and hand.place(u) not in FERRIES]
        if fresh and hand.value("FireState") == "":
            unit = rng.choice(fresh)
            was = (hand.value("FireSide"), hand.value("FireFrom"))
            hand.decide(unit, "fire", side, Firing="1", From="@" + hand.place(unit))
            hand.set("FireSide", side)
            hand.set("FireFrom", "@" + hand.place(unit))
            hand.undo()
            assert was == (hand.value("FireSide"), hand.value("FireFrom"))
            yield hand.planted(f"{hand.table.things[unit].name} marked as firer, undone")


@KINDS.harmless
def attack_marker_shifted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The Attack marker is shifted within the area that is declared."""
    for step, marker, _ in moments(game, rng, "declare"):
        hand = Hand(game, step + 1)
        spot = hand.table.spot(marker)
        place = hand.place(marker)
        if game.name_of(hand.table, spot.map, spot.x + 4, spot.y) == place:
            side = hand.value("FireSide") or rng.choice(WAYS.sides)
            hand.move(marker, (str(spot.map), spot.x + 4, spot.y), side)
            yield hand.planted("the Attack marker shifted within its area")


@KINDS.harmless
def fire_marker_set_and_taken_off(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A fire marker set by a slip and taken off at once."""
    for _, hand in impulses(game, rng):
        marker = rng.choice(hand.pieces(Kind="fire"))
        now = marker.properties()["Fire"]
        hand.change(marker.id, Fire="0" if now == "1" else "1")
        hand.end()
        hand.change(marker.id, Fire=now)
        yield hand.planted("a fire marker turned and turned back")


@KINDS.harmless
def unit_in_the_ferry_box_shifted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Units that wait in a ferry box are spread out."""
    for _, hand in impulses(game, rng):
        waiting = [u for u in WAYS.units(game, hand.table, "Soviet") if hand.place(u) in FERRIES]
        if waiting:
            unit = rng.choice(waiting)
            hand.move(unit, WAYS.nudged(game, hand.table, unit), rng.choice(WAYS.sides))
            yield hand.planted(f"{hand.table.things[unit].name} shifted in its ferry box")


@KINDS.harmless
def reinforcements_looked_through(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Units that are to come are spread out in their box."""
    for _, hand in impulses(game, rng):
        waiting = _waiting(game, hand.table)
        if waiting:
            unit = rng.choice(waiting)
            hand.move(unit, WAYS.nudged(game, hand.table, unit), rng.choice(WAYS.sides))
            yield hand.planted(f"{hand.table.things[unit].name} shifted in its box")
