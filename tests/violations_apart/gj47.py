"""GJ47: what breaks its rules, and what does not.  Numbers are those of the printed rules."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from tests.violations_apart import bystanders, chance, tampering
from tests.violations_apart.areas import replaced_move
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Kinds, mixed
from tests.violations_apart.planted import Planted, places_of, splice
from tests.violations_apart.played import Game, Moved, module_of
from tests.violations_apart.ways import Ways
from toolkit.geometry.map import Map
from toolkit.vassal.commands import SetTurn
from toolkit.vassal.table import Table

KINDS = Kinds()
WAYS = Ways(
    sides=("Axis", "Soviet"),
    face="Step_Level",
    kinds=("unit", "hq"),
    losses={"Axis": "Eliminated Axis units", "Soviet": "Eliminated Soviet units"},
)
ACTING = ("8.1", "8.2", "8.3", "9.1", "9.2", "9.3", "5.0", "7.1", "7.2", "13.0")
MOVING = (*ACTING, "3.1", "9.0", "10.6", "10.7", "12.0", "12.1")
LOSS = ("10.4", "10.5", "11.1", "2.21")
RETREAT = ("10.4", "10.6")
ADVANCE = ("10.7", "10.1", "3.1")
SUPPLY = ("11.1", "11.2", "11.3")
ARRIVAL = ("12.0", "12.1", "12.2", "12.3", "12.4", "7.2", "5.0")

chance.enter(KINDS, WAYS, ("chit", "marker"))
bystanders.enter(KINDS, WAYS, but=("marker_turned_and_back",))
tampering.enter(
    KINDS,
    WAYS,
    {
        "unit_doubled": ("4.0", *ARRIVAL, "2.21"),
        "unit_taken_off": (*LOSS, *SUPPLY),
        "unit_to_losses": (*LOSS, *SUPPLY, *RETREAT),
        "units_exchanged": MOVING,
        "dead_returns": (*LOSS, *ARRIVAL, *MOVING, "4.0"),
        "dragged_by_the_enemy": (*MOVING, *SUPPLY),
        "idle_unit_moves": (*MOVING, *SUPPLY),
        "own_move_by_the_enemys_hand": (),
        "house_rule_changed": (),
        "start_edited": (),
    },
)


# -- the map


@lru_cache(maxsize=1)
def board() -> Map:
    """Return the map."""
    return Map.from_json(module_of("gj47").data["map"])


@lru_cache(maxsize=4096)
def beside(hex_: str) -> tuple[str, ...]:
    """Return the numbers of the hexes around one."""
    grid = board().grid
    return tuple(grid.number(int(n)) for n in board().neighbours[grid.hex(hex_)] if n >= 0)


def distance(one: str, two: str) -> int:
    """Return how many hexes lie from one to another."""
    grid = board().grid
    return grid.distance(grid.hex(one), grid.hex(two))


def terrain(hex_: str) -> str:
    """Return a hex's terrain."""
    return board().terrain_kinds[int(board().terrain[board().grid.hex(hex_)])]


def linked(one: str, two: str, kind: str) -> bool:
    """Return whether a road or railway leads from a hex to the next."""
    grid = board().grid
    return bool(board().links[kind][board().side(grid.hex(one), grid.hex(two))])


def barred(one: str, two: str, kind: str) -> bool:
    """Return whether the side between two hexes is of a kind: river, great_river, impassable."""
    grid = board().grid
    return bool(board().side_features[kind][board().side(grid.hex(one), grid.hex(two))])


def bridged(one: str, two: str) -> bool:
    """Return whether a road or railway crosses the side between two hexes."""
    return linked(one, two, "road") or linked(one, two, "rail")


def town(hex_: str) -> bool:
    """Return whether a town or city lies in a hex."""
    return board().grid.hex(hex_) in {place.hex for place in board().places}


def on_rail(hex_: str) -> bool:
    """Return whether a railway touches a hex."""
    return any(linked(hex_, other, "rail") for other in beside(hex_))


def on_road(hex_: str) -> bool:
    """Return whether a road touches a hex."""
    return any(linked(hex_, other, "road") for other in beside(hex_))


def land(hex_: str) -> bool:
    """Return whether anybody may stand there."""
    return terrain(hex_) not in ("sea", "mountain")


