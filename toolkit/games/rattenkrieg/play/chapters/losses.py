"""Steps, retreats, isolation."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.rattenkrieg.play.hands import Hands, Performed
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.rules.kinds import by_kind


def _retreat(hands: Hands, action: a.Retreat) -> None:
    hands.seat_owner(action.unit)
    tank = hands.position.data.tank
    if action.down:
        for unit in (action.unit, tank) if action.with_t34 else (action.unit,):
            hands.paper.decide(unit, "retreat", Retreating=1)
            hands.paper.turn_over([unit], down=True)
            hands.paper.end()
    hands.drag(action.unit, action.area, with_t34=action.with_t34)


def _lose(hands: Hands, action: a.LoseStep) -> None:
    hands.seat_owner(action.unit)
    hands.paper.leave(action.card, "lose")
    hands.paper.desk.mask(action.card, None)
    hands.paper.send(action.card, "hidden-pile")
    hands.paper.end()


def _gone(hands: Hands, unit: str, act: str) -> None:
    side = hands.position.side(unit)
    hands.seat(side)
    hands.paper.decide(unit, act, GoneTurn=hands.position.turn)
    hands.paper.send(unit, f"eliminated-{side.id}")
    hands.paper.end()


def _t34_out(hands: Hands, _action: a.T34Out) -> None:
    _gone(hands, hands.position.data.tank, "t34_out")


def _remove(hands: Hands, action: a.Remove) -> None:
    _gone(hands, action.unit, "remove")


def _isolate(hands: Hands, action: a.Isolate) -> None:
    hands.seat_owner(action.unit)
    hands.paper.decide(action.unit, "isolate", Isolated=1)
    hands.paper.end()


DOES: Mapping[type, Performed] = by_kind(globals().values())
