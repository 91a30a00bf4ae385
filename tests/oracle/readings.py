"""How an unclear point is read: fixed, by its default, or - when nothing decides it - in every way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Point:
    """One unclear point of the register: its values, the default, and whether the text leaves it open."""

    id: str
    values: tuple[str, ...]
    default: str
    open: bool


@dataclass
class Readings:
    """One way to read the text.

    A point that the game fixed has that value; one that the text or a sister game decides has its default;
    an open point takes the value the script names, and is written down, so that `every_reading` goes through
    all.
    """

    register: Mapping[str, Point]
    fixed: Mapping[str, str] = field(default_factory=dict)
    script: Sequence[str] = ()
    asked: dict[str, str] = field(default_factory=dict)
    branches: bool = False

    def __getitem__(self, point: str) -> str:
        if point in self.fixed:
            return self.fixed[point]
        known = self.register[point]
        if not (self.branches and known.open):
            return known.default
        if point not in self.asked:
            turn = len(self.asked)
            self.asked[point] = self.script[turn] if turn < len(self.script) else ordered(known)[0]
        return self.asked[point]


def ordered(point: Point) -> list[str]:
    """Return the values of a point, the default first."""
    return [point.default, *(value for value in point.values if value != point.default)]


def every_reading(
    register: Mapping[str, Point], fixed: Mapping[str, str], judge: Callable[[Readings], T], limit: int = 4000
) -> Iterator[tuple[dict[str, str], T]]:
    """Yield what `judge` says under every setting of the open points that it asks for."""
    script: list[str] = []
    for _ in range(limit):
        readings = Readings(register, fixed, tuple(script), branches=True)
        outcome = judge(readings)
        yield dict(readings.asked), outcome
        following = _next_script(register, readings.asked)
        if following is None:
            return
        script = following
    raise RuntimeError(f"more than {limit} readings")


def _next_script(register: Mapping[str, Point], asked: Mapping[str, str]) -> list[str] | None:
    points = list(asked)
    for last in range(len(points) - 1, -1, -1):
        values = ordered(register[points[last]])
        place = values.index(asked[points[last]])
        if place + 1 < len(values):
            return [asked[point] for point in points[:last]] + [values[place + 1]]
    return None
