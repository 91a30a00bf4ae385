"""10.6(4) to 10.6(7): what a retreat costs, where it ends and in which direction it goes."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.course import OFF_MAP, Cause, Command
from toolkit.games.gj47.rules.losses import take_step
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.retreat import dies_on_the_way, entered, ground_of, owed, takes_open_steps
from toolkit.games.gj47.rules.retreat_ways import Ground, outcomes, ways
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "10.6(4)",
    "Each hex in an enemy zone of control that a retreating unit enters costs it a step.",
    Kind.EFFECT,
)
def zones_cost_steps(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge the steps lost in a retreat.

    Checks: The hexes entered that lie in an enemy zone, against the steps lost on the way; that a unit which
    lost its last step is removed. A fort's hex is free of zones for its side (14.2(2)).
    Legal: A full unit retreats into one enemy zone and is turned over.
    Illegal: A unit retreats through an enemy zone and loses nothing.
    Unclear: U-15, U-22, U-37: how far zones reach. U-28: an own unit in the hex.
    """
    if action.eliminated or OFF_MAP in action.path:
        return None
    ground = ground_of(position, action, rulings)
    if not takes_open_steps(position, action, ground):
        return None
    due = ground.entries(action.path)
    if not action.path:
        units, hexes = owed(position, action.target, rulings)
        if action.unit not in units:
            return None
        way = outcomes(ground, hexes)[0]
        due = way.steps if not way.path else 0
    if action.steps != due:
        return f"steps lost on the way {action.steps}, due {due}"
    dead = due and due >= b.steps_left(position, action.unit)
    return "its last step is lost, and it stays" if dead else None


@rule(
    "10.6(5)",
    "When the last hex would hold too many units, the unit goes on hex by hex until one does not.",
    Kind.EFFECT,
)
def on_from_full_hexes(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge the number of units where a retreat ends.

    Checks: The own units in the last hex; a fort's hex has no limit (14.2(3)).
    Legal: R: the hex behind holds two units, so the unit retreats two hexes.
    Illegal: R: the unit stops as third in the hex behind.
    """
    went = entered(action)
    if action.eliminated or not went or OFF_MAP in action.path:
        return None
    full = ground_of(position, action, rulings).full(went[-1])
    return f"{b.number(position, went[-1])} is full, the retreat goes on" if full else None


@rule(
    "10.6(6)",
    "Retreats go along the line to the own source, the shortest way; full hexes before zones; ties are free.",
    Kind.RESTRICTION,
)
def toward_the_source(position: Position, action: a.Retreat, rulings: Rulings) -> str | None:
    """Judge the direction of a retreat.

    Checks: That no open way of the same number of hexes ends nearer to an own source. Where every such way
    meets an enemy zone or a full stack, one that meets full stacks only is taken. Among equal ways the owner
    chooses. A unit that dies on every one of them is removed wherever it was going.
    Legal: Of two hexes equally near to the source the owner takes either.
    Illegal: A unit retreats toward the enemy's rear although the way home is open; it enters a zone although
    it could have gone through a full stack and on.
    Unclear: U-28: zones or full stacks. U-29: what the distance is measured to. U-67: whether a quiet way to
    a farther hex comes first where the nearest cannot be reached by one. U-15, U-20, U-22, U-37 and U-61
    where it hangs on them which hexes are open.
    """
    units, hexes = owed(position, action.target, rulings)
    if action.unit not in units or not action.path or OFF_MAP in action.path:
        return None
    ground = ground_of(position, action, rulings)
    if action.eliminated:
        if not dies_on_the_way(position, action, ground):
            return None
        length = len(action.path)
        fits = any(way[:length] == action.path for way in ways(ground, hexes))
        doomed = all(way.eliminated for way in outcomes(ground, hexes))
        return None if fits or doomed else "not the nearest way to the own source"
    if not _open_as_it_is(position, action, ground, hexes):
        return None
    return None if action.path in ways(ground, hexes) else "not the nearest way to the own source"


def _open_as_it_is(position: Position, action: a.Retreat, ground: Ground, hexes: int) -> bool:
    """Return whether other rules find nothing wrong with a path, so that its direction can be judged."""
    if not takes_open_steps(position, action, ground) or len(action.path) < hexes:
        return False
    *passed, last = action.path[hexes - 1 :]
    return all(map(ground.full, passed)) and not ground.full(last)


@rule("10.6(7)", "For the rest of the combat segment a unit that has retreated has strength 0.", Kind.EFFECT)
def weakened(command: Command, unit: int) -> Command:
    """Return what is known of the chit in play after a unit has retreated: it has no strength any more.

    Checks: Nothing of its own: 10.3(1)2 leaves these units out of the defence.
    Legal: A corps retreats into a hex that is attacked later; only the division there defends.
    Illegal: The corps' strength is added.
    Unclear: U-60: whether it shares that hex's losses and retreat.
    """
    return replace(command, retreats=command.retreats | {unit})


# -- effects ----------------------------------------------------------------------------------------------


def retreat(position: Position, action: a.Retreat) -> None:
    """Retreat a unit: towns entered change hands (3.4, U-33), steps are lost, a removed unit leaves."""
    owner = position.data.units[action.unit].owner
    went = entered(action)
    if went:
        position.place(action.unit, went[-1])
    for h in went[:-1] if action.eliminated else went:  # where it was removed it took nothing
        position.take_control(owner, h, moving=False)
    for _ in range(action.steps):
        take_step(position, action.unit, Cause.RETREAT)
    if action.eliminated and position.hex_of[action.unit] != OFF_MAP:
        position.remove(action.unit, Cause.RETREAT)
    command = position.command
    battle = command.battle(action.target)
    if battle is not None:
        command = command.with_battle(replace(battle, retreated=(*battle.retreated, action.unit)))
    position.set_command(weakened(command, action.unit))
