"""Who acts, who passes, the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.games.rattenkrieg.play.hands import LASTING, Hands, Performed
from toolkit.games.rattenkrieg.play.paper import BATTLE_DESK
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.rules.kinds import by_kind


def _activate(hands: Hands, action: a.Activate) -> None:
    hands.seat_owner(action.unit)
    hands.paper.decide(action.unit, "activate")
    hands.write(Active=f"@{action.unit}", Passes=0, **dict.fromkeys(LASTING.values(), 0))
    hands.paper.end()
    if action.with_t34:
        hands.paper.decide(hands.position.data.tank, "join", Joined=1)
        hands.paper.end()


def _pass(hands: Hands, action: a.Pass) -> None:
    hands.seat(action.side)
    counter = action.unit or f"{action.side.id}-desk"
    hands.paper.decide(counter, "pass")
    if action.unit is not None:
        hands.paper.turn_over([action.unit], down=True)
    hands.write(Passes=int(hands.paper.desk.global_value("Passes") or 0) + 1, Active="")
    hands.paper.end()


def _end(hands: Hands, action: a.End) -> None:
    act, tank = hands.position.act, hands.position.data.tank
    hands.seat(hands.position.actor)
    unit = act.unit if act is not None else next(iter(action.flipped), "")
    if not unit:
        return
    hands.paper.decide(unit, "end")
    if tank in action.flipped and unit != tank:
        hands.paper.follow(tank, "turned", Joined=0)
    hands.paper.turn_over(action.flipped, down=True)
    hands.write(Active="")
    hands.paper.end()


def _replenish(hands: Hands, action: a.Replenish) -> None:
    owner = hands.seat_owner(action.unit)
    hands.paper.decide(action.unit, "replenish")
    hands.paper.deal(action.card, f"steps-{action.unit}", owner)
    if action.down:
        hands.paper.turn_over([action.unit], down=True)
    hands.write(Passes=0, Active="")
    hands.paper.end()


def _discard(hands: Hands, action: a.Discard) -> None:
    hands.seat(action.side)
    for card in action.cards:
        hands.paper.leave(card, "discard")
        hands.paper.desk.mask(card, None)
        hands.paper.send(card, "pile")
        hands.paper.end()


def _draw(hands: Hands, action: a.Draw) -> None:
    owner = hands.seat(action.side)
    hands.paper.decide(f"{action.side.id}-desk", "fill")
    for card in action.cards:
        hands.paper.deal(card, f"hand-{action.side.id}", owner)
    hands.paper.end()


def _flip_up(hands: Hands, action: a.FlipUp) -> None:
    hands.paper.decide(BATTLE_DESK, "flip_up")
    for unit in action.units:
        hands.paper.follow(unit, "turned")
    hands.paper.turn_over(action.units, down=False)
    hands.paper.end()


def _end_turn(hands: Hands, _action: a.EndTurn) -> None:
    turn = hands.position.turn + 1
    hands.paper.show_turn(turn if turn <= 6 else 1, "Reinforcements")
    hands.paper.end()


def _end_reinforcement(hands: Hands, _action: a.EndReinforcement) -> None:
    hands.phase("Operations")


def _end_operations(hands: Hands, _action: a.EndOperations) -> None:
    hands.phase("Replenishment")


DOES: Mapping[type, Performed] = by_kind(globals().values())
