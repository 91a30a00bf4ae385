"""A game as text that a person can read: one line an action, a picture of the table at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.sides import Side

_NOTHING = "-"

_WORDS: Mapping[type, str] = MappingProxyType(
    {
        a.Begin: "the game begins",
        a.EndDraw: "the draw is over",
        a.EndImpulses: "impulses are over",
        a.EndHands: "hands are filled; units are fresh, fire markers gone",
        a.Draw: "draws",
        a.Discard: "lays down",
        a.Retreat: "RETREAT",
        a.Drive: "DRIVEN BACK",
    }
)


def tell(position: Position, action: Action) -> str:  # noqa: PLR0912
    """Return an action in a few words; every card is named, as a referee sees it.

    Parameters
    ----------
    position : Position
        Before the action.
    """
    match action:
        case a.Bid():
            return f"bid {action.bidder.id} {action.target}"
        case a.OpenBids():
            return f"bids are open: {action.soviet.id} plays the Soviets, who need {action.target}"
        case a.Shuffle():
            return f"shuffle {action.side.id} {len(action.order)}: {_list(reversed(action.order))}"
        case a.Draw() | a.Discard():
            return f"{_WORDS[type(action)]} {action.side.id} {_list(action.cards)}"
        case a.Play():
            return _play(action)
        case a.Move():
            start = position.where.get(action.units[0], "") if action.units else ""
            return f"MOVE {_list(action.units)}: {' > '.join((start or _NOTHING, *action.path))}"
        case a.Fire():
            start = position.where.get(action.units[0], "") if action.units else ""
            aimed = f" ({_list(action.aimed)})" if action.aimed else ""
            return f"FIRE {_list(action.units)}: {start or _NOTHING} at {action.target}{aimed}"
        case a.Roll():
            return f"roll {action.dice[0]}+{action.dice[1]}"
        case a.Pass():
            return f"PASS {action.side.id}"
        case a.Spend():
            return f"  {action.unit} spent"
        case a.Retreat() | a.Drive():
            way = " > ".join(action.path) or "nowhere"
            lost = ", eliminated" if action.lost else ""
            return f"  {action.unit} {_WORDS[type(action)]} {way}{lost}"
        case a.Eliminate():
            return f"  {action.unit} ELIMINATED"
        case a.CloseLosses():
            return "  no more losses"
        case a.Place():
            return f"arrives {action.unit} {action.area}"
        case a.Lost():
            return f"arrives {action.unit}, no room: ELIMINATED"
        case a.Withdraw():
            instead = "" if action.unit == action.instead_of else f" instead of {action.instead_of}"
            return f"withdraws {action.unit}{instead}"
        case a.EndTurn():
            won = "" if action.winner is None else f", {action.winner.id} wins"
            return f"end of turn {position.turn}{won}"
        case _:
            return _WORDS[type(action)]


def _play(action: a.Play) -> str:
    about = " ".join((action.area, *action.units)).strip()
    paid = f", pays {_list(action.paid)}" if action.paid else ""
    return f"CARD {action.side.id} {action.card}{': ' if about else ''}{about}{paid}"


def _list(names: Iterable[str]) -> str:
    return " ".join(names) or _NOTHING


def picture(position: Position) -> Iterator[str]:
    """Yield the table in lines: who holds which area and stands there, the hands, how many cards are left.

    A spent unit is in brackets; ``*`` is a fire marker of the side whose units follow.
    """
    for area in position.data.areas:
        stacks = []
        for side in Side:
            there = position.units_in(area, side)
            mark = "*" if (area, side) in position.markers else ""
            shown = " ".join(f"({unit})" if unit in position.spent else unit for unit in there)
            if shown or mark:
                stacks.append(f"{side.id[0]}{mark}: {shown}".rstrip())
        yield f"  {area:20} {position.control(area).id:7} {' | '.join(stacks)}".rstrip()
    for side in Side:
        counts = f"deck {len(position.decks[side])}, pile {len(position.piles[side])}"
        yield f"  {side.id}: hand {_list(position.hands[side])}; {counts}"
