"""``python -m tests.mutants [GAME] [PART]``: how many of the rules' mutants the tests notice.

Without a game those of all games.  ``--some 20`` takes that many mutants spread over each book (the short
form for CI); rule numbers such as ``10.1 14`` take those of these rules.  Exit status 1 when a mutant
survives, or when tests fail without any.
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
from toolkit.plugins import games
from toolkit.rules.books import book_of
from toolkit.rules.registry import RuleBook

TESTS = Path(__file__).parents[1] / "games"
BOOKS: dict[str, tuple[RuleBook, list[Path]]] = {
    game: (book_of(game), [TESTS / game / "rules"]) for game in games()
}


def main(arguments: list[str]) -> int:
    """Run the tests against each mutant of each game asked for."""
    games = arguments[:1] if arguments[:1] and arguments[0] in BOOKS else []
    return max([run(game, arguments[len(games) :]) for game in games or BOOKS])


def run(game: str, arguments: list[str]) -> int:
    """Run a game's tests against each of its mutants."""
    book, tests = BOOKS[game]
    chosen = list(mutants(book))
    if arguments[:1] == ["--some"]:
        chosen = chosen[:: max(1, len(chosen) // int(arguments[1]))]
    elif arguments:
        found = [entry.number for number in arguments for entry in book.find(number)]
        chosen = [m for m in chosen if m.rule in found or m.rule.split(".")[0] in arguments]
    if _fails(tests):
        print(f"{game}: the tests fail without any mutant")
        return 1
    alive, begun = [], time.monotonic()
    for index, mutant in enumerate(chosen, start=1):
        if not _noticed(mutant, tests):
            alive.append(mutant)
            print(f"{game}: alive: {mutant.name}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{index}/{len(chosen)}", end="", file=sys.stderr, flush=True)
    killed, spent = len(chosen) - len(alive), time.monotonic() - begun
    print(f"{game}: {killed} of {len(chosen)} mutants noticed, {len(alive)} alive, {spent:.0f} s")
    return 1 if alive else 0


def _noticed(mutant: Mutant, tests: list[Path]) -> bool:
    """Return whether a test fails: those of the rule's chapter or module first, then all."""
    near = _near(mutant, tests)
    with mutated(mutant):
        return _fails(near) or _fails(tests)


def _near(mutant: Mutant, tests: list[Path]) -> list[Path]:
    files = [file for path in tests for file in ([path] if path.is_file() else path.rglob("test_*.py"))]
    module = mutant.function.split(".")[-2]
    own = [file for file in files if file.stem == f"test_{module}"]
    number = re.match(r"\d+", mutant.rule)
    if own or number is None:
        return own
    chapter = int(number.group())
    pattern = re.compile(rf"(?<!\d)0?{chapter}(?!\d)")
    return sorted(
        file for file in files if file.stem.startswith("test_chapter") and pattern.search(file.stem)
    )


def _fails(paths: list[Path]) -> bool:
    if not paths:
        return False
    names = [str(path) for path in paths]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-header", *names])
    return status in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
