"""Numbers with their words."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its word, ``"1 picture is"``, ``"3 pictures are"``; else with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"
