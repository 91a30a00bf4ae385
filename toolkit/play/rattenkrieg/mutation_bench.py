"""The bench of the rules: games are played, violations planted, and counted what is found of them."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile.compiled import CompiledGame
from toolkit.play import mutation
from toolkit.play.mutation import FOUND, Kind
from toolkit.play.rattenkrieg.mutants import Harvest, Mutant, begun, played
from toolkit.play.rattenkrieg.mutation_lists import TWINS
from toolkit.play.rattenkrieg.mutators import MUTATORS
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg import game as rules
from toolkit.rules.rattenkrieg.position import Position

__all__ = ["CLAUSES", "FOUND", "Kind", "Tally", "at_rules"]

CLAUSES: tuple[str, ...] = tuple(dict.fromkeys(mutator.clause for mutator in MUTATORS))
Tally = mutation.Tally[Position, a.Action]


def at_rules(
    game: CompiledGame,
    harvest: Harvest,
    seeds: range,
    confirmed: Callable[[Mutant], bool] = lambda _mutant: True,
) -> Tally:
    """Ask the rules about each mutant, and about what was really done.

    Parameters
    ----------
    game : CompiledGame
    harvest : Harvest
    seeds : range
        Of the games, played until the harvest is complete.
    confirmed : callable
        Another reading: whether a mutant breaks the rules at all.
    """
    tables = ((seed, begun(game, seed)) for seed in seeds)
    games = ((seed, position, played(position, seed)) for seed, position in tables)
    return mutation.at_rules(games, harvest, (rules.check, rules.apply), TWINS, confirmed)
