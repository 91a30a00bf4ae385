"""Numbers with their words, and words in a row."""

from __future__ import annotations

from collections.abc import Iterable

_SHOWN = 12


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its word, ``"1 picture is"``, ``"3 pictures are"``; else with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], most: int = _SHOWN) -> str:
    """Return words in a row; of a long row the first ones and how many more there are."""
    found = list(words)
    left = len(found) - most
    return ", ".join(found[:most]) + (f" and {left} more" if left > 0 else "")
