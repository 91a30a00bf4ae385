"""Rulings: the values of unclear points under which a question about the rules is answered.

A check asks for a point only where it matters.  `explore` runs a check once for every combination of values
of the points it really asked for, so an answer holds "under every setting" exactly, and a check that asks
for nothing unclear runs once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from toolkit.source.options import Option

T = TypeVar("T")

LIMIT = 4096


@dataclass(frozen=True, slots=True)
class Points:
    """The unclear points of one game as they stand in one match.

    Attributes
    ----------
    values : mapping of str to tuple of str
        Point → the values that count: one where the match, the text or common practice settles it, all of
        them where nothing does; the proposed one first.
    readings : mapping of str to tuple of str
        Point → every value that the rules know.
    """

    values: Mapping[str, tuple[str, ...]]
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        readings: Mapping[str, tuple[str, ...]],
        settled: Collection[str],
        options: Iterable[Option] | None,
        fixed: Mapping[str, str],
    ) -> Points:
        """Return the unclear points with the values that count.

        Parameters
        ----------
        readings : mapping of str to tuple of str
            Point → the values that the code knows, the proposed one first.
        settled : collection of str
            Points that text or practice settles where the register does not say otherwise.
        options : iterable of Option or None
            The game's register; None takes `readings` as they are.  A point that is not in it was none when
            its module was built: it has the reading of those rules, the proposed one.
        fixed : mapping of str to str
            Points that the played game fixed. A value that the code does not know leaves the point open.
        """
        register = None if options is None else {option.id: option for option in options}
        later = frozenset() if register is None else readings.keys() - register.keys()
        support = {point: "text" if point in settled or point in later else "open" for point in readings}
        defaults = {point: known[0] for point, known in readings.items()}
        literal: dict[str, str] = {}
        for option in (register or {}).values():
            if option.id in readings and option.default in readings[option.id]:
                support[option.id] = option.support
                defaults[option.id] = option.default
                if option.literal in readings[option.id]:
                    literal[option.id] = option.literal
        values: dict[str, tuple[str, ...]] = {}
        for point, known in readings.items():
            default = defaults[point]
            # What the letter of the text allows beside the default is not held against anybody.
            others = known if support[point] == "open" else (literal.get(point, default),)
            values[point] = tuple(dict.fromkeys((default, *others)))
        return cls(MappingProxyType(values), readings).under(fixed)

    def settled(self) -> Points:
        """Return the same points, each settled at its proposed value."""
        return replace(
            self, values=MappingProxyType({point: values[:1] for point, values in self.values.items()})
        )

    def fixed(self, choice: Mapping[str, str]) -> Points:
        """Return the same points with some of them settled.  Raises KeyError for an unknown point."""
        known = {point: self.values[point] for point in self.values}
        for point, value in choice.items():
            if point not in known:
                raise KeyError(point)
            known[point] = (value,)
        return replace(self, values=MappingProxyType(known))

    def under(self, settings: Mapping[str, str]) -> Points:
        """Return the same points under the settings of a match.

        Those of no point are passed over; a value that the rules do not know leaves its point open.
        """
        known = dict(self.values)
        for point, value in settings.items():
            if point in known:
                every = self.readings.get(point, known[point])
                known[point] = (value,) if value in every else tuple(dict.fromkeys((known[point][0], *every)))
        return replace(self, values=MappingProxyType(known))


@dataclass(slots=True)
class Rulings:
    """One value for each point asked for.

    Attributes
    ----------
    assigned : dict of str to str
        Values given to open points beforehand.
    asked : list of str
        Open points asked for so far, in order; `explore` branches on them.
    """

    points: Points
    assigned: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def of(self, point: str) -> str:
        """Return the value of a point.

        Raises
        ------
        KeyError
            For a point that the game's register does not have.
        """
        values = self.points.values[point]
        if len(values) == 1:
            return values[0]
        if point not in self.assigned:
            self.assigned[point] = values[0]
        if point not in self.asked:
            self.asked.append(point)
        return self.assigned[point]

    def values(self, point: str) -> tuple[str, ...]:
        """Return the values a point can still have, without asking for it.

        Raises
        ------
        KeyError
            For a point that the game's register does not have.
        """
        return (self.assigned[point],) if point in self.assigned else self.points.values[point]

    def says(self, point: str, *values: str) -> bool:
        """Return whether a point's value is one of `values`."""
        return self.of(point) in values


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a question gave under one combination of values.

    Attributes
    ----------
    rulings : mapping of str to str
        Values of the open points that were asked for.
    """

    rulings: Mapping[str, str]
    result: T


def explore(points: Points, question: Callable[[Rulings], T]) -> list[Answer[T]]:
    """Answer a question under every combination of the open points it asks for.

    Parameters
    ----------
    question : callable
        Must give the same answer, and ask for the same points, whenever the values are the same.

    Returns
    -------
    list of Answer
        The answer under the proposed values first.

    Raises
    ------
    OverflowError
        For more than `LIMIT` combinations.
    """
    answers: list[Answer[T]] = []
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        if len(answers) >= LIMIT:
            raise OverflowError(f"more than {LIMIT} combinations of unclear points")
        given = waiting.pop()
        rulings = Rulings(points, dict(given))
        result = question(rulings)
        answers.append(Answer(dict(rulings.assigned), result))
        seen = dict(given)
        branches = []
        for point in rulings.asked:
            if point in given:
                continue
            branches += [{**seen, point: value} for value in points.values[point][1:]]
            seen[point] = rulings.assigned[point]
        waiting += reversed(branches)
    return answers


def deciding_points(answers: list[Answer[bool]]) -> tuple[str, ...]:
    """Return the points on which a yes or no depends: settling one of them alone can change the answer.

    Two answers that differ in one point only, as far as both asked, and disagree name that point.  When no
    single point decides, all points that were asked for are returned.
    """
    asked = {point for answer in answers for point in answer.rulings}
    found = set()
    for i, one in enumerate(answers):
        for other in answers[:i]:
            if one.result == other.result:
                continue
            shared = one.rulings.keys() & other.rulings.keys()
            differing = [point for point in shared if one.rulings[point] != other.rulings[point]]
            if len(differing) == 1:
                found.add(differing[0])
    return tuple(sorted(found or asked))
