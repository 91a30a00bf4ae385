"""Numbers in what pieces and properties say: a log by a stranger may say anything."""

from __future__ import annotations

import pytest

from toolkit.audit.facts import number, signed


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0", 0),
        ("007", 7),
        ("12", 12),
        ("", -1),
        ("-3", -1),
        ("²", -1),
        ("٣", -1),
        ("1.5", -1),
        ("9" * 5_000, -1),
    ],
)
def test_what_is_no_number_of_a_module_is_the_default(text: str, read: int) -> None:
    assert number(text, -1) == read


@pytest.mark.parametrize(("text", "read"), [("-3", -3), ("3", 3), ("--3", 0), ("-", 0), ("", 0), ("-²", 0)])
def test_numbers_below_nothing(text: str, read: int) -> None:
    assert signed(text) == read
