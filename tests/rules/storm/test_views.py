"""What a side sees: swapping cards that are hidden from it changes nothing."""

from __future__ import annotations

import json

import pytest

from tests.rules.storm import world
from tests.rules.storm.table import G, S, do, table
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Side
from toolkit.rules.storm.notation import position_from_json, position_to_json
from toolkit.rules.storm.position import Phase, Position
from toolkit.rules.storm.views import HIDDEN, action_seen_by, seen_by
from toolkit.rules.storm.whole import rules_over


def hidden(position: Position, side: Side) -> list[str]:
    """Return the cards of the enemy that a side does not see, by the table alone."""
    return [*position.hands[side.enemy], *position.decks[side.enemy]]


def swapped(position: Position, one: str, other: str) -> Position:
    """Return the position with two cards in each other's place."""
    text = json.dumps(position_to_json(position))
    text = text.replace(f'"{one}"', '"*"').replace(f'"{other}"', f'"{one}"').replace('"*"', f'"{other}"')
    return position_from_json(position.data, json.loads(text))


def test_hidden_cards_can_be_swapped_unseen() -> None:
    """At every fifth action of a whole game, for both sides."""
    rules = rules_over(world.data())
    position = rules.begin("")
    changed = 0
    for count, _ in enumerate(rules.play(position, 12)):
        if count % 5:
            continue
        for side in Side:
            view = json.dumps(seen_by(position, side), sort_keys=True)
            enemy, own = hidden(position, side), position.decks[side]
            assert not any(f'"{card}"' in view for card in (*enemy, *own))
            for cards in (enemy, own):
                if len(cards) > 1:
                    other = swapped(position, cards[0], cards[-1])
                    assert json.dumps(seen_by(other, side), sort_keys=True) == view
                    changed += position.key() != other.key()
    assert changed > 40


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
