"""The map as the movement rules see it: terrain by hex, features by hexside, links as features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from toolkit.games.gj47.rules.prices import Chart
from toolkit.games.gj47.rules.terrain import Terrain

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SetupHex:
    """A printed set-up symbol.

    Attributes
    ----------
    army : str
        ``"6A"`` …, ``"front"``, for a headquarters its own name.
    kind : {"army", "panzer", "hq", "front"}
    """

    hex: int
    army: str
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Hexes and hexsides.

    Attributes
    ----------
    numbers : tuple of str
        Printed number of each hex.
    steps : tuple of tuple of (int, int)
        For each hex its neighbours on the map as ``(hex, features of the hexside)``, clockwise.
    chart : tuple of Prices
        What steps cost, by kind of unit.
    towns : frozenset of int
        Hexes with a town or a major city: what 3.4 lets somebody control.
    vp_hexes : frozenset of int
        Hexes worth victory points (15.0(1)); not all of them need be towns.
    sources : tuple of frozenset of int
        Supply sources of the Axis, of the Soviets (terrain chart).
    start_axis : frozenset of int
        Hexes west of the start line (3.4(1)).
    setup_hexes : tuple of SetupHex
        Printed set-up symbols (4.0).
    hex_names : mapping of int to str
        Towns, seas and mountains, in English.
    side_names : mapping of (int, int) to str
        Rivers and impassable hexsides, by the two hexes, the smaller one first.
    tables : dict
        What was worked out of the board alone, see `kept`.
    """

    numbers: tuple[str, ...]
    terrain: tuple[Terrain, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    chart: Chart
    towns: frozenset[int] = frozenset()
    vp_hexes: frozenset[int] = frozenset()
    sources: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    start_axis: frozenset[int] = frozenset()
    setup_hexes: tuple[SetupHex, ...] = ()
    hex_names: Mapping[int, str] = field(default_factory=dict, repr=False)
    side_names: Mapping[tuple[int, int], str] = field(default_factory=dict, repr=False)
    tables: dict[object, Any] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        """Return the number of hexes."""
        return len(self.numbers)

    def features(self, a: int, b: int) -> int | None:
        """Return the features of the hexside between two hexes, None when they are no neighbours."""
        for target, features in self.steps[a]:
            if target == b:
                return features
        return None

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """Return what is worked out of the board alone, kept from the first time for as long as it lives."""
        if key not in self.tables:
            self.tables[key] = make()
        found: T = self.tables[key]
        return found

    def on_line(self, h: int, line: int) -> bool:
        """Return whether a road or rail link (`line`: ``ROAD`` or ``RAIL``) leads out of hex `h`."""
        return bool(self.lines(line)[h])

    def lines(self, line: int) -> bytes:
        """Return 1 for every hex out of which a road or rail link leads, else 0."""
        return self.kept(
            ("lines", line), lambda: bytes(any(side & line for _, side in steps) for steps in self.steps)
        )

    def distances(self, end: int) -> bytes:
        """Return the distance of every hex to `end` in steps, whatever lies between; 255 for 255 and more."""
        return self.kept(("distances", end), lambda: self._distances(end))

    def _distances(self, end: int) -> bytes:
        found, reached = bytearray([255]) * len(self), [end]
        found[end] = 0
        for h in reached:  # grows while it is walked
            beyond = min(found[h] + 1, 255)
            for n, _ in self.steps[h]:
                if beyond < found[n]:
                    found[n] = beyond
                    reached.append(n)
        return bytes(found)

    @classmethod
    def from_arrays(
        cls,
        numbers: Sequence[str],
        terrain: Sequence[Terrain],
        neighbours: Sequence[Sequence[int]],
        features: dict[tuple[int, int], int],
        chart: Chart,
    ) -> Board:
        """Build a board.

        Parameters
        ----------
        numbers, terrain : sequences of length n
        neighbours : sequence of n sequences
            Hex ids, -1 for outside the map.
        features : dict
            ``(smaller hex, larger hex)`` → features of that hexside; absent means none.
        chart : tuple of Prices
        """
        steps = tuple(
            tuple((n, features.get((min(h, n), max(h, n)), 0)) for n in row if n >= 0)
            for h, row in enumerate(neighbours)
        )
        return cls(tuple(numbers), tuple(terrain), steps, chart)
