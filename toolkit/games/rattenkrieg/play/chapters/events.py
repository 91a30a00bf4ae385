"""Events."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.rattenkrieg.play.hands import LASTING, Hands, Performed
from toolkit.games.rattenkrieg.play.paper import BATTLE_DESK
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.kinds import by_kind

_EVENTS: Mapping[type, str] = {
    a.AssaultGun: "assault_gun",
    a.Engineers: "engineers",
    a.Molotov: "molotov",
    a.ChuikovBattle: "chuikov",
}


def _show(hands: Hands, card: str, act: str, use: str) -> None:
    hands.seat(hands.position.actor)
    for before in hands.paper.in_row("event"):
        hands.paper.send(before, "pile")
    hands.paper.leave(card, act, Event=use)
    hands.paper.desk.mask(card, None)
    hands.paper.send(card, "event")


def _use(hands: Hands, card: str) -> str:
    deck = hands.paper.desk.data.game.deck
    use = None if deck is None else deck.use(card, hands.position.actor.id)
    return "none" if use is None else use.id


def _event(hands: Hands, action: a.AssaultGun | a.Engineers | a.Molotov | a.ChuikovBattle) -> None:
    _show(hands, action.card, "event", _use(hands, action.card))
    name = LASTING[_EVENTS[type(action)]]
    if _use(hands, action.card) == _EVENTS[type(action)]:
        hands.write(**{name: int(hands.paper.desk.global_value(name) or 0) + 1})
    hands.paper.end()


def _bombard(hands: Hands, action: a.Bombard | a.AirSupport) -> None:
    _show(hands, action.card, "event", _use(hands, action.card))
    hands.paper.end()
    hands.paper.decide(action.target, "target")
    hands.write(Target=f"@{action.target}")
    hands.paper.end()
    hands.paper.decide(BATTLE_DESK, "bombard")
    for before in hands.paper.in_row("drawn"):
        hands.paper.send(before, "pile")
    hands.paper.follow(action.drawn, "drawn")
    hands.paper.send(action.drawn, "drawn")
    hands.write(DrawnCard=f"@{action.drawn}")
    hands.paper.end()


def _sniper(hands: Hands, action: a.Sniper) -> None:
    _show(hands, action.card, "event", _use(hands, action.card))
    hands.paper.end()
    if action.taken is None:
        return
    hands.paper.decide(BATTLE_DESK, "sniper")
    slots = sorted(map(hands.paper.place, hands.position.hands[Side.GERMAN]))
    slot = hands.paper.place(action.taken)
    hands.write(Roll=slots.index(slot) + 1, SnipeSlot=slot)
    hands.paper.end()
    hands.seat(Side.GERMAN)
    hands.paper.decide(BATTLE_DESK, "give_up")
    hands.paper.follow(action.taken, "sniped", From=hands.paper.place(action.taken))
    hands.paper.desk.mask(action.taken, None)
    hands.paper.send(action.taken, "pile")
    hands.paper.end()


def _ready(hands: Hands, action: a.ChuikovReady) -> None:
    _show(hands, action.card, "event_ready", "chuikov_ready")
    hands.paper.end()
    hands.paper.decide(action.unit, "ready")
    hands.paper.turn_over([action.unit], down=False)
    hands.paper.end()


DOES: Mapping[type, Performed] = by_kind(globals().values())
