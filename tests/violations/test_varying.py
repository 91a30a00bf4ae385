"""Varied actions: which fields change and how, and that only what breaks the one clause counts."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

import pytest

from tests.violations.mutation import Mutator
from tests.violations.varying import Variety


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Put:
    stone: str
    colour: Colour
    cups: tuple[str, ...] = ()
    hidden: bool = False
    count: int = 1
    under: str | None = None


@dataclass(frozen=True)
class Stop:
    pass


@dataclass
class Board:
    done: list[object] = field(default_factory=list)

    def copy(self) -> Board:
        return Board([*self.done])

    def key(self) -> object:
        return tuple(self.done)


@dataclass(frozen=True)
class Look:
    position: Board
    action: object
    rng: random.Random


VALUES = {"stone": ("a", "b"), "cups": ("x", "y", "z"), "under": ("c",)}
LEGAL = Put("a", Colour.RED, ("x", "y"))


def values(_board: Board, name: str) -> Sequence[object]:
    return VALUES.get(name, ())


def broken(board: Board, action: object) -> Collection[str]:
    """Read the rules of a game of stones: one red one in two cups, nothing beside, then stop."""
    found = set()
    if isinstance(action, Stop):
        return set() if board.done else {"5"}
    assert isinstance(action, Put)
    if action.colour is Colour.BLUE:
        found.add("1")
    if action.count != 1:
        found.add("2")
    if len(action.cups) != 2:
        found.add("3")
    if action.hidden or action.under:
        found.add("4")
    return found


VARIETY: Variety[Board, object] = Variety(values, broken)


def made(mutator: Mutator[Look, object], action: object = LEGAL) -> Iterator[tuple[object, ...]]:
    for seed in range(60):
        found = mutator.make(Look(Board(), action, random.Random(seed)))
        if found is not None:
            yield found


@pytest.mark.parametrize("clause", ["1", "2", "3", "4"])
def test_a_clause_is_broken_alone(clause: str) -> None:
    found = list(made(VARIETY.mutator(clause, Put)))
    assert found
    for (last,) in found:
        assert broken(Board(), last) == {clause}


def test_one_field_of_the_legal_action_is_another() -> None:
    for (last,) in made(VARIETY.mutator("3", Put)):
        assert isinstance(last, Put)
        assert last == Put("a", Colour.RED, last.cups)
        assert len(set(last.cups)) == len(last.cups)


def test_an_action_of_another_kind_stands_in_place_of_the_legal_one() -> None:
    mutator = VARIETY.mutator("5", Stop, Put)
    assert mutator.on == (Put,)
    assert set(made(mutator)) == {(Stop(),)}


def test_a_single_field_is_varied_on_demand() -> None:
    mutator = VARIETY.mutator("4", Put, field="under")
    assert mutator.name == "varied Put under"
    assert {last for *_, last in made(mutator)} == {Put("a", Colour.RED, ("x", "y"), under="c")}


def test_no_clause_of_that_number_is_broken() -> None:
    assert list(made(VARIETY.mutator("9", Put))) == []
