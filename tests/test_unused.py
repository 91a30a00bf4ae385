"""What nothing in a package uses is found, whatever way a name is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unused import modules, shown, unused

FILES = {
    "docs/page.md": "Ask `documented(x)`, or make a `Shown`.",
    "toolkit/core.py": """
import functools

USED, LEFT = 1, 2

def helper(): return USED

def recursive(): return recursive()

def documented(): return helper()

@click.command()
def registered(): pass

@functools.cache
def cached(): pass

class Shown:
    def free(self): pass

class Kept:
    def __len__(self): return self.read()
    def read(self): return 0
    def unread(self): return self.unread()

class Foreign(functools.partial):
    def called_by_name(self): pass
""",
    "toolkit/other.py": """
from toolkit import core
from toolkit.core import Kept as K
from toolkit.passing import passed_on

def main() -> int: return core.Foreign(K, passed_on)
""",
    "toolkit/passing.py": "from toolkit.origin import passed_on",
    "toolkit/origin.py": "def passed_on(): pass",
    "toolkit/games/chess/rules/effects.py": "def move(position: Position, action: Move) -> None: pass",
    "toolkit/games/chess/rules/whole.py": "def rules_of(): pass",
    "tests/helpers.py": "def used(): pass\ndef left(): pass",
    "tests/test_core.py": "from tests.helpers import used\ndef test_it(): used()",
    "toolkit/plugins.py": "room('chess', 'rules.whole').rules_of()",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_what_nothing_uses_is_listed_by_line(root: Path) -> None:
    assert unused(modules(root), shown(root)) == [
        "toolkit/core.py:4: LEFT",
        "toolkit/core.py:8: recursive",
        "toolkit/core.py:16: cached",
        "toolkit/core.py:24: Kept.unread",
        "toolkit/other.py:6: main",
    ]


def test_helpers_of_tests_are_used_by_tests(root: Path) -> None:
    assert unused(modules(root, "toolkit", "tests"), set(), "tests") == ["tests/helpers.py:2: left"]
