"""What a saved game holds that is odd as a whole: pieces without a core, forms of later engines.

One habit of a file is one finding with a count; nothing of it is lost, all is written back as it was.

Source: ``VASSAL.build.module.BasicCommandEncoder`` at 3.8.0-SNAPSHOT (what may be innermost in a piece).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.vassal.commands import AddPiece, ChangePiece, Command, Raw
from toolkit.vassal.metadata import Metadata, version_key
from toolkit.vassal.traits import is_deck, is_stack, trait_texts

__all__ = ["NEWEST", "Oddities", "later_engine"]

NEWEST = (3, 8)
"""The newest line of engines whose files are known."""
# An element that holds its separator is written as U+001E, its length, U+001E, itself: work in progress in
# the autumn of 2026, of no released engine.
_LENGTHS = "\x1e"
_RANDOM = "RNG"


@dataclass(slots=True)
class Oddities:
    """Counts oddities while commands go by.

    Attributes
    ----------
    cores : dict
        What is innermost in pieces that have no basic piece, to how many there are and the first step.
    later : dict
        Forms of later engines, likewise.
    """

    cores: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    later: dict[str, tuple[int, int | None]] = field(default_factory=dict)

    def look(self, command: Command, step: int | None) -> None:
        """Look at one command."""
        if _has_lengths(command):
            _count(self.later, "sequences with lengths (U+001E)", step)
        elif isinstance(command, AddPiece):
            if not (is_stack(command.type) or is_deck(command.type)):
                core = trait_texts(command.type)[-1]
                if not core.startswith("piece;"):
                    _count(self.cores, core.partition(";")[0][:40], step)
        elif isinstance(command, Raw) and command.prefix == _RANDOM:
            _count(self.later, f"{_RANDOM} commands", step)

    def findings(self, name: str) -> Iterator[Finding]:
        """Yield what was found: LOG011, LOG012."""
        for core, (count, step) in self.cores.items():
            text = f"{count} pieces have no basic piece inside but {core!r}: the engine shows none of them"
            yield Finding(
                "LOG011", Severity.WARNING, text, Place(file=name, step=step), data={"count": count}
            )
        for what, (count, step) in self.later.items():
            text = f"{count} {what}: of a later engine, kept as they are and not read"
            yield Finding(
                "LOG012", Severity.WARNING, text, Place(file=name, step=step), data={"count": count}
            )


def _has_lengths(command: Command) -> bool:
    match command:
        case AddPiece(type=type_, state=state):
            return _LENGTHS in type_ or _LENGTHS in state
        case ChangePiece(state=state) | Raw(text=state):
            return _LENGTHS in state
    return False


def _count(counts: dict[str, tuple[int, int | None]], key: str, step: int | None) -> None:
    count, first = counts.get(key, (0, step))
    counts[key] = (count + 1, first)


def later_engine(metadata: Metadata | None, name: str) -> Iterator[Finding]:
    """Yield LOG013 for a file that a later engine wrote than any whose files are known."""
    if metadata is not None and version_key(metadata.vassal_version)[:2] > NEWEST:
        known = ".".join(map(str, NEWEST))
        text = f"written by VASSAL {metadata.vassal_version}, later than {known}: read as far as it is known"
        yield Finding("LOG013", Severity.INFO, text, Place(file=name))
