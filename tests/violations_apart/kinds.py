"""What a kind of violation or disturbance is, and the lists of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tests.violations_apart.hands import joined_on, moved_on
from tests.violations_apart.played import Game, Step
from toolkit.vassal.commands import Command


class Expected(StrEnum):
    """What the audit should say."""

    OFFENCE = "offence"
    NOTICE = "notice"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Planted:
    """A game with something changed.

    Attributes
    ----------
    steps : tuple of steps
        The whole new log.
    at : tuple of int
        Its steps at which the deed is done, one-based.
    what : str
        In words, for a reader of the results.
    culprit : str or None
        Side that did it, None where the log tells nobody.
    begin : tuple of Command or None
        Another beginning of the log.
    cut : int or None
        Number of steps after which a second log goes on.
    changed : tuple of (int, int, int)
        Place in the old log (zero-based), steps left out, steps put in: what `splice` did.
    """

    steps: tuple[Step, ...]
    at: tuple[int, ...]
    what: str
    culprit: str | None = None
    begin: tuple[Command, ...] | None = None
    cut: int | None = None
    changed: tuple[int, int, int] = (0, 0, 0)


T = TypeVar("T")

Plant = Callable[[Game, random.Random], Planted | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: how it is planted and what is to be said.

    Attributes
    ----------
    name : str
    expected : Expected
    clauses : tuple of str
        Printed numbers of which one is to be named; a number stands for its sub-clauses too.  With a
        notice: the
        clauses under which an accusation would be right as well.
    plant : callable
    why : str
        The first paragraph of its docstring.
    """

    name: str
    expected: Expected
    clauses: tuple[str, ...]
    plant: Plant
    why: str


class Kinds:
    """A list of kinds with the decorators that fill it."""

    def __init__(self) -> None:
        self.all: dict[str, Kind] = {}

    def _add(
        self, plant: Plant, expected: Expected, clauses: tuple[str, ...], name: str | None = None
    ) -> Plant:
        name = name or getattr(plant, "__name__", "").strip("_")
        if name in self.all:
            raise ValueError(f"two kinds {name}")
        why = " ".join((plant.__doc__ or "").split("\n\n")[0].split())
        self.all[name] = Kind(name, expected, clauses, plant, why)
        return plant

    def offence(self, *clauses: str) -> Callable[[Plant], Plant]:
        """Mark what breaks one of these clauses."""
        return lambda plant: self._add(plant, Expected.OFFENCE, clauses)

    def notice(self, *clauses: str) -> Callable[[Plant], Plant]:
        """Mark what should be noticed at its step."""
        return lambda plant: self._add(plant, Expected.NOTICE, clauses)

    def harmless(self, plant: Plant) -> Plant:
        """Mark what nobody may be accused of."""
        return self._add(plant, Expected.NOTHING, ())

    def take(self, name: str, plant: Plant, expected: Expected, clauses: tuple[str, ...] = ()) -> None:
        """Add a kind that games share."""
        self._add(plant, expected, clauses, name)


def splice(
    game: Game,
    step: int,
    put_in: Sequence[Step],
    what: str,
    *,
    leave_out: int = 0,
    count: int = 0,
    culprit: str | None = None,
    at: Iterable[int] | None = None,
    stop: int | None = None,
) -> Planted:
    """Return the game with steps put in before a step, in place of `leave_out` steps from there on.

    Parameters
    ----------
    count : int
        Decisions more (or fewer) than before: later numbers of decisions are shifted by it.
    at : iterable of int, optional
        Steps of the deed; by default those put in, or the two around the gap.
    stop : int, optional
        First old step that does not fit any more: the players stop before it.
    """
    head = game.steps[: step - 1]
    tail = game.steps[step - 1 + leave_out : None if stop is None else max(stop - 1, step - 1 + leave_out)]
    if count:
        above = int(game.table(step).properties.get(("Module", "Step"), "0"))
        tail = tuple(moved_on(one, count, above, game) for one in tail)
    tail = joined_on(put_in, tail, game)
    if at is None:
        at = range(step, step + len(put_in)) if put_in else (step - 1, step)
    return Planted(
        (*head, *put_in, *tail), tuple(at), what, culprit, changed=(step - 1, leave_out, len(put_in))
    )


def mixed(items: Iterable[T], rng: random.Random) -> list[T]:
    """Return items in a random order."""
    found = list(items)
    rng.shuffle(found)
    return found
