"""Failures that reach the user as one clear message, never as a traceback."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.diagnostics.finding import Finding, Place, Severity


class ToolkitError(Exception):
    """Root of every error this package raises on purpose; carries the findings that explain it.

    ``exit_status`` is what the command line returns for it: 2 unreadable input or wrong usage,
    1 findings in readable input.
    """

    exit_status = 1

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(": ".join(filter(None, (str(f.place), f.message))) for f in self.findings))

    def __reduce__(self) -> tuple[type[ToolkitError], tuple[tuple[Finding, ...]]]:
        """Go whole from one process to another."""
        return type(self), (self.findings,)


class InputError(ToolkitError):
    """A file that cannot be read, or that its schema does not allow."""

    exit_status = 2

    @classmethod
    def single(cls, code: str, message: str, place: Place | None = None) -> InputError:
        """Return an error of one finding of severity ERROR."""
        return cls([Finding(code, Severity.ERROR, message, place or Place())])
