"""The set-up, the deck, those who come later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolkit.games.rattenkrieg.play.hands import Hands, Performed
from toolkit.games.rattenkrieg.play.paper import BATTLE_DESK
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.kinds import by_kind


def _place(hands: Hands, action: a.Place) -> None:
    if hands.paper.place(action.unit) != hands.paper.desk.data.manifest["areas"][action.area]:
        hands.drag(action.unit, action.area, with_t34=False)


def _shuffle(hands: Hands, action: a.Shuffle) -> None:
    if hands.position.phase is Phase.SETUP:
        hands.rest = action.order
        return
    for box in ("event", "drawn"):
        for card in hands.paper.in_row(box):
            hands.paper.send(card, "pile")
            hands.paper.end()
    hands.paper.decide(BATTLE_DESK, "reshuffle")
    hands.paper.shuffle([*hands.position.deck, *action.order])
    hands.paper.end()


def _deal_steps(hands: Hands, action: a.DealSteps) -> None:
    if hands.position.phase is Phase.SETUP:
        hands.dealt.append(action)
        return
    owner = hands.seat_owner(action.unit)
    if action.unit in hands.arriving:
        _arrive(hands, action.unit, action.cards)
        return
    for card in action.cards:
        # More steps after a shuffle in between are taken off the deck by hand.
        hands.paper.send(card, f"steps-{action.unit}")
        hands.paper.desk.mask(card, owner)
        hands.paper.end()


def _deal_hand(hands: Hands, action: a.DealHand) -> None:
    hands.dealt.append(action)


def _end_set_up(hands: Hands, _action: a.EndSetUp) -> None:
    """Deal side by side, as the module does; the shuffle was such that everybody gets what he got."""
    by_side = {side: [deal for deal in hands.dealt if _of(hands, deal) is side] for side in Side}
    deals = [*by_side[Side.GERMAN], *by_side[Side.SOVIET]]
    given = [card for deal in deals for card in deal.cards]
    deck = [card for card in hands.rest if card not in given]
    _lay_aside(hands)
    for side in Side:
        owner = hands.seat(side)
        hands.paper.decide(f"{side.id}-desk", "deal")
        if side is Side.GERMAN and hands.rest:
            hands.paper.shuffle([*deck, *reversed(given)])
        for deal in by_side[side]:
            box = f"hand-{side.id}" if isinstance(deal, a.DealHand) else f"steps-{deal.unit}"
            for card in deal.cards:
                hands.paper.deal(card, box, owner)
        hands.paper.end()


def _lay_aside(hands: Hands) -> None:
    """Drag units off the map that were not placed, and cards off the deck that are not shuffled."""
    areas = hands.paper.desk.data.manifest["areas"].values()
    for unit in hands.position.where:
        if not hands.position.on_map(unit) and hands.paper.place(unit) in areas:
            hands.seat_owner(unit)
            hands.paper.send(unit, "turn-1", dragged=True)
            hands.paper.end()
    for card in hands.paper.deck_cards() if hands.rest else ():
        if card not in hands.rest:
            hands.paper.send(card, "pile", dragged=True)
            hands.paper.end()


def _of(hands: Hands, deal: a.DealSteps | a.DealHand) -> Side:
    return deal.side if isinstance(deal, a.DealHand) else hands.position.side(deal.unit)


def _reinforce(hands: Hands, action: a.Reinforce) -> None:
    if action.area != hands.position.data.rears[hands.position.side(action.unit)]:
        # The key sends it to its rear: elsewhere it is dragged.
        hands.drag(action.unit, action.area, with_t34=False)
        return
    hands.arriving.append(action.unit)


def _arrive(hands: Hands, unit: str, cards: Iterable[str]) -> None:
    hands.arriving.remove(unit)
    owner = hands.seat_owner(unit)
    hands.paper.decide(unit, "arrive")
    hands.paper.go(unit, hands.position.data.rears[hands.position.side(unit)])
    for card in cards:
        hands.paper.deal(card, f"steps-{unit}", owner)
    hands.paper.end()


def _return(hands: Hands, action: a.ReturnT34) -> None:
    tank = hands.position.data.tank
    hands.seat(Side.SOVIET)
    hands.paper.decide(tank, "return")
    hands.paper.turn_over([tank], down=False)
    hands.paper.go(tank, action.area)
    hands.paper.end()


def arrive_bare(hands: Hands) -> None:
    """Let units arrive that were called and are dealt nothing."""
    for unit in tuple(hands.arriving):
        _arrive(hands, unit, ())


DOES: Mapping[type, Performed] = by_kind(globals().values())