def ring(hex_: str, radius: int) -> list[str]:
    """Return all hexes within a distance, the nearest first."""
    found = {hex_: 0}
    front = [hex_]
    for step in range(1, radius + 1):
        later = []
        for one in front:
            for other in beside(one):
                if other not in found:
                    found[other] = step
                    later.append(other)
        front = later
    return list(found)


# -- the table


def standing(game: Game, table: Table, side: str | None = None) -> dict[str, list[str]]:
    """Return hex → units there."""
    found: dict[str, list[str]] = {}
    for unit in WAYS.units(game, table, side):
        found.setdefault(game.place(table, unit), []).append(unit)
    return found


def enemies_of(game: Game, table: Table, side: str) -> frozenset[str]:
    """Return the hexes with enemies of a side; remembered for the last tables asked for."""
    key = (id(table), side)
    if key not in _ENEMIES or _ENEMIES[key][0] is not table:
        if len(_ENEMIES) > 8:
            _ENEMIES.clear()
        _ENEMIES[key] = (table, frozenset(standing(game, table, WAYS.other(side))))
    return _ENEMIES[key][1]


_ENEMIES: dict[tuple[int, str], tuple[Table, frozenset[str]]] = {}


def guarded(game: Game, table: Table, hex_: str, side: str) -> bool:
    """Return whether a hex lies beside an enemy of a side, or under one."""
    enemies = enemies_of(game, table, side)
    return hex_ in enemies or any(n in enemies for n in beside(hex_))


def value(table: Table, name: str) -> str:
    """Return a global property."""
    return table.properties.get(("Module", name), "")


def chit_side(game: Game, table: Table) -> str:
    """Return whose chit is in play: a side's name, "None" for supply, "" for none."""
    found = [c for c in game.pieces(table, Kind="chit") if game.place(table, c.id) == "Active chit"]
    return found[0].properties()["Side"] if found else ""


def movement(game: Game, table: Table, unit: str) -> int:
    """Return a unit's movement allowance."""
    return int(game.props(table, unit)["Movement"])


def headquarters(game: Game, table: Table) -> str | None:
    """Return the headquarters that the chit in play activated."""
    chit = value(table, "ChitSeq")
    return next((h.id for h in game.pieces(table, Kind="hq", ActIn=chit)), None) if chit != "0" else None


def chit_end(game: Game, step: int) -> int:
    """Return the first step after a step at which the chit in play has ended: it moves off its box."""
    return next((m.step for m in game.moves if m.step > step and m.start == "Active chit"), len(game.steps))


def quiet(game: Game, unit: str, step: int, room: int = 15) -> bool:
    """Return whether a unit neither moves nor acts for a while."""
    acts = any(
        p == unit and step <= s < step + room for s, p, _ in game.acts("attack", "loss", "supply_loss")
    )
    return not acts and game.rests(unit, step, room)


def gdrag(hand: Hand, unit: str, hex_: str, by: str) -> None:
    """A drag as the module logs it: the moved mark, the move, a report."""
    if hand.props(unit).get("Moved") == "false":
        hand.change(unit, **{}) if "Moved" not in _set(hand, unit) else hand.change(unit, Moved="true")
    hand.drag(unit, hex_, by)
    hand.say(f"* {hand.table.things[unit].name}: → {hex_} *")


def _set(hand: Hand, unit: str) -> dict[str, int]:
    return places_of(hand.table.things[unit].type)


def name(table: Table, unit: str) -> str:
    """Return a unit's name."""
    return table.things[unit].name


def segments(game: Game, rng: random.Random) -> list[Moved]:
    """Return the drags of movement segments, of units that are dragged once in their chit."""
    if game.seed not in _SEGMENTS:
        drags = [m for m in game.dragged() if m.start.isdigit() and m.end.isdigit()]
        drags = [m for m in drags if game.fixed.get(m.piece, {}).get("Kind") in WAYS.kinds]
        often = Counter((m.piece, _chit(game, m.step)) for m in drags)
        once = [m for m in drags if often[m.piece, _chit(game, m.step)] == 1]
        _SEGMENTS[game.seed] = [m for m in once if not _fighting(game, m.step)]
    return mixed(_SEGMENTS[game.seed], rng)


_SEGMENTS: dict[int, list[Moved]] = {}


def _chit(game: Game, step: int) -> int:
    """Return the step at which the chit in play was drawn."""
    draws = game.steps_of("draw")
    return draws[bisect_left(draws, step) - 1] if draws and draws[0] < step else 0


