"""The mutation bench of Storm over Stalingrad in short: mutants are illegal by two readings, and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.bench_storm_mutants import confirmed
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.play.storm.mutants import begun, new_harvest
from toolkit.play.storm.mutation_bench import CLAUSES, THEMES, Order, Tally, at_rules
from toolkit.play.storm.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.play.storm.staging import Theme, played
from toolkit.rules.registry import Enforcement
from toolkit.rules.storm import RULE_BOOK
from toolkit.rules.storm.player import play_on
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "storm"


TABLES = 40


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return compile_game(load_game(DATA)[0])[0]


@pytest.fixture(scope="module")
def tally(game: CompiledGame) -> Tally:
    return at_rules(game, Order(1, games=9), confirmed)


def test_every_checked_clause_has_a_mutator_or_a_reason() -> None:
    checked = {rule.number for rule in RULE_BOOK if rule.enforcement is Enforcement.CHECKED}
    assert checked - set(CLAUSES) == set(NOT_BREAKABLE)
    assert set(CLAUSES) <= {rule.number for rule in RULE_BOOK}


def test_lists_name_clauses_with_mutators() -> None:
    assert set(TWINS) <= set(CLAUSES)


def test_mutants_are_illegal_for_an_independent_reading(tally: Tally) -> None:
    assert tally.doubted == []
    assert len(tally.counts) > 40


def test_the_rules_name_what_mutants_break(tally: Tally) -> None:
    assert dict(tally.samples) == {}
    assert tally.found() == tally.planted() > 60


def test_untouched_actions_are_legal(tally: Tally) -> None:
    assert tally.untouched > 500
    assert tally.false == []


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
    def planted() -> list[object]:
        position, harvest = begun(game, 5), new_harvest(1)
        found: list[object] = []
        for moment, action in enumerate(play_on(position, 5)):
            found += [(m.clause, m.moment, m.actions) for m in harvest.of(position, 5, moment, action)]
            if moment > 100:
                break
        return found

    assert planted() == planted() != []
