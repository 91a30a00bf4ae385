"""What a kind of violation or disturbance is, and the lists of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game


class Expected(StrEnum):
    """What the audit should say."""

    OFFENCE = "offence"
    NOTICE = "notice"
    NOTHING = "nothing"


T = TypeVar("T")

Plant = Callable[[Game, random.Random], Iterator[Planted]]
"""Yields a game for each place where a kind finds room; only the first is asked for."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: how it is planted and what is to be said.

    Attributes
    ----------
    clauses : tuple of str
        Printed numbers of which one is to be named; a number stands for its sub-clauses too.  With a
        notice: the
        clauses under which an accusation would be right as well.
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


def mixed(items: Iterable[T], rng: random.Random) -> list[T]:
    """Return items in a random order."""
    found = list(items)
    rng.shuffle(found)
    return found
