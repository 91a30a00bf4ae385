"""Markers of control: one an area; whoever alone has units there that are not isolated controls it (3.6)."""

from __future__ import annotations

from toolkit.module.keys import named
from toolkit.module.pieces import Piece
from toolkit.module.rattenkrieg import keys
from toolkit.module.rattenkrieg.places import Table
from toolkit.module.traits import (
    Change,
    Level,
    calculated,
    dynamic,
    following,
    layer,
    marker,
    report,
    set_global,
    trigger,
)
from toolkit.module.units import MAIN_MAP

_TAKE = named("takeControl")
_HAND = named("turnControl")


def control_id(area: str) -> str:
    """Return the id of an area's marker."""
    return f"control-{area}"


def control_global(area: str) -> str:
    """Return the global property that says who controls an area."""
    return f"Control_{area}"


def control_piece(area: str, table: Table, gpid: int, images: tuple[str, str], px: int) -> Piece:
    """Return an area's marker; `images` are the flags of the two sides, in the game's order."""
    first, second = table.sides.values()
    start = start_control(area, table)
    name = table.areas.name(area)
    counts = {side: _count(side, name) for side in (first, second)}
    alone = f'(Here_A>0&&Here_B==0)?"{first}":((Here_B>0&&Here_A==0)?"{second}":Control)'
    parts = (
        report([_TAKE, _HAND], f'{{"{name.replace(chr(34), "")} is under "+Control+" control"}}'),
        trigger("Check", [_TAKE], watch=[keys.CHECK_CONTROL], when="Control!=Rightful"),
        trigger("Turn by hand", [_HAND], key=keys.TURN_MARKER, menu="Turn the marker"),
        dynamic(
            "Control",
            start,
            Change(_TAKE, "{Rightful}"),
            Change(_HAND, f'{{Control=="{first}"?"{second}":"{first}"}}'),
            note="side that controls the area",
        ),
        # An outer trait hears a key first: the global copies what the piece's own value has become.
        set_global(control_global(area), Change(_TAKE, "{Control}"), Change(_HAND, "{Control}")),
        calculated("Rightful", alone),
        calculated("Here_A", counts[first]),
        calculated("Here_B", counts[second]),
        following(layer("Flag", [Level(images[0]), Level(images[1])]), "ControlLevel", 1),
        calculated("ControlLevel", f'Control=="{first}"?1:2'),
        marker(CounterId=control_id(area), Kind="control", Side="None", Area=area),
    )
    return Piece(control_id(area), gpid, f"Control of {name}", images[0], parts, px, ("Markers", "Control"))


def start_control(area: str, table: Table) -> str:
    """Return the side that controls an area at the start, by name; the second side where nothing is said."""
    areas = table.areas.map
    side = areas.properties[areas.index(area)].get("control", "")
    return table.sides.get(side, list(table.sides.values())[-1])


def _count(side: str, area: str) -> str:
    own = f'Kind==\\"unit\\"&&Isolated==0&&Side==\\"{side}\\"&&LocationName==\\"{area}\\"'
    return f'Count("{{{own}}}","{MAIN_MAP}")'
