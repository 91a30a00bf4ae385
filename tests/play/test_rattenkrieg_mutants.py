"""The mutation bench of Rattenkrieg in short: mutants are illegal by two readings, and named."""

from __future__ import annotations

import pytest

from tests.bench.bench_rattenkrieg_mutants import confirmed
from tests.play.mutants import check_chance, check_found, check_lists
from tests.real_area_games import RATTENKRIEG, compiled
from toolkit.compile.compiled import CompiledGame
from toolkit.play.rattenkrieg.mutants import begun, new_harvest
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES, Tally, at_rules
from toolkit.play.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.rules.rattenkrieg import RULE_BOOK
from toolkit.rules.rattenkrieg.player import play_on


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return compiled(RATTENKRIEG)[0]


@pytest.fixture(scope="module")
def tally(game: CompiledGame) -> Tally:
    return at_rules(game, new_harvest(1), range(1, 3), confirmed)


def test_every_checked_clause_has_a_mutator_or_a_reason() -> None:
    check_lists(RULE_BOOK, CLAUSES, NOT_BREAKABLE, TWINS)


def test_mutants_are_illegal_by_two_readings_and_named(tally: Tally) -> None:
    check_found(tally)


def test_the_same_seed_plants_the_same_mutants(game: CompiledGame) -> None:
    check_chance(lambda: begun(game, 5), play_on, lambda: new_harvest(1))
