"""Every way to give out the points of a fire, by exhaustive search over the table of losses.

Units of one print and face are interchangeable, so a table is known by how many of them have which fate.
What one row of the loss table makes of such a table is worked out once, by doing it.  So is what fewer points
can pay for there: the search for many points has then passed through the tables of all smaller totals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.oracle.storm.losing import ROWS, options, take
from tests.oracle.storm.world import GONE, Fire, State, World

Fate = tuple[str, str, bool]
"""Face ("fresh", "spent"; "gone" for an eliminated unit), area, whether the unit has gone back."""
Labels = Mapping[tuple[str, Fate], int]
"""How many units that began with one face have which fate."""
Outcome = tuple[frozenset[tuple[tuple[str, str, str], int]], int]
"""How many units that began with one face have which face where; and the points left over."""
PLENTY = 30
"""More points than any row costs."""


@dataclass(frozen=True)
class Board:
    """A table on which points are given out, seen by somebody who cannot tell units apart."""

    fates: tuple[Fate, ...]
    refuge: str | None
    control: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Step:
    """The fate of one unit before and after a row of the table, its price, and the board then."""

    before: Fate
    after: Fate
    price: int
    board: Board


@dataclass
class Search:
    """The losses of one table, for any number of its units and any number of points.

    `table` has a fire; its units are all of one print.
    """

    world: World
    table: State
    _steps: dict[Board, tuple[Step, ...]] = field(default_factory=dict)

    def outcomes(self, fresh: int, spent: int, points: int) -> set[Outcome]:
        """Return every allowed outcome for so many fresh and spent units and so many points."""
        return self.of_totals(fresh, spent, [points])[points]

    def of_totals(self, fresh: int, spent: int, totals: Sequence[int]) -> dict[int, set[Outcome]]:
        """Return every allowed outcome for each of several totals."""
        found: dict[int, set[Outcome]] = {total: set() for total in totals}
        as_wished = self.world.r["St-3"] == "as-wished"
        for labels, board, paid in self._reached(fresh, spent, max(totals)):
            ends: dict[tuple[str, str, str], int] = {}
            for (start, (face, area, _)), count in labels.items():
                ends[start, face, area] = ends.get((start, face, area), 0) + count
            end = frozenset(ends.items())
            cheapest = min((step.price for step in self.steps(board)), default=math.inf)
            for total in totals:
                left = total - paid
                if 0 <= left < cheapest or (left >= 0 and as_wished):
                    found[total].add((end, left))
        return found

    def _reached(self, fresh: int, spent: int, most: int) -> Iterator[tuple[Labels, Board, int]]:
        """Yield every table that so many points can make, and the points paid for it."""
        target = self._fire().target
        begun = {("fresh", ("fresh", target, False)): fresh, ("spent", ("spent", target, False)): spent}
        labels = {label: count for label, count in begun.items() if count}
        fates = sorted(fate for (_, fate), count in labels.items() for _ in range(count))
        waiting = [(labels, Board(tuple(fates), None, _control(self.table)), 0)]
        seen = set()
        while waiting:
            labels, board, paid = waiting.pop()
            key = frozenset(labels.items()), board.refuge, board.control, paid
            if key in seen:
                continue
            seen.add(key)
            yield labels, board, paid
            for step in self.steps(board):
                if paid + step.price > most:
                    continue
                for start in ("fresh", "spent"):
                    if (start, step.before) in labels:
                        moved = _moved(labels, start, step)
                        waiting.append((moved, step.board, paid + step.price))

    def everything(self, most: int) -> dict[Board, tuple[Step, ...]]:
        """Return what one row makes of every board that any mix of so many units can come to."""
        target = self._fire().target
        faces = [("fresh", target, False)] * most + [("spent", target, False)] * most
        waiting = [
            Board(tuple(faces[most - fresh : most + spent]), None, _control(self.table))
            for fresh in range(most + 1)
            for spent in range(most + 1 - fresh)
        ]
        found: dict[Board, tuple[Step, ...]] = {}
        while waiting:
            board = waiting.pop()
            if board not in found:
                found[board] = self.steps(board)
                waiting.extend(step.board for step in found[board])
        return found

    def steps(self, board: Board) -> tuple[Step, ...]:
        """Return what one row of the table can make of a board."""
        if board not in self._steps:
            self._steps[board] = self._taken(board)
        return self._steps[board]

    def _taken(self, board: Board) -> tuple[Step, ...]:
        """Return what the rows do to the first unit of each fate, each done on the table."""
        state, units = self.state(board, PLENTY), sorted(self._fire().shot)
        first = {fate: unit for unit, fate in reversed(list(zip(units, board.fates, strict=False)))}
        every = list(options(self.world, state, first.values()))
        for left in range(max(ROWS.values())):
            fewer = [way for way in every if ROWS[way[0], way[1] in state.spent] <= left]
            offered = list(options(self.world, self.state(board, left), first.values()))
            assert offered == fewer, f"{left} points offer something else on {board}"
        found = []
        for row, unit, back in every:
            after = state.copy()
            take(self.world, after, row, unit, back)
            assert after.fire is not None
            become = self._board(after, units[: len(board.fates)])
            before = board.fates[units.index(unit)]
            found.append(Step(before, _fate(after, unit), PLENTY - after.fire.left, become))
        return tuple(dict.fromkeys(found))

    def state(self, board: Board, left: int) -> State:
        """Return a table that looks like a board, with so many points left."""
        state = self.table.copy()
        fire = self._fire()
        units = sorted(fire.shot)
        for n, unit in enumerate(units):
            face, area, _ = board.fates[n] if n < len(board.fates) else ("gone", GONE, False)
            state.where[unit] = area
            state.spent.discard(unit)
            if face == "spent":
                state.spent.add(unit)
        moved = {unit for unit, fate in zip(units, board.fates, strict=False) if fate[2]}
        state.control = dict(board.control)
        state.fire = replace(fire, left=left, moved=moved, refuge=board.refuge)
        return state

    def _board(self, state: State, units: list[str]) -> Board:
        assert state.fire is not None
        fates = tuple(sorted(_fate(state, unit) for unit in units))
        return Board(fates, state.fire.refuge, _control(state))

    def _fire(self) -> Fire:
        assert self.table.fire is not None
        return self.table.fire


def _fate(state: State, unit: str) -> Fate:
    assert state.fire is not None
    where = state.where[unit]
    if where == GONE:
        return "gone", GONE, False
    return "spent" if unit in state.spent else "fresh", where, unit in state.fire.moved


def _control(state: State) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(state.control.items()))


def _moved(labels: Labels, start: str, step: Step) -> dict[tuple[str, Fate], int]:
    found = dict(labels)
    found[start, step.before] -= 1
    if not found[start, step.before]:
        del found[start, step.before]
    found[start, step.after] = found.get((start, step.after), 0) + 1
    return found
