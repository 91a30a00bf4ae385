"""The noise tables that rivers and roads share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.bench.noise import KINDS, Drawn, draw, frechet, lattice_grid
from tests.bench.picture import Panel, write_sheet
from tests.bench.report import BUILD, Limit, Table

Cells = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Found:
    """A result: its cells, and the plane positions of what was flagged."""

    cells: Cells
    flags: np.ndarray


@dataclass(frozen=True, slots=True)
class Matcher:
    """What is measured.

    make : truth from (rng, length, wild); corners : plane positions of cells;
    match : result for a drawn line, with the true ends given or not.
    """

    make: Callable[[np.random.Generator, int, bool], Cells]
    corners: Callable[[Cells], np.ndarray]
    match: Callable[[np.ndarray, Cells, bool], Found]


@dataclass(slots=True)
class Row:
    """Counts for one kind and level of noise."""

    kind: str
    d: float
    lines: int = 0
    measured: list[float] = field(default_factory=list)
    identical: int = 0
    interior: int = 0
    with_ends: int = 0
    flagged_wrong: int = 0
    flagged_right: int = 0

    @property
    def wrong(self) -> int:
        """Lines that are not identical although their ends were given."""
        return self.lines - self.with_ends

    def cells(self) -> list[str]:
        """Return the row as text."""

        def percent(count: int, of: int) -> str:
            return f"{100 * count / of:.1f} %" if of else "–"

        return [
            self.kind,
            f"{self.d:.2f}",
            f"{np.median(self.measured):.2f}",
            percent(self.identical, self.lines),
            percent(self.interior, self.lines),
            percent(self.with_ends, self.lines),
            f"{self.wrong}",
            percent(self.flagged_wrong, self.wrong),
            percent(self.flagged_right, self.with_ends),
        ]


@dataclass(frozen=True, slots=True)
class Case:
    """A line worth a picture."""

    row: Row
    truth: Cells
    drawn: Drawn
    found: Found
    errors: int


COLUMNS = (
    "noise",
    "d",
    "Fréchet, median",
    "identical",
    "interior right",
    "identical, ends given",
    "wrong, ends given",
    "of these flagged",
    "right but flagged",
)


def interior_right(found: Cells, truth: Cells) -> bool:
    """Tell whether two chains agree but for at most one step at either end."""
    inner = truth[1:-1]
    size = len(inner)
    return any(found[i : i + size] == inner for i in range(min(3, len(found) - size + 1)))


def measure(matcher: Matcher, levels: Sequence[float], lines: int, seed: int) -> tuple[list[Row], list[Case]]:
    """Return a row for every kind and level, and the worst line of each.

    The truths are the same for all rows; half of them are wild.
    """
    rng = np.random.default_rng(seed)
    truths = [matcher.make(rng, int(rng.integers(10, 81)), i % 2 == 1) for i in range(lines)]
    rows, worst = [], []
    for number, kind in enumerate(KINDS):
        for level, d in enumerate(levels):
            rng = np.random.default_rng([seed, number, level])
            row = Row(kind, d)
            cases = [_one(matcher, rng, row, truth) for truth in truths]
            rows.append(row)
            worst.append(max(cases, key=lambda case: (case.errors, -len(case.truth))))
    return rows, worst


def _one(matcher: Matcher, rng: np.random.Generator, row: Row, truth: Cells) -> Case:
    drawn = draw(rng, matcher.corners(truth), row.kind, row.d)
    matched = drawn.matched()
    assert matched <= row.d + 1e-9
    if row.lines % 100 == 0:
        row.measured.append(frechet(drawn.points, matcher.corners(truth)))
    free, held = matcher.match(drawn.points, truth, False), matcher.match(drawn.points, truth, True)
    row.lines += 1
    row.identical += free.cells == truth
    row.interior += interior_right(free.cells, truth)
    right = held.cells == truth
    row.with_ends += right
    row.flagged_wrong += not right and len(held.flags) > 0
    row.flagged_right += right and len(held.flags) > 0
    errors = len(set(held.cells) ^ set(truth))
    return Case(row, truth, drawn, held, errors)


def table(title: str, rows: Sequence[Row]) -> Table:
    """Return rows as a table."""
    return Table(title, COLUMNS, [row.cells() for row in rows])


def limits(rows: Sequence[Row], certain: float) -> list[Limit]:
    """Hold rows against what is asked, the interior up to the displacement where it is certain."""

    def total(chosen: Sequence[Row], name: str) -> tuple[int, int]:
        return sum(getattr(row, name) for row in chosen), sum(row.lines for row in chosen)

    low = [row for row in rows if row.d <= 0.25]
    mid = [row for row in rows if row.d <= certain]
    found = []
    for what, chosen, name in (
        ("identical at d ≤ 0.25", low, "identical"),
        (f"interior right at d ≤ {certain}", mid, "interior"),
        (f"identical with ends given at d ≤ {certain}", mid, "with_ends"),
    ):
        count, of = total(chosen, name)
        found.append(Limit(what, f"{count} of {of}", "all", count == of))
    high = [row for row in rows if row.d > 0.5]
    wrong, flagged = total(high, "wrong")[0], total(high, "flagged_wrong")[0]
    share = flagged / wrong if wrong else 1.0
    found.append(Limit("wrong lines flagged beyond d = 0.5", f"{flagged} of {wrong}", "99 %", share >= 0.99))
    return found


def draw_worst(name: str, matcher: Matcher, worst: Sequence[Case], levels: Sequence[float]) -> None:
    """Draw the worst line of each kind at some levels, one row of pictures for each level."""
    panels = []
    for case in (case for d in levels for case in worst if case.row.d == d):
        title = f"{case.row.kind}, d = {case.row.d}: {case.errors} cells differ"
        truth, found = matcher.corners(case.truth), matcher.corners(case.found.cells)
        panels.append(Panel(title, truth, case.drawn.points, found, case.found.flags))
    write_sheet(BUILD / f"{name}.svg", lattice_grid(), panels, columns=len(KINDS))
