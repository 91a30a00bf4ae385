"""Questions that every heading asks, each under one reading."""

from __future__ import annotations

from toolkit.games.storm.rules.control import ALL, bits
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings


def controls(position: Position, side: Side, area: str, rulings: Rulings) -> bool:
    """Return whether a side controls an area."""
    return is_held(position.held[area], side, rulings)


def is_held(held: int, side: Side, rulings: Rulings) -> bool:
    """Return whether control, kept for each reading (`Position.held`), is a side's under this one."""
    if held not in (0, ALL):
        held &= bits(rulings.of("St-21"), rulings.of("St-14"))
    return bool(held) is bool(side)


def hostile(position: Position, side: Side, area: str, rulings: Rulings) -> bool:
    """Return whether an area has enemy units, or is under enemy control where that counts (St-8)."""
    if position.units_in(area, side.enemy):
        return True
    return controls(position, side.enemy, area, rulings) and rulings.says("St-8", "yes")


def to_act(position: Position, rulings: Rulings) -> Side:
    """Return whose impulse is due: the German's first, then in turn (St-6)."""
    last = position.last
    if last is None:
        return Side.GERMAN
    if last.enemy in position.out and last not in position.out and rulings.says("St-6", "out"):
        return last
    return last.enemy


def both_passed(position: Position, rulings: Rulings) -> bool:
    """Return whether impulses are over: both passed in a row, or each once (St-6)."""
    if len(position.out) < len(Side):
        return False
    return position.passes >= len(Side) or rulings.says("St-6", "out")


def laid_for(position: Position, *uses: Use) -> list[str]:
    """Return the cards laid for the coming act that do one of these."""
    cards = position.data.cards
    return [laid.card for laid in position.laid if laid.card in cards and cards[laid.card].does(*uses)]


def can_draw(position: Position, side: Side, rulings: Rulings) -> bool:
    """Return whether a side has a card left to draw, in its deck or by a new shuffle (St-16)."""
    if position.decks[side]:
        return True
    return bool(position.piles[side]) and rulings.says("St-16", "reshuffle")


def has_room(position: Position, area: str, side: Side, more: int = 1) -> bool:
    """Return whether so many more units of a side fit into an area; a ferry box takes any number."""
    if area in position.data.ferries:
        return True
    return len(position.units_in(area, side)) + more <= position.data.figures.stacking


def name(position: Position, id: str) -> str:
    """Return what people call an area, a unit or a card; the id where it is none of ours."""
    data = position.data
    known = data.areas.get(id) or data.units.get(id) or data.cards.get(id)
    return known.name if known is not None and known.name else id
