"""GJ47: map, table, and what every chapter asks of them."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from tests.violations_apart import bystanders, chance, slips, surroundings, tampering
from tests.violations_apart.areas import replaced_move
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Kinds, mixed
from tests.violations_apart.planted import Planted, places_of, splice
from tests.violations_apart.played import Game, Moved, module_of
from tests.violations_apart.ways import Ways
from toolkit.geometry.map import Map
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
bystanders.harmless.enter(KINDS, WAYS)
surroundings.harmless.enter(KINDS, WAYS, but=("marker_turned_and_back",))
slips.slip.enter(KINDS, WAYS)
slips.sly.enter(KINDS, WAYS)
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
        hand.change(unit, **{}) if "Moved" not in places_of_unit(hand, unit) else hand.change(
            unit, Moved="true"
        )
    hand.drag(unit, hex_, by)
    hand.say(f"* {hand.table.things[unit].name}: → {hex_} *")


def places_of_unit(hand: Hand, unit: str) -> dict[str, int]:
    return places_of(hand.table.things[unit].type)


def name(table: Table, unit: str) -> str:
    """Return a unit's name."""
    return table.things[unit].name


def segments(game: Game, rng: random.Random) -> list[Moved]:
    """Return the drags of movement segments, of units that are dragged once in their chit."""
    if game.seed not in _SEGMENTS:
        drags = [m for m in game.dragged() if m.start.isdigit() and m.end.isdigit()]
        drags = [m for m in drags if game.fixed.get(m.piece, {}).get("Kind") in WAYS.kinds]
        often = Counter((m.piece, drawn_at(game, m.step)) for m in drags)
        once = [m for m in drags if often[m.piece, drawn_at(game, m.step)] == 1]
        _SEGMENTS[game.seed] = [m for m in once if not _fighting(game, m.step)]
    return mixed(_SEGMENTS[game.seed], rng)


_SEGMENTS: dict[int, list[Moved]] = {}


def drawn_at(game: Game, step: int) -> int:
    """Return the step at which the chit in play was drawn."""
    draws = game.steps_of("draw")
    return draws[bisect_left(draws, step) - 1] if draws and draws[0] < step else 0


def _fighting(game: Game, step: int) -> bool:
    """Return whether a battle has been declared since the chit was drawn."""
    fights = game.steps_of("declare", "roll")
    at = bisect_left(fights, step)
    return at > 0 and fights[at - 1] > drawn_at(game, step)


def moving(game: Game, rng: random.Random) -> Iterator[tuple[Moved, Table, str]]:
    for drag in segments(game, rng):
        table = game.table(drag.step)
        props = game.props(table, drag.piece)
        if props["ActIn"] == value(table, "ChitSeq") != "0" and drag.by == props["Side"]:
            yield drag, table, str(drag.by)


def ends_elsewhere(
    game: Game, drag: Moved, table: Table, hex_: str, what: str, *, at: tuple[int, ...] | None = None
) -> Iterator[Planted]:
    """Return the game with a drag that ends on another hex; the log ends before the unit moves again."""
    new = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(hex_))
    stop = game.next_move(drag.piece, drag.step + 1)
    yield splice(
        game, drag.step, [new], what, leave_out=1, culprit=str(drag.by), at=at or (drag.step,), stop=stop
    )  # fmt: skip
