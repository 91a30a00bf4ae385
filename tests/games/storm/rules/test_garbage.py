"""Nonsense is judged without a crash, and done without losing a card: a referee goes on from any table."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from typing import Any, get_args

import pytest

from tests.games.storm.rules import world
from tests.games.storm.rules.golden_game import picture
from tests.rules.area_battery import middle, outcomes
from tests.rules.telling import tell
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules import game
from toolkit.games.storm.rules.position import STATE, Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.views import action_seen_by
from toolkit.games.storm.rules.whole import rules_over

KINDS: tuple[type, ...] = get_args(a.Action)
# Beside what exists: what a foreign log may name.
STRANGE = {"unit": "1pz", "instead_of": "1pz", "area": "nowhere", "target": "nowhere", "card": "of nobody"}


def value(rng: random.Random, position: Position, kind: type, name: str, strange: bool) -> Any:
    """Return a value for a field of an action, drawn blindly."""
    data = position.data
    if name == "target" and kind in (a.Bid, a.OpenBids):
        return rng.randint(-1, 9)
    if strange and name in STRANGE and rng.random() < 0.2:
        return STRANGE[name]
    if name in ("unit", "instead_of"):
        return rng.choice(list(data.units))
    if name in ("area", "target"):
        return rng.choice(list(data.areas))
    if name == "card":
        return rng.choice(list(data.cards))
    if name in ("cards", "order"):
        found = rng.sample(list(data.cards), rng.randint(0, 4))
        return (*found, *found[: rng.random() < 0.2])
    if name in ("units", "aimed"):
        found = rng.sample(list(data.units), rng.randint(0, 3))
        return (*found, *found[: rng.random() < 0.2])
    if name == "paid":
        return tuple(rng.sample([*data.units, *data.cards], rng.randint(0, 2)))
    if name == "path":
        return tuple(rng.choices([*data.areas, *(["nowhere"] * strange)], k=rng.randint(0, 3)))
    if name == "dice":
        return rng.randint(0, 7), rng.randint(1, 6)
    if name in ("side", "bidder", "soviet"):
        return rng.choice(list(Side))
    if name == "winner":
        return rng.choice([None, *Side])
    return rng.random() < 0.5


def nonsense(rng: random.Random, position: Position, strange: bool) -> a.Action:
    """Return a random action of any kind."""
    kind = rng.choice(KINDS)
    made: a.Action = kind(
        **{field.name: value(rng, position, kind, field.name, strange) for field in fields(kind)}
    )
    return made


def cards(position: Position) -> Counter[str]:
    """Return all cards of a table."""
    found: Counter[str] = Counter()
    for place in (position.hands, position.decks, position.piles):
        found.update(place[0] + place[1])
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_nonsense_is_judged(seed: int) -> None:
    """In the positions of a game, with names that do not exist as well."""
    rng, rules = random.Random(seed), rules_over(world.data())
    said = outcomes(rules, seed, lambda position: nonsense(rng, position, strange=True))
    assert said["illegal"] + said["unverified"] > 25 * said["legal"]


@pytest.mark.parametrize("seed", range(12))
def test_nonsense_can_be_done(seed: int) -> None:
    """Thirty blind actions out of the middle of a game: no card is lost, all can be judged and told."""
    rng, rules = random.Random(seed), rules_over(world.data())
    position = middle(rules, seed, rng.randint(5, 120))
    whole = cards(position)
    for _ in range(30):
        action = nonsense(rng, position, strange=seed % 2 == 1)
        if position.phase is Phase.OVER or game.unknown(position, action) is not None:
            continue
        game.check(position, action)
        assert tell(action)
        assert action_seen_by(position, action, Side.GERMAN)
        game.apply(position, action)
        assert list(picture(position))
        assert cards(position) == whole, action
        assert STATE.read(STATE.write(position), data=position.data).key() == position.key()
