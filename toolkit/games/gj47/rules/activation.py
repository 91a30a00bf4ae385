"""Chapter 8: activation.  Which units act is worked out from where everything stood at that moment."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Command, Phase
from toolkit.games.gj47.rules.headquarters import wakes
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings, explore

GERMANS = 2
"""How many German units an allied headquarters takes along (8.3(2))."""


@rule("8.1(2)", "A unit may act several times a turn when several headquarters activate it.", Kind.EFFECT)
def is_active(position: Position, unit: int, rulings: Rulings) -> bool:
    """Return whether a unit may act under the chit in play; what was played before does not count.

    Checks: Nothing against anybody: only the chit in play counts.
    Legal: A division moves with the first and again with the second chit of its panzer army.
    """
    return why_inactive(position, unit, rulings) is None


def may_act(position: Position, unit: int) -> bool:
    """Return whether a unit may act under the chit in play by some reading."""
    answers = explore(position.data.points, lambda rulings: is_active(position, unit, rulings))
    return any(answer.result for answer in answers)


def active_units(position: Position, rulings: Rulings) -> list[int]:
    """Return all units that may act under the chit in play."""
    command = position.turn.command
    if command is None or command.hq is None:
        return []
    owner = position.data.units[command.hq].owner
    return [unit for unit in position.on_map(owner) if is_active(position, unit, rulings)]


def why_inactive(position: Position, unit: int, rulings: Rulings) -> tuple[str, str] | None:
    """Return the rule that keeps a unit from acting and a reason, None when it may act.

    The first of: another side's unit (8.1(1)), another headquarters (8.1(4)), a foreign nation (8.3(1),
    8.3(2)), out of range (8.2).
    """
    command = position.turn.command
    if command is None or command.hq is None:
        return "8.1(1)", "no headquarters is activated"
    units = position.data.units
    kind, hq = units[unit], units[command.hq]
    if kind.owner is not hq.owner:
        return "8.1(1)", f"not its side's turn to act: {hq.name or hq.id} is activated"
    if unit == command.hq:
        return None
    leaders = _leaders(position, command, rulings)
    if unit in leaders:
        return None
    if not wakes(kind, rulings):
        return "8.1(4)", "a headquarters does not activate another one"
    german = _counts_as_german(position, unit, rulings)
    if kind.nationality != hq.nationality and not (german and hq.german):
        if unit not in command.germans:
            return "8.3(1)", "a unit of another nation"
        if not german:
            return "8.3(2)", "only German units may join an allied headquarters"
        if rulings.says("U-13", "anywhere"):
            return None
    if not any(_in_range(position, command, leader, unit) for leader in leaders):
        return "8.2", "out of the headquarters' range when it was activated"
    return None


def _leaders(position: Position, command: Command, rulings: Rulings) -> tuple[int, ...]:
    """Return the activated headquarters: one, or all Soviet ones when STAVKA is so ruled (U-10)."""
    if position.data.chits[command.chit].order == "stavka" and rulings.says("U-10", "all"):
        there = (u for u in position.data.own[Owner.SOVIET] if command.hexes_then[u] != OFF_MAP)
        return tuple(u for u in there if position.data.units[u].headquarters)
    return () if command.hq is None else (command.hq,)


def _counts_as_german(position: Position, unit: int, rulings: Rulings) -> bool:
    """Return whether a unit is German, or counts as such: of an Axis nation without headquarters (U-14)."""
    units = position.data.units
    kind = units[unit]
    led = {other.nationality for other in units if other.headquarters}
    small = kind.owner is Owner.AXIS and kind.nationality not in led
    return kind.german or (small and rulings.says("U-14", "german"))


@rule(
    "8.2(1)",
    "Range is judged at the moment of activation; that the headquarters moves later changes nothing.",
    Kind.PROCEDURE,
)
@rule("8.2(2)", "Only units in range at that moment are activated.", Kind.PROCEDURE)
@rule(
    "8.2(3)",
    "An activated unit may leave the range by moving, fighting, retreating or advancing.",
    Kind.EFFECT,
)
@rule("8.2(4)", "Supply, enemies, terrain and zones of control do not limit the range.", Kind.DEFINITION)
def _in_range(position: Position, command: Command, leader: int, unit: int) -> bool:
    """Return whether a unit was in the range of a headquarters when it was activated.

    Checks: The distance between the hexes where both stood then, over whatever lies between. Both have to
    have been on the map.
    Legal: The headquarters moves first, then a unit that is out of its range by now. A tank corps moves out
    of range and attacks there. A unit behind a great river and an enemy, three hexes from its headquarters,
    is activated.
    Illegal: The headquarters moves toward a unit, which then moves although it was out of range before.
    """
    then = command.hexes_then
    if not then or OFF_MAP in (then[leader], then[unit]):
        return False
    return (
        position.data.board.distances(then[leader])[then[unit]] <= position.data.units[leader].command_range
    )


def _only(position: Position, action: a.Move, rulings: Rulings, number: str) -> str | None:
    """Return the reason why a unit may not act when it is this rule that says so."""
    found = why_inactive(position, action.unit, rulings)
    return found[1] if found is not None and found[0] == number else None


# -- 8.1 --------------------------------------------------------------------------------------------------


@rule(
    "8.1(1)",
    "An activated headquarters activates all units in its range, whatever their name and kind.",
    Kind.EFFECT,
)
def activated_to_move(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge that a moving unit belongs to the side whose headquarters was activated.

    Checks: The owner of the unit that moves; who of the owner's units may act is for the rules that follow.
    Attacks are judged by 10.1(2).
    Legal: A panzer division in range of the 17th Army's headquarters moves with that army's chit.
    Illegal: A Soviet rifle division moves while a German headquarters is activated.
    """
    return _only(position, action, rulings, "8.1(1)")


