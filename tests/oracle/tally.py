"""What was compared, and where this reading and the checker differed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Verdicts and results that were compared."""

    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    results: int = 0
    differing: list[str] = field(default_factory=list)
    clauses: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def verdict(self, action: object, theirs: str, mine: str, rules: tuple[str, ...], seed: str) -> bool:
        """Count a verdict; return whether the two agree."""
        self.verdicts[type(action).__name__, theirs, mine] += 1
        if theirs != mine:
            self.differing.append(f"{seed}: {action}: checker {theirs} {rules}, this reading {mine}")
        return theirs == mine

    def named(self, action: object, theirs: Collection[str], mine: Collection[str]) -> None:
        """Count what is illegal for both by clauses of which none is the same, or the other's head."""
        if not any(one.startswith(other) or other.startswith(one) for one in theirs for other in mine):
            self.clauses[type(action).__name__, " ".join(theirs), " ".join(sorted(mine))] += 1

    def result(self, action: object, found: list[str], seed: str) -> None:
        """Count a position after an action."""
        self.results += 1
        if found:
            self.differing.append(f"{seed}: after {action}: {found[:4]}")

    def told(self) -> str:
        """Return all of it as text."""
        lines = [f"{count:6d}  {' / '.join(key)}" for key, count in sorted(self.verdicts.items())]
        lines += [f"{self.results} results", f"{len(self.differing)} differences", *self.differing]
        lines.append(f"{self.clauses.total()} illegal for both by other clauses")
        lines += [f"{count:6d}  {' / '.join(key)}" for key, count in self.clauses.most_common()]
        return "\n".join(lines) + "\n"
