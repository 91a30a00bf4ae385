"""What a report holds besides findings: sections of text and tables, and what its codes mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolkit.diagnostics.finding import Severity

Tone: TypeAlias = Literal["error", "warning", "info", "good", "quiet"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table that stands out: `tone` is its meaning, not its colour; `link` a file beside."""

    text: str
    tone: Tone | None = None
    link: str = ""


Row: TypeAlias = Sequence[str | Cell]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report.

    Attributes
    ----------
    paragraphs : sequence of str
        Plain text, above the table.
    columns : sequence of str
        Heads of the table; empty for a table without heads.
    numeric : frozenset of int
        Columns of numbers, from 0: set flush right.
    folded : bool
        Whether a page shows its title only until a reader opens it; text leaves it out.
    """

    title: str
    paragraphs: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Row] = ()
    numeric: frozenset[int] = frozenset()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """What a code of findings means.

    Attributes
    ----------
    summary : str
        One sentence.
    severity : Severity or None
        What its findings weigh; None where that depends on the case.
    details : str
        Paragraphs of plain text, separated by empty lines; may be empty.
    """

    code: str
    summary: str
    severity: Severity | None = None
    details: str = ""
