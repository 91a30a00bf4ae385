"""Violations planted in legal games: what the mutators make of the positions of random games."""

from __future__ import annotations

from collections.abc import Iterator

from tests.violations import mutation
from tests.violations.gj47.mutators import MUTATORS, Scene
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.player import Player
from toolkit.games.gj47.rules.position import Position

Mutant = mutation.Mutant[Position, a.Action]
Harvest = mutation.Harvest[Position, Scene, a.Action]
_LIMIT = 20_000
_SPARE = 3
"""Replacements, for each mutant wanted, of those that a log does not show: that may hang on dice before."""


def new_harvest(wanted: int, clauses: frozenset[str] = frozenset()) -> Harvest:
    """Return an empty harvest: so many mutants of each mutator, of some clauses or of all."""
    return mutation.Harvest(MUTATORS, Scene, wanted, clauses, (a.Move, a.Place), _SPARE)


def played(position: Position, seed: int, turns: int = 99) -> Iterator[tuple[int, a.Action]]:
    """Play a legal game so many turns: yield each action and its number before it is carried out."""
    player = Player(position, seed)
    for moment in range(_LIMIT):
        if position.turn.phase is Phase.OVER or position.turn.number > turns:
            return
        action = player.next()
        yield moment, action
        game.apply(position, action)
