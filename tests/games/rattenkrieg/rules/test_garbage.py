"""Nonsense is judged without a crash, and done without losing a card: a referee goes on from any table."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from typing import Any, get_args

import pytest

from tests.games.rattenkrieg.rules import world
from tests.rules.area_battery import middle, outcomes
from tests.rules.telling import tell
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.views import action_seen_by
from toolkit.games.rattenkrieg.rules.whole import rules_over

KINDS: tuple[type, ...] = get_args(a.Action)
UNITS = ("unit", "target")
CARDS = ("card", "drawn", "taken")
# Beside what exists: what a foreign log may name.
STRANGE = {"unit": "1pz", "target": "1pz", "area": "nowhere", "card": "", "drawn": "1S"}


def value(rng: random.Random, position: Position, name: str, strange: bool) -> Any:
    """Return a value for a field of an action, drawn blindly."""
    if strange and name in STRANGE and rng.random() < 0.2:
        return STRANGE[name]
    data = position.data
    if name in UNITS:
        return rng.choice(list(data.units))
    if name == "area":
        return rng.choice(list(data.areas))
    if name in CARDS:
        return rng.choice(DECK)
    if name in ("cards", "order"):
        return tuple(rng.sample(DECK, rng.randint(0, 4)))
    if name in ("units", "flipped"):
        return tuple(rng.sample(list(data.units), 2))
    if name in ("side", "winner"):
        return rng.choice(list(Side))
    if name == "folded":
        return rng.choice(("hidden", "shown", "returned"))
    return rng.random() < 0.5


def nonsense(rng: random.Random, position: Position, strange: bool) -> a.Action:
    """Return a random action of any kind."""
    kind = rng.choice(KINDS)
    made: a.Action = kind(**{f.name: value(rng, position, f.name, strange) for f in fields(kind)})
    return made


def cards(position: Position) -> Counter[str]:
    """Return all cards of a table."""
    found = Counter(position.deck + position.pile + position.hands[0] + position.hands[1])
    for steps in position.steps.values():
        found.update(steps)
    if position.battle is not None:
        found.update(played.card for played in position.battle.cards)
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_nonsense_is_judged(seed: int) -> None:
    """In the positions of a game, with names that do not exist as well."""
    rng, rules = random.Random(seed), rules_over(world.data())
    said = outcomes(rules, seed, lambda position: nonsense(rng, position, strange=True))
    assert said["illegal"] > 50 * said["legal"]


@pytest.mark.parametrize("seed", range(12))
def test_nonsense_can_be_done(seed: int) -> None:
    """Twenty blind actions out of the middle of a game: no card is lost, all can be judged and told."""
    rng, rules = random.Random(seed), rules_over(world.data())
    position = middle(rules, seed, rng.randint(40, 220))
    whole = Counter(DECK)
    for _ in range(20):
        action = nonsense(rng, position, strange=False)
        if position.phase is Phase.OVER or isinstance(action, a.Shuffle):
            continue
        game.check(position, action)
        assert tell(action)
        assert action_seen_by(position, action, Side.GERMAN)
        game.apply(position, action)
        assert cards(position) == whole, action
