"""docs/gj47.md says what the data say."""

from __future__ import annotations

from tests.gj47.facts import PAGE, render


def test_the_counted_tables_are_fresh() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == render(text), "run: python -m tests.gj47.facts"
