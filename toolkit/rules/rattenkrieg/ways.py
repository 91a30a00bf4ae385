"""8.9: where a unit can retreat to."""

from __future__ import annotations

from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.position import Position
from toolkit.rules.rattenkrieg.readings import controls, is_isolated
from toolkit.rules.registry import Enforcement, Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "8.9",
    "Who loses retreats or loses a step; who can do neither is removed.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.EMBODIED,
    unclear=("U29", "U57", "U58"),
)
def retreats(position: Position, unit: str, rulings: Rulings) -> tuple[str, ...]:
    """Return the areas that a unit can retreat to.

    What it checks
    --------------
    Whatever is done while damage is due, or damage taken where none is, is judged under this number.

    Legal example
    -------------
    A beaten Rifle retreats from the Airfield Settlement to Mamayev Kurgan, which is Soviet.

    Illegal example
    ---------------
    Its owner lays down a card from hand instead.

    Unclear points
    --------------
    U29, settled: a Soviet attacker that came out of its rear does not go back there. U57 and U58, settled:
    the same against isolated units and for the T-34 alone.
    """
    if not position.on_map(unit) or is_isolated(position, unit, rulings):
        return ()
    data, side = position.data, position.side(unit)
    barred = data.rears[Side.SOVIET]
    return tuple(
        area
        for area in sorted(data.neighbours[position.where[unit]])
        if area != barred and controls(position, side, area, rulings)
    )
