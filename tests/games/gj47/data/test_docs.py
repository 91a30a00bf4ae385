"""docs/gj47.md says what the data say."""

from __future__ import annotations

from tests.games.gj47.data.facts import PAGE


def test_the_counted_tables_are_fresh() -> None:
    assert PAGE.read() == PAGE.counted(), "run: python -m tests.games.gj47.data.facts"
