"""``python -m tests.mutants [PART]``: how many of the rules' mutants the tests notice.

``--some 20`` takes that many mutants spread over the book (the short form for CI); rule numbers such as
``10.1 14`` take those of these rules.  Exit status 1 when a mutant survives, or when tests fail without any.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import time
from pathlib import Path

import pytest

from tests.mutants.mutate import Mutant, mutants, mutated
from toolkit.rules.gj47 import RULE_BOOK

TESTS = Path(__file__).parents[1] / "rules"


def main(arguments: list[str]) -> int:
    """Run the tests against each mutant."""
    chosen = list(mutants(RULE_BOOK))
    if arguments[:1] == ["--some"]:
        chosen = chosen[:: max(1, len(chosen) // int(arguments[1]))]
    elif arguments:
        found = [entry.number for number in arguments for entry in RULE_BOOK.find(number)]
        chosen = [m for m in chosen if m.rule in found or m.rule.split(".")[0] in arguments]
    if _fails([TESTS]):
        print("the tests fail without any mutant")
        return 1
    alive, begun = [], time.monotonic()
    for index, mutant in enumerate(chosen, start=1):
        if not _noticed(mutant):
            alive.append(mutant)
            print(f"alive: {mutant.name}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{index}/{len(chosen)}", end="", file=sys.stderr, flush=True)
    killed, spent = len(chosen) - len(alive), time.monotonic() - begun
    print(f"{killed} of {len(chosen)} mutants noticed, {len(alive)} alive, {spent:.0f} s")
    return 1 if alive else 0


def _noticed(mutant: Mutant) -> bool:
    """Return whether a test fails: those of the rule's chapter first, then all."""
    near = _near(mutant)
    with mutated(mutant):
        return _fails(near) or _fails([TESTS])


def _near(mutant: Mutant) -> list[Path]:
    number = re.match(r"\d+", mutant.rule)
    if number is None:
        return []
    chapter = int(number.group())
    pattern = re.compile(rf"(?<!\d)0?{chapter}(?!\d)")
    return sorted(path for path in TESTS.rglob("test_chapter*.py") if pattern.search(path.stem))


def _fails(paths: list[Path]) -> bool:
    if not paths:
        return False
    names = [str(path) for path in paths]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-header", *names])
    return status in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
