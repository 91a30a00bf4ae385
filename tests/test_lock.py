"""What `make` installs: every file of every package by its hash."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("lock", ["requirements.lock", "docs/requirements.lock"])
def test_every_package_is_pinned_with_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    rows = [row for row in text.splitlines() if row.strip() and not row.lstrip().startswith("#")]
    assert len(rows) > 5
    assert [row for row in rows if "==" not in row or "--hash=sha256:" not in row] == []


def test_locks_are_installed_by_their_hashes() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installed = [line for line in makefile.splitlines() if "pip install" in line and " -r " in line]
    assert len(installed) == 2
    assert all("--require-hashes" in line for line in installed)
