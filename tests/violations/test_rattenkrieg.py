"""The mutation bench of Rattenkrieg in short: mutants are illegal by two readings, and named."""

from __future__ import annotations

import pytest

from tests.bench.bench_rattenkrieg_mutants import confirmed
from tests.real_area_games import RATTENKRIEG, compiled
from tests.violations.harvests import check_chance, check_found, check_lists
from tests.violations.planting import Order
from tests.violations.rattenkrieg.mutants import begun, new_harvest
from tests.violations.rattenkrieg.mutation_bench import CLAUSES, Tally, at_rules
from tests.violations.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules import RULE_BOOK
from toolkit.games.rattenkrieg.rules.player import play_on


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return compiled(RATTENKRIEG)[0]


@pytest.fixture(scope="module")
def tally(game: CompiledGame) -> Tally:
    return at_rules(game, Order(1, games=2), confirmed)


def test_every_checked_clause_has_a_mutator_or_a_reason() -> None:
    check_lists(RULE_BOOK, CLAUSES, NOT_BREAKABLE, TWINS)


def test_mutants_are_illegal_by_two_readings_and_named(tally: Tally) -> None:
    check_found(tally)


def test_the_same_seed_plants_the_same_mutants(game: CompiledGame) -> None:
    check_chance(lambda: begun(game, 5), play_on, lambda: new_harvest(1))