def _fighting(game: Game, step: int) -> bool:
    """Return whether a battle has been declared since the chit was drawn."""
    fights = game.steps_of("declare", "roll")
    at = bisect_left(fights, step)
    return at > 0 and fights[at - 1] > _chit(game, step)


def _moving(game: Game, rng: random.Random) -> Iterator[tuple[Moved, Table, str]]:
    for drag in segments(game, rng):
        table = game.table(drag.step)
        props = game.props(table, drag.piece)
        if props["ActIn"] == value(table, "ChitSeq") != "0" and drag.by == props["Side"]:
            yield drag, table, str(drag.by)


def _elsewhere(
    game: Game, drag: Moved, table: Table, hex_: str, what: str, *, at: tuple[int, ...] | None = None
) -> Iterator[Planted]:
    """Return the game with a drag that ends on another hex; the log ends before the unit moves again."""
    new = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(hex_))
    stop = game.next_move(drag.piece, drag.step + 1)
    yield splice(
        game, drag.step, [new], what, leave_out=1, culprit=str(drag.by), at=at or (drag.step,), stop=stop
    )  # fmt: skip


# -- movement


@KINDS.offence("9.2", "9.3", "9.1")
def moves_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2(1), 9.3: a hex costs at least half a point; here the unit goes beyond twice its allowance."""
    for drag, table, _ in _moving(game, rng):
        reach = 2 * movement(game, table, drag.piece) + 1
        taken = standing(game, table)
        far = [h for h in ring(drag.start, reach + 3) if distance(drag.start, h) > reach]
        far = [h for h in far if land(h) and h not in taken and not guarded(game, table, h, str(drag.by))]
        if far:
            hex_ = rng.choice(far)
            yield from _elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} moves {drag.start} → {hex_}"
            )


@KINDS.offence("3.1", "9.2", "9.1")
def moves_into_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1(2): units of the two sides cannot share a hex; here one is dragged onto enemies."""
    for drag, table, side in _moving(game, rng):
        enemies = standing(game, table, WAYS.other(side))
        near = [
            h for h in enemies if distance(drag.start, h) <= max(2, movement(game, table, drag.piece) // 2)
        ]
        if near:
            hex_ = rng.choice(sorted(near))
            yield from _elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} moves onto enemies in {hex_}"
            )


def _to_terrain(game: Game, rng: random.Random, kind: str) -> Iterator[Planted]:
    for drag, table, _ in _moving(game, rng):
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
            yield from _elsewhere(game, drag, table, hex_, what)


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
    for drag, table, _side in _moving(game, rng):
        allowance = movement(game, table, drag.piece)
        dry = _dry(drag.start, 2 * allowance + 2)
        wet = [h for h in ring(drag.start, allowance) if h not in dry and h not in beside(drag.start)]
        wet = [h for h in wet if land(h) and h not in standing(game, table)]
        if wet:
            hex_ = rng.choice(wet)
            yield from _elsewhere(
                game,
                drag,
                table,
                hex_,
                f"{name(table, drag.piece)} moves {drag.start} → {hex_} over a great river",
            )


