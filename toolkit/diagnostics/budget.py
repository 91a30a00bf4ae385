"""How much one run reads: a small file that unpacks to a great deal is made to harm, or broken.

What may be asked for grows with what is there: a basic allowance, and more for each byte that a file really
has, so that many or large files of honest games pass and a bomb of a few kilobytes does not.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from toolkit.diagnostics.errors import InputError
from toolkit.diagnostics.finding import Finding, Place, Severity

__all__ = ["Budget", "ExhaustedError", "budget", "capped", "running"]


@dataclass(frozen=True, slots=True)
class _Allowance:
    """The basic allowance, what each byte read from a disk adds to it, and what messages call it."""

    base: int
    each: float
    words: str


_ALLOWANCES: Mapping[str, _Allowance] = {
    "bytes": _Allowance(80_000_000, 60, "bytes unpacked"),
    "commands": _Allowance(250_000, 0.5, "commands"),
    "text": _Allowance(120_000_000, 120, "characters of commands inside commands"),
    "entries": _Allowance(20_000, 0.002, "entries"),
    "elements": _Allowance(300_000, 0.5, "elements of XML"),
    "attributes": _Allowance(600_000, 1, "attributes of XML"),
}
_SECONDS = 60.0
_SECONDS_A_BYTE = 2e-5
# One entry: packed 250 times smaller is what no picture, text or save is; small ones do no harm.
_RATIO = 250
_SMALL = 4_000_000
_FINDINGS = 1_000


class ExhaustedError(InputError):
    """A reading that was ended because it asks for more than the run's budget (LIM001)."""


@dataclass(slots=True)
class Budget:
    """What one run may read.

    Attributes
    ----------
    factor : float
        How many times the usual amounts.
    bytes_in : int
        What files on disk have given so far.
    spent : dict
        Kind of thing to amount.
    """

    factor: float = 1.0
    bytes_in: int = 0
    spent: dict[str, int] = field(default_factory=dict)
    _begun: float = field(default_factory=time.process_time)
    _seen: float = field(default_factory=time.monotonic)

    def read(self, size: int) -> None:
        """Count a file on disk."""
        self.bytes_in += size

    def limit(self, kind: str) -> int:
        """Return how much of a kind the run may have by now."""
        allowance = _ALLOWANCES[kind]
        return int(self.factor * (allowance.base + allowance.each * self.bytes_in))

    def left(self, kind: str) -> int:
        """Return how much of a kind is left."""
        return max(0, self.limit(kind) - self.spent.get(kind, 0))

    def take(self, kind: str, amount: int, place: str | None = None) -> None:
        """Spend some of a kind.

        Raises
        ------
        ExhaustedError
            LIM001 when there is not so much, or the time is over.
        """
        spent = self.spent[kind] = self.spent.get(kind, 0) + amount
        limit = self.limit(kind)
        if spent > limit:
            raise self._over(f"more than {limit} {_ALLOWANCES[kind].words}", place)
        seconds = self.factor * (_SECONDS + _SECONDS_A_BYTE * self.bytes_in)
        # The clock on the wall costs next to nothing to read, and no work is done faster than it goes.
        if time.monotonic() - self._seen > seconds and time.process_time() - self._begun > seconds:
            raise self._over(f"more than {seconds:.0f} seconds of work", place)

    def entry(self, unpacked: int, packed: int, place: str | None = None) -> None:
        """Look at how far an entry has grown beyond its packed size; raises as `take`."""
        if unpacked > self.factor * max(_SMALL, _RATIO * packed):
            raise self._over(f"{packed} bytes unpack to more than {unpacked - 1}", place)

    @property
    def findings(self) -> int:
        """How many findings of one code are kept."""
        return int(self.factor * _FINDINGS)

    def _over(self, asked: str, place: str | None) -> ExhaustedError:
        more = max(10, int(self.factor * 10))
        text = f"reading ended: {asked}; toolkit --budget {more} … reads ten times as much"
        return ExhaustedError([Finding("LIM001", Severity.ERROR, text, Place(file=place))])


_RUNNING: ContextVar[Budget | None] = ContextVar("budget", default=None)


def budget() -> Budget:
    """Return the budget of the run; outside of one a fresh one, for one reading."""
    found = _RUNNING.get()
    return Budget() if found is None else found


@contextmanager
def running(made: Budget) -> Iterator[Budget]:
    """Let everything inside be read at the cost of one budget."""
    token = _RUNNING.set(made)
    try:
        yield made
    finally:
        _RUNNING.reset(token)


def capped(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings; of a code that has very many the first, and LIM002 with the exact number left out."""
    most = budget().findings
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.code] = counts.get(finding.code, 0) + 1
        if counts[finding.code] <= most:
            yield finding
    for code, count in counts.items():
        if count > most:
            text = f"{count - most} more findings {code} are left out; {most} are listed"
            yield Finding("LIM002", Severity.INFO, text, data={"code": code, "left_out": count - most})
