"""Chapter 16: the special rules of the first turn."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.execution import play_chit
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.selection import choice_of, limit, of_group
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule(
    "16.0(1)",
    "In turn 1 the Axis player may execute one chosen chit at once instead of putting it into the cup.",
    Kind.EFFECT,
)
def free_first_chit(position: Position, action: a.FreeChit, rulings: Rulings) -> str | None:
    """Judge the free chit of turn 1.

    Checks: The turn, that nothing was drawn before, the owner, and that the chit is one of those the numbers
    allow.
    Legal: In turn 1 the Axis has put three of four German chits into the cup and executes the 6th Army first.
    Illegal: The Axis plays a chit from hand in turn 2, or in turn 1 after the first draw.
    Unclear: U-46: whether the free chit counts against the numbers, and whether it may be the reinforcement
    chit.
    """
    turn = position.turn
    chit = position.data.chits.get(action.chit)
    if turn.number != 1:
        return "only turn 1 begins with a free chit"
    if turn.drawn:
        return "the free chit comes before the first draw"
    if chit is None or chit.owner is not Owner.AXIS:
        return "the free chit is one of the Axis player's"
    if chit.order != "activate" and rulings.says("U-46", "hq-only"):
        return "the free chit activates a headquarters"
    group = of_group(position, choice_of(position, Owner.AXIS, rulings) | {action.chit}, chit.group, rulings)
    if len(group) > limit(position, chit.group) and not rulings.says("U-46", "extra"):
        return "the free chit is one of those chosen, but the numbers are already full"
    return None


@rule("16.0(2)", "At the start of the game all units on the map are in supply.", Kind.EFFECT)
def supplied_at_start(position: Position) -> bool:
    """Return whether the game is still before its first supply check, so that no unit owes a step.

    Checks: That nothing is owed in turn 1 before the supply chit comes (11.1), whatever lines the set-up
    leaves.
    Legal: A unit without a line acts normally in turn 1 before supply is drawn.
    Illegal: Taking a step off before supply is drawn.
    """
    turn = position.turn
    checked = any(position.data.chits[chit].order == "supply" for chit in turn.drawn)
    return turn.number == 1 and not checked and turn.phase not in (Phase.SUPPLY_SOVIET, Phase.SUPPLY_AXIS)


def free_chit(position: Position, action: a.FreeChit) -> None:
    """Play the free chit of turn 1."""
    chosen = position.turn.chosen | {action.chit}
    position.turn = replace(position.turn, chosen=chosen, free=action.chit)
    play_chit(position, action.chit, free=True)
