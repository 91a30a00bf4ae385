"""Chapter 12.2: Soviet reinforcements by the columns of their track."""

from __future__ import annotations

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.arrivals import has_room
from toolkit.games.gj47.rules.battles import chit_owner
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.entitlement import beyond, due_of
from toolkit.games.gj47.rules.headquarters import came_back
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "12.2(1)",
    "The Soviets take what the column under the reinforcement number names, and place it.",
    Kind.EFFECT,
)
def named_by_the_column(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the class of a Soviet arrival.

    Checks: The number of arrivals of its class against the column. A returning headquarters is not counted.
    Legal: Column 2: two tank corps and eight rifle divisions arrive, or fewer.
    Illegal: Column 2: a third tank corps, or a headquarters of the pool, arrives.
    Unclear: U-49: which headquarters a column brings, and whether units that found no room come later.
    """
    kind = position.data.units[action.unit]
    if kind.owner is not Owner.SOVIET or chit_owner(position) is not Owner.SOVIET:
        return None
    fault = beyond(position, action, rulings)
    if fault is None and kind.headquarters and position.box_of[action.unit] is Box.POOL:
        heads = (u for u in position.data.own[Owner.SOVIET] if position.data.units[u].headquarters)
        due = next(u for u in heads if position.box_of[u] is Box.POOL)
        if action.unit != due and rulings.says("U-49", "fixed"):
            return "another headquarters is due"
    return fault


@rule("12.2(3)", "After the reinforcements are taken the number goes on one column.", Kind.PROCEDURE)
def number_goes_on(position: Position, action: a.EndReinforcement, _rulings: Rulings) -> str | None:
    """Judge the reinforcement number after Soviet arrivals.

    Checks: That it is one column further when units of the column have arrived, and never more. Behind the
    last column it stays.
    Legal: Units of column 3 arrive, the number goes to 4.
    Illegal: It stays at 3, or goes to 5.
    """
    if chit_owner(position) is not Owner.SOVIET:
        return None
    here = position.turn.column
    onward = min(here + 1, len(position.data.charts.soviet_reinforcement.columns) + 1)
    if action.column == onward or (action.column == here and not column_came(position)):
        return None
    return f"the number has to stand at {onward}"


def column_came(position: Position) -> bool:
    """Return whether any unit that the column names has arrived."""
    command = position.command
    came = zip(command.arrived, command.sources, strict=False)
    return any(not came_back(position, unit, source) for unit, source in came)


@rule(
    "12.2(4)",
    "When no reinforcements are taken the number stays; its column comes with the next chit.",
    Kind.PROCEDURE,
)
def number_stays(position: Position, action: a.EndReinforcement, rulings: Rulings) -> str | None:
    """Judge the reinforcement number when nothing has arrived.

    Checks: That no column is passed over whose units are in the pool, and that the Axis chit leaves the
    number alone. A column of which the pool has nothing is lost (12.2(2)), so the number may go on.
    Legal: The chit was not chosen on turn 3: on turn 4 the column of turn 2's end still stands.
    Illegal: No unit of column 3 is placed, and the number goes to 4.
    Unclear: U-30: what the pool has. U-49: where the railway has no room, the units wait and the number may
    go on.
    """
    if chit_owner(position) is not Owner.SOVIET:
        return "the number is the Soviets'" if action.column not in (0, position.turn.column) else None
    if column_came(position):
        return None
    if action.column <= position.turn.column or not any(due_of(position, Owner.SOVIET, rulings).values()):
        return None
    return "nothing was taken, the number stays" if has_room(position, Owner.SOVIET, rulings) else None
