"""Every way to give out the points of a fire, by exhaustive search over the table of losses.

Units of one print and face are interchangeable, so a table is known by how many of them have which fate.
What one row of the loss table makes of such a table is worked out once, by doing it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from tests.oracle.storm.losing import options, take
from tests.oracle.storm.world import GONE, Fire, State, World

Fate = tuple[str, str, bool]
"""Face ("fresh", "spent"; "gone" for an eliminated unit), area, whether the unit has gone back."""
Step = tuple[Fate, Fate, "Board"]
"""The fate of one unit before and after, and the board then."""
Outcome = tuple[frozenset[tuple[tuple[str, str, str], int]], int]
"""How many units that began with one face have which face where; and the points left over."""


@dataclass(frozen=True)
class Board:
    """A table on which points are given out, seen by somebody who cannot tell units apart."""

    fates: tuple[Fate, ...]
    left: int
    refuge: str | None
    control: tuple[tuple[str, str], ...]


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
        target = self._fire().target
        labels = Counter(
            {("fresh", ("fresh", target, False)): fresh, ("spent", ("spent", target, False)): spent}
        )
        begun = (+labels, Board(_fates(+labels), points, None, _control(self.table)))
        waiting, seen, found = [begun], set(), set()
        while waiting:
            labelled, board = waiting.pop()
            key = frozenset(labelled.items()), board
            if key in seen:
                continue
            seen.add(key)
            steps = self.steps(board)
            if not steps or self.world.r["St-3"] == "as-wished":
                ends = Counter({(start, face, area): 0 for (start, (face, area, _)) in labelled})
                for (start, (face, area, _)), count in labelled.items():
                    ends[start, face, area] += count
                found.add((frozenset(ends.items()), board.left))
            for before, after, following in steps:
                for start in ("fresh", "spent"):
                    if labelled[start, before]:
                        waiting.append((_moved(labelled, start, before, after), following))
        return found

    def steps(self, board: Board) -> tuple[Step, ...]:
        """Return what one row of the table can make of a board."""
        if board not in self._steps:
            self._steps[board] = tuple(dict.fromkeys(self._taken(board)))
        return self._steps[board]

    def _taken(self, board: Board) -> list[Step]:
        state = self.state(board)
        units = sorted(self._fire().shot)
        first = {fate: unit for unit, fate in reversed(list(zip(units, board.fates, strict=False)))}
        found = []
        for fate, unit in first.items():
            for row, who, back in options(self.world, state, [unit]):
                after = state.copy()
                take(self.world, after, row, who, back)
                found.append((fate, _fate(after, unit), self._board(after, units[: len(board.fates)])))
        return found

    def state(self, board: Board) -> State:
        """Return a table that looks like a board."""
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
        state.fire = replace(fire, left=board.left, moved=moved, refuge=board.refuge)
        return state

    def _board(self, state: State, units: list[str]) -> Board:
        assert state.fire is not None
        fates = tuple(sorted(_fate(state, unit) for unit in units))
        return Board(fates, state.fire.left, state.fire.refuge, _control(state))

    def _fire(self) -> Fire:
        assert self.table.fire is not None
        return self.table.fire


def _fate(state: State, unit: str) -> Fate:
    assert state.fire is not None
    where = state.where[unit]
    if where == GONE:
        return "gone", GONE, False
    return "spent" if unit in state.spent else "fresh", where, unit in state.fire.moved


def _fates(labelled: Counter[tuple[str, Fate]]) -> tuple[Fate, ...]:
    return tuple(sorted(fate for (_, fate), count in labelled.items() for _ in range(count)))


def _control(state: State) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(state.control.items()))


def _moved(
    labelled: Counter[tuple[str, Fate]], start: str, before: Fate, after: Fate
) -> Counter[tuple[str, Fate]]:
    found = Counter(labelled)
    found[start, before] -= 1
    found[start, after] += 1
    return +found
