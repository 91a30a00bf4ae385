"""Chapter 7 without movement: the unit that acts, passing, replenishing."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Act, Course, Position
from toolkit.games.rattenkrieg.rules.readings import is_isolated, name
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "7.1",
    "In a player turn one own unit acts; it does as many operations as cards allow.",
    Kind.PROCEDURE,
    unclear=("U01", "U33", "U60"),
)
def one_unit_acts(
    position: Position,
    action: a.Activate | a.MoveFriendly | a.EnterEmpty | a.EnterBattle | a.Attack,
    rulings: Rulings,
) -> str | None:
    """Judge that the unit is on the map, and that no other unit moves or attacks than the one that acts.

    Checks: The unit named for a player turn; the unit that moves or attacks. An operation before any unit is
    named is judged under this number as well.
    Legal: A division moves, fights, plays an event and moves on.
    Illegal: A division acts, and another one moves as well.
    Unclear: U33, settled: isolated units may act. U60, settled: an event is an operation.
    """
    if isinstance(action, a.Activate):
        if not position.on_map(action.unit):
            return "no such unit on the map"
        barred = is_isolated(position, action.unit, rulings) and rulings.says("U33", "may-not-act")
        return "an isolated unit does not act" if barred else None
    right = position.act is not None and action.unit == position.act.unit
    return None if right else "another unit acts in this player turn"


@rule(
    "7.4",
    "A player turn without operations is a pass: the unit is turned face-down, and a unit that lies "
    "face-down does not act again in this turn.",
    Kind.PROCEDURE,
)
def passing(position: Position, action: a.Activate | a.Pass | a.End, rulings: Rulings) -> str | None:
    """Judge passes, the end of a player turn, and that nobody acts face-down.

    Checks: A pass: an own unit that lies face-up is turned, or none is left. The end of a player turn:
    something was done, and the units that acted, no others, are turned. A unit named: it lies face-up and has
    not acted.
    Legal: A division acts and is turned; later the player passes with another one.
    Illegal: A pass without turning a unit while one lies face-up.
    Unclear: U01: whether a unit that acted may stay face-up and act again. U02, settled: with no unit face-up
    one passes without turning. U37, settled: the T-34 that went along is turned as well. U60, settled: an
    event is no pass.
    """
    if isinstance(action, a.Activate):
        return _may_not_act(position, action.unit, rulings)
    if isinstance(action, a.Pass):
        return _pass(position, action)
    if position.act is None:
        nothing = not position.readied
        return "nothing was done: that is a pass" if nothing else _surplus(position, action.flipped, ())
    if not position.act.operations:
        return "nothing was done: that is a pass"
    acted = tuple(unit for unit in activated(position) if position.on_map(unit))
    missing = [unit for unit in acted if unit not in action.flipped and unit not in position.down]
    if missing and rulings.says("U01", "always"):
        return f"{name(position, missing[0])} is not turned face-down"
    return _surplus(position, action.flipped, acted)


def activated(position: Position) -> tuple[str, ...]:
    """Return the units activated in this player turn, wherever they are by now."""
    act = position.act
    if act is None:
        return ()
    tank = position.data.tank
    return (act.unit, tank) if act.with_t34 and tank != act.unit else (act.unit,)


def _surplus(position: Position, flipped: tuple[str, ...], acted: tuple[str, ...]) -> str | None:
    others = [unit for unit in flipped if unit not in acted]
    return f"{name(position, others[0])} did not act" if others else None


def _may_not_act(position: Position, unit: str, rulings: Rulings) -> str | None:
    if unit in position.down:
        return f"{name(position, unit)} lies face-down"
    if unit in position.acted and rulings.says("U01", "always"):
        return f"{name(position, unit)} has acted in this turn"
    return None


def _pass(position: Position, action: a.Pass) -> str | None:
    if (position.act is not None and position.act.operations) or position.readied:
        return "an operation was done: that is no pass"
    if action.unit is None:
        left = [
            unit
            for unit in position.data.units
            if position.on_map(unit) and unit not in position.down and position.side(unit) is action.side
        ]
        return f"{name(position, left[0])} lies face-up" if left else None
    own = position.on_map(action.unit) and position.side(action.unit) is action.side
    if not own:
        return "no own unit on the map"
    if position.act is not None and action.unit != position.act.unit:
        return f"{position.act.unit} was named"
    return f"{name(position, action.unit)} lies face-down" if action.unit in position.down else None


@rule(
    "7.5",
    "A unit in its own rear, or isolated, may be turned face-down instead of acting and get a step back; "
    "as an optional rule only Soviet units.",
    Kind.PROCEDURE,
    unclear=("U03", "U04", "U05", "U06", "U07", "U61", "U62"),
)
def replenishing(position: Position, action: a.Replenish, rulings: Rulings) -> str | None:
    """Judge who gets a step back.

    Checks: That the unit is in its own rear or isolated, lies face-up and lacks a step, and that it is
    turned.
    Legal: An infantry division with one step in the German rear gets a second one and is turned face-down.
    Illegal: A division that lies face-down is replenished, or one that stands in Orlovka.
    Unclear: U04: whether isolated units are replenished where they stand. U62, the optional rule: whether the
    German player may replenish. U05, U06, U07 and U61 are settled: one unit, not the T-34, unseen, from the
    deck.
    """
    if not position.on_map(action.unit):
        return "no such unit on the map"
    unit = position.data.units[action.unit]
    if position.readied:
        return "an operation was done in this player turn"
    if action.unit in position.down:
        return f"{name(position, unit.id)} lies face-down"
    if position.data.areas[position.where[unit.id]].owner is not unit.side:
        if not is_isolated(position, unit.id, rulings):
            return f"{name(position, unit.id)} is not in its rear"
        if rulings.says("U04", "never"):
            return f"{name(position, unit.id)} is isolated and not in its rear"
    if len(position.steps[unit.id]) >= unit.steps:
        return f"{name(position, unit.id)} has all its steps"
    if not unit.side and rulings.says("U62", "soviets-only"):
        return "only Soviet units are replenished"
    return None if action.down else f"{name(position, unit.id)} is not turned face-down"


def activate(position: Position, action: a.Activate) -> None:
    """Name the unit that acts."""
    position.actor = position.side(action.unit)
    position.act = Act(action.unit, action.with_t34, position.readied)


def passed(position: Position, action: a.Pass) -> None:
    """Turn a unit and hand the move over."""
    if action.unit is not None:
        position.down.add(action.unit)
    position.end_player_turn(Course.PASSED, action.side)


def end(position: Position, action: a.End) -> None:
    """Turn the units that acted and hand the move over."""
    position.down.update(action.flipped)
    position.end_player_turn(Course.ACTED, position.actor)


def replenish(position: Position, action: a.Replenish) -> None:
    """Give a unit a step, turn it, hand the move over."""
    position.give(action.card, action.unit)
    if action.down:
        position.down.add(action.unit)
    position.end_player_turn(Course.REPLENISHED, position.side(action.unit))
