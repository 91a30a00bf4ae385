"""Chapter 12: reinforcements of both sides: what comes; where it is placed stands in ``arrivals``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.arrivals import has_room
from toolkit.rules.gj47.headquarters import came_back, may_return
from toolkit.rules.gj47.pools import back_in_pool, classed, column_numbers, pool
from toolkit.rules.gj47.position import OFF_MAP, Box, Phase, Position
from toolkit.rules.gj47.sequence import end_chit, enter
from toolkit.rules.gj47.units import Owner
from toolkit.rules.gj47.waiting import note_wave, waiting
from toolkit.rules.gj47.withdrawal import DICE
from toolkit.rules.registry import Enforcement, Kind, rule
from toolkit.rules.rulings import Rulings

RAIL_BOX_UNITS = 2
HEADQUARTERS = "HQ"


@dataclass(frozen=True, slots=True)
class Entitlement:
    """What may still arrive under the chit in play.

    Attributes
    ----------
    numbers : mapping of str to int
        Class → how many more of it.
    from_box : int
        How many more units of the rail box.
    """

    numbers: Mapping[str, int]
    from_box: int = 0


def receiver(position: Position) -> Owner | None:
    """Return whose reinforcement chit is in play."""
    command = position.turn.command
    chit = None if command is None else position.data.chits.get(command.chit)
    return None if chit is None else chit.owner


@rule(
    "12.0",
    "Under a side's reinforcement chit its units come from the reserve pool to the map.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    unclear=("U-30",),
    on=(a.Enter,),
)
def from_the_pool(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge whose unit arrives and where it comes from.

    What it checks
    --------------
    That the unit belongs to the side whose chit is in play, and is in the reserve pool, or waits for another
    reason: in the rail box (12.4), or as a lost headquarters (13.0(2)).

    Legal example
    -------------
    A rifle division of the pool arrives.

    Illegal example
    ---------------
    A unit that is on the map arrives a second time; a German division arrives under the Soviet chit.

    Unclear points
    --------------
    U-30: whether eliminated units are in the pool again.
    """
    unit = action.unit
    if position.data.units[unit].owner is not receiver(position):
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


def entitled(position: Position, rulings: Rulings, *, late: bool = True) -> Entitlement:
    """Return what the chit in play still lets arrive, beside headquarters that return (13.0(2)).

    Without `late`, Soviet units are left out that found no room before (U-49).
    """
    command = position.command
    owner = receiver(position)
    came: Counter[str] = Counter()
    box = returned = 0
    for unit, source in zip(command.arrived, command.sources, strict=False):
        if came_back(position, unit, source):
            returned += 1
        elif source is Box.RAIL:
            box += 1
        else:
            came[classed(position, unit, rulings)] += 1
    if owner is Owner.SOVIET:
        due = Counter(column_numbers(position, position.turn.column))
        if late:
            due.update(waiting(position, rulings))
        return Entitlement(_left(due, came))
    numbers = position.data.tables.axis_reinforcement.roll(command.die) if command.die in DICE else {}
    if returned and rulings.says("U-36", "hq-counts"):
        box += returned
    return Entitlement(_left(numbers, came), max(0, RAIL_BOX_UNITS - box))


def _left(numbers: Mapping[str, int], came: Mapping[str, int]) -> Mapping[str, int]:
    return {name: max(0, count - came.get(name, 0)) for name, count in numbers.items()}


def candidates(position: Position, rulings: Rulings) -> tuple[int, ...]:
    """Return the units that may arrive next under the chit in play."""
    owner = receiver(position)
    if owner is None:
        return ()
    right = entitled(position, rulings)
    found = [u for u in pool(position, owner, rulings) if right.numbers.get(classed(position, u, rulings), 0)]
    lost = [u for u, kind in enumerate(position.data.units) if kind.headquarters and kind.owner is owner]
    found += [u for u in lost if may_return(position, u, rulings)]
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


