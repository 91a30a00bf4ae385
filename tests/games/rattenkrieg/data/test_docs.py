"""The page about Rattenkrieg says what the data say."""

from __future__ import annotations

from tests.games.rattenkrieg.data.facts import PAGE


def test_counted_parts_are_up_to_date() -> None:
    assert PAGE.read() == PAGE.counted(), "run: python -m tests.games.rattenkrieg.data.facts"
