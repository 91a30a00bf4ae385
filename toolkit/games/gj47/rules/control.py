"""Chapter 3.4(2): who controls towns and major cities, and the hexes worth victory points."""

from __future__ import annotations

from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("3.4(2)", "Later the side whose unit passed last controls a town or city.", Kind.DEFINITION)
def holder(position: Position, h: int, rulings: Rulings) -> Owner | None:
    """Return who controls hex `h`; None where nobody can: it is neither town nor city nor a VP hex.

    Checks: Which side's unit entered the hex last. A unit that has passed need not stay; a fort controls
    nothing.
    Legal: A tank corps runs through an Axis town: the town is Soviet until an Axis unit comes.
    Illegal: Placing reinforcements in a town that the enemy passed through last.
    Unclear: U-33: whether entering by retreat or advance counts as well; and VP hexes that are no towns
    follow the same rule.
    """
    every, moving = (held.get(h) for held in position.control)
    return every if every is moving or rulings.says("U-33", "any-entry") else moving


def holds(position: Position, owner: Owner, h: int, rulings: Rulings) -> bool:
    """Return whether hex `h` is a town, city or VP hex under a side's control."""
    return holder(position, h, rulings) is owner
