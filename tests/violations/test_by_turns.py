"""Which games a bench plays: by turns what they are about, and those alone that promise what it lacks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from random import Random

from tests.violations.mutation import Harvest, Mutator
from tests.violations.planting import Order, by_turns


class Colour(Enum):
    DARK_RED = 1


@dataclass
class Board:
    number: int = 0

    def copy(self) -> Board:
        return Board(self.number)

    def key(self) -> object:
        return self.number


@dataclass(frozen=True)
class Look:
    position: Board
    action: int
    rng: Random


Acts = tuple[int, ...]


def _doubled(look: Look) -> Acts | None:
    return (look.action * 2,) if look.action > 5 else None


def _told(colour: Colour, high: int, too_late: bool, look: Look) -> Acts | None:
    del colour, too_late
    return (high,) if look.action == high else None


MUTATORS: tuple[Mutator[Look, int], ...] = (
    Mutator("1.0", (int,), _doubled),
    Mutator("2.0", (int,), partial(_told, Colour.DARK_RED, 9, False)),
)
THEMES = {"one": frozenset({"1.0"}), "two": frozenset({"2.0"})}


def harvest(wanted: int = 1) -> Harvest[Board, Look, int]:
    return Harvest(MUTATORS, Look, wanted)


def test_a_way_is_called_by_its_function_and_what_that_was_told() -> None:
    assert [mutator.name for mutator in MUTATORS] == ["doubled", "told dark red 9 not too late"]


def test_a_game_without_a_chance_promises_nothing() -> None:
    ours = harvest()
    assert not ours.promised(((Board(), action) for action in (1, 2, 3)), seed=1)
    assert ours.promised(((Board(), action) for action in (1, 2, 7)), seed=1)


def test_a_look_ahead_counts_nothing() -> None:
    ours = harvest()
    ours.promised([(Board(), 9)], seed=1)
    assert ours.missing == {"1.0", "2.0"}


def test_what_has_its_number_promises_nothing() -> None:
    ours = harvest()
    assert [mutant.clause for mutant in ours.of(Board(), 1, 0, 7)] == ["1.0"]
    assert not ours.promised([(Board(), 7)], seed=2)
    assert ours.promised([(Board(), 9)], seed=2)


def test_themes_come_by_turns_until_nothing_lacks() -> None:
    ours = harvest(2)
    games = by_turns(THEMES, ours, Order(seed=5, games=20))
    assert [next(games), next(games), next(games)] == [(5, "one"), (6, "two"), (7, "one")]
    ours.found.update({0: 2})
    assert [next(games), next(games)] == [(8, "two"), (9, "two")]
    ours.found.update({1: 2})
    assert list(games) == []


def test_games_without_a_promise_are_passed_over_and_counted() -> None:
    games = by_turns(THEMES, harvest(), Order(seed=1, games=6), lambda seed, _theme: seed % 3 == 0)
    assert [seed for seed, _ in games] == [3, 6]
