"""Chapters 14.2(5) and 14.3: what a fort's side may answer to a result, and what a fort cannot do."""

from __future__ import annotations

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.losses import fort_must_convert
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import result, steps_due, surplus
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "14.2(5)",
    "In a fort's hex a defender may take a retreat of one or two hexes as one or two lost steps instead.",
    Kind.EFFECT,
)
def steps_for_retreat(position: Position, action: a.Lose, rulings: Rulings) -> str | None:
    """Judge how many hexes of a retreat a defender takes as steps.

    Checks: That a fort is in the hex and the number is that of the result.
    Legal: 1RR against a fort: three steps are lost, nobody retreats.
    Illegal: 1RR against a hex without a fort: three steps are lost, nobody retreats.
    Unclear: U-40: whether part of a retreat can be taken as steps.
    """
    battle = position.command.battle(action.target)
    if battle is None or not action.converted:
        return None
    if action.owner is b.attacking_side(position, battle) or not b.fort_of(position, battle):
        return "only the defender of a fort takes steps in place of a retreat"
    hexes = result(position, battle, rulings).retreat
    if action.converted > hexes:
        return f"{action.converted} hexes taken as steps, the result asks for {hexes}"
    if action.converted < hexes and not rulings.says("U-40", "part"):
        return f"{action.converted} of {hexes} hexes taken as steps, the rest not"
    return None


@rule("14.3(1)", "A fort does not move, attack, retreat or advance.", Kind.RESTRICTION)
def stays(position: Position, action: a.CloseBattle | a.Roll | a.EndCommand, rulings: Rulings) -> str | None:
    """Judge a retreat that strikes a fort alone.

    Checks: A fort is a mark on a hex: no action names one as mover, attacker or retreating unit. What can be
    broken is that it stands there unharmed after a result that asks for a retreat.
    Legal: R against a level 2 fort alone: it loses a level and stays.
    Illegal: R against it: it neither loses a level nor goes.
    Unclear: U-40: whether a fort alone has to take its retreat as steps.
    """
    if any(fort_must_convert(position, battle, rulings) for battle in b.left_behind(position, action)):
        return "the fort cannot retreat and has lost nothing for it"
    return None


@rule("14.3(2)", "The owner of a fort cannot give it up.", Kind.RESTRICTION)
def not_given_up(position: Position, action: a.Lose, rulings: Rulings) -> str | None:
    """Judge that a fort loses no more levels than a battle costs its side.

    Checks: The levels taken off, together with the steps of units, against the steps that the result asks
    for. No other action takes any.
    Legal: A 2RR takes both levels of a fort.
    Illegal: After an A1 the Soviet player takes the marker off the map.
    """
    battle = position.command.battle(action.target)
    if battle is None or not action.fort or action.owner is not Owner.SOVIET:
        return None
    due = steps_due(position, battle, action.owner, rulings, action.converted)
    paid = action.fort + len(action.units)
    if paid <= due or surplus(position, battle, action, due, rulings):
        return None
    return "the fort loses levels that no result costs it"
