"""How unusual counts of dice are, exactly where that can be had: chi-square, the exact test, averages, runs.

Every probability is of fair dice: that a set of as many rolls is as uneven as this one, or more so.

Source: Pearson (1900) for the statistic; Wald and Wolfowitz (1940) for runs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

_MOST = 3_000_000
"""So many sums at most: a set so uneven that it takes more is told by chi-square alone."""
_EPSILON = 1e-9


def chi_square(counts: Sequence[int], chances: Sequence[float] | None = None) -> float:
    """Return how uneven counts are: the sum of squared differences from what is expected, each over it.

    Parameters
    ----------
    counts : sequence of int
        Of each face, those that never came included.
    chances : sequence of float, optional
        Of each; by default equal.
    """
    total = sum(counts)
    if not total:
        return 0.0
    expected = [total / len(counts)] * len(counts) if chances is None else [total * one for one in chances]
    return sum((count - one) ** 2 / one for count, one in zip(counts, expected, strict=True))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance of a chi-square statistic as large as this or larger, in closed form."""
    half = statistic / 2
    if degrees < 1 or half <= 0:
        return 1.0
    if degrees % 2 == 0:
        terms = [1.0]
        for i in range(1, degrees // 2):
            terms.append(terms[-1] * half / i)
        return min(1.0, math.exp(-half) * math.fsum(terms))
    total = math.erfc(math.sqrt(half))
    term = math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
    for i in range(1, (degrees + 1) // 2):
        total += term
        term *= half / (i + 0.5)
    return min(1.0, total)


def exact_tail(counts: Sequence[int]) -> float | None:
    """Return the exact chance that fair dice give counts as uneven as these or more so.

    All sets of counts are gone through face by face, those that are less uneven than these summed up.

    Returns
    -------
    float or None
        None where the counts are so uneven and so many that it would take too long.
    """
    total, faces = sum(counts), len(counts)
    if total == 0 or faces < 2:
        return 1.0
    # Deviations times the number of faces, so that all is whole numbers.
    limit = sum((faces * count - total) ** 2 for count in counts)
    reach = math.isqrt(limit)
    if (2 * reach // faces + 2) ** 3 * faces > _MOST:
        return None
    states: dict[tuple[int, int], float] = {(total, 0): 1.0}
    for face in range(faces):
        left_faces = faces - face
        following: dict[tuple[int, int], float] = {}
        for (left, used), chance in states.items():
            low = max(0, -(-(total - reach) // faces))
            for count in range(low, min(left, (total + reach) // faces) + 1):
                if left_faces == 1 and count != left:
                    continue
                more = used + (faces * count - total) ** 2
                if more >= limit:
                    continue
                key = (left - count, more)
                following[key] = following.get(key, 0.0) + chance * binomial(count, left, left_faces)
        states = following
        if len(states) > _MOST // 10:
            return None
    return min(1.0, max(0.0, 1.0 - math.fsum(states.values())))


@lru_cache(maxsize=1 << 16)
def binomial(count: int, total: int, faces: int) -> float:
    """Return the chance of a face so often among so many rolls of a die with so many faces."""
    if faces == 1:
        return 1.0 if count == total else 0.0
    log = math.lgamma(total + 1) - math.lgamma(count + 1) - math.lgamma(total - count + 1)
    return math.exp(log - count * math.log(faces) + (total - count) * math.log((faces - 1) / faces))


def sums(count: int, sides: int) -> list[float]:
    """Return the chance of each sum of dice, from `count` on."""
    found = [1.0]
    for _ in range(count):
        wider = [0.0] * (len(found) + sides - 1)
        for place, chance in enumerate(found):
            for side in range(sides):
                wider[place + side] += chance / sides
        found = wider
    return found


def average_tail(total: int, count: int, sides: int) -> float:
    """Return the exact chance that the average of so many dice is as far from the middle as this or further.

    Beyond a thousand dice the normal curve tells it.
    """
    middle = count * (sides + 1) / 2
    away = abs(total - middle)
    if count > 1000:
        deviation = math.sqrt(count * (sides**2 - 1) / 12)
        return math.erfc(max(0.0, away - 0.5) / deviation / math.sqrt(2))
    chances = sums(count, sides)
    far = (chance for place, chance in enumerate(chances) if abs(place + count - middle) >= away - _EPSILON)
    return min(1.0, math.fsum(far))


def longest_run(values: Sequence[int]) -> tuple[int, int]:
    """Return the value that came most often in a row, and how often; (0, 0) for no values."""
    best, value, length = (0, 0), 0, 0
    for one in values:
        value, length = (one, length + 1) if one == value and length else (one, 1)
        if length > best[1]:
            best = (value, length)
    return best


def longest_run_tail(length: int, count: int, sides: int) -> float:
    """Return the exact chance that some result comes so often in a row, or more often."""
    if length <= 1:
        return 1.0 if count else 0.0
    # Chance of each length of the row that is going on, without any as long as `length` before.
    rows = [0.0] * (length - 1)
    rows[0] = 1.0 if count else 0.0
    for _ in range(count - 1):
        whole = math.fsum(rows)
        rows = [whole * (sides - 1) / sides, *(one / sides for one in rows[:-1])]
    return min(1.0, max(0.0, 1.0 - math.fsum(rows)))


def runs(values: Sequence[int], middle: float) -> tuple[int, int, int]:
    """Return how many rows of high and of low results follow each other, and how many of each there are.

    Results of exactly the middle are left out.
    """
    marks = [value > middle for value in values if value != middle]
    rows = sum(one != other for one, other in pairwise(marks)) + bool(marks)
    return rows, sum(marks), len(marks) - sum(marks)


def runs_tail(rows: int, high: int, low: int) -> float:
    """Return the exact chance that high and low results change as seldom, or as often, as this or more so."""
    if not high or not low:
        return 1.0
    here = _rows_chance(rows, high, low)
    chances = (_rows_chance(one, high, low) for one in range(2, high + low + 1))
    return min(1.0, math.fsum(chance for chance in chances if chance <= here * (1 + _EPSILON)))


def _rows_chance(rows: int, high: int, low: int) -> float:
    if rows < 2:
        return 0.0
    half, odd = divmod(rows, 2)
    if odd:
        ways = _ways(high - 1, half) * _ways(low - 1, half - 1) + _ways(high - 1, half - 1) * _ways(
            low - 1, half
        )
    else:
        ways = 2 * _ways(high - 1, half - 1) * _ways(low - 1, half - 1)
    return ways / math.comb(high + low, high)


def _ways(many: int, few: int) -> int:
    return math.comb(many, few) if 0 <= few <= many else 0


_PARTS: Mapping[int, str] = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
}


def how_often(chance: float, one: str = "is", many: str = "are") -> str:
    """Return a chance in plain words, with a verb for one set or for several: "one set in three is"."""
    if chance >= 0.985:
        return f"nearly every set {one}"
    if chance > 0.6:
        return f"{_PARTS[min(9, max(6, round(chance * 10)))]} sets in ten {many}"
    if chance > 0.4:
        return f"one set in two {one}"
    number = 1 / max(chance, 1e-12)
    if number >= 1e9:
        return f"less than one set in a thousand million {one}"
    if number < 10.5:
        return f"one set in {_PARTS[round(number)]} {one}"
    digits = max(0, int(math.log10(number)) - 1)
    return f"one set in {round(number, -digits):,.0f} {one}"
