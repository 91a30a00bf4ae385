"""Files, modules and names that docs and docstrings point at are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_FILE = re.compile(r"`((?:\w+/)+\w+\.py)`")
_NAME = re.compile(r"(?:`|python -m )((?:toolkit|tests)(?:\.\w+)+)")
ENTRY_POINTS = {"toolkit.games", "toolkit.sources"}


def is_there(name: str, root: Path = ROOT) -> bool:
    """Return whether a dotted name is a package or a module, or stands in one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        folder, rest = root.joinpath(*parts[:count]), parts[count:]
        module = folder.with_suffix(".py")
        file = module if module.is_file() else folder / "__init__.py"
        if file.is_file() or folder.is_dir():
            known = file.read_text(encoding="utf-8") if file.is_file() else ""
            return not rest or re.search(rf"\b{rest[0]}\b", known) is not None
    return False


def gone(folder: str, ending: str) -> Iterator[tuple[str, str]]:
    for page in sorted((ROOT / folder).glob(ending)):
        text = page.read_text(encoding="utf-8")
        for file in _FILE.findall(text):
            if not any((base / file).is_file() for base in (ROOT, ROOT / "toolkit", page.parent)):
                yield page.name, file
        for name in _NAME.findall(text):
            if name not in ENTRY_POINTS and not is_there(name):
                yield page.name, name


@pytest.mark.parametrize(
    ("folder", "ending"), [(".", "CONTRIBUTING.md"), ("docs", "**/*.md"), ("toolkit", "**/*.py")]
)
def test_what_is_pointed_at_is_there(folder: str, ending: str) -> None:
    assert list(gone(folder, ending)) == []


def test_what_is_not_there_is_noticed() -> None:
    assert is_there("toolkit.audit.ledger.Entry")
    assert not is_there("toolkit.audit.ledger.Unheard")
    assert not is_there("toolkit.audit.nothing")