@KINDS.offence("9.2", "2.1", "3.2", "10.1", "terrain effects chart")
def passes_a_barred_side(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Hexsides of the map that are impassable cannot be crossed; here a unit goes straight over one."""
    for drag, table, _side in _moving(game, rng):
        over = [h for h in beside(drag.start) if barred(drag.start, h, "impassable") and land(h)]
        if over:
            yield from _elsewhere(
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
    for drag, table, side in _moving(game, rng):
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
            yield from _elsewhere(
                game, drag, table, hex_, f"{name(table, drag.piece)} is the third unit in {hex_}", at=at
            )


def _chits(game: Game, rng: random.Random) -> Iterator[tuple[int, Hand, str]]:
    """Yield steps within movement segments: the step, a hand before it, the acting side."""
    for drag, _, side in _moving(game, rng):
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
    for step, hand, side in _chits(game, rng):
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
    for drag, _, side in _moving(game, rng):
        hand = Hand(game, drag.step)
        drawn = _chit(game, drag.step)
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
        drawn = _chit(game, step)
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
    for step, hand, side in _chits(game, rng):
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


# -- combat


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
        keys = [s for s, _, a in game.acts("attack") if _chit(game, step) < s < step]
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
            _lose(hand, unit, number, side)
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


def _lose(hand: Hand, unit: str, battle: str, side: str, act: str = "loss") -> None:
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
                _lose(hand, unit, number, side)
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
            yield from _elsewhere(
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
            yield from _elsewhere(
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
            yield from _elsewhere(
                game,
                drag,
                table,
                aside[0],
                f"{name(table, drag.piece)} advances to {aside[0]}, not to {target}",
            )


# -- supply


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
                    _lose(hand, unit, "supply", side, "supply_loss")
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


def _withdrawals(game: Game, rng: random.Random) -> Iterator[Moved]:
    yield from mixed([m for m in game.dragged() if m.start.isdigit() and m.end.startswith("Turn ")], rng)


@KINDS.offence("11.2")
def wrong_division_withdrawn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(1): the table names the kind of division; here one of another kind leaves."""
    for drag in _withdrawals(game, rng):
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
    for drag in _withdrawals(game, rng):
        end = chit_end(game, drag.step)
        what = f"{name(game.last, drag.piece)} is not withdrawn"
        yield splice(game, drag.step, [], what, leave_out=1, culprit="Axis", at=range(drag.step - 1, end + 1))


@KINDS.offence("11.2")
def one_more_withdrawn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(1): only what the table names leaves; here a division more."""
    for drag in _withdrawals(game, rng):
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
    for step, hand, side in _chits(game, rng):
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


# -- forts


def _builds(game: Game, rng: random.Random) -> Iterator[Moved]:
    forts = {m.id for m in game.pieces(game.last, Kind="marker") if m.name == "Fort"}
    yield from mixed(
        [m for m in game.moves if m.piece in forts and m.end.isdigit() and not m.start.isdigit()], rng
    )


@KINDS.offence("14.1", "11.4")
def fort_in_the_open(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.1(1): forts are built in towns and cities; here in an open hex beside."""
    for drag in _builds(game, rng):
        table = game.table(drag.step)
        hexes = [
            h for h in ring(drag.end, 3) if not town(h) and land(h) and not guarded(game, table, h, "Soviet")
        ]
        if hexes:
            new = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(hexes[0]))
            stop = game.next_move(drag.piece, drag.step + 1)
            later = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == drag.piece and c.step > drag.step and c.name == "Fort_Level"
                ),
                None,
            )
            stop = min((s for s in (stop, later) if s), default=None)
            what = f"a fort is built in {hexes[0]}, where no town is"
            yield splice(game, drag.step, [new], what, leave_out=1, culprit="Soviet", stop=stop)


@KINDS.offence("14.1", "11.4", "14.3")
def fort_beside_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.1(2): no fort beside an enemy unit; here one is built in such a town."""
    for drag in _builds(game, rng):
        table = game.table(drag.step)
        enemies = standing(game, table, "Axis")
        places = {board().grid.number(p.hex) for p in board().places}
        mine = [h for h in sorted(places) if any(n in enemies for n in beside(h)) and h not in enemies]
        mine = [h for h in mine if h in standing(game, table, "Soviet")]
        if mine:
            new = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(mine[0]))
            stop = game.next_move(drag.piece, drag.step + 1)
            later = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == drag.piece and c.step > drag.step and c.name == "Fort_Level"
                ),
                None,
            )
            stop = min((s for s in (stop, later) if s), default=None)
            what = f"a fort is built in {mine[0]} beside the enemy"
            yield splice(game, drag.step, [new], what, leave_out=1, culprit="Soviet", stop=stop)


@KINDS.offence("14.1", "11.4", "14.3")
def two_levels_at_once(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.1(3): one level in a supply phase; here the fort is at once built up to level 2."""
    for drag in _builds(game, rng):
        hand = Hand(game, drag.step + 1)
        chit = value(hand.table, "ChitSeq")
        hand.change(drag.piece, Act="build", Seq=chit, By="Soviet", At=f"@{drag.end}")
        hand.change(drag.piece, Fort_Level="2")
        later = next(
            (
                c.step
                for c in game.changes
                if c.piece == drag.piece and c.step > drag.step and c.name == "Fort_Level"
            ),
            None,
        )
        what = f"the new fort in {drag.end} is built up to level 2 in the same phase"
        yield hand.planted(what, culprit="Soviet", stop=later)


