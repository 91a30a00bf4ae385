"""The reserve pool (4.0(5)), and the classes of the reinforcement tables."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.withdrawal import class_of
from toolkit.rules.rulings import Rulings

# Branches of allied divisions that the text names (U-50).
NAMED_BRANCHES = ("armour", "mechanised", "motorised", "cavalry")


def back_in_pool(position: Position, unit: int, rulings: Rulings) -> bool:
    """Return whether an eliminated unit is in the pool again (U-30)."""
    soviet = position.data.units[unit].owner is Owner.SOVIET
    return rulings.says("U-30", "all-return", *(("soviet-return",) if soviet else ()))


def pool(position: Position, owner: Owner, rulings: Rulings) -> tuple[int, ...]:
    """Return the units of a side's reserve pool; eliminated ones as far as they return to it (U-30)."""
    found = []
    for unit in position.data.own[owner]:
        box, head = position.box_of[unit], position.data.units[unit].headquarters
        back = box is Box.ELIMINATED and not head and back_in_pool(position, unit, rulings)
        if box is Box.POOL or back:
            found.append(unit)
    return tuple(found)


def classed(position: Position, unit: int, rulings: Rulings) -> str:
    """Return the class of the reinforcement tables that a unit arrives under; "" for none."""
    kind = position.data.units[unit]
    if kind.allied and kind.symbol not in NAMED_BRANCHES and not rulings.says("U-50", "any"):
        return ""
    return class_of(kind, rulings) if kind.german else kind.pool_type


def column_numbers(position: Position, column: int) -> Mapping[str, int]:
    """Return what a column of the Soviet track brings; nothing behind the last one."""
    track = position.data.charts.soviet_reinforcement
    return track.column(column) if 1 <= column <= len(track.columns) else {}
