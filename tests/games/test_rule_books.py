"""The books of rules are whole: an entry for every numbered clause, and tests for every entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.games.gj47.rules import clauses as gj47
from tests.games.rattenkrieg.rules import clauses as rattenkrieg
from tests.games.storm.rules import clauses as storm
from toolkit.rules.books import manual_of
from toolkit.rules.tested import find_tests

CLAUSES: Mapping[str, Callable[[], set[str]]] = {
    "gj47": gj47.clauses,
    "rattenkrieg": rattenkrieg.clauses,
    "storm": storm.clauses,
}
"""What the rulebooks print, written apart from the code."""


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_has_its_entry_and_no_other(game: str) -> None:
    assert {entry.number for entry in manual_of(game)} == CLAUSES[game]()


@pytest.mark.parametrize("game", CLAUSES)
def test_every_rule_has_a_test(game: str) -> None:
    numbers = [entry.number for entry in manual_of(game)]
    found = find_tests(Path(__file__).parent / game / "rules", numbers)
    assert [number for number in numbers if not found[number]] == []
