"""The mutation bench of Storm over Stalingrad in short: mutants are illegal by two readings, and named."""

from __future__ import annotations

import pytest

from tests.bench.bench_storm_mutants import confirmed
from tests.real_area_games import STORM, compiled
from tests.violations.harvests import check_chance, check_found, check_lists
from tests.violations.planting import Order
from tests.violations.storm.mutants import begun, new_harvest
from tests.violations.storm.mutation_bench import CLAUSES, THEMES, Tally, at_rules
from tests.violations.storm.mutation_lists import NOT_BREAKABLE, TWINS
from tests.violations.storm.staging import Theme, played
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules import RULE_BOOK
from toolkit.games.storm.rules.player import play_on

TABLES = 40


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return compiled(STORM)[0]


@pytest.fixture(scope="module")
def tally(game: CompiledGame) -> Tally:
    return at_rules(game, Order(1, games=9), confirmed)


def test_every_checked_clause_has_a_mutator_or_a_reason() -> None:
    check_lists(RULE_BOOK, CLAUSES, NOT_BREAKABLE, TWINS)


def test_mutants_are_illegal_by_two_readings_and_named(tally: Tally) -> None:
    check_found(tally)


def test_every_clause_has_a_theme() -> None:
    assert set().union(*THEMES.values()) == set(CLAUSES)


@pytest.mark.parametrize("theme", [theme for theme in Theme if theme is not Theme.GAME])
def test_a_table_shows_what_it_is_for(game: CompiledGame, theme: Theme) -> None:
    harvest, missing = new_harvest(1, THEMES[theme]), set(THEMES[theme])
    for seed in range(1, TABLES):
        position = begun(game, seed, theme)
        for moment, action in enumerate(played(position, seed, theme)):
            for mutant in harvest.of(position, seed, moment, action):
                assert confirmed(mutant), mutant
                missing.discard(mutant.clause)
        if not missing:
            return
    assert missing == set()


def test_the_same_seed_plants_the_same_mutants(game: CompiledGame) -> None:
    check_chance(lambda: begun(game, 5), play_on, lambda: new_harvest(1))