@rule("8.1(3)", "Under one chit a unit moves once and fights once.", Kind.RESTRICTION)
def moves_once(position: Position, action: a.Move, _rulings: Rulings) -> str | None:
    """Judge that a unit moves once under a chit; for fighting see 10.1(1).

    Checks: Whether the unit has already ended a move in this segment.
    Legal: A division moves, and attacks in the combat segment.
    Illegal: A division moves, another one moves, and the first moves on.
    """
    return "the unit has already moved under this chit" if action.unit in position.command.moved else None


@rule("8.1(4)", "A headquarters does not activate other headquarters.", Kind.RESTRICTION)
def not_other_headquarters(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge that a headquarters moves under its own chit or STAVKA only.

    Checks: A headquarters that moves without being the activated one.
    Legal: The activated headquarters moves together with its divisions.
    Illegal: A second front's headquarters in range moves along.
    Unclear: U-12, settled by the text.
    """
    return _only(position, action, rulings, "8.1(4)")


# -- 8.2 --------------------------------------------------------------------------------------------------


@rule(
    "8.2",
    "The command range is counted in hexes from the headquarters: range 4 reaches four hexes away.",
    Kind.DEFINITION,
)
def in_range(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge that a moving unit was in range.

    Checks: The distance in hexes between the headquarters and the unit at the moment of activation.
    Legal: A unit four hexes from a headquarters with range 4.
    Illegal: A unit five hexes away moves.
    Unclear: U-13: whether the two Germans of an allied headquarters need to be in range.
    """
    return _only(position, action, rulings, "8.2")


# -- 8.3 --------------------------------------------------------------------------------------------------


@rule("8.3(1)", "An Axis headquarters activates units of its own nation only.", Kind.RESTRICTION)
def same_nation(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge the nation of a moving unit.

    Checks: That it is the headquarters' own, or that the unit is one of the two Germans of 8.3(2).
    Legal: A Hungarian division with the Hungarian army's chit.
    Illegal: A Romanian division with the chit of the 17th Army.
    Unclear: U-14: nations without a headquarters.
    """
    return _only(position, action, rulings, "8.3(1)")


@rule("8.3(2)", "An allied headquarters may take up to two German combat units along each time.", Kind.EFFECT)
def two_germans(position: Position, action: a.Activate, rulings: Rulings) -> str | None:
    """Judge the German units that an allied headquarters takes along.

    Checks: At most two, German, combat units, in range.
    Legal: The Italian army takes two German divisions in its range along.
    Illegal: It takes three along, or a German headquarters; or a German army takes Germans "along".
    Unclear: U-13: whether they must be in range. U-14: nations without a headquarters.
    """
    if not action.germans:
        return None
    units, hq = position.data.units, position.data.units[action.hq]
    if not hq.allied:
        return "only an allied headquarters takes German units along"
    if len(set(action.germans)) > GERMANS:
        return f"{len(set(action.germans))} German units, two are allowed"
    for unit in action.germans:
        kind = units[unit]
        if not _counts_as_german(position, unit, rulings) or kind.headquarters:
            return f"{kind.name or kind.id} is no German combat unit"
        if OFF_MAP in (position.hex_of[unit], position.hex_of[action.hq]):
            return f"{kind.name or kind.id} is not on the map"
        now = replace(position.command, hexes_then=tuple(position.hex_of))
        if not _in_range(position, now, action.hq, unit) and not rulings.says("U-13", "anywhere"):
            return f"{kind.name or kind.id} is out of range"
    return None


# -- effects ----------------------------------------------------------------------------------------------


def activate(position: Position, action: a.Activate) -> None:
    """Activate a headquarters: where everything stands now is kept, and the movement segment begins."""
    command = replace(
        position.command, hq=action.hq, germans=action.germans, hexes_then=tuple(position.hex_of)
    )
    position.set_command(command)
    enter(position, Phase.MOVEMENT)
