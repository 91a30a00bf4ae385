"""Markers of areas: who controls it, and which sides fired out of it this turn."""

from __future__ import annotations

from toolkit.games.storm.gestures import FIRE_MARKER
from toolkit.games.storm.module import keys
from toolkit.module.area_table import AreaTable
from toolkit.module.control import control_id, control_parts
from toolkit.module.keys import named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    Level,
    dynamic,
    following,
    layer,
    marker,
    report,
    set_global,
    trigger,
)

_GROUND = named("tellGround")
_NO_GROUND = named("noGround")
_BURN = named("burn")
_END = named("endBurning")
_FLIP = named("turnFire")


def control_piece(area: str, table: AreaTable, gpid: int, images: tuple[str, str], px: int) -> Piece:
    """Return an area's marker of control; it knows the ground as well."""
    areas = table.areas.map
    value = areas.properties[areas.index(area)].get("terrain", "0")
    kept = 'Control!=FireSide&&FireFrom!="@"+LocationName'
    parts = (
        *control_parts(area, table, images),
        trigger("Ground", [_GROUND], watch=[keys.ASK_GROUND], when=kept),
        set_global("Terrain", Change(_GROUND, f"{{{value}*TerrainTimes}}")),
        marker(CounterId=control_id(area), Kind="control", Side="None", Area=area, Value=value),
    )
    name = f"Control of {table.areas.name(area)}"
    return Piece(control_id(area), gpid, name, images[0], parts, px, ("Markers", "Control"))


def fire_id(area: str, side: str) -> str:
    """Return the id of a side's fire marker in an area."""
    return f"fire-{area}-{side}"


def fire_role(side: str) -> str:
    """Return the role of the point of an area where a side's fire marker lies."""
    return f"fire_{side}"


def fire_piece(
    area: str, side: str, table: AreaTable, gpid: int, images: tuple[str, str], *, px: int
) -> Piece:
    """Return a side's fire marker of an area; `images`: not there, there."""
    name, where = table.sides[side], table.areas.name(area)
    says, turn = f"{name} fire marker in {where}", FIRE_MARKER["turn"]
    parts = (
        report([_BURN, _END, _FLIP], f"{says}: taken off", ("Fire==1", f"{says}: set")),
        trigger("Set", [_BURN], watch=[keys.SET_FIRE], when="Fire==0"),
        trigger("Take off", [_END], watch=[keys.CLEAR_FIRE], when="Fire==1"),
        trigger("Turn by hand", [_FLIP], key=turn.key, menu=turn.menu.en),
        trigger("No ground", [_NO_GROUND], watch=[keys.ASK_FIRE], when="Fire==1&&Terrain!=0"),
        set_global("Terrain", Change(_NO_GROUND, "0")),
        dynamic("Fire", 0, Change(_BURN, "1"), Change(_END, "0"), Change(_FLIP, "{1-Fire}")),
        following(layer("Flame", [Level(), Level(images[1])]), "Fire"),
        marker(CounterId=fire_id(area, side), Kind="fire", Side=name, Area=area),
    )
    title = f"{name} fire: {where}"
    return Piece(fire_id(area, side), gpid, title, images[0], parts, px, ("Markers", "Fire"))
