"""Chapter 11: the supply chit: losses without a line, withdrawal, the rail box; forts are in ``forts``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import in_enemy_zoc
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Cause, Phase
from toolkit.games.gj47.rules.lines import has_line, without_line
from toolkit.games.gj47.rules.losses import take_step
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.special import supplied_at_start
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

STEPS = (Phase.SUPPLY_SOVIET, Phase.SUPPLY_AXIS, Phase.WITHDRAWAL, Phase.RAIL_BOX, Phase.FORT)


@rule(
    "11.0",
    "When the supply chit is drawn both sides go through its steps, in the order of the chart.",
    Kind.PROCEDURE,
)
def next_step(step: Phase) -> Phase | None:
    """Return the step that follows one of the supply chit's, None after the last.

    Checks: Soviet supply, Axis supply, German withdrawal, rail box, Soviet fort; what comes out of turn
    breaks 5.0.
    Legal: The withdrawal is rolled after both sides' supply is checked.
    Illegal: A fort is built first, and supply is checked afterwards.
    """
    return STEPS[STEPS.index(step) + 1] if step in STEPS[:-1] else None


# -- 11.1 -------------------------------------------------------------------------------------------------


@rule("11.1", "Each unit without a line of communication to a source loses a step.", Kind.EFFECT)
def unsupplied_lose(position: Position, action: a.Attrition, rulings: Rulings) -> str | None:
    """Judge which units lost a step in the supply check.

    Checks: Every unit of the side on the map: it loses one step if it has no line (3.3), none if it has one.
    Forts lose nothing (14.2(4)).
    Legal: Of three divisions two are cut off; both are flipped.
    Illegal: One of them is forgotten, a supplied division is flipped, or a cut-off one loses two steps.
    Unclear: Those of 3.3: U-15, U-22, U-34, U-37, U-56, U-66. U-52, which the text settles: Soviet losses can
    open Axis lines at once.
    """
    owing = Counter(owed(position, action.owner, rulings))
    paid = Counter(action.units)
    if owing == paid:
        return None
    spared, struck = owing - paid, paid - owing
    if spared:
        return f"{_named(position, spared)} without a line lost nothing"
    return f"{_named(position, struck)} lost a step without owing it"


def _named(position: Position, units: Counter[int]) -> str:
    """Return the first of some units by name, and how many more there are."""
    kind = position.data.units[min(units)]
    others = f" and {len(units) - 1} more" if len(units) > 1 else ""
    return (kind.name or kind.id) + others


def owed(position: Position, owner: Owner, rulings: Rulings) -> tuple[int, ...]:
    """Return the units of a side that lose a step in its supply check, made now."""
    if supplied_at_start(position):
        return ()
    if owner is Owner.AXIS and _soviets_fell(position) and rulings.says("U-52", "together"):
        return without_line(_before_soviet_check(position), owner, rulings)
    return without_line(position, owner, rulings)


def _soviets_fell(position: Position) -> bool:
    """Return whether the Soviet check of this chit took a unit off the map."""
    command, where = position.turn.command, position.hex_of
    if position.turn.phase is not Phase.SUPPLY_AXIS or command is None or not command.hexes_then:
        return False
    return any(
        then != OFF_MAP and now == OFF_MAP for then, now in zip(command.hexes_then, where, strict=True)
    )


def _before_soviet_check(position: Position) -> Position:
    before = position.copy()
    for unit, h in enumerate(position.command.hexes_then):
        before.place(unit, h)
    return before


@rule("11.1(1)", "The Soviet check comes first.", Kind.PROCEDURE)
def soviets_first(position: Position, action: a.Attrition, _rulings: Rulings) -> str | None:
    """Judge whose supply is checked.

    Checks: The side against the step: first the Soviets, then the Axis.
    Legal: A Soviet corps dies of hunger; the Axis division behind it has a line again and loses nothing.
    Illegal: Axis units are flipped before the Soviet check.
    Unclear: U-52, which the text settles.
    """
    due = Owner.SOVIET if position.turn.phase is Phase.SUPPLY_SOVIET else Owner.AXIS
    return None if action.owner is due else "the other side's supply is checked now"


def attrition(position: Position, action: a.Attrition) -> None:
    """Take the steps; the Soviet check notes where every unit stood before it (U-52)."""
    if position.turn.phase is Phase.SUPPLY_SOVIET:
        position.set_command(replace(position.command, hexes_then=tuple(position.hex_of)))
    for unit in action.units:
        take_step(position, unit, Cause.SUPPLY)
    _go_on(position)


def _go_on(position: Position) -> None:
    following = next_step(position.turn.phase)
    if following is not None:
        enter(position, following)


# -- 11.3 -------------------------------------------------------------------------------------------------


@rule("11.3", "The Axis may take any of its units on the map into the rail box.", Kind.PROCEDURE)
def by_rail(position: Position, action: a.RailTransport, rulings: Rulings) -> str | None:
    """Judge what goes into the rail box.

    Checks: That it is an Axis unit on the map. Their number is free.
    Legal: Three German divisions and a Romanian one are taken off the map; or none.
    Illegal: A division of the reserve pool is put into the box, or a unit is named twice.
    Unclear: U-36: no limit is given. U-62: whether a headquarters may go by choice.
    """
    if len(set(action.units)) < len(action.units):
        return "a unit goes into the box twice"
    for unit in action.units:
        kind = position.data.units[unit]
        if kind.owner is not Owner.AXIS or position.hex_of[unit] == OFF_MAP:
            return "not an Axis unit on the map"
    if any(position.data.units[u].headquarters for u in action.units) and rulings.says("U-62", "no"):
        return "a headquarters does not go by choice"
    return None


@rule(
    "11.3(1)",
    "Units without a line of communication, or in enemy zones of control, cannot go.",
    Kind.RESTRICTION,
)
def free_to_leave(position: Position, action: a.RailTransport, rulings: Rulings) -> str | None:
    """Judge where the units come from that go into the rail box.

    Checks: Line and enemy zones of each unit; it need not stand on a railway.
    Legal: A division five hexes off the railway, no enemy near.
    Illegal: A division beside a Soviet corps, or in a pocket.
    Unclear: U-15, U-22, U-37: how far zones reach. U-34, U-56, U-66: lines.
    """
    for unit in action.units:
        if position.hex_of[unit] == OFF_MAP:
            continue
        if in_enemy_zoc(position, Owner.AXIS, position.hex_of[unit], Asked(rulings)):
            return "a unit is in an enemy zone of control"
        if not has_line(position, unit, rulings):
            return "a unit has no line of communication"
    return None


def transportable(position: Position, rulings: Rulings) -> tuple[int, ...]:
    """Return the Axis units that may go into the rail box now."""
    judges = (by_rail, free_to_leave)
    return tuple(
        unit
        for unit in position.on_map(Owner.AXIS)
        if all(judge(position, a.RailTransport((unit,)), rulings) is None for judge in judges)
    )


@rule(
    "11.3(2)",
    "From the box units come back under the next Axis reinforcement chit, placed like reinforcements.",
    Kind.EFFECT,
)
def into_the_box(position: Position, action: a.RailTransport) -> None:
    """Put units into the rail box, each with the face it shows; 12.4 judges their return.

    Checks: Where a unit is between leaving the map and coming back.
    Legal: A reduced division goes into the box and arrives, reduced, with the next chit.
    Illegal: It is put back on the map in the same supply step, elsewhere.
    """
    for unit in action.units:
        position.send(unit, Box.RAIL)
    position.by_rail |= set(action.units)
    _go_on(position)
