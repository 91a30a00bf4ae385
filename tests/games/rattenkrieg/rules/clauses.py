"""The numbered clauses of the rules page, written down from its contents and not from the code."""

from __future__ import annotations

# By chapter, its paragraphs; 0 stands for a chapter that is a paragraph of its own.
PARAGRAPHS = {1: "0", 2: "1234", 3: "123456", 4: "0", 5: "0", 6: "123", 7: "12345", 9: "12345678", 10: "123"}
# Paragraphs with numbered lines.
LINES = {"5.0": 4, "8.7": 5, "8.9": 4, "8.10": 2}


def clauses() -> set[str]:
    """Return every clause by its printed number."""
    found = {f"{chapter}.{number}" for chapter, numbers in PARAGRAPHS.items() for number in numbers}
    found |= {f"8.{number}" for number in range(1, 13)}
    return found | {f"{head}.{line}" for head, count in LINES.items() for line in range(1, count + 1)}
