"""Chapter 3, second half: rear areas and control; chapter 4: victory."""

from __future__ import annotations

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import controls, name
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

Going = a.MoveFriendly | a.EnterEmpty | a.EnterBattle | a.Retreat


@rule(
    "3.5",
    "Nobody enters the enemy's rear; the Soviet rear touches the three areas its arrows lead to.",
    Kind.RESTRICTION,
)
def not_the_enemy_rear(position: Position, action: Going, _rulings: Rulings) -> str | None:
    """Judge that a unit stays out of the enemy's rear.

    Checks: Where movement and retreats lead. The arrows are ways like common borders.
    Legal: Guards go from the Soviet rear into the Tennis Racket.
    Illegal: A Rifle in the Airfield Settlement goes into the German rear.
    Unclear: U11, settled by the map: which areas touch the German rear.
    """
    unit, area = position.data.units.get(action.unit), position.data.areas.get(action.area)
    if unit is None or area is None:
        return "no such unit or area"
    return "that is the enemy's rear" if area.owner is unit.side.enemy else None


@rule(
    "3.6",
    "A side controls an area where it alone has units, isolated ones aside; at the start all is Soviet.",
    Kind.DEFINITION,
)
def holds(position: Position, side: Side, area: str, rulings: Rulings) -> bool:
    """Return whether a side controls an area; an area without units stays with its last holder.

    Checks: Nothing of its own: movement, retreats, hands and victory ask it.
    Legal: A German division leaves an area: it stays German.
    Illegal: An isolated Rifle beside a German division makes its area Soviet.
    Unclear: U12, settled: the last holder keeps an empty area. U13: an isolated unit that is left alone.
    """
    return controls(position, side, area, rulings)


def winner(position: Position, rulings: Rulings) -> Side:
    """Return who wins when the game ends now (4.0): German with all crossings, Soviet otherwise."""
    crossings = position.data.crossings
    if all(holds(position, Side.GERMAN, area, rulings) for area in crossings):
        return Side.GERMAN
    return Side.SOVIET


@rule(
    "4.0",
    "At the end of turn 6 the German player wins with all three areas linked to the Soviet rear, "
    "otherwise the Soviet player.",
    Kind.VICTORY,
)
def victory(position: Position, action: a.EndTurn, rulings: Rulings) -> str | None:
    """Judge who has won, and when.

    Checks: The winner named at the end of a turn: none before turn 6, then the one whom control decides.
    Legal: End of turn 6, all three crossings German, an isolated Rifle in one of them: the German player
    wins.
    Illegal: The German player declares victory with the three crossings in turn 4.
    Unclear: U53 makes no difference: replenishment changes no control.
    """
    if position.turn < position.data.figures.turns:
        return (
            None
            if action.winner is None
            else f"nobody wins before turn {position.data.figures.turns} is over"
        )
    if action.winner is winner(position, rulings):
        return None
    held = [area for area in position.data.crossings if holds(position, Side.GERMAN, area, rulings)]
    return f"the Germans hold {', '.join(name(position, area) for area in held) or 'no crossing'}"
