"""Control of areas: who alone has units in an area controls it, and keeps it when they leave."""

from __future__ import annotations

from toolkit.module.area_table import AreaTable
from toolkit.module.counters import MAIN_MAP
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

_TAKE = named("takeControl")
_HAND = named("turnControl")


def control_id(area: str) -> str:
    """Return the id of an area's marker."""
    return f"control-{area}"


def control_global(area: str) -> str:
    """Return the global property that says who controls an area."""
    return f"Control_{area}"


def start_control(area: str, table: AreaTable) -> str:
    """Return the side that controls an area at the start, by name; the second side where nothing is said."""
    areas = table.areas.map
    side = areas.properties[areas.index(area)].get("control", "")
    return table.sides.get(side, list(table.sides.values())[-1])


def control_parts(
    area: str, table: AreaTable, images: tuple[str, str], *, counting: str = ""
) -> tuple[Part, ...]:
    """Return what keeps an area's control.

    Parameters
    ----------
    area : str
    table : AreaTable
    images : (str, str)
        Flags of the two sides, in the game's order.
    counting : str
        Which units count, an expression for the inside of a text (quotes escaped); all when empty.
    """
    first, second = table.sides.values()
    name = table.areas.name(area)
    counts = {side: _count(side, name, counting) for side in (first, second)}
    alone = f'Here_A>0&&Here_B==0?"{first}":Here_B>0&&Here_A==0?"{second}":Control'
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
        calculated("Here_A", counts[first]),
        calculated("Here_B", counts[second]),
        following(layer("Flag", [Level(images[0]), Level(images[1])]), "ControlLevel", 1),
        calculated("ControlLevel", f'Control=="{first}"?1:2'),
    )


def _count(side: str, area: str, counting: str) -> str:
    more = f"&&{counting}" if counting else ""
    own = f'Kind==\\"unit\\"{more}&&Side==\\"{side}\\"&&LocationName==\\"{area}\\"'
    return f'Count("{{{own}}}","{MAIN_MAP}")'


def asks_control() -> Part:
    """Return how a unit that came or went has the control of both areas looked at."""
    return command_others(
        "Control",
        ASK_CONTROL,
        CHECK_CONTROL,
        'Kind=="control"&&(LocationName=="$LocationName$"||LocationName=="$OldLocationName$")',
    )
