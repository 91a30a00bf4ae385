"""Control of areas: who alone has units in an area controls it, and keeps it when they leave."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.module.area_table import AreaTable
from toolkit.module.keys import ctrl, named
from toolkit.module.traits import (
    Change,
    Level,
    calculated,
    command_others,
    dynamic,
    following,
    layer,
    report,
    set_global,
    trigger,
)
from toolkit.vassal.traits import Part

CHECK_CONTROL = named("checkControl")
"""Sent to a marker of control: who is there now?"""

ASK_CONTROL = named("askControl")
"""Makes a unit send `CHECK_CONTROL` to the areas that it leaves and enters."""

TURN_MARKER = ctrl("F")

HOLDS = "Holds"
"""Property of units, summed up where a marker lies: `holding`, or 0 for one that does not count.

The engine adds up numbers in no time; to count by an expression takes it as long as to try it on all pieces.
"""

_SECOND = 1000  # more than a side has units

_TAKE = named("takeControl")
_HAND = named("turnControl")


def control_id(area: str) -> str:
    """Return the id of an area's marker."""
    return f"control-{area}"


def control_global(area: str) -> str:
    """Return the global property that says who controls an area."""
    return f"Control_{area}"


def control_globals(table: AreaTable, areas: Iterable[str]) -> dict[str, str]:
    """Return the globals of control with their start values; a piece that says nothing holds 0."""
    return {control_global(area): start_control(area, table) for area in areas} | {HOLDS: "0"}


def start_control(area: str, table: AreaTable) -> str:
    """Return the side that controls an area at the start, by name; the second side where nothing is said."""
    areas = table.areas.map
    side = areas.properties[areas.index(area)].get("control", "")
    return table.sides.get(side, list(table.sides.values())[-1])


def control_parts(area: str, table: AreaTable, images: tuple[str, str]) -> tuple[Part, ...]:
    """Return what keeps an area's control; `images` are the flags of the two sides, in the game's order."""
    first, second = table.sides.values()
    name = table.areas.name(area)
    alone = f'Here>0&&Here<{_SECOND}?"{first}":Here>0&&Here%{_SECOND}==0?"{second}":Control'
    return (
        report([_TAKE, _HAND], f"{name} is under $Control$ control"),
        trigger("Check", [_TAKE], watch=[CHECK_CONTROL], when="Control!=Rightful"),
        trigger("Turn by hand", [_HAND], key=TURN_MARKER, menu="Turn the marker"),
        dynamic(
            "Control",
            start_control(area, table),
            Change(_TAKE, "{Rightful}"),
            Change(_HAND, f'{{Control=="{first}"?"{second}":"{first}"}}'),
            note="side that controls the area",
        ),
        # An outer trait hears a key first: the global copies what the piece's own value has become.
        set_global(control_global(area), Change(_TAKE, "{Control}"), Change(_HAND, "{Control}")),
        calculated("Rightful", alone),
        calculated("Here", f'SumLocation("{HOLDS}")'),
        following(layer("Flag", [Level(images[0]), Level(images[1])]), "ControlLevel", 1),
        calculated("ControlLevel", f'Control=="{first}"?1:2'),
    )


def holding(side: str, table: AreaTable) -> int:
    """Return the value of `HOLDS` of a unit of a side that counts for control."""
    return 1 if side == next(iter(table.sides)) else _SECOND


def asks_control() -> Part:
    """Return how a unit that came or went has the control of both areas looked at."""
    return command_others(
        "Control",
        ASK_CONTROL,
        CHECK_CONTROL,
        'Kind=="control"&&(LocationName=="$LocationName$"||LocationName=="$OldLocationName$")',
    )
