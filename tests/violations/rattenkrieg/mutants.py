"""Violations planted in legal games: what the mutators make of the positions of random games."""

from __future__ import annotations

from collections.abc import Iterator

from tests.violations import mutation
from tests.violations.rattenkrieg.mutators import MUTATORS, Scene
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.play.seats import settled
from toolkit.rules.area_data import set_up, set_ups

Mutant = mutation.Mutant[Position, a.Action]
Harvest = mutation.Harvest[Position, Scene, a.Action]


def new_harvest(wanted: int, clauses: frozenset[str] = frozenset()) -> Harvest:
    """Return an empty harvest: so many mutants of each mutator, of some clauses or of all."""
    return mutation.Harvest(MUTATORS, Scene, wanted, clauses, (a.MoveFriendly, a.Pass))


def begun(game: CompiledGame, seed: int) -> Position:
    """Return a table before the cards are shuffled; every second one without units."""
    position = Position(rules_data(game, settled(game)))
    setups = set_ups(game)
    if seed % 2 and setups:
        set_up(position, next(iter(setups.values())))
    return position


def played(position: Position, seed: int) -> Iterator[tuple[int, a.Action]]:
    """Play a legal game to its end: yield each action and its number before it is carried out."""
    yield from enumerate(play_on(position, seed))
