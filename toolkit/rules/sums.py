"""A battle as a sum: the figures that the rules add up, and the cell of the table that they lead to.

Each game makes it of the functions by which it judges, so that what is shown is what was counted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any


class Term(StrEnum):
    """What a figure is, where no name of a unit or a place says it; readers translate these."""

    ACROSS_RIVER = "halved across a river"
    RETREATED_IN = "retreated into this hex, does not count"
    FORT = "fort"
    ALL_ATTACKERS = "all attackers"
    ALL_DEFENDERS = "all defenders"
    WITHOUT_SUPPLY = "without supply"
    DICE = "dice"
    DIE = "die"
    CARDS = "cards"
    TERRAIN = "terrain"
    TERRAIN_OF = "terrain does not count"
    BEST_DEFENCE = "highest defence of those fired on"
    LOSS_POINTS = "loss points"
    ODDS = "odds"
    DIFFERENCE = "difference"
    COLUMNS_LEFT = "columns to the left"
    COLUMNS_RIGHT = "columns to the right"
    COLUMN = "column"
    TOO_WEAK = "below the first column"
    RESULT = "result"
    NOTHING = "nothing happens"
    ATTACKER_LOSES = "attacker loses steps"
    DEFENDER_LOSES = "defender loses steps"
    ATTACKER_RETREATS = "attacker retreats"
    DEFENDER_RETREATS = "defender retreats"
    ATTACKER_ELIMINATED = "attacker is eliminated"
    DEFENDER_ELIMINATED = "defender is eliminated"
    MATCHING_LOSS = "attacker loses as much"
    OR_LOSES = "or loses steps instead"
    URBAN = "urban area"
    TANK = "T-34 in support"
    ASSAULT_GUNS = "assault guns"
    ENGINEERS = "engineers: urban area does not count"
    MOLOTOV = "Molotov cocktails"
    ATTACKERS_CARD = "attacker's card"
    DEFENDERS_CARD = "defender's card"
    CARD_DRAWN = "card drawn"
    HIT = "hits: not above the strength"
    MISS = "misses: above the strength, or no number"
    SHOT_HITS = "hits"
    SHOT_MISSES = "misses"
    ONLY_HIT = "only one side hits"
    OWN_COLOUR = "only one side laid its own colour"
    LOWER_CARD = "the smaller number wins"
    TIE = "a tie: the attacker may fight on"
    BOTH_MISS = "both miss: the defender wins"
    ATTACKER_WINS = "attacker wins"
    DEFENDER_WINS = "defender wins"


@cache
def terms() -> Mapping[str, Mapping[str, str]]:
    """Return what figures are called in English, Japanese and Chinese: each `Term`, and words of terrain."""
    found: Mapping[str, Mapping[str, str]] = json.loads(
        (files("toolkit.rules") / "terms.json").read_text(encoding="utf-8")
    )
    return found


@dataclass(frozen=True, slots=True)
class Line:
    """One figure.

    Attributes
    ----------
    text : str
        What it is: a `Term`, or a name that the game's data have in several languages.
    value : str
        "" where there is no number to it.
    why : str
        What changed it: a `Term`, or the printed figure.
    rule : str
        The printed number of the clause that does.
    """

    text: str
    value: str = ""
    why: str = ""
    rule: str = ""

    def to_json(self) -> list[str]:
        """Return JSON values: the four in order, without what ends them and is empty."""
        row = [str(self.text), self.value, str(self.why), self.rule]
        while not row[-1]:
            row.pop()
        return row


@dataclass(frozen=True, slots=True)
class Chart:
    """A table and the cell that counts.

    Attributes
    ----------
    rows : tuple of (str, tuple of str)
        Heading and cells.
    column, row : int
        Places of the lit column and row; -1 for none.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    column: int = -1
    row: int = -1

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        rows = [[heading, *cells] for heading, cells in self.rows]
        return {"columns": list(self.columns), "rows": rows, "column": self.column, "row": self.row}


@dataclass(frozen=True, slots=True)
class Sum:
    """A battle as a sum.

    Attributes
    ----------
    attack, defence : tuple of Line
        The figures of each side.
    totals : (str, str)
        What they add up to, by the rules.
    steps : tuple of Line
        What the totals lead to: odds, shifts, dice, result.
    open_points : tuple of str
        Unclear points that it hangs on, taken as proposed.
    """

    attack: tuple[Line, ...]
    defence: tuple[Line, ...]
    totals: tuple[str, str]
    steps: tuple[Line, ...]
    chart: Chart | None = None
    open_points: tuple[str, ...] = ()

    @property
    def rules(self) -> frozenset[str]:
        """The clauses that its lines cite."""
        return frozenset(line.rule for line in (*self.attack, *self.defence, *self.steps) if line.rule)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "attack": [line.to_json() for line in self.attack],
            "defence": [line.to_json() for line in self.defence],
            "totals": list(self.totals),
            "steps": [line.to_json() for line in self.steps],
            "chart": None if self.chart is None else self.chart.to_json(),
            "open": list(self.open_points),
        }
