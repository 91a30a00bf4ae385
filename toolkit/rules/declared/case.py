"""A game with its rules as data, as checks look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.rules.declared.rules import Numbered, Rules

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.source.rules import Clause


@dataclass(frozen=True, slots=True)
class Case:
    """A game with its typed rules."""

    game: CompiledGame
    rules: Rules

    def clause(self, number: str) -> Clause:
        """Return the clause of a number."""
        return next(clause for clause in self.game.rules if clause.number == number)

    def place(self, number: str, *path: str | int) -> Place:
        """Return where a clause says something, by the keys and places that lead to it."""
        return self.clause(number).at(*path)

    def pairs(self) -> Iterator[tuple[Clause, Numbered[Any]]]:
        """Yield each clause as written, with what it says."""
        yield from zip(self.game.rules, self.rules.clauses, strict=True)


def error(code: str, text: str, place: Place) -> Finding:
    """Return a finding that is an error."""
    return Finding(code, Severity.ERROR, text, place)


def warning(code: str, text: str, place: Place) -> Finding:
    """Return a finding that is a warning."""
    return Finding(code, Severity.WARNING, text, place)
