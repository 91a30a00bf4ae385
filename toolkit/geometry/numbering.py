"""The printed numbers of hexes: made of column and row, and read back."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

Letters = Literal["none", "column", "row", "both"]
Oblique = Literal["", "down", "up", "right", "left"]


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a hex's printed number is made of its column and row.

    Attributes
    ----------
    order : {"column-row", "row-column"}
        Which of the two is printed first.
    column_digits, row_digits : int
        Least number of digits, padded with zeros; 1 means no padding.
    separator : str
        Text between the two, e.g. ``"."``; may be empty.
    letters : {"none", "column", "row", "both"}
        Which of the two is printed in letters: A is 1, Z is 26, AA is 27, BB is 28.
    columns_descend, rows_descend : bool
        Columns are counted from the right, rows from below.
    oblique : {"", "down", "up", "right", "left"}
        Lines of one row number (flat tops) run down or up to the right, one hex lower or higher for every two
        columns; lines of one column number (pointed tops) run to the right or left downwards.  Empty: they
        run straight.
    exceptions : tuple of (str, str)
        Numbers by the rule, and what is printed in their stead.
    """

    order: Literal["column-row", "row-column"] = "column-row"
    column_digits: int = 2
    row_digits: int = 2
    separator: str = ""
    letters: Letters = "none"
    columns_descend: bool = False
    rows_descend: bool = False
    oblique: Oblique = ""
    exceptions: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.order not in ("column-row", "row-column"):
            raise ValueError(f"order {self.order!r} is neither 'column-row' nor 'row-column'")
        if self.letters not in ("none", "column", "row", "both"):
            raise ValueError(f"letters stand for columns or rows and not for {self.letters!r}")
        if self.oblique not in ("", "down", "up", "right", "left"):
            raise ValueError(f"lines of numbers cannot run {self.oblique!r}")
        if self.column_digits < 1 or self.row_digits < 1:
            raise ValueError("a number needs at least one digit for its column and its row")
        if any(character.isdigit() for character in self.separator):
            raise ValueError(f"separator {self.separator!r} holds a digit")
        if self.letters != "none" and re.search("[A-Z]", self.separator):
            raise ValueError(f"separator {self.separator!r} holds a letter, and so do the numbers")
        if self.letters == "both" and not self.separator:
            raise ValueError("letters for columns and for rows need a separator between them")
        for values in zip(*self.exceptions, strict=True):
            twice = sorted(value for value in set(values) if values.count(value) > 1)
            if twice:
                raise ValueError(f"hex {twice[0]!r} stands twice among the exceptions")

    @property
    def column_letters(self) -> bool:
        """Whether columns are printed in letters."""
        return self.letters in ("column", "both")

    @property
    def row_letters(self) -> bool:
        """Whether rows are printed in letters."""
        return self.letters in ("row", "both")

    def format(self, column: int, row: int) -> str:
        """Return the number of a column and row by the rule."""
        first = lettered(column) if self.column_letters else f"{column:0{self.column_digits}d}"
        second = lettered(row) if self.row_letters else f"{row:0{self.row_digits}d}"
        if self.order == "row-column":
            first, second = second, first
        return f"{first}{self.separator}{second}"

    def printed(self, number: str) -> str:
        """Return what is printed for a number by the rule."""
        return dict(self.exceptions).get(number, number) if self.exceptions else number

    def by_rule(self, printed: str) -> str:
        """Return the number by the rule of a printed one; what only the rule gives is none."""
        if not self.exceptions:
            return printed
        found = {there: here for here, there in self.exceptions}.get(printed)
        if found is None and printed in dict(self.exceptions):
            raise ValueError(f"no hex {printed!r}; it is printed as {self.printed(printed)!r}")
        return found or printed

    def parse(self, number: str) -> tuple[int, int]:
        """Return the column and row of a number by the rule.

        Raises
        ------
        ValueError
            If the text does not have this form.
        """
        by_column = self.order == "column-row"
        # Without anything between two groups of digits only the first may grow.
        parted = bool(self.separator) or self.letters != "none"
        column = _pattern(self.column_letters, self.column_digits, grows=parted or by_column)
        row = _pattern(self.row_letters, self.row_digits, grows=parted or not by_column)
        first, second = (column, row) if by_column else (row, column)
        match = re.fullmatch(f"({first}){re.escape(self.separator)}({second})", number)
        if match is None:
            raise ValueError(f"{number!r} is no hex number; one looks like {self.format(1, 2)!r}")
        values = _value(match[1]), _value(match[2])
        return values if by_column else values[::-1]

    def slant(self, line: int, *, first_shifted: bool) -> int:
        """Return how much higher oblique numbers are in a column (pointed tops: row) than in the first.

        Parameters
        ----------
        line : int
            The column, counted from 0.
        first_shifted : bool
            Whether column 0 is one of those that lie half a hex lower.
        """
        if not self.oblique:
            return 0
        if self.oblique in ("down", "right"):
            return -((line + first_shifted) >> 1)
        return (line + 1 - first_shifted) >> 1

    def steps(self, i: int, j: int, *, first_shifted: bool) -> tuple[int, int]:
        """Return how much higher column and row are printed in a cell (from 0) than in the first one."""
        across = i + (self.slant(j, first_shifted=first_shifted) if self._leans_columns else 0)
        down = j + (0 if self._leans_columns else self.slant(i, first_shifted=first_shifted))
        return (-across if self.columns_descend else across, -down if self.rows_descend else down)

    def cell(self, across: int, down: int, *, first_shifted: bool) -> tuple[int, int]:
        """Return the cell whose `steps` these are."""
        i, j = (-across if self.columns_descend else across), (-down if self.rows_descend else down)
        if self._leans_columns:
            return i - self.slant(j, first_shifted=first_shifted), j
        return i, j - self.slant(i, first_shifted=first_shifted)

    @property
    def _leans_columns(self) -> bool:
        return self.oblique in ("right", "left")

    def to_json(self) -> dict[str, Any]:
        """Return the numbering as JSON values; what is new since the first modules only where it is used."""
        plain = Numbering()
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        always = ("order", "column_digits", "row_digits", "separator")
        kept = {k: v for k, v in values.items() if k in always or v != getattr(plain, k)}
        if "exceptions" in kept:
            kept["exceptions"] = [list(pair) for pair in self.exceptions]
        return kept

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Numbering:
        """Return the numbering that `to_json` described."""
        pairs = tuple((str(here), str(there)) for here, there in data.get("exceptions", ()))
        return cls(**{**data, "exceptions": pairs})


def lettered(value: int) -> str:
    """Return a number in letters: A is 1, Z is 26, AA is 27, BB is 28."""
    if value < 1:
        raise ValueError(f"there is no letter for {value}; A is 1")
    times, letter = divmod(value - 1, 26)
    return chr(ord("A") + letter) * (times + 1)


def _value(text: str) -> int:
    """Return the number that digits or letters stand for."""
    return int(text) if text.isdigit() else ord(text[0]) - ord("A") + 1 + 26 * (len(text) - 1)


_LETTERS = "|".join(f"{letter}+" for letter in string.ascii_uppercase)


def _pattern(is_letters: bool, digits: int, *, grows: bool) -> str:
    if is_letters:
        return _LETTERS
    return f"[0-9]{{{digits},}}" if grows else f"[0-9]{{{digits}}}"
