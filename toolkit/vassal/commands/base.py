"""What every command is: a frozen value that writes itself as the engine does, or exactly as it was read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeVar

ESC = "\x1b"
_SEPARATOR = re.compile(r"[\t/;:,|]")


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes
    ----------
    source : str or None
        The text it was read from where that is not what `canonical` gives: older engines escape otherwise,
        tools leave fields out.  Written back by `encode`; dropped by `dataclasses.replace`, since a changed
        command has no source.  Takes no part in comparisons.
    """

    source: str | None = field(default=None, init=False, compare=False, repr=False)

    def canonical(self) -> str:
        """Return the command as an engine since 3.3 writes it."""
        raise NotImplementedError

    def encode(self) -> str:
        """Return the command as it was read, or as an engine writes it."""
        return self.canonical() if self.source is None else self.source


@dataclass(frozen=True, slots=True)
class Raw(Command):
    """A command of no known family (a module's own class, mostly) or one that breaks its family's form.

    Attributes
    ----------
    reason : str or None
        Why a command of a known family could not be read; None for an unknown family.
    """

    text: str
    reason: str | None = None

    def canonical(self) -> str:
        """Return the text as it was read."""
        return self.text

    @property
    def prefix(self) -> str:
        """What comes before the first separator: the name of the command's family, 24 characters at most."""
        return _SEPARATOR.split(self.text[:24], maxsplit=1)[0]


_C = TypeVar("_C", bound=Command)


def read_as(command: _C, text: str) -> _C:
    """Return `command`, remembering `text` if it would be written differently."""
    if command.canonical() != text:
        object.__setattr__(command, "source", text)
    return command
