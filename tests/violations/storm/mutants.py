"""Violations planted in legal games: what the mutators make of the positions of random games."""

from __future__ import annotations

import random

from tests.violations import mutation
from tests.violations.storm.mutators import MUTATORS, Scene
from tests.violations.storm.staging import Theme, stage
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.position import Position
from toolkit.play.seats import settled

Mutant = mutation.Mutant[Position, a.Action]
Harvest = mutation.Harvest[Position, Scene, a.Action]
_BIDDING = 0.25
"""The share of whole games that begin with bids."""
_SPARE = 3
"""Replacements, for each mutant wanted, of those that a log does not show."""


def new_harvest(wanted: int, clauses: frozenset[str] = frozenset()) -> Harvest:
    """Return an empty harvest: so many mutants of each mutator, of some clauses or of all."""
    return mutation.Harvest(MUTATORS, Scene, wanted, clauses, (a.Move, a.Pass), _SPARE)


def with_bids(seed: int, theme: Theme) -> dict[str, str]:
    """Return the rule that the players bid for the sides, for a game about that and some whole ones."""
    chance = random.Random(f"bids {seed}").random() < _BIDDING
    return {"St-9": "bid"} if theme is Theme.BIDS or (theme is Theme.GAME and chance) else {}


def begun(game: CompiledGame, seed: int, theme: Theme = Theme.GAME) -> Position:
    """Return a table before the cards are shuffled, the set-up in place; or one that was set (`stage`)."""
    position = Position(rules_data(game, settled(game) | with_bids(seed, theme)))
    for unit in position.data.units.values():
        if unit.starts:
            position.put(unit.id, unit.starts)
    stage(position, seed, theme)
    return position
