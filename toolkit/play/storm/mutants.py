"""Violations planted in legal games: what the mutators make of the positions of random games."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.game import CompiledGame
from toolkit.play import mutation
from toolkit.play.storm.mutators import MUTATORS, Scene
from toolkit.play.storm.staging import stage
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.from_game import rules_data
from toolkit.rules.storm.player import play_on
from toolkit.rules.storm.position import Position

Mutant = mutation.Mutant[Position, a.Action]
Harvest = mutation.Harvest[Position, Scene, a.Action]
BIDDING = 4
"""Every so many games begin with bids."""


def new_harvest(wanted: int, clauses: frozenset[str] = frozenset()) -> Harvest:
    """Return an empty harvest: so many mutants of each mutator, of some clauses or of all."""
    return mutation.Harvest(MUTATORS, Scene, wanted, clauses, (a.Move, a.Pass))


def settled(game: CompiledGame, *, bids: bool = False) -> dict[str, str]:
    """Return every unclear point at its default; `bids` lets the players bid for the sides."""
    return {option.id: option.default for option in game.options} | ({"St-9": "bid"} if bids else {})


def begun(game: CompiledGame, seed: int) -> Position:
    """Return a table before the cards are shuffled, the set-up in place; or one that was set (`stage`)."""
    position = Position(rules_data(game, settled(game, bids=seed % BIDDING == 0)))
    for unit in position.data.units.values():
        if unit.starts:
            position.put(unit.id, unit.starts)
    stage(position, seed)
    return position


def played(position: Position, seed: int) -> Iterator[tuple[int, a.Action]]:
    """Play a legal game to its end: yield each action and its number before it is carried out."""
    yield from enumerate(play_on(position, seed))
