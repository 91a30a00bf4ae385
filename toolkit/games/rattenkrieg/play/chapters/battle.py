"""Battles: who fights, cards."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.rattenkrieg.play.hands import Hands, Performed
from toolkit.games.rattenkrieg.play.paper import BATTLE_DESK
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.rules.kinds import by_kind


def _attack(hands: Hands, action: a.Attack) -> None:
    hands.seat_owner(action.unit)
    area = hands.position.where[action.unit]
    hands.begin(action.unit, area)
    if not action.support and hands.tank_beside(action.unit, area):
        hands.waive()


def _defend(hands: Hands, action: a.NameDefender) -> None:
    hands.seat(action.side)
    hands.paper.decide(action.unit, "defend")
    hands.write(Defender=f"@{action.unit}")
    hands.paper.end()
    area = hands.position.where.get(action.unit, "")
    if not action.support and hands.tank_beside(action.unit, area):
        hands.waive()


def _play(hands: Hands, action: a.PlayCard | a.Raise) -> None:
    hands.seat(action.side)
    number = hands.paper.desk.global_value("BattleNo")
    hands.paper.leave(action.card, "play_open" if action.face_up else "play", InBattle=number)
    if action.face_up:
        hands.paper.desk.mask(action.card, None)
    attacks = action.side is hands.attacker()
    hands.paper.send(action.card, "battle-attacker" if attacks else "battle-defender")
    hands.paper.end()


def _take_loss(hands: Hands, action: a.TakeLoss) -> None:
    hands.answer(action.side, "take_loss")
    battle = hands.position.battle
    laid = () if battle is None else battle.of(action.side.enemy)
    owner = hands.seat(action.side.enemy)
    for played in laid:
        if action.folded == "shown":
            hands.reveal(played.card)
        elif action.folded == "returned":
            hands.back(played.card, owner, action.side.enemy, played.source)


def _take_back(hands: Hands, action: a.TakeBack) -> None:
    battle = hands.position.battle
    laid = () if battle is None else battle.cards
    found = [played for played in laid if played.card == action.card]
    source = found[0].source if found else action.side.id
    hands.back(action.card, hands.seat(action.side), action.side, source)


def _open(hands: Hands, action: a.Open) -> None:
    hands.seat(action.side)
    battle = hands.position.battle
    for played in () if battle is None else battle.of(action.side)[-1:]:
        if hands.paper.masked(played.card):
            hands.reveal(played.card)
        else:
            hands.paper.leave(played.card, "open")
            hands.paper.end()


def _fight_on(hands: Hands, _action: a.FightOn) -> None:
    hands.answer(hands.attacker(), "fight_on")
    # The cards of the tie make room for the next ones.
    for box, side in (("battle-attacker", hands.attacker()), ("battle-defender", hands.attacker().enemy)):
        for card in hands.paper.in_row(box):
            hands.seat(side)
            hands.paper.decide(BATTLE_DESK, "clear")
            hands.paper.away(card, hidden=hands.paper.masked(card))
            hands.paper.end()


def _stand(hands: Hands, action: a.Stand) -> None:
    hands.answer(action.side, "stand")


def _stop(hands: Hands, _action: a.Stop) -> None:
    hands.answer(hands.attacker(), "stop")


DOES: Mapping[type, Performed] = by_kind(globals().values())
