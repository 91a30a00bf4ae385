"""Storm: map, table, and what every chapter asks of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart import bystanders, chance, slips, surroundings, tampering
from tests.violations_apart.areas import (
    beside,
    next_step,
    phase,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Kinds, mixed
from tests.violations_apart.played import Game
from tests.violations_apart.ways import Ways
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
bystanders.harmless.enter(KINDS, WAYS)
surroundings.harmless.enter(KINDS, WAYS)
slips.slip.enter(KINDS, WAYS)
slips.sly.enter(KINDS, WAYS)
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
