"""The mutation bench in short: mutants are illegal by two readings, and the audit answers them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import real_game
from tests.bench.bench_mutants import confirmed
from tests.oracle.gj47.world import read_world
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.game import CompiledGame
from toolkit.play.gj47.mutants import Harvest, Mutant, judged, played
from toolkit.play.gj47.mutation_bench import CLAUSES, IN_PLAY, Order, in_logs
from toolkit.play.gj47.mutation_lists import LOOKS_LEGAL, NOT_BREAKABLE, NOT_SHOWN, TWINS
from toolkit.play.gj47.recording import house_rules
from toolkit.rules.gj47.chapters import RULE_BOOK
from toolkit.rules.gj47.start import start
from toolkit.rules.registry import Enforcement
from toolkit.rules.verdict import Outcome
from toolkit.vassal.containers import open_container, write_container

ACTIONS = 30


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return real_game.compiled()


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_container(tmp_path_factory.mktemp("module") / "gj47.vmod", real_game.entries())


@pytest.fixture(scope="module")
def data(module: Path) -> ModuleData:
    return read_module(module)


def mutants(data: ModuleData, seed: int, wanted: int = 1) -> Iterator[Mutant]:
    harvest = Harvest(wanted)
    position = start(data.game, IN_PLAY, house_rules(data, None))
    for moment, action in played(position, seed):
        yield from harvest.of(position, seed, moment, action)
        if moment == ACTIONS:
            return


def test_every_checked_clause_has_a_mutator_or_a_reason() -> None:
    checked = {rule.number for rule in RULE_BOOK if rule.enforcement is Enforcement.CHECKED}
    assert checked - set(CLAUSES) == set(NOT_BREAKABLE)
    assert set(CLAUSES) - checked == set()


def test_lists_name_clauses_with_mutators() -> None:
    assert set(NOT_SHOWN) <= set(CLAUSES)
    assert set(LOOKS_LEGAL) <= set(CLAUSES)
    assert set(TWINS) <= set(CLAUSES)


def test_mutants_are_illegal_for_the_rules_and_for_an_independent_reading(data: ModuleData) -> None:
    world, rules = read_world(data.game), house_rules(data, None)
    seen = []
    for mutant in mutants(data, 3):
        seen.append(mutant.clause)
        assert judged(mutant)[0] is Outcome.ILLEGAL, mutant
        assert confirmed(world, mutant, rules), mutant
    assert len(seen) > 20


def test_the_same_seed_plants_the_same_mutants(data: ModuleData) -> None:
    first = [(mutant.clause, mutant.moment, mutant.actions) for mutant in mutants(data, 4)]
    again = [(mutant.clause, mutant.moment, mutant.actions) for mutant in mutants(data, 4)]
    assert first
    assert first == again


@pytest.mark.parametrize(
    ("seed", "clauses"),
    [
        (3, {"3.1(2)", "8.2", "9.2(2)", "10.0"}),
        # What only a look at the order, the key or the box tells from other faults.
        (1, {"10.2(3)", "10.4(1)", "10.6(3)", "11.2(2)", "14.2(5)"}),
    ],
)
def test_the_audit_answers_mutants_in_logs(
    data: ModuleData, module: Path, seed: int, clauses: set[str]
) -> None:
    saves = {IN_PLAY: open_container(module, name="module").read(f"{IN_PLAY}.vsav")}
    order = Order(per_clause=1, seed=seed, clauses=frozenset(clauses), games=1)
    tally = in_logs(data, saves, order)
    assert tally.planted() == len(clauses)
    assert tally.found() == len(clauses)
    assert tally.turns == 1
    assert tally.false == []
