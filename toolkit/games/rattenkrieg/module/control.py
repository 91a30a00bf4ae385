"""Markers of control: one an area; whoever alone has units there that are not isolated controls it (3.6)."""

from __future__ import annotations

from toolkit.module.area_table import AreaTable
from toolkit.module.control import control_id, control_parts
from toolkit.module.pieces import Piece
from toolkit.module.traits import marker


def control_piece(area: str, table: AreaTable, gpid: int, images: tuple[str, str], px: int) -> Piece:
    """Return an area's marker; `images` are the flags of the two sides, in the game's order."""
    parts = (
        *control_parts(area, table, images, counting="Isolated==0"),
        marker(CounterId=control_id(area), Kind="control", Side="None", Area=area),
    )
    name = f"Control of {table.areas.name(area)}"
    return Piece(control_id(area), gpid, name, images[0], parts, px, ("Markers", "Control"))
