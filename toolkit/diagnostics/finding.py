"""A finding: one thing a reader should see, with its place and its authority."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

_NOTHING: Mapping[str, object] = MappingProxyType({})


class Severity(StrEnum):
    """How much a finding weighs.

    ERROR: the result would be wrong; a build stops.  WARNING: probably not what was meant; a
    build goes on.  INFO: worth knowing, harmless.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a finding is: any of a file position, a JSON pointer, a hex and a log step.

    Attributes
    ----------
    file : str or None
        Path as the user gave it, with forward slashes.
    line, column : int or None
        One-based, as editors count.
    pointer : str or None
        JSON pointer (RFC 6901) inside the file.
    hex : str or None
        Printed hex number, e.g. ``"1419"``; a hexside is ``"1419/1420"``.
    step : int or None
        Step of a log as VASSAL's Step button counts them, one-based.
    entry : str or None
        Entry inside the archive `file`; line and column are counted in it.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    hex: str | None = None
    step: int | None = None
    entry: str | None = None

    def __str__(self) -> str:
        """Return ``file:entry:line:column step hex``, leaving out what is unknown."""
        parts = []
        if self.file is not None:
            position = [self.file] if self.entry is None else [self.file, self.entry]
            if self.line is not None:
                position.append(str(self.line))
                if self.column is not None:
                    position.append(str(self.column))
            parts.append(":".join(position))
        if self.step is not None:
            parts.append(f"step {self.step}")
        if self.hex is not None:
            parts.append(f"hex {self.hex}")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Attributes
    ----------
    code : str
        Family letters and a number that is never reused: ``SRC`` source files, ``MAP`` geometry,
        ``OOB`` counters, ``SET`` set-ups, ``CHT`` charts, ``MOD`` modules, ``LOG`` logs.
    message : str
        One sentence for a person: what was found and what fits.
    citation : str or None
        The rule or authority, e.g. ``"9.2(3)2"``.
    data : mapping
        The facts behind the sentence, JSON-serialisable; tests read these, never the wording.
    waived : str or None
        The reason why the maker of the data lets it stand; a waived finding is shown, and does not count.
    """

    code: str
    severity: Severity
    message: str
    place: Place = Place()
    citation: str | None = None
    data: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    waived: str | None = None

    def key(self) -> tuple[str, str, int | None]:
        """Return ``(code, place, step)``, what a test compares: the hex if there is one, else the pointer."""
        return (self.code, self.place.hex or self.place.pointer or "", self.place.step)
