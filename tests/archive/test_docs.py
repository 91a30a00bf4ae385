"""The SQL of docs/archive.md is asked of a real archive."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.archive.games import rows
from toolkit.archive.run import Done

PAGE = Path(__file__).resolve().parents[2] / "docs" / "archive.md"
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("query", QUERIES)
def test_every_query_of_the_page_runs(archive: tuple[Path, Done], query: str) -> None:
    assert query.startswith("--")
    rows(archive[0], query)
