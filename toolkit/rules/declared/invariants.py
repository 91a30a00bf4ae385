"""What every sound position keeps, whatever was played."""

from __future__ import annotations

from toolkit.rules.declared.position import OFF_MAP, Position
from toolkit.rules.mechanisms.forces import ELIMINATED


def faults(position: Position) -> list[str]:
    """Return which invariants a position breaks; [] for a sound one."""
    found = []
    for id, unit in position.units.items():
        where, steps = position.where[id], position.steps[id]
        if where not in OFF_MAP and where not in position.board.places:
            found.append(f"{id} is in {where}, which is no place")
        if where not in OFF_MAP and not 1 <= steps <= unit.most:
            found.append(f"{id} has {steps} steps on the map")
        if where == ELIMINATED and steps > 0:
            found.append(f"{id} is eliminated with {steps} steps")
        if where not in OFF_MAP and id not in position.stack(where):
            found.append(f"{id} is not among the units of {where}")
    for place, side in position.control.items():
        if side not in ("", *position.rules.sides):
            found.append(f"{place} is held by {side}")
    return found
