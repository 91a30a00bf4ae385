"""The mutation bench of Rattenkrieg in short: mutants are illegal by two readings, and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.bench_rattenkrieg_mutants import confirmed
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.play.rattenkrieg.mutants import begun, new_harvest, played
from toolkit.play.rattenkrieg.mutation_bench import CLAUSES, Tally, at_rules
from toolkit.play.rattenkrieg.mutation_lists import NOT_BREAKABLE, TWINS
from toolkit.rules.rattenkrieg import RULE_BOOK
from toolkit.rules.registry import Enforcement
from toolkit.source.game import load_game

DATA = Path(__file__).resolve().parents[2] / "source_data" / "rattenkrieg"


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return compile_game(load_game(DATA)[0])[0]


@pytest.fixture(scope="module")
def tally(game: CompiledGame) -> Tally:
    return at_rules(game, new_harvest(1), range(1, 3), confirmed)


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


def test_the_same_seed_plants_the_same_mutants(game: CompiledGame) -> None:
    def planted() -> list[object]:
        position, harvest = begun(game, 5), new_harvest(1)
        found: list[object] = []
        for moment, action in played(position, 5):
            found += [(m.clause, m.moment, m.actions) for m in harvest.of(position, 5, moment, action)]
            if moment > 100:
                break
        return found

    assert planted() == planted() != []
