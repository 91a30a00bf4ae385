"""What a side sees: swapping cards that are hidden from it changes nothing."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules import world
from tests.games.rattenkrieg.rules.table import WRITTEN, G, S, do, table
from tests.rules.area_battery import check_hidden
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.views import HIDDEN, action_seen_by, knows_piled, seen_by
from toolkit.games.rattenkrieg.rules.whole import rules_over


def hidden(position: Position, side: Side) -> list[list[str]]:
    """Return the cards that a side does not see, by the table alone, as one group."""
    cards = [*position.deck, *position.hands[side.enemy]]
    for unit, steps in position.steps.items():
        if position.side(unit) is side.enemy:
            cards += steps
    if position.battle is not None:
        laid = position.battle.cards
        cards += [played.card for played in laid if played.side is side.enemy and not played.face_up]
    return [[*cards, *(card for card in position.pile if position.covered.get(card) is side.enemy)]]


def test_hidden_cards_can_be_swapped_unseen() -> None:
    """At every fifth action of a whole game, for both sides."""
    check_hidden(rules_over(world.data()), Side, hidden, seen_by, WRITTEN)


def test_both_see_what_lies_open() -> None:
    position = table("14pz@german_rear rifle_3@airfield", act="14pz", steps="14pz:7S rifle_3:2D")
    do(position, a.EnterBattle("14pz", "airfield"), a.NameDefender(S, "rifle_3"), a.PlayCard(G, "7S"))
    assert seen_by(position, G)["battle"]["cards"][0]["card"] == "7S"
    assert seen_by(position, S)["battle"]["cards"][0]["card"] == HIDDEN
    assert seen_by(position, S)["steps"] == {"rifle_3": ["2D"]}
    assert seen_by(position, G)["hands"] == {"german": ["4H", "9H"], "soviet": [HIDDEN, HIDDEN]}
    do(position, a.PlayCard(S, "2D"), a.Stand(G), a.Open(G))
    assert seen_by(position, S)["battle"]["cards"][0]["card"] == "7S"
    assert seen_by(position, G)["battle"]["cards"][1]["card"] == HIDDEN


def test_the_pile() -> None:
    """A step lost is known to its owner only; what was open stays open."""
    position = table("14pz@german_rear rifle_3@airfield", act="14pz", steps="14pz:7S rifle_3:2D")
    do(position, a.EnterBattle("14pz", "airfield"), a.NameDefender(S, "rifle_3"), a.PlayCard(G, "7S"))
    do(position, a.TakeLoss(S), a.LoseStep("rifle_3", "2D"))
    assert [knows_piled(position, card, G) for card in ("7S", "2D")] == [True, False]
    assert seen_by(position, G)["pile"] == sorted(["7S", HIDDEN])
    assert seen_by(position, S)["pile"] == sorted(["2D", HIDDEN])
    assert seen_by(position, G)["covered"] == {"7S": "german"}


ACTIONS = (
    (a.Shuffle(("AS", "2S")), G, {"order": [HIDDEN, HIDDEN]}),
    (a.DealHand(G, ("AS",)), S, {"cards": [HIDDEN]}),
    (a.DealHand(G, ("AS",)), G, {"cards": ["AS"]}),
    (a.DealSteps("71", ("AS", "2S")), S, {"cards": [HIDDEN, HIDDEN]}),
    (a.Replenish("71", "AS"), S, {"card": HIDDEN}),
    (a.LoseStep("rifle_3", "AS"), G, {"card": HIDDEN}),
    (a.LoseStep("rifle_3", "AS"), S, {"card": "AS"}),
    (a.Draw(S, ("AS",)), G, {"cards": [HIDDEN]}),
    (a.Discard(S, ("AS",)), G, {"cards": ["AS"]}),
    (a.PlayCard(S, "AS"), G, {"card": HIDDEN}),
    (a.PlayCard(G, "AS", face_up=True), S, {"card": "AS"}),
    (a.Raise(S, "AS"), G, {"card": HIDDEN}),
    (a.TakeBack(S, "AS"), G, {"card": HIDDEN}),
    (a.Sniper("JH", "AS"), S, {"card": "JH", "taken": "AS"}),
    (a.Bombard("JH", "rifle_3", "AS"), S, {"card": "JH", "drawn": "AS"}),
    (a.EnterEmpty("71", "minina", "AS"), S, {"card": "AS"}),
)


@pytest.mark.parametrize(("action", "side", "expected"), ACTIONS)
def test_what_a_side_sees_of_an_action(action: a.Action, side: Side, expected: dict[str, object]) -> None:
    position = table("71@german_rear rifle_3@airfield")
    found = action_seen_by(position, action, side)
    assert {name: found[name] for name in expected} == expected


def test_a_card_that_was_open_is_known_when_taken_back() -> None:
    position = table("14pz@german_rear rifle_3@airfield", act="14pz", steps="14pz:7S rifle_3:2D")
    do(position, a.EnterBattle("14pz", "airfield"), a.NameDefender(S, "rifle_3"), a.PlayCard(G, "7S"))
    do(position, a.PlayCard(S, "2D"), a.Stand(G), a.Open(G))
    assert action_seen_by(position, a.TakeBack(G, "7S"), S)["card"] == "7S"
    assert action_seen_by(position, a.TakeBack(S, "2D"), G)["card"] == HIDDEN
