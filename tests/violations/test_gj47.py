"""The mutation bench in short: mutants are illegal by two readings, and the audit answers them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import real_game
from tests.bench.bench_mutants import confirmed
from tests.oracle.gj47.world import read_world
from tests.violations.gj47.mutants import Mutant, new_harvest, played
from tests.violations.gj47.mutation_bench import CLAUSES, IN_PLAY, THEMES, in_logs
from tests.violations.gj47.mutation_lists import LOOKS_LEGAL, NOT_BREAKABLE, NOT_SHOWN, TWINS, TWINS_IN_LOGS
from tests.violations.gj47.staging import Theme, stage
from tests.violations.mutation import judged
from tests.violations.planting import Order
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.play.recording import house_rules
from toolkit.games.gj47.rules import game as rules
from toolkit.games.gj47.rules.chapters import RULE_BOOK
from toolkit.games.gj47.rules.start import start
from toolkit.rules.registry import Enforcement
from toolkit.rules.verdict import Outcome
from toolkit.vassal.containers import open_container
from toolkit.vassal.packing import write_container

ACTIONS = 30
STAGES = 60


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
    harvest = new_harvest(wanted)
    position = start(data.game, IN_PLAY, house_rules(data, None))
    for moment, action in played(position, seed):
        yield from harvest.of(position, seed, moment, action)
        if moment == ACTIONS:
            return


def staged(data: ModuleData, theme: Theme, clauses: frozenset[str]) -> Iterator[Mutant]:
    """Yield one mutant of each of some clauses, from stages."""
    harvest, agreed = new_harvest(1, clauses), house_rules(data, None)
    for seed in range(1, STAGES):
        position = start(data.game, IN_PLAY, agreed)
        stage(position, seed, theme)
        for moment, action in played(position, seed, 1):
            yield from harvest.of(position, seed, moment, action)
            if harvest.complete:
                return


def test_every_checked_clause_has_a_mutator_or_a_reason() -> None:
    checked = {rule.number for rule in RULE_BOOK if rule.enforcement is Enforcement.CHECKED}
    assert checked - set(CLAUSES) == set(NOT_BREAKABLE)
    assert set(CLAUSES) - checked == set()


def test_lists_name_clauses_with_mutators() -> None:
    assert set(NOT_SHOWN) <= set(CLAUSES)
    assert set(LOOKS_LEGAL) <= set(CLAUSES)
    assert set(TWINS) <= set(TWINS_IN_LOGS) <= set(CLAUSES)
    assert set().union(*THEMES.values()) <= set(CLAUSES)


def test_mutants_are_illegal_for_the_rules_and_for_an_independent_reading(data: ModuleData) -> None:
    world, agreed = read_world(data.game), house_rules(data, None)
    seen = []
    for mutant in mutants(data, 3):
        seen.append(mutant.clause)
        assert judged(mutant, rules.check, rules.apply)[0] is Outcome.ILLEGAL, mutant
        assert confirmed(world, mutant, agreed), mutant
    assert len(seen) > 20


@pytest.mark.whole
@pytest.mark.parametrize("theme", list(THEMES))
def test_a_stage_shows_what_it_is_for(data: ModuleData, theme: Theme) -> None:
    world, agreed = read_world(data.game), house_rules(data, None)
    found = list(staged(data, theme, THEMES[theme]))
    assert {mutant.clause for mutant in found} == THEMES[theme]
    for mutant in found:
        assert mutant.clause in judged(mutant, rules.check, rules.apply)[1]
        assert confirmed(world, mutant, agreed), mutant


def test_the_independent_reading_sees_a_part_of_a_stack_attacked(data: ModuleData) -> None:
    world, agreed = read_world(data.game), house_rules(data, None)
    (mutant,) = staged(data, Theme.FORTS, frozenset({"10.1(4)"}))
    assert confirmed(world, mutant, agreed)


def test_the_same_seed_plants_the_same_mutants(data: ModuleData) -> None:
    first = [(mutant.clause, mutant.moment, mutant.actions) for mutant in mutants(data, 4)]
    again = [(mutant.clause, mutant.moment, mutant.actions) for mutant in mutants(data, 4)]
    assert first
    assert first == again


def test_a_battle_that_nobody_announced_is_seen_whatever_its_die_gave(data: ModuleData, module: Path) -> None:
    saves = {IN_PLAY: open_container(module, name="module").read(f"{IN_PLAY}.vsav")}
    tally = in_logs(data, saves, Order(wanted=2, seed=4, clauses=frozenset({"10.2(1)"}), games=1))
    assert (tally.planted(), tally.found(), tally.false) == (4, 4, [])


@pytest.mark.parametrize(
    ("seed", "clauses"),
    [
        (3, {"3.1(2)", "8.2", "9.2(2)", "10.0"}),
        # What only a look at the order, the key or the box tells from other faults.
        (6, {"10.2(3)", "10.4(1)", "10.6(3)", "11.2(2)", "14.2(5)"}),
    ],
)
def test_the_audit_answers_mutants_in_logs(
    data: ModuleData, module: Path, seed: int, clauses: set[str]
) -> None:
    saves = {IN_PLAY: open_container(module, name="module").read(f"{IN_PLAY}.vsav")}
    order = Order(wanted=1, seed=seed, clauses=frozenset(clauses), games=1)
    tally = in_logs(data, saves, order)
    assert tally.planted() == len(clauses)
    assert tally.found() == len(clauses)
    assert tally.untouched
    assert tally.false == []