def _beyond(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Return what is wrong with the class of a unit that comes from the pool."""
    unit = action.unit
    lost_hq = position.data.units[unit].headquarters and position.box_of[unit] in (
        Box.ELIMINATED,
        Box.WAITING,
    )
    if position.box_of[unit] not in (Box.POOL, Box.ELIMINATED) or lost_hq:
        return None
    name = classed(position, unit, rulings)
    if any(entitled(position, rulings, late=late).numbers.get(name, 0) for late in (False, True)):
        return None
    return f"no (more) unit of class {name or position.data.units[unit].pool_type} is due"


@rule(
    "12.2(1)",
    "The Soviets take what the column under the reinforcement number names, and place it.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-49",),
    on=(a.Enter,),
)
def named_by_the_column(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the class of a Soviet arrival.

    What it checks
    --------------
    The number of arrivals of its class against the column. A returning headquarters is not counted.

    Legal example
    -------------
    Column 2: two tank corps and eight rifle divisions arrive, or fewer.

    Illegal example
    ---------------
    Column 2: a third tank corps, or a headquarters of the pool, arrives.

    Unclear points
    --------------
    U-49: which headquarters a column brings, and whether units that found no room come later.
    """
    kind = position.data.units[action.unit]
    if kind.owner is not Owner.SOVIET or receiver(position) is not Owner.SOVIET:
        return None
    fault = _beyond(position, action, rulings)
    if fault is None and kind.headquarters and position.box_of[action.unit] is Box.POOL:
        due = _next_headquarters(position)
        if action.unit != due and rulings.says("U-49", "fixed"):
            return "another headquarters is due"
    return fault


def _next_headquarters(position: Position) -> int | None:
    """Return the headquarters that comes next when their order is fixed: that of the counters."""
    waiting = (u for u, kind in enumerate(position.data.units) if kind.headquarters)
    return next(
        (
            u
            for u in waiting
            if position.data.units[u].owner is Owner.SOVIET and position.box_of[u] is Box.POOL
        ),
        None,
    )


@rule(
    "12.2(2)",
    "What the pool does not have is lost.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-30",),
)
def soviet_due(position: Position, rulings: Rulings) -> Mapping[str, int]:
    """Return what the Soviets still receive: what the column names, as far as the pool has it.

    What it checks
    --------------
    Column against pool. Nothing takes the place of what is missing, and it does not come later.

    Legal example
    -------------
    The column names three mechanised corps, the pool has two: two arrive.

    Illegal example
    ---------------
    A tank corps arrives in the place of the third.

    Unclear points
    --------------
    U-30: whether eliminated units are in the pool again.
    """
    return _due(position, Owner.SOVIET, rulings)


def _due(position: Position, owner: Owner, rulings: Rulings) -> Mapping[str, int]:
    there = Counter(classed(position, unit, rulings) for unit in pool(position, owner, rulings))
    return {n: min(count, there[n]) for n, count in entitled(position, rulings).numbers.items() if there[n]}


@rule(
    "12.2(3)",
    "After the reinforcements are taken the number goes on one column.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    on=(a.EndReinforcement,),
)
def number_goes_on(position: Position, action: a.EndReinforcement, rulings: Rulings) -> str | None:
    """Judge the reinforcement number after Soviet arrivals.

    What it checks
    --------------
    That it is one column further when units of the column have arrived, and never more. Behind the last
    column it stays.

    Legal example
    -------------
    Units of column 3 arrive, the number goes to 4.

    Illegal example
    ---------------
    It stays at 3, or goes to 5.

    Unclear points
    --------------
    None.
    """
    del rulings
    if receiver(position) is not Owner.SOVIET:
        return None
    here = position.turn.column
    onward = min(here + 1, len(position.data.tables.soviet_reinforcement.columns) + 1)
    if action.column == onward or (action.column == here and not _column_came(position)):
        return None
    return f"the number has to stand at {onward}"


def _column_came(position: Position) -> bool:
    """Return whether any unit that the column names has arrived."""
    command = position.command
    came = zip(command.arrived, command.sources, strict=False)
    return any(not came_back(position, unit, source) for unit, source in came)


@rule(
    "12.2(4)",
    "When no reinforcements are taken the number stays; its column comes with the next chit.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    unclear=("U-30", "U-49"),
    on=(a.EndReinforcement,),
)
def number_stays(position: Position, action: a.EndReinforcement, rulings: Rulings) -> str | None:
    """Judge the reinforcement number when nothing has arrived.

    What it checks
    --------------
    That no column is passed over whose units are in the pool. A column of which the pool has nothing is lost
    (12.2(2)), so the number may go on.

    Legal example
    -------------
    The chit was not chosen on turn 3: on turn 4 the column of turn 2's end still stands.

    Illegal example
    ---------------
    No unit of column 3 is placed, and the number goes to 4.

    Unclear points
    --------------
    U-30: what the pool has. U-49: where the railway has no room, the units wait and the number may go on.
    """
    if receiver(position) is not Owner.SOVIET or _column_came(position):
        return None
    if action.column <= position.turn.column or not any(soviet_due(position, rulings).values()):
        return None
    return "nothing was taken, the number stays" if has_room(position, Owner.SOVIET, rulings) else None


