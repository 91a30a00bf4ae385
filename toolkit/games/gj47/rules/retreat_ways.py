"""The ways a retreat can take under one reading: what is closed, what costs a step, what comes first.

A way goes in stages: the hexes that the result asks for, then one more hex at a time while the last one is
full.  In each stage the ends nearest to the own source are the ones allowed (10.6(6)); a stage that leads
nowhere does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolkit.games.gj47.rules.basics import STACKING_LIMIT, enemy_bars, in_enemy_zoc, is_bridge
from toolkit.games.gj47.rules.battles import mountain_closed, steps_left
from toolkit.games.gj47.rules.line_lengths import line_lengths, nearest_source
from toolkit.games.gj47.rules.lines import NO_LINE
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked, settle
from toolkit.games.gj47.rules.terrain import GREAT_RIVER, IMPASSABLE, Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to retreat.

    Attributes
    ----------
    path : tuple of int
        Hexes entered; cut off where the unit dies; () where it cannot go anywhere.
    steps : int
        Steps lost on it.
    """

    path: Path
    steps: int
    eliminated: bool


class Ground:
    """What a retreating unit meets, under one reading; questions are asked when they are needed.

    Parameters
    ----------
    position : Position
        Before the retreat.
    start : int
        The hex attacked.
    """

    __slots__ = ("_far", "_zones", "owner", "position", "rulings", "start", "unit", "zoc")

    def __init__(self, position: Position, unit: int, start: int, rulings: Rulings) -> None:
        self.position = position
        self.unit = unit
        self.start = start
        self.rulings = rulings
        self.owner: Owner = position.data.units[unit].owner
        self.zoc = Asked(rulings)
        self._zones: dict[int, bool] = {}
        self._far: dict[int, tuple[int, int]] = {}

    def zone(self, h: int) -> bool:
        """Return whether entering hex `h` costs a step (10.6(4))."""
        if h not in self._zones:
            self._zones[h] = self._zone(h)
        return self._zones[h]

    def _zone(self, h: int) -> bool:
        if not in_enemy_zoc(self.position, self.owner, h, self.zoc):
            return False
        own = self.position.present[self.owner][h] - (self.position.hex_of[self.unit] == h)
        return not (own and self.rulings.says("U-28", "own-unit-shields"))

    def entries(self, path: Path) -> int:
        """Return how many steps a path costs."""
        return sum(self.zone(h) for h in path)

    def full(self, h: int) -> bool:
        """Return whether the unit would be one too many in hex `h` (10.6(5)); forts have no limit."""
        return self.position.present[self.owner][h] >= STACKING_LIMIT and h not in self.position.forts

    def enemy(self, h: int) -> bool:
        """Return whether the enemy closes hex `h` (3.1(2))."""
        return enemy_bars(self.position, self.owner, h, self.zoc)

    def mountain(self, h: int, features: int) -> bool:
        """Return whether hex `h` is a mountain closed to the unit (U-20)."""
        return mountain_closed(self.position, self.unit, h, features, self.rulings)

    def river(self, step: int, features: int) -> bool:
        """Return whether a great river closes this step (0 = first) of the retreat (10.6(3)4)."""
        if step == 0 or not features & GREAT_RIVER or is_bridge(features):
            return False
        return step == 1 or self.rulings.says("U-61", "eliminated")

    def closed(self, step: int, h: int, features: int) -> bool:
        """Return whether a step of the retreat into hex `h` is one that eliminates (10.6(3))."""
        if features & IMPASSABLE or self.position.data.board.terrain[h] == Terrain.SEA:
            return True
        return self.enemy(h) or self.river(step, features) or self.mountain(h, features)

    def far(self, h: int) -> tuple[int, int]:
        """Return how far hex `h` is from the own source (10.6(6)); the same everywhere in a free retreat."""
        if h not in self._far:
            self._far[h] = self._measure(h)
        return self._far[h]

    def _measure(self, h: int) -> tuple[int, int]:
        value = self.rulings.of("U-29")
        if value == "free":
            return 0, 0
        plain = nearest_source(self.position.data.board, self.owner, h)
        if value == "nearest-source":
            return plain, 0
        length = settle(
            self.rulings, lambda reading: line_lengths(self.position, self.owner, reading, self.rulings)[h]
        )
        return (length, 0) if length != NO_LINE else (NO_LINE, plain)

    def rank(self, end: int, hexes: int) -> tuple[int, tuple[int, int]]:
        """Return how good an end of a stage of `hexes` hexes is, the least being best.

        Measured to the nearest source, two hexes should lead two away (U-29).
        """
        short = (
            hexes > 1
            and self.position.data.board.features(self.start, end) is not None
            and self.rulings.says("U-29", "nearest-source")
        )
        return int(short), self.far(end)