@KINDS.offence("14.3", "14.1", "11.4")
def fort_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.3(1): a fort never moves; here it is dragged to the next hex in a headquarters' chit."""
    for step, hand, _ in _chits(game, rng):
        forts = [m for m in hand.pieces(Kind="marker") if m.name == "Fort"]
        forts = [m for m in forts if hand.place(m.id).isdigit()]
        if forts:
            fort = forts[0].id
            here = hand.place(fort)
            hexes = [h for h in beside(here) if land(h) and h not in standing(game, hand.table, "Axis")]
            stop = next((c.step for c in game.changes if c.piece == fort and c.step >= step), None)
            move = game.next_move(fort, step)
            stop = min((s for s in (stop, move) if s), default=None)
            if hexes and (stop is None or stop > step + 3):
                hand.drag(fort, hexes[0], "Soviet")
                yield hand.planted(f"the fort of {here} dragged to {hexes[0]}", culprit="Soviet", stop=stop)


@KINDS.offence("14.3", "14.2", "10.5")
def fort_given_up(game: Game, rng: random.Random) -> Iterator[Planted]:
    """14.3(2), 14.2(4): a fort loses levels in combat only; here its owner takes it off."""
    for step, hand, _ in _chits(game, rng):
        forts = [m for m in hand.pieces(Kind="marker") if m.name == "Fort"]
        home = [m for m in game.moves if m.piece in {f.id for f in forts} and not m.start.isdigit()]
        forts = [m for m in forts if hand.place(m.id).isdigit()]
        if forts and home:
            fort = forts[0].id
            changed = next((c.step for c in game.changes if c.piece == fort and c.step >= step), None)
            stop = min((s for s in (changed, game.next_move(fort, step)) if s), default=None)
            if stop is not None and stop <= step + 3:
                continue
            hand.drag(fort, "Markers", "Soviet")
            yield hand.planted("a fort is taken off the map", culprit="Soviet", stop=stop)