@rule(
    "12.3",
    "When the Axis reinforcement chit is executed, one die on its table says what comes.",
    kind=Kind.PROCEDURE,
    enforcement=Enforcement.CHECKED,
    on=(a.Reinforce,),
)
def axis_rolls(position: Position, action: a.Reinforce, rulings: Rulings) -> str | None:
    """Judge the roll of the Axis reinforcement.

    What it checks
    --------------
    That there is one, and shows 1 to 6.

    Legal example
    -------------
    A 6 is rolled before anything is placed.

    Illegal example
    ---------------
    Divisions are taken from the pool without a roll.

    Unclear points
    --------------
    None.
    """
    del rulings
    if receiver(position) is Owner.AXIS and action.die not in DICE:
        return "no roll on the reinforcement table"
    return None


@rule(
    "12.3(1)",
    "The row of the roll names the numbers of each class; the player picks divisions of it.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-35", "U-50"),
    on=(a.Enter,),
)
def named_by_the_roll(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the class of an Axis arrival from the pool.

    What it checks
    --------------
    The number of arrivals of its class against the row of the roll.

    Legal example
    -------------
    A 6: one panzer, one SS, one infantry and one Romanian division.

    Illegal example
    ---------------
    A 6: two Romanian divisions.

    Unclear points
    --------------
    U-35: what counts as infantry or SS. U-50: whether allied infantry may come.
    """
    if position.data.units[action.unit].owner is not Owner.AXIS or receiver(position) is not Owner.AXIS:
        return None
    if position.data.units[action.unit].headquarters and position.box_of[action.unit] is Box.POOL:
        return "no headquarters is due"
    return _beyond(position, action, rulings)


@rule(
    "12.3(2)",
    "What the pool does not have is lost.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.EMBODIED,
    unclear=("U-30",),
)
def axis_due(position: Position, rulings: Rulings) -> Mapping[str, int]:
    """Return what the Axis still receives: what the roll names, as far as the pool has it.

    What it checks
    --------------
    Roll against pool. Nothing takes the place of what is missing, and it does not come later.

    Legal example
    -------------
    A 4 while the pool has no SS division: the others arrive.

    Illegal example
    ---------------
    A panzer division arrives in its place.

    Unclear points
    --------------
    U-30: whether eliminated Axis units are in the pool again.
    """
    return _due(position, Owner.AXIS, rulings)


@rule(
    "12.4",
    "Two units of the rail box may arrive besides, with the face they had.",
    kind=Kind.EFFECT,
    enforcement=Enforcement.CHECKED,
    unclear=("U-36",),
    on=(a.Enter,),
)
def from_the_box(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge arrivals from the rail box.

    What it checks
    --------------
    Their number, and that a reduced unit arrives reduced.

    Legal example
    -------------
    A full and a reduced division of the box arrive as they are.

    Illegal example
    ---------------
    A third unit of the box arrives, or a reduced one at full strength.

    Unclear points
    --------------
    U-36: whether a lost headquarters that returns counts among the two.
    """
    kind = position.data.units[action.unit]
    if kind.owner is not Owner.AXIS or receiver(position) is not Owner.AXIS:
        return None
    box = position.box_of[action.unit]
    returning = came_back(position, action.unit, box)
    if box is Box.RAIL and not returning and action.reduced != bool(position.reduced[action.unit]):
        return "a unit of the rail box keeps its face"
    counted = box is Box.RAIL and not returning
    if returning and _box_used(position):
        counted = rulings.says("U-36", "hq-counts")
    full = counted and not entitled(position, rulings).from_box
    return "two units have come from the rail box" if full else None


def _box_used(position: Position) -> bool:
    """Return whether enough units have arrived to fill the two places of the box."""
    return len(position.command.arrived) >= RAIL_BOX_UNITS


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
    if receiver(position) is Owner.SOVIET and action.column > 0:
        if action.column > position.turn.column:
            note_wave(position)
        position.turn = replace(position.turn, column=action.column)
    end_chit(position)


EFFECTS: Mapping[type, Callable[[Position, Any], None]] = MappingProxyType(
    {a.Reinforce: reinforce, a.Enter: arrive, a.EndReinforcement: end_reinforcement}
)
