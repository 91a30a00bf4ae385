"""House rules in time: each holds from the step at which it was set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from toolkit.audit.report import Notice

R = TypeVar("R")

_OPEN = ("", "open")
"""Values of an unclear point that nobody has settled."""


def settled(properties: Mapping[str, str], points: Collection[str]) -> dict[str, str]:
    """Return the points that properties of a module settle."""
    return {name: value for name, value in properties.items() if name in points and value not in _OPEN}


@dataclass(frozen=True, slots=True)
class Agreed(Generic[R]):
    """What the players agree on at a moment.

    Attributes
    ----------
    points : set of str
        The unclear points of the game.
    data_for : callable
        What the rules are under some settings.
    changes : tuple of (int, str, str, str)
        Place of the step, point, value before and after, of those that were changed.
    """

    points: frozenset[str]
    fixed: Mapping[str, str]
    data_for: Callable[[Mapping[str, str]], R]
    changes: tuple[tuple[int, str, str, str], ...] = field(default=())

    def after(self, at: int, properties: Mapping[str, str]) -> Agreed[R]:
        """Return what holds after a step that wrote properties; the same where it settles nothing."""
        if self.points.isdisjoint(properties):
            return self
        new = {name: value for name, value in properties.items() if name in self.points}
        before = {name: self.fixed.get(name, "") for name in new}
        if all(value == before[name] or (value in _OPEN and not before[name]) for name, value in new.items()):
            return self
        changes = (
            (at, name, before[name], value) for name, value in new.items() if before[name] not in ("", value)
        )
        fixed = {name: value for name, value in {**self.fixed, **new}.items() if value not in _OPEN}
        return replace(self, fixed=fixed, changes=(*self.changes, *changes))

    @property
    def data(self) -> R:
        """The rules as they stand."""
        return self.data_for(self.fixed)

    def notices(self, moments: Callable[[int], tuple[int, int]]) -> Iterator[Notice]:
        """Yield a notice for each house rule that was changed, by log and step."""
        for at, point, before, after in self.changes:
            log, step = moments(at)
            text = f"the house rule {point} is changed from {before} to {after or 'open'}"
            facts = {"point": point, "before": before, "after": after}
            yield Notice("AUD027", step, f"{text}: what was done before keeps to {before}", facts, log)
