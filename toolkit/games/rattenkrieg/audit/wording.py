"""Actions of Rattenkrieg in words: for a referee with every card, for a player with those he has seen."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import name

Known = Callable[[str], bool]
"""Whether a card is known to the reader."""
_CARD, _STEP = "a card", "a step"


def name_of(position: Position, id_: str) -> str:
    """Return what people call a unit or an area, "" for neither."""
    known = id_ in position.data.units or id_ in position.data.areas
    return name(position, id_) if known else ""


def word(action: a.Action) -> str:
    """Return an action's name in words: ``enter battle``, ``T-34 out``."""
    parts = re.findall("T34|[A-Z][a-z]*", type(action).__name__)
    return " ".join("T-34" if part == "T34" else part.lower() for part in parts)


def unit_of(position: Position, action: a.Action) -> str:
    """Return the unit that an action is about, "" for none."""
    if isinstance(action, a.ReturnT34 | a.T34Out):
        return position.data.tank
    unit = getattr(action, "unit", None)
    if isinstance(unit, str):
        return unit
    act = position.act
    return act.unit if act is not None and not hasattr(action, "side") else ""


def cards_of(action: a.Action) -> tuple[str, ...]:
    """Return the cards that an action is about, but for the order of the deck."""
    named = (getattr(action, field, None) for field in ("card", "drawn", "taken"))
    cards = () if isinstance(action, a.Shuffle) else getattr(action, "cards", ())
    return (*(card for card in named if isinstance(card, str)), *cards)


def detail_of(position: Position, action: a.Action, known: Known) -> str:
    """Return what was done in words, with no card that the reader does not know."""

    def name(card: str, otherwise: str = _CARD) -> str:
        return card if known(card) else otherwise

    match action:
        case a.Shuffle():
            return _count(len(action.order))
        case a.DealSteps() | a.DealHand() | a.Draw() | a.Discard():
            return ", ".join(action.cards) if all(map(known, action.cards)) else _count(len(action.cards))
        case a.PlayCard() | a.Raise():
            return " ".join(filter(None, (name(action.card), _source(position, action))))
        case a.LoseStep() | a.Replenish():
            return name(action.card, _STEP)
        case a.EnterEmpty():
            return _with(action.with_t34, f"pays {name(action.card)}" if action.card else "pays nothing")
        case a.EnterBattle() | a.MoveFriendly() | a.Activate() | a.Retreat():
            return _with(action.with_t34, "")
        case a.Attack() | a.NameDefender():
            return "the T-34 supports it" if action.support else ""
        case a.Bombard() | a.AirSupport():
            return f"{name(action.card)} at {name_of(position, action.target)}, drawn {name(action.drawn)}"
        case a.Sniper():
            return f"{name(action.card)}, {name(action.taken) if action.taken else 'no card'} taken"
        case a.Stand() | a.Open() | a.TakeLoss():
            return action.side.id
        case _:
            # Other events, and a card that is taken back.
            return ", ".join(map(name, cards_of(action)))


def _source(position: Position, action: a.PlayCard | a.Raise) -> str:
    try:
        place = position.place_of(action.card)
    except KeyError:
        place = ""
    unit = name_of(position, place)
    return f"a step of {unit}" if unit else "from hand" if place == action.side.id else ""


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _with(along: bool, words: str) -> str:
    return ", ".join(filter(None, (words, "the T-34 with it" if along else "")))
