"""What a side sees: swapping cards that are hidden from it changes nothing."""

from __future__ import annotations

import pytest

from tests.games.storm.rules import world
from tests.games.storm.rules.table import WRITTEN, G, S, do, table
from tests.rules.area_battery import check_hidden
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.views import HIDDEN, action_seen_by, seen_by
from toolkit.games.storm.rules.whole import rules_over


def hidden(position: Position, side: Side) -> list[list[str]]:
    """Return the cards that a side does not see, by the table alone: the enemy's, and its own deck."""
    return [[*position.hands[side.enemy], *position.decks[side.enemy]], position.decks[side]]


def test_hidden_cards_can_be_swapped_unseen() -> None:
    """At every fifth action of a whole game, for both sides."""
    check_hidden(rules_over(world.data()), Side, hidden, seen_by, WRITTEN)


def test_own_hand_and_open_piles() -> None:
    position = table("a1@west", german="orders guns", soviet="rubble")
    do(position, a.Play(G, "orders"))
    assert seen_by(position, G)["hands"] == {"german": ["guns"], "soviet": [HIDDEN]}
    assert seen_by(position, S)["hands"] == {"german": [HIDDEN], "soviet": ["rubble"]}
    assert seen_by(position, S)["piles"]["german"] == ["orders"]
    assert set(seen_by(position, G)["decks"]["german"]) == {HIDDEN}


def test_bids_are_hidden_until_they_are_opened() -> None:
    position = table(phase=Phase.PREPARATION)
    do(position, a.Bid(G, 2), a.Bid(S, 4))
    assert seen_by(position, G)["bids"] == {"german": 2, "soviet": HIDDEN}
    assert seen_by(position, S)["bids"] == {"german": HIDDEN, "soviet": 4}
    do(position, a.OpenBids(S, 4))
    assert seen_by(position, G)["bids"] == {"german": 2, "soviet": 4}


ACTIONS = (
    (a.Shuffle(G, ("guns", "orders")), G, {"order": [HIDDEN, HIDDEN]}),
    (a.Shuffle(G, ("guns", "orders")), S, {"order": [HIDDEN, HIDDEN]}),
    (a.Draw(G, ("guns",)), S, {"cards": [HIDDEN]}),
    (a.Draw(G, ("guns",)), G, {"cards": ["guns"]}),
    (a.Bid(G, 3), S, {"target": HIDDEN}),
    (a.Bid(G, 3), G, {"target": 3}),
    (a.Discard(S, ("rubble",)), G, {"cards": ["rubble"]}),
    (a.Play(S, "order_227", paid=("wire",)), G, {"card": "order_227", "paid": ["wire"]}),
)


@pytest.mark.parametrize(("action", "side", "expected"), ACTIONS)
def test_what_a_side_sees_of_an_action(action: a.Action, side: Side, expected: dict[str, object]) -> None:
    found = action_seen_by(table("a1@west"), action, side)
    assert {name: found[name] for name in expected} == expected
