"""The page about Storm over Stalingrad says what the data say."""

from __future__ import annotations

from tests.storm.facts import PAGE, render


def test_counted_parts_are_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == render(text), "run: python -m tests.storm.facts"
