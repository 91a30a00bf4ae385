"""Names that were given up stay given up: the glossary says what each thing is called now."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GIVEN_UP = {
    "belated": "late",
    "clumsy": "untidy",
    "deeds?": "action, change, decision, task, use",
    "hard_ground": "difficult_terrain",
    "loose_dice": "unassigned_rolls",
    "murky": "uncertain_facts",
    "unsaid": "inferred",
    "unshown": "not_in_logs",
}
"""Old name → what stands in its place."""
OWN_WORDS = ("tests/oracle/", "tests/docs/test_names.py", "toolkit/logs/transcript/")
"""The second readings speak a language of their own; so does a transcript to its readers."""


@cache
def _modules() -> list[tuple[str, str]]:
    found = []
    for folder in ("toolkit", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(OWN_WORDS):
                found.append((name, path.read_text()))
    return found


@pytest.mark.parametrize("old", GIVEN_UP)
def test_old_names_are_gone(old: str) -> None:
    word = re.compile(rf"(?i)(?<![a-z]){old}(?![a-z])")
    found = [name for name, text in _modules() if word.search(name) or word.search(text)]
    assert found == [], f"the name for it is {GIVEN_UP[old]}"


def test_a_verdict_alone_has_an_outcome() -> None:
    found = [name for name, text in _modules() if name.startswith("toolkit") and "class Outcome(" in text]
    assert found == ["toolkit/rules/verdict.py"]
    assert not [name for name, text in _modules() if name.startswith("toolkit") and "class Outcome:" in text]


def test_the_glossary_has_each_word_once() -> None:
    rows = re.findall(r"^\| \*\*(.+?)\*\*", (ROOT / "docs" / "glossary.md").read_text(), re.M)
    words = [word.strip() for row in rows for word in row.split(",")]
    assert len(words) == len(set(words)) > 20
