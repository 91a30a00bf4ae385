"""The names that parameters of a clause use, and what each is meant to be."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any, Union, get_args, get_origin

from toolkit.rules.declared.reading import attributes, key_of
from toolkit.rules.mechanisms import (
    arrivals,
    board,
    cards,
    combat,
    control,
    forces,
    lines,
    movement,
    retreats,
    sequence,
    stacking,
    status,
    support,
    tables,
    unit_dice,
    victory,
    zones,
)
from toolkit.rules.mechanisms.settings import Setting

Path = tuple[str | int, ...]

_PHASES = {"phases": "phase"}
_WHEN = {"when": "kind"}
_SIDES = {"not_across": "side layer", "unless_links": "link"}
ROLES: Mapping[type[Any], Mapping[str, str]] = {
    board.Places: {
        "ids": "place", "not_ids": "place", "terrain": "terrain", "features": "feature", "towns": "town",
        "cards": "card on a place",
    },
    forces.Units: {
        "side": "side", "classes": "class", "not_classes": "class", "ids": "unit", "not_ids": "unit",
        "cards": "card on a unit",
    },
    sequence.Phase: {"sides": "side", **_WHEN},
    sequence.Weather: {**_PHASES, **_WHEN},
    sequence.FirstPhase: {"begins": "phase"},
    sequence.PhaseUnits: _PHASES,
    sequence.Impulses: _PHASES,
    sequence.Chits: _PHASES,
    cards.Cards: {"side": "side", **_PHASES},
    cards.Discard: {"side": "side", **_PHASES, **_WHEN},
    cards.Card: {**_PHASES, **_WHEN},
    sequence.NotAfter: {**_PHASES, "did_in": "phase", **_WHEN},
    movement.Allowance: {**_PHASES, "not_phases": "phase", **_WHEN},
    movement.TerrainCost: {"costs": "terrain", **_WHEN},
    movement.FeatureCost: {"costs": "feature or town", **_WHEN},
    movement.SideCost: {"costs": "side layer", "unless_links": "link", **_WHEN},
    movement.LinkCost: {"link": "link", **_PHASES, **_WHEN},
    movement.March: {"link": "link", **_PHASES, **_WHEN},
    movement.OnlyAlong: {"link": "link", **_PHASES},
    movement.StartOn: {"link": "link", **_PHASES},
    movement.Transport: {**_PHASES, **_WHEN},
    movement.Closed: {"sides": "side layer", "unless_links": "link", **_WHEN, **_PHASES},
    stacking.Stacking: {"points": "class"},
    movement.Gone: {"links": "link", "sides": "side layer", **_WHEN},
    zones.Zones: {**_SIDES, **_WHEN},
    zones.ZoneMovement: {**_PHASES, **_WHEN},
    zones.ZoneLines: {"lines": "line"},
    lines.Line: {
        "to": "side", "onto": "line", "along": "link", **_SIDES,
        "costs": "terrain", "side_costs": "side layer", "link_costs": "link",
    },
    lines.OutOfLine: {"line": "line", "asked": "phase"},
    lines.Attrition: {"line": "line", **_PHASES, **_WHEN},
    combat.Attacks: {**_SIDES, **_PHASES, **_WHEN},
    combat.Once: _PHASES,
    support.Support: {**_PHASES, **_WHEN},
    unit_dice.UnitDice: {**_PHASES, **_WHEN},
    combat.BattleSize: _PHASES,
    combat.MustAttack: _PHASES,
    combat.BattleOrder: _PHASES,
    combat.Condition: {
        "with_classes": "class", "without_classes": "class", "defender_classes": "class",
        "defender_status": "status",
        "attacker_status": "status", "across": "side layer",
        "unless_links": "link", **_PHASES, **_WHEN,
    },
    tables.Odds: _PHASES,
    tables.UseTable: {"table": "table", **_PHASES},
    tables.Effect: {"becomes": "status"},
    status.Status: {**_PHASES, "ends_in": "phase"},
    tables.Result: {"tables": "table"},
    retreats.Withdrawal: {**_PHASES, **_WHEN},
    retreats.Advances: {**_PHASES, **_WHEN},
    retreats.RetreatWay: {"closed_sides": "side layer", "unless_links": "link"},
    arrivals.Reinforcements: _WHEN,
    arrivals.Replacements: {"points": "side", "worth": "property", **_WHEN},
    arrivals.Base: {"line": "line"},
    arrivals.RestoreNeeds: {"line": "line"},
    control.Held: {"side": "side"},
    victory.Points: {"side": "side", "worth": "property", **_WHEN},
    victory.Victory: {"side": "side"},
    victory.State: _WHEN,
    victory.Need: {"points_of": "side", "held_by": "side", "worth": "property"},
}  # fmt: skip
"""Part of a mechanism → attribute → what its names are; of a mapping those of its keys."""


@dataclass(frozen=True, slots=True)
class Use:
    """A name in the parameters of a clause.

    Attributes
    ----------
    role : str
        What it is meant to be; ``"point"`` for an unclear point.
    path : tuple
        Keys and indices that lead to it.
    readings : tuple of str
        Of an unclear point: those that have a value.
    """

    role: str
    name: str
    path: Path
    readings: tuple[str, ...] = ()


def uses(kind: type[Any], data: Mapping[str, Any], path: Path = ()) -> Iterator[Use]:
    """Yield every name that the parameters of a mechanism use."""
    roles = ROLES.get(kind, {})
    for name, hint in attributes(kind).items():
        key = key_of(name)
        if key in data:
            yield from _uses(hint, data[key], (*path, key), roles.get(name, ""))


def _uses(hint: Any, data: Any, path: Path, role: str) -> Iterator[Use]:
    origin = get_origin(hint)
    if origin is Setting:
        if isinstance(data, Mapping) and "point" in data:
            yield Use("point", str(data["point"]), (*path, "point"), tuple(data["values"]))
            for reading, value in data["values"].items():
                yield from _uses(get_args(hint)[0], value, (*path, "values", reading), role)
        else:
            yield from _uses(get_args(hint)[0], data, path, role)
    elif origin in (Union, types.UnionType):
        inner = [part for part in get_args(hint) if is_dataclass(part)]
        yield from _uses(inner[0], data, path, role) if inner else _plain(data, path, role)
    elif origin is tuple:
        items = data if isinstance(data, list) else [data]
        for index, item in enumerate(items):
            yield from _uses(get_args(hint)[0], item, (*path, index), role)
    elif origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        for key, value in data.items():
            yield from _plain(key, (*path, key), role)
            yield from _uses(get_args(hint)[1], value, (*path, key), "")
    elif is_dataclass(hint) and isinstance(hint, type):
        yield from uses(hint, data, path)
    else:
        yield from _plain(data, path, role)


def _plain(data: Any, path: Path, role: str) -> Iterator[Use]:
    if role and isinstance(data, str) and data:
        yield Use(role, sequence.kind_in(data) if role == "kind" else data, path)
