"""SEED 勝利 and 註1: who wins, and the bids for the target."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import controls
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.withdrawal import too_few
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


def target(position: Position, rulings: Rulings) -> int:
    """Return how many victory areas the Soviets need (St-9)."""
    if position.target:
        return position.target
    return 2 if rulings.says("St-9", "two") else position.data.figures.target


def victor(position: Position, rulings: Rulings) -> Side:
    """Return who wins with this control of the victory areas."""
    held = sum(controls(position, Side.SOVIET, area, rulings) for area in position.data.victory_areas)
    return Side.SOVIET if held >= target(position, rulings) else Side.GERMAN


@rule(
    "SEED 勝利",
    "After the last turn the Soviets win with enough victory areas, otherwise the Germans.",
    Kind.VICTORY,
)
def who_wins(position: Position, action: a.EndTurn, rulings: Rulings) -> str | None:
    """Judge the winner that is named at the end of a turn.

    Checks: Control of the victory areas after the last turn; that nobody wins before, but by 撤離4.
    Legal: After turn 6 the Soviets hold three victory areas and win.
    Illegal: They hold two and win; they win in turn 5.
    Unclear: St-9: the target where no bids were opened. St-21, St-14: by control alone.
    """
    if too_few(position, rulings):
        return None  # SEED 撤離4
    if position.turn < position.data.last_turn:
        return None if action.winner is None else "the game is not over"
    winner = victor(position, rulings)
    return None if action.winner is winner else f"the {winner.id} side wins"


@rule(
    "SEED 註1",
    "Sides may be bid for: at least 1; the higher bid plays the Soviets with it as the target.",
    Kind.SETUP,
)
def bids(position: Position, action: a.Bid | a.OpenBids | a.Begin, rulings: Rulings) -> str | None:
    """Judge the bids and what follows from them.

    Checks: The least bid, one bid each, that the higher one plays the Soviets and is the target.
    Legal: Bids of 2 and 4: the second player plays the Soviets, who need 4.
    Illegal: The first player does; the target is 2.
    Unclear: St-9: whether there has to be a bidding. St-23: the target after equal bids, for which 2 or 3 are
    suggested.
    """
    if isinstance(action, a.Bid):
        if action.bidder in position.bids:
            return "there is one bid each"
        least = position.data.figures.bid_least
        return None if action.target >= least else f"the least bid is {least}"
    if isinstance(action, a.Begin):
        if position.target:
            return None
        if position.bids:
            return "the bids were not opened"
        return "the sides have to be bid for" if rulings.says("St-9", "bid") else None
    return _opened(position, action, rulings)


def _opened(position: Position, action: a.OpenBids, rulings: Rulings) -> str | None:
    if len(position.bids) < len(Side):
        return "not both players have bid"
    if position.target:
        return "the bids are open already"
    one, other = position.bids[Side.GERMAN], position.bids[Side.SOVIET]
    if one != other:
        higher = Side.GERMAN if one > other else Side.SOVIET
        if action.soviet is not higher:
            return "the higher bid plays the Soviets"
        return None if action.target == max(one, other) else f"the target is {max(one, other)}"
    figures = position.data.figures
    free = action.target >= figures.bid_least and rulings.says("St-23", "free")
    if free or figures.tie_target_least <= action.target <= figures.tie_target_most:
        return None
    return f"{action.target} is no target after equal bids"


def bid(position: Position, action: a.Bid) -> None:
    """Write a bid down."""
    position.bids[action.bidder] = action.target


def open_bids(position: Position, action: a.OpenBids) -> None:
    """Open the bids and set the target."""
    position.target = action.target
