"""The bench of the rules: games are played, violations planted, and counted what is found of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from tests.violations import mutation
from tests.violations.planting import Order, by_turns
from tests.violations.storm.mutants import Harvest, Mutant, begun, new_harvest
from tests.violations.storm.mutation_lists import TWINS
from tests.violations.storm.mutators import MUTATORS
from tests.violations.storm.staging import ABOUT, Theme, played
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules import game as rules
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.position import Position
from toolkit.rules.verdict import Verdict

CLAUSES: tuple[str, ...] = tuple(dict.fromkeys(mutator.clause for mutator in MUTATORS))
THEMES: Mapping[Theme, frozenset[str]] = MappingProxyType(
    {Theme.GAME: frozenset(CLAUSES).difference(*ABOUT.values()), **ABOUT}
)
"""What games are about, and the clauses that they are played for."""
Tally = mutation.Tally[Position, a.Action]
_TEXT = ("CARD cost", "CARD where", "CARD units")


def judged(position: Position, action: a.Action) -> Verdict:
    """Judge an action; a card that is named stands for the clauses of its text as well."""
    verdict = rules.check(position, action)
    named = dict.fromkeys(clause for rule in verdict.rules for clause in clauses_of(position.data, rule))
    return replace(verdict, rules=tuple(named))


def clauses_of(data: RulesData, rule: str) -> tuple[str, ...]:
    """Return the clauses that a rule stands for: a card that is named, for those of its text as well."""
    card = data.cards.get(rule.removeprefix("CARD "))
    if card is None or card.effect is None:
        return (rule,)
    return rule, f"CARD {card.effect.use}", *_TEXT


def at_rules(
    game: CompiledGame, order: Order, confirmed: Callable[[Mutant], bool] = lambda _mutant: True
) -> Tally:
    """Ask the rules about each mutant, and about what was really done.

    `confirmed` is another reading: whether a mutant breaks the rules at all.
    """
    harvest = new_harvest(order.wanted, order.clauses)
    return mutation.at_rules(_games(game, harvest, order), harvest, (judged, rules.apply), TWINS, confirmed)


def _games(
    game: CompiledGame, harvest: Harvest, order: Order
) -> Iterator[tuple[int, Position, Iterator[tuple[int, a.Action]]]]:
    for seed, theme in by_turns(THEMES, harvest, order):
        position = begun(game, seed, theme)
        yield seed, position, enumerate(played(position, seed, theme))
