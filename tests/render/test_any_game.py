"""Pictures are of any game: no drawing names one, its sides or its nations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import toolkit

HOUSE = Path(toolkit.__file__).parent
WORDS = re.compile(r"gj47|rattenkrieg|storm|\baxis\b(?! ?=)|soviet|german", re.IGNORECASE)


@pytest.mark.parametrize("path", sorted((HOUSE / "render").glob("*.py")), ids=lambda path: path.stem)
def test_no_drawing_names_a_game(path: Path) -> None:
    assert WORDS.findall(path.read_text(encoding="utf-8")) == []