# -- reinforcements


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
            yield from _elsewhere(
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
            yield from _elsewhere(
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
            yield from _elsewhere(
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
    for step, hand, side in _chits(game, rng):
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


# -- chits and turns


def _commits(game: Game, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Yield the steps at which a side's chits go into the cup."""
    steps = sorted({s for s, _, a in game.acts("commit")})
    for step in mixed(steps, rng):
        chit = next(p for s, p, a in game.acts("commit") if s == step)
        yield step, game.props(game.last, chit)["Side"]


def _into_the_cup(hand: Hand, chit: str, side: str) -> None:
    hand.change(chit, Act="commit", By=side, At=f"@chits-{side.lower()}")
    deck = next(t for t in hand.table.things.values() if t.is_deck and t.name == "Cup")
    hand.move(chit, (str(deck.spot.map), deck.spot.x, deck.spot.y), side)


def _home(game: Game, hand: Hand, side: str, *, fronts: bool) -> list[str]:
    """Return the chits that a side did not choose: of headquarters, or all."""
    special = ("chit-soviet-reinf", "chit-stavka", "chit-axis-reinf")
    found = []
    for chit in hand.pieces(Kind="chit", Side=side):
        home = hand.place(chit.id) == f"{side} command chits"
        if home and (not fronts or chit.properties()["CounterId"] not in special):
            found.append(chit.id)
    return found


@KINDS.offence("6.2", "6.1", "5.0")
def one_chit_too_many(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.2: the turn's number of front chits is chosen; here a Soviet front chit more goes into the cup."""
    for step, side in _commits(game, rng):
        hand = Hand(game, step + 1)
        chits = _home(game, hand, side, fronts=True)
        if side == "Soviet" and chits and game.rests(chits[0], step + 1, 8):
            _into_the_cup(hand, rng.choice(chits), side)
            stop = min((s for s in (game.next_move(c, step + 1) for c in chits) if s), default=None)
            at = range(step, step + 4)
            yield hand.planted(f"{side} puts a chit too many into the cup", culprit=side, at=at, stop=stop)


@KINDS.offence("6.2", "7.2", "6.1")
def reinforcement_and_stavka(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.2(2): reinforcement or STAVKA, never both; here both go into the cup."""
    for step, side in _commits(game, rng):
        hand = Hand(game, step + 1)
        chits = [
            c
            for c in _home(game, hand, side, fronts=False)
            if hand.props(c)["CounterId"] in ("chit-soviet-reinf", "chit-stavka")
        ]
        if side == "Soviet" and len(chits) == 1:
            _into_the_cup(hand, chits[0], side)
            stop = game.next_move(chits[0], step + 1)
            at = range(step, step + 4)
            yield hand.planted("reinforcement and STAVKA both in the cup", culprit=side, at=at, stop=stop)


@KINDS.offence("6.1", "6.2", "7.1", "5.0")
def chit_smuggled_in(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1(2): chits that were not chosen stay out this turn; here one goes into the cup in the middle of
    the turn.
    """
    for step, hand, side in _chits(game, rng):
        chits = _home(game, hand, side, fronts=True)
        chits = [c for c in chits if game.rests(c, step, 6)]
        if chits:
            _into_the_cup(hand, chits[0], side)
            stop = game.next_move(chits[0], step)
            yield hand.planted(
                f"{name(hand.table, chits[0])}'s chit is put into the cup in mid-turn",
                culprit=side,
                stop=stop,
            )


@KINDS.offence("7.1", "6.1", "6.2", "5.0")
def used_chit_back_into_the_cup(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1(4): a used chit lies open till the next turn; here it goes back into the cup."""
    for step, hand, side in _chits(game, rng):
        used = [c.id for c in hand.pieces(Kind="chit", Side=side) if hand.place(c.id) == "Used command chits"]
        used = [c for c in used if game.rests(c, step, 6)]
        if used:
            _into_the_cup(hand, used[0], side)
            stop = game.next_move(used[0], step)
            yield hand.planted(
                f"the used chit of {name(hand.table, used[0])} goes back into the cup",
                culprit=side,
                stop=stop,
            )


@KINDS.offence("6.1", "7.1", "5.0", "6.2")
def chit_taken_out_of_the_cup(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1, 7.1: chits leave the cup by the draw; here a player takes one of his own back home."""
    for step, hand, side in _chits(game, rng):
        cup = [c.id for c in hand.pieces(Kind="chit", Side=side) if hand.place(c.id) == "Cup"]
        cup = [c for c in cup if game.rests(c, step, 6)]
        if cup:
            hand.drag(cup[0], f"{side} command chits", side)
            stop = game.next_move(cup[0], step)
            yield hand.planted(
                f"{name(hand.table, cup[0])}'s chit is taken out of the cup", culprit=side, stop=stop
            )


@KINDS.notice("7.1")
def draw_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1(1): chits come by chance; here a draw is undone and done again (the same chit comes)."""
    for step, chit, _ in mixed(list(game.acts("draw")), rng):
        hand = Hand(game, step)
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted(f"the draw of {name(game.last, chit)} undone and done again")


def _pushes(game: Game) -> list[tuple[int, str, str]]:
    return [
        (n, c.id, c.state) for n, step in enumerate(game.steps, 1) for c in step if isinstance(c, SetTurn)
    ]


@KINDS.notice("5.0")
def turn_pushed_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0(5): the turn goes on by one; here the tracker is pushed twice, play goes on as before."""
    found = _pushes(game)
    index = rng.randrange(len(found) - 1)
    step = found[index][0]
    hand = Hand(game, step + 1)
    hand.do(SetTurn(found[index + 1][1], found[index + 1][2]))
    yield hand.planted("the turn tracker pushed twice", at=(step, step + 1))


@KINDS.notice("5.0", "7.1")
def turn_ends_with_chits_in_the_cup(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: the turn ends when the cup is empty; here the tracker goes on while chits are left."""
    found = _pushes(game)
    for drag, table, _ in _moving(game, rng):
        cup = next(t for t in table.things.values() if t.is_deck and t.name == "Cup")
        after = [f for f in found if f[0] > drag.step]
        if cup.members and after:
            hand = Hand(game, drag.step)
            hand.do(SetTurn(after[0][1], after[0][2]))
            yield hand.planted(f"the tracker goes on with {len(cup.members)} chits in the cup")


@KINDS.offence(*LOSS, "12.1")
def reduced_unit_restored(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.5, 12.1: no rule gives a lost step back; here a reduced unit on the map is turned to its full
    side.
    """
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        reduced = [u for u in WAYS.units(game, hand.table) if hand.props(u).get("Step_Level") == "2"]
        reduced = [
            u for u in reduced if not any(c.piece == u and abs(c.step - step) < 4 for c in game.changes)
        ]
        if reduced:
            unit = rng.choice(reduced)
            hand.change(unit, Step_Level="1")
            later = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == unit and c.name in ("Step_Level", "LossIn") and c.step > step
                ),
                None,
            )
            move = next(
                (m.step for m in game.moves if m.piece == unit and m.step > step and not m.end.isdigit()),
                None,
            )
            stop = min((s for s in (later, move) if s), default=None)
            yield hand.planted(f"{name(hand.table, unit)} turned to full strength", stop=stop)


@KINDS.offence(*LOSS, "4.0")
def full_unit_reduced(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.5, 11.1: steps are lost in battle or for want of supply; here a unit is turned over with no
    reason.
    """
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        full = [u for u in WAYS.units(game, hand.table) if hand.props(u).get("Steps") == "2"]
        full = [u for u in full if hand.props(u).get("Step_Level") == "1"]
        full = [u for u in full if not any(c.piece == u and abs(c.step - step) < 4 for c in game.changes)]
        if full:
            unit = rng.choice(full)
            hand.change(unit, Step_Level="2")
            later = next(
                (
                    c.step
                    for c in game.changes
                    if c.piece == unit and c.name in ("Step_Level", "LossIn") and c.step > step
                ),
                None,
            )
            yield hand.planted(f"{name(hand.table, unit)} turned to its reduced side", stop=later)


@KINDS.offence("11.2", *ARRIVAL, "8.1", "9.1")
def withdrawn_division_returns(game: Game, rng: random.Random) -> Iterator[Planted]:
    """11.2(4): who has left does not come back; here a withdrawn division is dragged to the map."""
    for drag in _withdrawals(game, rng):
        for step, hand, side in _chits(game, rng):
            if step > drag.step and side == "Axis" and hand.place(drag.piece).startswith("Turn"):
                hexes = [
                    h
                    for h in standing(game, hand.table, "Axis")
                    if len(standing(game, hand.table, "Axis")[h]) == 1
                ]
                gdrag(hand, drag.piece, rng.choice(sorted(hexes)), "Axis")
                there = hand.place(drag.piece)
                what = f"{name(hand.table, drag.piece)}, withdrawn, comes back to {there}"
                yield hand.planted(what, culprit="Axis")


@KINDS.notice("3.4")
def wrong_control_marker(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.4: towns belong to who passed them last; here a marker of the wrong side is laid on a town with
    a unit in it.
    """
    for _, hand, side in _chits(game, rng):
        tray = [m.id for m in hand.pieces(Kind="control") if not hand.place(m.id).isdigit()]
        towns = [h for h in standing(game, hand.table, side) if town(h)]
        if tray and towns:
            marker = tray[0]
            hand.drag(marker, rng.choice(sorted(towns)), WAYS.other(side))
            hand.end()
            hand.change(marker, Face_Level="2" if side == "Axis" else "1")
            yield hand.planted(f"a control marker of the wrong side laid on {hand.place(marker)}")


# -- harmless


@KINDS.harmless
def moved_mark_toggled(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The moved mark of a unit is switched on and off by hand: it says nothing."""
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        unit = rng.choice(WAYS.units(game, hand.table))
        if "Moved" in _set(hand, unit):
            now = hand.props(unit)["Moved"]
            hand.change(unit, Moved="true" if now == "false" else "false")
            yield hand.planted(f"the moved mark of {name(hand.table, unit)} switched")


@KINDS.harmless
def marker_laid_and_put_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A marker (out of supply, retreated, control) is laid on the map as a reminder and put back into
    its tray.
    """
    for _, hand, side in _chits(game, rng):
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
    for step, hand, side in _chits(game, rng):
        marker = hand.pieces(Kind="out-of-supply")[0].id
        unit = rng.choice(WAYS.units(game, hand.table))
        hand.drag(marker, hand.place(unit), side)
        stop = game.next_move(marker, step)
        yield hand.planted("a marker laid as a reminder", stop=stop)


@KINDS.harmless
def march_said_and_taken_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit's march is announced and the announcement undone before it moves."""
    for drag, _, side in _moving(game, rng):
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
    for drag, table, _side in _moving(game, rng):
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
    for drag, table, side in _moving(game, rng):
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
    for _, hand, side in _chits(game, rng):
        chits = _home(game, hand, side, fronts=False)
        if chits:
            hand.move(chits[0], WAYS.nudged(game, hand.table, chits[0]), side)
            yield hand.planted("a chit shifted in its window")
