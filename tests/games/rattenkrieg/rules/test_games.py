"""The battery on Rattenkrieg: whole games; more: ``python -m tests.games.rattenkrieg.rules.games``."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules import world
from tests.games.rattenkrieg.rules.games import SETUP, house_rules
from tests.games.rattenkrieg.rules.golden_game import FILE, lines
from tests.games.rattenkrieg.rules.occurrences import occurrences
from tests.games.rattenkrieg.rules.table import WRITTEN
from tests.rules.area_battery import check_notation, check_proposals
from tests.rules.battery import check_chance, check_replay
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules.choices import candidates, legal_actions
from toolkit.games.rattenkrieg.rules.game import breaches
from toolkit.games.rattenkrieg.rules.whole import rules_of, rules_over


@pytest.mark.parametrize("seed", [2, 3])
def test_a_random_game_is_legal_and_can_be_replayed(game: CompiledGame, seed: int) -> None:
    """Every action legal, every position sound; the written actions lead to the same end."""
    rules = rules_of(game)
    position = rules.begin(SETUP if seed % 2 else "", house_rules(seed))
    tally = check_replay(rules, position, seed, occurrences=occurrences)
    assert min(tally.occurrences["EnterBattle"], tally.occurrences["Retreat"]) > 5


def test_the_same_seed_plays_the_same_game() -> None:
    check_chance(rules_over(world.data()), "")


def test_positions_are_written_and_read_and_copied() -> None:
    """At every tenth action; copies do not change with the original."""
    rules = rules_over(world.data())
    position = rules.begin("", house_rules(1))
    assert list(check_notation(rules, position, 1, every=10, written=WRITTEN))


def test_what_can_be_done_is_legal_and_never_nothing() -> None:
    """`legal_actions` against every candidate, and no dead end but the end."""
    rules = rules_over(world.data())
    check_proposals(rules, rules.begin("", house_rules(4)), 4, (candidates, legal_actions), breaches)


def test_the_golden_game() -> None:
    """Written anew by ``python -m tests.games.rattenkrieg.rules.golden_game``; a change is read in review."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(lines())
