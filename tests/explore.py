"""``python -m tests.explore MINUTES [PATH…]``: property tests with cases drawn by chance, round after round.

A case that breaks a test is kept in `.hypothesis/finds`, one file a test, as an `@example` to paste above
it.  Hypothesis keeps it as well and tries it first in the next exploration.  A test that fell rests for the
remaining rounds.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FINDS = ROOT / ".hypothesis" / "finds"
_FALSIFYING = re.compile(r"Failing test case: \w+\((.*?)\n\)$", re.DOTALL | re.MULTILINE)


def as_example(notes: Sequence[str]) -> str | None:
    """Return what Hypothesis notes on a failure as a decorator; None where it names no example."""
    found = _FALSIFYING.search("\n".join(notes))
    return f"@example({found[1]}\n)" if found else None


def find_file(test: str) -> Path:
    """Return where the find of a test is kept, by the test's id."""
    return FINDS / (re.sub(r"[^\w.-]+", "-", test) + ".txt")


def pytest_exception_interact(node: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Keep the case that broke a test (this module is a plugin of the rounds)."""
    if call.excinfo is None:
        return
    notes = getattr(call.excinfo.value, "__notes__", [])
    path = find_file(node.nodeid)
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = [node.nodeid, as_example(notes) or "", str(call.excinfo.value), *notes]
    path.write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")


def property_tests() -> list[str]:
    """Return the files that hold property tests."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in paths if "@given" in path.read_text(encoding="utf-8")]


def explore(minutes: float, paths: Sequence[str]) -> list[Path]:
    """Run rounds of the property tests until the time is over and return the files of what they found."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.explore", "--hypothesis-profile=explore"]
    command += ["-m", "hypothesis and not engine and not slow and not corpus", "--no-header", "--tb=short"]
    begun, until, rounds = time.time(), time.monotonic() + 60 * minutes, 0
    finds: list[Path] = []
    tests: list[str] = []
    while time.monotonic() < until:
        resting = [f"--deselect={test}" for test in tests]
        done = subprocess.run(
            [*command, *resting, *paths], cwd=ROOT, check=False, capture_output=True, text=True
        )
        if done.returncode > 1:
            sys.exit(f"the tests could not be run:\n{done.stdout}{done.stderr}")
        rounds += 1
        new = sorted(path for path in FINDS.glob("*.txt") if path.stat().st_mtime >= begun)
        for path in new:
            if path not in finds:
                text = path.read_text(encoding="utf-8")
                finds.append(path)
                tests.append(text.partition("\n")[0])
                sys.stdout.write(f"\nround {rounds}: {text}kept in {path.relative_to(ROOT)}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{rounds} rounds, {len(finds)} tests fell\n")
    return finds


def main(arguments: Sequence[str]) -> int:
    """Explore for so many minutes; 1 where a test fell."""
    return 1 if explore(float(arguments[0]), arguments[1:] or property_tests()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