def stages(ground: Ground, walked: Path, hexes: int) -> list[Path]:
    """Return every open way of `hexes` more steps after `walked`, as the steps added."""
    if not hexes:
        return [()]
    *_, here = (ground.start, *walked)
    onward = [
        n
        for n, features in ground.position.data.board.steps[here]
        if n not in (ground.start, *walked) and not ground.closed(len(walked), n, features)
    ]
    return [(n, *rest) for n in onward for rest in stages(ground, (*walked, n), hexes - 1)]


def best(ground: Ground, walked: Path, hexes: int) -> list[Path]:
    """Return the ways of one stage that lead best toward the source, of those that can be completed.

    "Best" is the end nearest to the source.  Where each way there meets a zone or ends in a full hex, U-67
    decides whether a farther end comes first; else ways to the nearest are free.
    """
    found = [ext for ext in stages(ground, walked, hexes) if completes(ground, (*walked, *ext))]
    near = _least(found, lambda ext: ground.rank(ext[-1], hexes))
    if not near or min(_trouble(ground, ext) for ext in near) == 0:
        return near
    calm = _least(found, lambda ext: (_trouble(ground, ext), ground.rank(ext[-1], hexes)))
    if set(calm) == set(preferred(ground, near)):
        return near
    return calm if ground.rulings.says("U-67", "quiet-way-first") else near


def _trouble(ground: Ground, ext: Path) -> int:
    """Return what stands in the way: 2 for a zone, 1 for a full hex at the end, 0 for nothing."""
    if ground.entries(ext):
        return 2
    return 1 if ground.full(ext[-1]) else 0


def _least(found: list[Path], key: Callable[[Path], tuple[object, ...]]) -> list[Path]:
    """Return the ways with the least key."""
    keys = [key(ext) for ext in found]
    least = min(keys, default=())
    return [ext for ext, own in zip(found, keys, strict=True) if own == least]


def completes(ground: Ground, walked: Path) -> bool:
    """Return whether a retreat can end after `walked`, or go on from a full hex to one where it can."""
    return not ground.full(walked[-1]) or bool(best(ground, walked, 1))


def preferred(ground: Ground, found: list[Path]) -> list[Path]:
    """Return the ways of one stage that 10.6(6) leaves where full stacks and zones are in the way.

    With an open way at hand the choice is free.  When every way meets a zone or a full stack, a way that
    meets full stacks only comes first (U-28).
    """
    calm = [ext for ext in found if not ground.entries(ext)]
    if not calm or any(not ground.full(ext[-1]) for ext in calm):
        return found
    return calm


def ways(ground: Ground, hexes: int, walked: Path = ()) -> Iterator[Path]:
    """Yield every whole path that is allowed."""
    for ext in preferred(ground, best(ground, walked, hexes)):
        path = (*walked, *ext)
        if ground.full(path[-1]):
            yield from ways(ground, 1, path)
        else:
            yield path


def outcomes(ground: Ground, hexes: int) -> tuple[Way, ...]:
    """Return all ways to retreat with what they cost; never empty."""
    left = steps_left(ground.position, ground.unit)
    found = dict.fromkeys(_walk(ground, path, left) for path in ways(ground, hexes))
    if found:
        return tuple(found)
    if ground.rulings.says("U-27", "stays"):
        return (Way((), 1, left <= 1),)
    return (Way((), 0, True),)


def _walk(ground: Ground, path: Path, left: int) -> Way:
    steps = 0
    for i, h in enumerate(path):
        steps += ground.zone(h)
        if steps >= left:
            return Way(path[: i + 1], steps, True)
    return Way(path, steps, False)
