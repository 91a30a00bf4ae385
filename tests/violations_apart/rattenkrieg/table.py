"""Rattenkrieg: map, table, and what every chapter asks of them."""

from __future__ import annotations

import random

from tests.violations_apart import bystanders, chance, slips, surroundings, tampering
from tests.violations_apart.kinds import Kinds, mixed
from tests.violations_apart.played import Game, Moved
from tests.violations_apart.ways import Ways
from toolkit.vassal.table import Table

KINDS = Kinds()
WAYS = Ways(
    sides=("German", "Soviet"),
    face="Face_Level",
    kinds=("unit",),
    losses={"German": "German losses", "Soviet": "Soviet losses"},
)
REAR = {"German": "German Rear", "Soviet": "Soviet Rear"}
# What an idle unit's move breaks: one unit acts (7.1), in its own player turn (5.0), in the order of a
# battle (8.3, 8.11).
_MOVING = ("7.1", "7.2", "7.3", "7.4", "5.0", "8.1", "8.3", "8.9", "8.10", "8.11", "3.5")

chance.enter(KINDS, WAYS, ("card",))
bystanders.harmless.enter(KINDS, WAYS)
surroundings.harmless.enter(KINDS, WAYS)
slips.slip.enter(KINDS, WAYS)
slips.sly.enter(KINDS, WAYS)
tampering.enter(
    KINDS,
    WAYS,
    {
        "unit_doubled": ("3.1", "3.2", "6.1", "6.2", "6.3", "2.3"),
        "unit_taken_off": ("8.9", "8.10", "8.11", "8.12"),
        "unit_to_losses": ("8.9", "8.10", "8.11", "8.12"),
        "units_exchanged": _MOVING,
        "dead_returns": ("6.3", "8.9", "6.1", "6.2", "8.12", "7.1", "5.0"),
        "dragged_by_the_enemy": _MOVING,
        "idle_unit_moves": _MOVING,
        "own_move_by_the_enemys_hand": (),
        "house_rule_changed": (),
        "start_edited": (),
    },
)


def control(game: Game, table: Table) -> dict[str, str]:
    """Return area name → side, as the module keeps it; rears belong to their sides."""
    found = {REAR[side]: side for side in REAR}
    for id_, name in game.module.manifest["areas"].items():
        value = table.properties.get(("Module", f"Control_{id_}"))
        if value:
            found[name] = value
    return found


def unit_of(game: Game, table: Table, spelled: str) -> str | None:
    """Return the piece of a unit that a global names with an ``@``."""
    found = game.pieces(table, Unit=spelled, Kind="unit")
    return found[0].id if found else None


def standing(game: Game, table: Table, area: str, side: str) -> list[str]:
    """Return the units of a side in an area."""
    return [u for u in WAYS.units(game, table, side) if game.place(table, u) == area]


def cards(game: Game, table: Table, side: str, strip: str | None = None) -> list[str]:
    """Return the cards of a side's hand, or of a unit's strip by its short name."""
    prefix = f"{side} hand-" if strip is None else f"{strip}-"
    return [c.id for c in game.pieces(table, Kind="card") if game.place(table, c.id).startswith(prefix)]


def strips(game: Game, table: Table, side: str) -> dict[str, list[str]]:
    """Return strip name → its cards, for all units of a side."""
    found: dict[str, list[str]] = {}
    for card in game.pieces(table, Kind="card"):
        place = game.place(table, card.id)
        if table.spot(card.id).map == f"{side} cards" and "hand-" not in place and "-" in place:
            found.setdefault(place.rsplit("-", 1)[0], []).append(card.id)
    return found


def short(game: Game, counter: str) -> str:
    """Return the name of a unit's strip."""
    return str(next(c for c in game.module.data["counters"] if c["id"] == counter)["short"])


def free_place(game: Game, table: Table, prefix: str) -> str:
    """Return the first place of a hand or strip that holds no card."""
    taken = {game.place(table, c.id) for c in game.pieces(table, Kind="card")}
    for number in range(1, 7):
        if f"{prefix}-{number}" not in taken and _known(game, f"{prefix}-{number}"):
            return f"{prefix}-{number}"
    raise LookupError(prefix)


def _known(game: Game, place: str) -> bool:
    try:
        game.spot(place)
    except KeyError:
        return False
    return True


def acting(table: Table) -> str:
    """Return the active unit as globals spell it."""
    return table.properties.get(("Module", "Active"), "")


def side_to_move(game: Game, step: int) -> str:
    """Return the side whose unit is active before a step, "" if none."""
    table = game.table(step)
    unit = unit_of(game, table, acting(table)) if acting(table) else None
    return WAYS.side(table, unit) if unit else ""


def drags(game: Game, rng: random.Random) -> list[Moved]:
    """Return the drags of single units between areas, by those who touch them least afterwards last."""
    areas = set(game.module.manifest["areas"].values())
    first = WAYS.first(game)
    found = [m for m in game.dragged() if m.step > first and m.start in areas and m.end in areas]
    found = [m for m in found if game.props(game.last, m.piece)["Kind"] == "unit"]
    return mixed(found, rng)
