"""SEED 渡口: the ferry landing boxes."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import splits, start_of
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import laid_for, name, to_act
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

AGAINST_AREAS = (Use.BOMBARD, Use.SNIPE)


@rule(
    "SEED 渡口1", "A ferry box holds any number of units and cannot be attacked in any way.", Kind.RESTRICTION
)
def never_attacked(position: Position, action: a.Fire | a.Play, _rulings: Rulings) -> str | None:
    """Judge that nothing hits a ferry box.

    Checks: The target of a fire, and of a card that bombards or snipes. Stacking leaves boxes out.
    Legal: Twelve units wait in a box.
    Illegal: Aircraft bomb it.
    """
    if isinstance(action, a.Fire):
        target = action.target
    else:
        card = position.data.cards.get(action.card)
        target = action.area if card is not None and card.does(*AGAINST_AREAS) else ""
    return f"{name(position, target)} cannot be attacked" if target in position.data.ferries else None


@rule("SEED 渡口2", "No unit moves or retreats into a ferry box.", Kind.RESTRICTION)
def never_entered(position: Position, action: a.Move | a.Retreat | a.Drive, _rulings: Rulings) -> str | None:
    """Judge that no path leads into a ferry box.

    Checks: The paths of moves and retreats.
    Legal: A unit retreats from the Works to the Station.
    Illegal: It retreats over the river.
    """
    boxes = [area for area in action.path if area in position.data.ferries]
    return f"no unit goes into {name(position, boxes[0])}" if boxes else None


@rule("SEED 渡口3", "One unit at a time moves out of a ferry box into an adjacent area.", Kind.RESTRICTION)
def one_at_a_time(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge how units leave a ferry box.

    Checks: That one unit leaves in an action, without a card that lets more go; neither together nor one
    after the other.
    Legal: One unit goes from the northern box to the Works.
    Illegal: Two do in one impulse.
    Unclear: St-28: whether it may go on beyond the adjacent area.
    """
    if start_of(position, action) not in position.data.ferries:
        return None
    if len(action.units) > position.data.figures.ferry_units and not laid_for(position, Use.FERRY):
        return f"{len(action.units)} units leave a ferry box together"
    if splits(position, action) and to_act(position, rulings) is not action.side:
        return "a second unit leaves a ferry box in one impulse"
    if len(action.path) > 1 and rulings.says("St-28", "no"):
        return "a unit out of a ferry box goes no farther than the adjacent area"
    return None
