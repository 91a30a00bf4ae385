"""Actions of Rattenkrieg in words: for a referee with every card, for the other side without hidden ones."""

from __future__ import annotations

from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.position import Position
from toolkit.rules.rattenkrieg.readings import name

Public = tuple[Side, str]
"""Who knows the hidden cards of an action, and what the other side is told."""


def name_of(position: Position, id_: str) -> str:
    """Return what people call a unit or an area, "" for neither."""
    known = id_ in position.data.units or id_ in position.data.areas
    return name(position, id_) if known else ""


def unit_of(position: Position, action: a.Action) -> str:
    """Return the unit that an action is about, "" for none."""
    if isinstance(action, a.ReturnT34 | a.T34Out):
        return position.data.tank
    unit = getattr(action, "unit", None)
    if isinstance(unit, str):
        return unit
    act = position.act
    return act.unit if act is not None and not hasattr(action, "side") else ""


def detail_of(  # noqa: PLR0912 -- one case for each action
    position: Position, action: a.Action
) -> tuple[str, Public | None]:
    """Return what was done in words, and what the side is told that does not see the cards."""
    match action:
        case a.Shuffle():
            return f"{len(action.order)} cards", None
        case a.DealSteps() | a.DealHand() | a.Draw():
            side = position.side(action.unit) if isinstance(action, a.DealSteps) else action.side
            return ", ".join(action.cards), (side, _count(len(action.cards)))
        case a.Discard():
            return ", ".join(action.cards), None
        case a.PlayCard() | a.Raise():
            return _played(position, action)
        case a.TakeBack():
            return action.card, (action.side, "a card")
        case a.LoseStep():
            return action.card, (_owner(position, action.unit), "a step")
        case a.Replenish():
            return action.card, (_owner(position, action.unit), "a step")
        case a.EnterEmpty():
            return _with(action.with_t34, f"pays {action.card}" if action.card else "pays nothing"), None
        case a.EnterBattle() | a.MoveFriendly() | a.Activate() | a.Retreat():
            return _with(action.with_t34, ""), None
        case a.Attack() | a.NameDefender():
            return "the T-34 supports it" if action.support else "", None
        case a.Bombard() | a.AirSupport():
            return f"{action.card} at {name_of(position, action.target)}, drawn {action.drawn}", None
        case a.Sniper():
            return f"{action.card}, {action.taken or 'no card'} taken", None
        case a.AssaultGun() | a.Engineers() | a.Molotov() | a.ChuikovBattle() | a.ChuikovReady():
            return action.card, None
        case a.Stand() | a.Open() | a.TakeLoss():
            return action.side.id, None
        case _:
            return "", None


def _played(position: Position, action: a.PlayCard | a.Raise) -> tuple[str, Public | None]:
    try:
        place = position.place_of(action.card)
    except KeyError:
        place = ""
    unit = name_of(position, place)
    source = f"a step of {unit}" if unit else "from hand" if place == action.side.id else ""
    said = " ".join(filter(None, (action.card, source)))
    return said, None if action.face_up else (action.side, " ".join(filter(None, ("a card", source))))


def _owner(position: Position, unit: str) -> Side:
    kind = position.data.units.get(unit)
    return Side.GERMAN if kind is None else kind.side


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _with(along: bool, words: str) -> str:
    return ", ".join(filter(None, (words, "the T-34 with it" if along else "")))
