"""The dice of logs: what each player rolled with which die, and how unusual it is."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.audit.without_rules.case import Case
from toolkit.audit.without_rules.history import play
from toolkit.audit.without_rules.rolls import Roll
from toolkit.audit.without_rules.starts import joined, order_of
from toolkit.diagnostics import Section
from toolkit.logs import chances
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.log import Log

FORMAT = "toolkit-dice"
VERSION = 1
_PARTS = 4
"""So many parts a single log is told in, to show what came when."""
_MANY = 12
"""Fewer results are not told by time."""
_FEW = 5
"""Fewer dice say nothing about fairness."""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The rolls of one player with one die, in the order of play; those that were taken back stand apart.

    Attributes
    ----------
    player : str
        A name, "" where nothing says it.
    kind : str
        What the die is called.
    sides : int
        0 where nothing says it.
    logs : tuple of str
        Names of the logs.
    """

    player: str
    kind: str
    sides: int
    rolls: tuple[Roll, ...]
    undone: tuple[Roll, ...]
    logs: tuple[str, ...]

    @property
    def totals(self) -> int:
        """How many dice each result is the sum of; 0 where results are single dice."""
        die = self.rolls[0].die if self.rolls else self.undone[0].die
        return die.count if die.count > 1 and all(len(roll.values) == 1 for roll in self.rolls) else 0

    @property
    def results(self) -> tuple[int, ...]:
        """All results, one by one."""
        return tuple(value for roll in self.rolls for value in roll.values)

    @property
    def faces(self) -> tuple[int, ...]:
        """What could come; only what came where the sides are not known."""
        if not self.sides:
            return tuple(sorted(set(self.results)))
        if self.totals:
            return tuple(range(self.totals, self.totals * self.sides + 1))
        return tuple(range(1, self.sides + 1))

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each face came."""
        found = Counter(self.results)
        return tuple(found[face] for face in self.faces)

    @property
    def fit(self) -> bool:
        """Whether results can be held against a fair die: sides are known, and all results are among them."""
        return bool(self.sides) and len(self.results) >= _FEW and set(self.results) <= set(self.faces)

    @property
    def expected(self) -> tuple[float, ...]:
        """How often each face of a fair die is to be expected; nothing where the sides are not known."""
        if not self.sides:
            return ()
        shares = chances.sums(self.totals, self.sides) if self.totals else [1 / self.sides] * self.sides
        return tuple(len(self.results) * share for share in shares)

    def times(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield what came when: log by log where there are several, else in parts of the one."""
        parts: dict[str, list[int]] = {}
        if len({roll.log for roll in self.rolls}) > 1:
            for roll in self.rolls:
                parts.setdefault(self.logs[roll.log], []).extend(roll.values)
        else:
            size = -(-len(self.rolls) // _PARTS) or 1
            for at in range(0, len(self.rolls), size):
                part = self.rolls[at : at + size]
                values = [value for roll in part for value in roll.values]
                parts[f"steps {part[0].step} to {part[-1].step}"] = values
        for label, values in parts.items():
            found = Counter(values)
            yield label, tuple(found[face] for face in self.faces)

    def words(self) -> Iterator[str]:
        """Yield plain sentences: how unusual this set is among sets of fair dice."""
        if not self.sides:
            yield "Nothing says how many sides this die has; it is held against no fair one."
            return
        if not set(self.results) <= set(self.faces):
            yield f"Some results are none of a die with {self.sides} sides; it is held against no fair one."
            return
        if len(self.results) < _FEW:
            yield "Too few rolls to say anything."
            return
        figures = self.figures()
        exact = figures["exact"]
        chance = figures["chi_square"]["chance"] if exact is None else exact
        yield f"Of sets of fair dice {chances.how_often(chance)} as uneven as this, or more so."
        average = figures["average"]
        yield (
            f"Average {average['value']:.2f}, of a fair die {average['fair']:.2f}: "
            f"{chances.how_often(average['chance'])} as far off, or further."
        )
        row = figures["longest_run"]
        if row is not None:
            yield (
                f"Longest row: {row['length']} times {row['value']}; "
                f"{chances.how_often(row['chance'], 'has', 'have')} one as long."
            )
        ups = figures["runs"]
        if ups is not None and ups["high"] and ups["low"]:
            yield (
                f"High and low results change {ups['rows'] - 1} times; "
                f"{chances.how_often(ups['chance'])} as unusual in this."
            )

    def figures(self) -> dict[str, Any]:
        """Return the figures behind `words`; what cannot be had is None."""
        if not self.fit:
            return dict.fromkeys(("chi_square", "exact", "average", "longest_run", "runs"))
        counts, results, totals = self.counts, self.results, self.totals
        shares = chances.sums(totals, self.sides) if totals else None
        statistic = chances.chi_square(counts, shares)
        degrees = len(counts) - 1
        dice = len(results) * max(totals, 1)
        fair = max(totals, 1) * (self.sides + 1) / 2
        value, length = chances.longest_run(results)
        rows, high, low = chances.runs(results, fair)
        return {
            "chi_square": {
                "statistic": statistic,
                "degrees": degrees,
                "chance": chances.chi_square_tail(statistic, degrees),
            },
            "exact": None if totals else chances.exact_tail(counts),
            "average": {
                "value": sum(results) / len(results),
                "fair": fair,
                "chance": chances.average_tail(sum(results), dice, self.sides),
            },
            "longest_run": None
            if totals
            else {
                "value": value,
                "length": length,
                "chance": chances.longest_run_tail(length, len(results), self.sides),
            },
            "runs": {"rows": rows, "high": high, "low": low, "chance": chances.runs_tail(rows, high, low)},
        }

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        undone = Counter(value for roll in self.undone for value in roll.values)
        return {
            "player": self.player,
            "die": self.kind,
            "sides": self.sides,
            "totals_of": self.totals,
            "rolls": len(self.rolls),
            "results": len(self.results),
            "counts": {str(face): count for face, count in zip(self.faces, self.counts, strict=True)},
            "undone": len(self.undone),
            "undone_counts": {str(value): count for value, count in sorted(undone.items())},
            "times": [
                {
                    "when": label,
                    "counts": {str(face): count for face, count in zip(self.faces, counts, strict=True)},
                }
                for label, counts in self.times()
            ],
            **self.figures(),
            "words": list(self.words()),
        }


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one or more logs.

    Attributes
    ----------
    logs : tuple of str
        Names.
    left_out : tuple of str
        What is said of logs that others hold already, and so count once.
    """

    logs: tuple[str, ...]
    sets: tuple[DiceSet, ...]
    left_out: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return JSON values, as ``schema/dice_report.schema.json`` describes them."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "logs": list(self.logs),
            "left_out": list(self.left_out),
            "sets": [one.to_json() for one in self.sets],
        }

    def to_csv(self) -> str:
        """Return one line for each result of each roll, those that were taken back marked."""
        target = io.StringIO()
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(("log", "step", "player", "die", "sides", "result", "taken_back_in_step"))
        for one in self.sets:
            for roll in sorted((*one.rolls, *one.undone), key=lambda roll: (roll.log, roll.step)):
                for value in roll.values:
                    back = roll.undone or ""
                    row = (one.logs[roll.log], roll.step, one.player, one.kind, one.sides or "", value, back)
                    writer.writerow([_cell(cell) for cell in row])
        return target.getvalue()

    def sections(self) -> Iterator[Section]:
        """Yield the parts of a report."""
        if not self.sets:
            yield Section("No dice", ("No roll was found in these logs.",))
        for text in self.left_out:
            yield Section("Counted once", (text,))
        for one in self.sets:
            yield from _sections(one)


def _cell(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in {"=", "+", "-", "@"} else value


def _sections(one: DiceSet) -> Iterator[Section]:
    undone = Counter(value for roll in one.undone for value in roll.values)
    rows = []
    expected = one.expected or [None] * len(one.faces)
    for face, count, fair in zip(one.faces, one.counts, expected, strict=True):
        share = f"{100 * count / len(one.results):.0f} %" if one.results else ""
        rows.append(
            [str(face), str(count), share, "" if fair is None else f"{fair:.1f}", str(undone[face] or "")]
        )
    many = f"{len(one.rolls)} {'roll' if len(one.rolls) == 1 else 'rolls'}"
    dice = "" if len(one.results) == len(one.rolls) else f", {len(one.results)} dice"
    back = f", {len(one.undone)} taken back" if one.undone else ""
    title = f"{one.player or 'Somebody'}: {one.kind}, {many}{dice}{back}"
    columns = ("result", "times", "share", "fair", "taken back")
    yield Section(title, tuple(one.words()), columns, rows, frozenset(range(5)))
    times = list(one.times())
    if len(times) > 1 and len(one.results) >= _MANY:
        heads = ("when", *map(str, one.faces))
        when = [[label, *map(str, counts)] for label, counts in times]
        yield Section("By time", (), heads, when, frozenset(range(1, len(heads))))


def dice_of(logs: Sequence[Log], module: BuildFile | None = None, player: str | None = None) -> Dice:
    """Return the dice of logs, of one game or several.

    Parameters
    ----------
    logs : sequence of Log
        A log that another one holds counts once.
    module : BuildFile, optional
        Knows the dice and their reports.
    player : str, optional
        Only this player's.
    """
    case = Case([play(log, place, module) for place, log in enumerate(logs)], module)
    chain = joined(case)
    counted = dict(order_of(chain))
    order = {log: place for place, log in enumerate(counted)}
    said = tuple(one.message for one in chain.notices if one.code in {"AUD031", "AUD032", "AUD033"})
    names = tuple(history.name for history in case.histories)
    rolls = [roll for roll in case.rolls if roll.log in counted and roll.step > counted[roll.log]]
    rolls.sort(key=lambda roll: (order[roll.log], roll.step))
    return Dice(names, tuple(_sets(rolls, names, player)), said)


def _sets(rolls: Sequence[Roll], names: tuple[str, ...], player: str | None) -> Iterator[DiceSet]:
    found: dict[tuple[str, str, int, int], list[Roll]] = {}
    for roll in rolls:
        if player is None or roll.player.casefold() == player.casefold():
            die = roll.die
            found.setdefault((roll.player, die.kind, die.sides, die.count), []).append(roll)
    whole: dict[tuple[str, int], list[list[Roll]]] = {}
    place = {id(roll): at for at, roll in enumerate(rolls)}
    for (who, kind, sides, _), own in sorted(found.items()):
        yield _set(who, kind, own, names)
        if sides and not _set(who, kind, own, names).totals:
            whole.setdefault((who, sides), []).append(own)
    for (who, sides), sets in whole.items():
        if len(sets) > 1:
            together = sorted((roll for own in sets for roll in own), key=lambda roll: place[id(roll)])
            yield _set(who, f"all dice with {sides} sides", together, names)


def _set(who: str, kind: str, own: Sequence[Roll], names: tuple[str, ...]) -> DiceSet:
    stands = tuple(roll for roll in own if not roll.undone)
    return DiceSet(who, kind, own[0].die.sides, stands, tuple(roll for roll in own if roll.undone), names)
