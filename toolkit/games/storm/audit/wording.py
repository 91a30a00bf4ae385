"""Actions of Storm in words: for a referee with every card, for the other side without hidden ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side

Public = tuple[Side, str]
"""Who knows what an action hides, and what the other side is told."""


def word(action: a.Action) -> str:
    """Return an action's name in words: ``close losses``."""
    return " ".join(re.findall("[A-Z][a-z]*", type(action).__name__)).lower()


def name_of(position: Position, id_: str) -> str:
    """Return what people call a unit, a card or an area; the id where it is none of ours."""
    data = position.data
    for known in (data.units, data.areas, data.cards):
        found = known.get(id_)
        if found is not None:
            return found.name or id_
    return id_


def names_of(position: Position, ids: Sequence[str]) -> str:
    """Return names in a row; a regiment's name has a comma of its own."""
    return "; ".join(name_of(position, id_) for id_ in ids)


def units_of(action: a.Action) -> tuple[str, ...]:
    """Return the units that an action is about."""
    unit = getattr(action, "unit", None)
    if isinstance(unit, str):
        return (unit,)
    return action.units if isinstance(action, a.Move | a.Fire | a.Play) else ()


def goal_of(action: a.Action) -> str:
    """Return the area where an action ends, "" for none."""
    match action:
        case a.Move() | a.Retreat() | a.Drive():
            return action.path[-1] if action.path else ""
        case a.Fire():
            return action.target
        case a.Place() | a.Play():
            return action.area
        case _:
            return ""


def detail_of(  # noqa: PLR0912 -- one case for each action
    position: Position, action: a.Action
) -> tuple[str, Public | None]:
    """Return what was done in words, and what the side is told that does not see what it hides."""
    match action:
        case a.Bid():
            return str(action.target), (action.bidder, "sealed")
        case a.OpenBids():
            return f"the {action.soviet.id} seat plays the Soviets, target {action.target}", None
        case a.Shuffle():
            return f"{action.side.id}, {_count(len(action.order))}", None
        case a.Draw():
            return names_of(position, action.cards), (action.side, _count(len(action.cards)))
        case a.Discard():
            return names_of(position, action.cards), None
        case a.Play():
            paid = f", paid {names_of(position, action.paid)}" if action.paid else ""
            return name_of(position, action.card) + paid, None
        case a.Fire():
            return f"at {names_of(position, action.aimed)} only" if action.aimed else "", None
        case a.Roll():
            return f"{action.dice[0]} + {action.dice[1]}", None
        case a.Pass() | a.CloseLosses():
            return action.side.id, None
        case a.Retreat() | a.Drive():
            return "eliminated" if action.lost else "", None
        case a.Withdraw() if action.unit != action.instead_of:
            return f"for {name_of(position, action.instead_of)}", None
        case a.EndTurn() if action.winner is not None:
            return f"the {action.winner.id} side wins", None
        case _:
            return "", None


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
