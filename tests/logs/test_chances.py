"""Chances of dice against every way they can fall, counted one by one."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, factorial, prod

import pytest

from toolkit.logs.chances import (
    average_tail,
    chi_square,
    chi_square_tail,
    exact_tail,
    how_often,
    longest_run,
    longest_run_tail,
    runs,
    runs_tail,
    sums,
)


def as_uneven(counts: list[int]) -> float:
    """Return the chance of counts as uneven, by all sets of counts."""
    total, faces = sum(counts), len(counts)
    here = chi_square(counts)
    ways = 0
    for other in product(range(total + 1), repeat=faces):
        if sum(other) == total and chi_square(other) >= here - 1e-9:
            ways += factorial(total) // prod(map(factorial, other))
    return float(ways / faces**total)


@pytest.mark.parametrize("counts", [[3, 1, 0, 2], [2, 2, 2], [5, 0, 0], [4, 1, 1, 0], [0, 7], [1, 0, 0, 0]])
def test_the_exact_chance_is_that_of_all_sets(counts: list[int]) -> None:
    assert exact_tail(counts) == pytest.approx(as_uneven(counts))


def test_chi_square_by_its_printed_table() -> None:
    # Upper five and one per cent, as tables of the distribution print them.
    for degrees, five, one in (
        (1, 3.841, 6.635),
        (2, 5.991, 9.210),
        (5, 11.070, 15.086),
        (9, 16.919, 21.666),
    ):
        assert chi_square_tail(five, degrees) == pytest.approx(0.05, abs=1e-4)
        assert chi_square_tail(one, degrees) == pytest.approx(0.01, abs=1e-4)


def test_the_exact_chance_of_many_dice_is_near_that_of_chi_square() -> None:
    counts = [44, 39, 44, 37, 38, 42]
    assert exact_tail(counts) == pytest.approx(chi_square_tail(chi_square(counts), 5), abs=0.01)


def test_a_set_too_uneven_to_be_counted_has_none() -> None:
    assert exact_tail([4000, 100, 100, 100, 100, 100]) is None


def test_averages_by_all_throws() -> None:
    throws = list(product(range(1, 7), repeat=3))
    far = sum(abs(sum(throw) - 10.5) >= 1.5 for throw in throws)
    assert average_tail(9, 3, 6) == pytest.approx(far / len(throws))
    assert average_tail(7_000, 2000, 6) == pytest.approx(1.0)
    assert average_tail(7_300, 2000, 6) < 1e-3


def test_sums_of_two_dice() -> None:
    assert [round(36 * chance) for chance in sums(2, 6)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_longest_rows_by_all_throws() -> None:
    throws = list(product(range(4), repeat=6))
    for length in (1, 2, 3, 6):
        found = sum(longest_run(throw)[1] >= length for throw in throws)
        assert longest_run_tail(length, 6, 4) == pytest.approx(found / len(throws))
    assert longest_run([3, 3, 1, 1, 1, 2]) == (1, 3)
    assert longest_run([]) == (0, 0)


def test_rows_of_high_and_low_by_all_orders() -> None:
    high, low = 4, 5
    rows = []
    for chosen in combinations(range(high + low), high):
        marks = [6 if place in chosen else 1 for place in range(high + low)]
        assert runs(marks, 3.5)[1:] == (high, low)
        rows.append(runs(marks, 3.5)[0])
    for count in set(rows):
        rarer = sum(rows.count(other) for other in set(rows) if rows.count(other) <= rows.count(count))
        assert runs_tail(count, high, low) == pytest.approx(rarer / comb(high + low, high))


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1.0, "nearly every set is"),
        (0.9, "nine sets in ten are"),
        (0.72, "seven sets in ten are"),
        (0.5, "one set in two is"),
        (0.33, "one set in three is"),
        (0.05, "one set in 20 is"),
        (0.0001, "one set in 10,000 is"),
        (0.0, "less than one set in a thousand million is"),
    ],
)
def test_chances_in_words(chance: float, words: str) -> None:
    assert how_often(chance) == words


def test_words_take_another_verb() -> None:
    assert how_often(0.9, "has", "have") == "nine sets in ten have"
