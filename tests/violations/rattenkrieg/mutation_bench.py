"""The bench of the rules: games are played, violations planted, and counted what is found of them."""

from __future__ import annotations

from collections.abc import Callable

from tests.violations import mutation
from tests.violations.planting import Order
from tests.violations.rattenkrieg.mutants import Mutant, begun, new_harvest, played
from tests.violations.rattenkrieg.mutation_lists import TWINS
from tests.violations.rattenkrieg.mutators import MUTATORS
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.position import Position

CLAUSES: tuple[str, ...] = tuple(dict.fromkeys(mutator.clause for mutator in MUTATORS))
Tally = mutation.Tally[Position, a.Action]


def at_rules(
    game: CompiledGame, order: Order, confirmed: Callable[[Mutant], bool] = lambda _mutant: True
) -> Tally:
    """Ask the rules about each mutant, and about what was really done.

    `confirmed` is another reading: whether a mutant breaks the rules at all.
    """
    harvest = new_harvest(order.wanted, order.clauses)
    tables = ((seed, begun(game, seed)) for seed in range(order.seed, order.seed + order.games))
    games = ((seed, position, played(position, seed)) for seed, position in tables)
    return mutation.at_rules(games, harvest, (rules.check, rules.apply), TWINS, confirmed)
