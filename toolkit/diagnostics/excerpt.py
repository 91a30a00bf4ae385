"""The offending line of a text file with a caret under the fault."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from toolkit.diagnostics.finding import Place

# The lines of a place's file (or of the entry in it); None where they cannot be had.
LinesOf: TypeAlias = Callable[[Place], Sequence[str] | None]

_LARGEST = 1 << 23
_WIDTH = 100
_BEFORE = 40
# What editors count as the end of a line; Python's own notion has eight more.
_BREAK = re.compile("\r\n|\r|\n")
_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[\w.+-]+|\S")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a file.

    Attributes
    ----------
    number : int
        Of the line, one-based.
    text : str
        The line without control characters; a long one is cut around the fault, with ``…`` for what is
        left out.
    start, end : int or None
        The fault in `text`, zero-based, `end` exclusive; None where no column is known.
    """

    number: int
    text: str
    start: int | None = None
    end: int | None = None

    def caret_line(self) -> str:
        """Return the line to set below `text`: blanks, then ``^`` under the fault; empty without a column."""
        if self.start is None or self.end is None:
            return ""
        return " " * _columns(self.text[: self.start]) + "^" * max(
            1, _columns(self.text[self.start : self.end])
        )


def read_lines(place: Place) -> Sequence[str] | None:
    """Return the lines of a place's file; None for an entry of an archive, or no text of a sensible size."""
    if place.file is None or place.entry is not None:
        return None
    path = Path(place.file)
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        return _BREAK.split(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError):
        # Vanished, protected, not UTF-8, or no path at all: a finding without its line is still a finding.
        return None


def cached(lines_of: LinesOf) -> LinesOf:
    """Return the same function, asking only once for each file: a report quotes many lines of few files."""
    known: dict[tuple[str | None, str | None], Sequence[str] | None] = {}

    def lines(place: Place) -> Sequence[str] | None:
        key = (place.file, place.entry)
        if key not in known:
            known[key] = lines_of(place)
        return known[key]

    return lines


def excerpt_of(place: Place, lines_of: LinesOf = read_lines) -> Excerpt | None:
    """Return the line that a place speaks of, None where it speaks of none or the file has no such line."""
    if place.line is None:
        return None
    lines = lines_of(place)
    if lines is None or not 1 <= place.line <= len(lines):
        return None
    line = "".join(map(_visible, lines[place.line - 1]))
    if place.column is None or not 1 <= place.column <= len(line) + 1:
        line = line.strip()
        return Excerpt(place.line, line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…")
    start = place.column - 1
    token = _TOKEN.match(line, start)
    return _cut(place.line, line, start, start + 1 if token is None else token.end())


def _cut(number: int, line: str, start: int, end: int) -> Excerpt:
    left = 0 if len(line) <= _WIDTH else max(0, start - _BEFORE)
    right = min(len(line), left + _WIDTH)
    text = line[left:right]
    if left:
        text = "…" + text[1:]
    if right < len(line):
        text = text[:-1] + "…"
    return Excerpt(number, text, start - left, min(end, right) - left if end > start else start - left + 1)


def _visible(character: str) -> str:
    # One character for one, so that columns stay; nothing that moves the cursor or recolours a terminal.
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" if character != "\t" else " "


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )
