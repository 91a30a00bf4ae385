"""Tables of results: dice, columns by odds or difference, and the small grammar of a printed cell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from toolkit.rules.mechanisms.combat import Condition, Engagement
from toolkit.rules.mechanisms.forces import ALL, Table, Units
from toolkit.rules.mechanisms.settings import Setting

Side = Literal["attacker", "defender"]
Cap = Literal["before", "after"]
_BEFORE: Setting[Cap] = Setting("before")

_DICE = re.compile(r"([1-9])d([0-9]{1,2})")
_HEADING = re.compile(
    r"\s*(?:[<>]=?|[≤≥])?\s*([-+]?[0-9.]+)\s*(?:(?:[:,/–-]|to|\.\.)\s*([-+]?[0-9.]+))?"
    r"\s*(?:[-+<>≤≥]*|(?:or|and) (?:more|less|above|below|better|worse|higher|lower|up))\s*"
)
_CELL = re.compile(r"([A-Za-z]+)([0-9]*)([*†!]*)")
_WORD = re.compile(f"(?:{_CELL.pattern})+")
_BARE = re.compile(r"([0-9]+)([*†!]*)(.*)")
_ROW = re.compile(r"(-?[0-9]+)(?:(\+| or more)|(-| or less)|\s*[-–]\s*([0-9]+))?")
NOTHING = "-"
_BLANK = frozenset({"-", "–", "—", "•", "·", "."})


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one kind: ``2d6`` are two with six faces."""

    count: int
    faces: int

    @classmethod
    def of(cls, text: str) -> Dice:
        """Read ``1d6``.  Raises ValueError for another text."""
        match = _DICE.fullmatch(text)
        if match is None:
            raise ValueError(f"'{text}' is no dice; two dice of six faces are '2d6'")
        return cls(int(match[1]), int(match[2]))

    @property
    def totals(self) -> range:
        """What they can show together."""
        return range(self.count, self.count * self.faces + 1)

    def shown(self, dice: tuple[int, ...]) -> bool:
        """Return whether these dice can show that."""
        return len(dice) == self.count and all(1 <= die <= self.faces for die in dice)


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table: results by column and sum of the dice.

    Attributes
    ----------
    id : str
    dice : Dice
    columns : tuple of str
        Headings, from the worst for the attacker to the best.
    least : tuple of Fraction
        The least ratio or difference of each column.
    rows : mapping of int to tuple of str
        Sum of the dice → cells.
    """

    id: str
    dice: Dice
    columns: tuple[str, ...]
    least: tuple[Fraction, ...]
    rows: Mapping[int, tuple[str, ...]]

    def cell(self, column: int, total: int) -> str:
        """Return a cell; a sum beyond the table counts as its last row."""
        rows = self.rows
        return rows[min(max(total, min(rows)), max(rows))][column]


def heading(text: str, compare: str) -> Fraction | None:
    """Return the least ratio or difference that a column's heading stands for, None for no such heading.

    Ratios read ``3:1``, ``3-1``, ``1:2``, ``6:1+``; differences ``-2``, ``+3``, ``0``, ``+5+``,
    ``5 or more``, ``2-3``, ``+2, +3``, ``-3 to -2``: of a range the first number counts.
    """
    match = _HEADING.fullmatch(text.replace("−", "-"))
    if match is None or match[1] in ("-", "+", ".") or (compare != "ratio" and ":" in text):
        return None
    try:
        first = Fraction(match[1])
        if compare == "ratio" and re.search("[,/]", text):
            return None
        if compare == "ratio":
            second = Fraction(match[2] or "1")
            return None if second == 0 or first <= 0 else first / second
        return first
    except ValueError:
        return None


def greatest(text: str) -> Fraction | None:
    """Return the greatest difference that a heading of a range stands for; None for one that is no range."""
    match = _HEADING.fullmatch(text.replace("−", "-"))
    if match is None:
        return None
    last = match[2] or (match[1] if re.search(r"less|below|lower|[≤<]", text) else None)
    return None if last is None else Fraction(last)


def parts(cell: str) -> tuple[tuple[str, int | None], ...]:
    """Return the codes of a cell with their numbers: ``"AL1/DR2"`` → AL 1, DR 2.

    Codes are joined by ``/``, ``+`` or a space, or follow a number: ``D1R``.

    Raises
    ------
    ValueError
        For a text that is no cell.
    """
    found: list[tuple[str, int | None]] = []
    for word in re.split(r"[/+\s]+", cell.strip()):
        if word in _BLANK:
            found.append((NOTHING, None))
        elif _WORD.fullmatch(word) is None:
            raise ValueError(
                f"'{cell}' is no result; one looks like NE, DR2, DR* or AL1/DR, letters first; of bare"
                " numbers 'bare' in the clause of 'use_table' says whose they are"
            )
        else:
            found += [(m[1] + m[3], int(m[2]) if m[2] else None) for m in _CELL.finditer(word)]
    return tuple(found)


def lettered(cell: str, bare: tuple[str, ...]) -> str:
    """Return a printed cell with codes for its bare numbers: with AL and DL ``1/2R`` is ``AL1/DL2/R``."""
    pieces = [piece.strip() for piece in cell.split("/")]
    if len(pieces) != len(bare) or not any(piece[:1].isdigit() for piece in pieces):
        return cell
    found: list[str] = []
    for code, piece in zip(bare, pieces, strict=True):
        match = _BARE.fullmatch(piece)
        if match is None:
            found += [] if piece in _BLANK else [piece]
        else:
            found += [f"{code}{match[1]}{match[2]}"] if int(match[1]) else []
            found += [match[3]] if match[3] else []
    return "/".join(found) or NOTHING


def row_sums(head: str, dice: Dice) -> range | None:
    """Return the sums that a row stands for, None for a heading that is none.

    Rows read ``4``, ``2-3``, ``12+``, ``0 or less``; an open end reaches at least to that of the dice.
    """
    match = _ROW.fullmatch(head.strip())
    if match is None:
        return None
    first = int(match[1])
    if match[2]:
        return range(first, max(first, dice.totals[-1]) + 1)
    if match[3]:
        return range(min(first, dice.totals[0]), first + 1)
    last = int(match[4]) if match[4] else first
    return range(first, last + 1) if last >= first else None


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a result asks for.

    Attributes
    ----------
    to : {"attacker", "defender", "weaker", "stronger", "enemy"}
        One side; or the one with less, or more, printed strength in the battle; of two that are equal the
        defender counts as the weaker; or the enemy of those whose dice gave the code, of a table's the
        defender.
    lose : int, "all", "matching", "printed" or None
        Steps; all units; at least as much strength as the other side lost in this battle; as many steps as
        the number behind the code.
    retreat : int, "printed" or None
        Places; as many as the number behind the code.
    or_lose : int, "printed" or None
        Steps that its owner may lose in place of the retreat.
    mixed : bool
        Whether its owner may lose steps for a part of the retreat, before it: each makes it one place
        shorter.
    becomes : str
        Status that the units take on.
    units : Units
        Of whom it is asked on that side.
    condition, unless : Condition or None
        When it is asked for, and when it is not; always when left out.
    """

    to: Side | Literal["weaker", "stronger", "enemy"]
    lose: int | Literal["all", "matching", "printed"] | None = None
    retreat: int | Literal["printed"] | None = None
    or_lose: int | Literal["printed"] | None = None
    mixed: bool = False
    becomes: str = ""
    units: Units = ALL
    condition: Condition | None = None
    unless: Condition | None = None

    def side(self, table: Table, battle: Engagement, by: Side = "attacker") -> Side:
        """Return whom it is asked of in a battle; `by`: whose dice gave the code."""
        if self.to == "enemy":
            return "defender" if by == "attacker" else "attacker"
        if self.to in ("attacker", "defender"):
            return self.to
        attack = sum(table.units[unit].face(steps).attack for unit, _, steps in battle.attackers)
        defence = sum(table.units[unit].face(steps).defence for unit, _, steps in battle.defenders)
        weaker: Side = "attacker" if attack < defence else "defender"
        stronger: Side = "defender" if attack < defence else "attacker"
        return weaker if self.to == "weaker" else stronger

    def holds(self, table: Table, battle: Engagement) -> bool:
        """Return whether it is asked for in a battle."""
        asked = self.condition is None or self.condition.met(table, battle)
        return asked and not (self.unless is not None and self.unless.met(table, battle))

    @property
    def printed(self) -> bool:
        """Whether it takes the number behind the code."""
        return "printed" in (self.lose, self.retreat, self.or_lose)

    def numbered(self, number: int | None) -> Effect:
        """Return the effect with the number that a cell prints behind its code."""
        if number is None:
            return self
        if self.retreat is not None:
            either = number if self.or_lose == "printed" else self.or_lose
            return replace(self, lose=None, retreat=number, or_lose=either)
        return self if self.lose in ("all", "matching", None) else replace(self, lose=number)

    @property
    def steps(self) -> int:
        """Steps to be lost, as a number."""
        return self.lose if isinstance(self.lose, int) else 1

    @property
    def places(self) -> int:
        """Length of the retreat."""
        return self.retreat if isinstance(self.retreat, int) else 1

    @property
    def or_steps(self) -> int:
        """Steps that may be lost in place of it, as a number; 0 where none may."""
        return self.or_lose if isinstance(self.or_lose, int) else int(self.or_lose == "printed")


@dataclass(frozen=True, slots=True)
class Result:
    """What a code of the table means: effects, in the order in which they are carried out.

    Attributes
    ----------
    code : str
        As the table prints it: NE, AE, DR …  A number behind it takes the place of the first effect's, and of
        those that say ``printed``.
    does : tuple of Effect
        Nothing when left out.
    tables : tuple of str
        Ids of the charts in which the code means this; in all when left out.
    """

    code: str
    does: tuple[Effect, ...] = ()
    tables: tuple[str, ...] = ()

    def explains(self, table: str) -> bool:
        """Return whether the code means this in a table."""
        return not self.tables or table in self.tables

    def counted(self, number: int) -> tuple[Effect, ...]:
        """Return the effects of the code where so many dice showed it."""
        return tuple(effect.numbered(number) if effect.printed else effect for effect in self.does)

    def effects(self, number: int | None) -> tuple[Effect, ...]:
        """Return the effects of the code with the number printed behind it."""
        return tuple(
            effect.numbered(number) if index == 0 or effect.printed else effect
            for index, effect in enumerate(self.does)
        )


@dataclass(frozen=True, slots=True)
class Odds:
    """How strengths give a column of the table.

    Attributes
    ----------
    compare : {"ratio", "difference", "attack"}
        Attack divided by defence, attack less defence, or the attack alone: bombardment.
    round : {"down", "up", "nearest"}
        Which column a value between two columns takes: 7 to 2 is 3:1 rounded down, 4:1 rounded up.
    below : {"nothing", "lowest", "no"}
        Less than the first column: nothing happens; it counts as the first, whose heading may then be any
        word; or the attack is not allowed.
    cap : {"before", "after"}
        Whether more than the last column counts as the last before the shifts, or after them.
    phases : tuple of str
        Phases in which it holds; all when left out.
    """

    compare: Literal["ratio", "difference", "attack"] = "ratio"
    round: Literal["down", "up", "nearest"] = "down"
    below: Literal["nothing", "lowest", "no"] = "lowest"
    cap: Setting[Cap] = _BEFORE
    phases: tuple[str, ...] = ()

    def value(self, attack: Fraction, defence: Fraction) -> Fraction:
        """Return what is compared; against no strength at all the ratio is as good as endless."""
        if self.compare == "attack":
            return attack
        if self.compare == "difference":
            return attack - defence
        return attack / defence if defence > 0 else Fraction(10**6)

    def column(self, table: ResultTable, value: Fraction, shifts: int, cap: str) -> int:
        """Return the index of the column after shifts to the right; below 0 for less than the first.

        Parameters
        ----------
        table : ResultTable
        value : Fraction
            As `value` gives it.
        shifts : int
            To the right.
        cap : str
            As `cap` reads.
        """
        last = len(table.columns) - 1
        start = self._between(table, value)
        if start < 0 and self.below != "lowest":
            return -1
        if cap == "after" and start == last:
            start += _beyond(table, value)
        found = min(max(start, 0) + shifts, last)
        return max(found, 0) if self.below == "lowest" else found

    def _between(self, table: ResultTable, value: Fraction) -> int:
        """Return the column of a value by the rounding."""
        reached = [i for i, least in enumerate(table.least) if least <= value]
        lower = reached[-1] if reached else -1
        if lower == len(table.least) - 1 or (lower >= 0 and table.least[lower] == value):
            return lower
        if self.round == "up":
            return lower + 1
        if self.round == "nearest" and lower >= 0:
            middle = (table.least[lower] + table.least[lower + 1]) / 2
            return lower + int(value >= middle)
        return lower


def _beyond(table: ResultTable, value: Fraction) -> int:
    """Return how many columns a value lies beyond the last, counted in steps like that of the last two."""
    if len(table.least) < 2:
        return 0
    return int((value - table.least[-1]) // (table.least[-1] - table.least[-2]))


@dataclass(frozen=True, slots=True)
class UseTable:
    """Battles are decided by a table of the game's charts.

    Attributes
    ----------
    table : str
        Id of the chart.
    bare : tuple of str
        Codes of the numbers that a cell prints without letters, in their order: with ``[A, D]`` the cell 1/2
        is A1/D2, and 2/- is A2.
    phases : tuple of str
        Phases in which it holds; all when left out.
    """

    table: Setting[str]
    bare: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
