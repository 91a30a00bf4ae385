"""Movement."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.rattenkrieg.play.hands import Hands, Performed
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.rules.kinds import by_kind


def _move(hands: Hands, action: a.MoveFriendly) -> None:
    hands.drag(action.unit, action.area, with_t34=action.with_t34)


def _enter_empty(hands: Hands, action: a.EnterEmpty) -> None:
    hands.drag(action.unit, action.area, with_t34=action.with_t34)
    _pay(hands, action.card)


def _pay(hands: Hands, card: str | None) -> None:
    if card is not None:
        hands.paper.leave(card, "pay")
        hands.paper.desk.mask(card, None)
        hands.paper.send(card, "pile")
        hands.paper.end()


def _enter_battle(hands: Hands, action: a.EnterBattle) -> None:
    hands.drag(action.unit, action.area, with_t34=action.with_t34)
    _pay(hands, action.card)
    hands.begin(action.unit, action.area)
    if not action.support and (action.with_t34 or hands.tank_beside(action.unit, action.area)):
        hands.waive()


DOES: Mapping[type, Performed] = by_kind(globals().values())
