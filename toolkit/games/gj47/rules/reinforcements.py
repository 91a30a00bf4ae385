"""Chapter 12.0: a reinforcement chit and its effects; where units are placed stands in ``arrivals``."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.axis_reinforcements import from_the_box, named_by_the_roll
from toolkit.games.gj47.rules.battles import chit_owner
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.entitlement import entitled
from toolkit.games.gj47.rules.headquarters import came_back, may_return
from toolkit.games.gj47.rules.pools import back_in_pool, classed, pool
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import end_chit, enter
from toolkit.games.gj47.rules.soviet_reinforcements import named_by_the_column
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.waiting import note_wave
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "12.0",
    "Under a side's reinforcement chit its units come from the reserve pool to the map.",
    Kind.PROCEDURE,
)
def from_the_pool(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge whose unit arrives and where it comes from.

    Checks: That the unit belongs to the side whose chit is in play, and is in the reserve pool, or waits for
    another reason: in the rail box (12.4), or as a lost headquarters (13.0(2)).
    Legal: A rifle division of the pool arrives.
    Illegal: A unit that is on the map arrives a second time; a German division arrives under the Soviet chit.
    Unclear: U-30: whether eliminated units are in the pool again.
    """
    unit = action.unit
    if position.data.units[unit].owner is not chit_owner(position):
        return "a unit of the other side"
    box = position.box_of[unit]
    if position.hex_of[unit] != OFF_MAP or box is Box.MAP:
        return "the unit is on the map"
    if box in (Box.POOL, Box.RAIL, Box.WAITING, Box.WITHDRAWN):
        return None
    if box is Box.ELIMINATED:
        back = position.data.units[unit].headquarters or back_in_pool(position, unit, rulings)
        return None if back else "eliminated units do not return to the pool"
    return "the unit is not in the reserve pool"


def candidates(position: Position, rulings: Rulings) -> tuple[int, ...]:
    """Return the units that may arrive next under the chit in play."""
    owner = chit_owner(position)
    if owner is None:
        return ()
    right = entitled(position, rulings)
    found = [u for u in pool(position, owner, rulings) if right.numbers.get(classed(position, u, rulings), 0)]
    found += [u for u in position.data.own[owner] if may_return(position, u, rulings)]
    boxed = [u for u, box in enumerate(position.box_of) if box is Box.RAIL and owner is Owner.AXIS]
    found += [u for u in boxed if right.from_box or came_back(position, u, Box.RAIL)]
    checks = (named_by_the_column, named_by_the_roll, from_the_box)
    return tuple(
        unit
        for unit in found
        if all(check(position, arrival(position, unit, 0), rulings) is None for check in checks)
    )


def arrival(position: Position, unit: int, h: int) -> a.Enter:
    """Return the arrival of a unit in a hex with the face it has to show."""
    return a.Enter(unit, h, position.box_of[unit] is Box.RAIL and bool(position.reduced[unit]))


def reinforce(position: Position, action: a.Reinforce) -> None:
    """Begin arrivals; the Axis die is kept with the chit."""
    position.set_command(replace(position.command, die=action.die or 0))
    enter(position, Phase.REINFORCEMENT)


def arrive(position: Position, action: a.Enter) -> None:
    """Put a unit on the map with the face it shows."""
    command = position.command
    source = position.box_of[action.unit]
    position.place(action.unit, action.hex)
    position.take_control(position.data.units[action.unit].owner, action.hex, moving=False)
    position.reduced[action.unit] = int(action.reduced)
    position.column_of.pop(action.unit, None)
    position.set_command(
        replace(command, arrived=(*command.arrived, action.unit), sources=(*command.sources, source))
    )


def end_reinforcement(position: Position, action: a.EndReinforcement) -> None:
    """Put the Soviet number where it was put, and lay the chit down."""
    if chit_owner(position) is Owner.SOVIET and action.column > 0:
        if action.column > position.turn.column:
            note_wave(position)
        position.turn = replace(position.turn, column=action.column)
    end_chit(position)
