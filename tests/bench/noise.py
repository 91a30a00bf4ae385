"""Chains and paths with a known truth, and drawn lines at a known distance from them.

Unit: the pitch.  A drawn line comes with the place of the truth that each of its points stands for,
in order.  Between two matched points both lines are walked at constant speed, so the greatest
distance of matched points bounds the order-preserving (Fréchet) distance from above, and it is
scaled to be exactly the asked one.  `frechet` measures that distance itself, independently.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import Vertex
from toolkit.geometry.numbering import Numbering

T = TypeVar("T")
Cell = tuple[int, int]

KINDS = ("random", "saturated", "one-sided", "cut corners", "sparse clicks")

# Corners of the truth are always samples; between them this many pieces a step.
_PIECES = 6


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn line ``points`` (k, 2) and the matching points ``truth`` (k, 2) of the true line."""

    points: np.ndarray
    truth: np.ndarray

    def matched(self) -> float:
        """Return the greatest distance of matched points."""
        return float(np.hypot(*(self.points - self.truth).T).max())


def lattice_grid(orientation: Orientation = Orientation.FLAT) -> HexGrid:
    """Return a grid of pitch 1 that holds all chains and paths of up to 100 steps."""
    return HexGrid(orientation, 1.0, (0.0, 0.0), 1, 300, 1, 300, "even", Numbering("column-row", 3, 3))


def random_chain(rng: np.random.Generator, length: int, wild: bool) -> list[Vertex]:
    """Return a chain of hexsides that meets no vertex twice: a river, or a wildly meandering one."""
    return _self_avoiding(rng, Vertex(150, 75, 0), length, wild, _vertex_steps)


def random_path(rng: np.random.Generator, length: int, wild: bool) -> list[tuple[int, int]]:
    """Return a path of hexes that meets no hex twice."""
    return _self_avoiding(rng, (150, 75), length, wild, _hex_steps)


def _vertex_steps(chain: list[Vertex], wild: bool, heading: float) -> list[tuple[Vertex, float]]:
    here = chain[-1]
    found = []
    for vertex in here.neighbours():
        a, b = (np.array(vertex.axial()) - np.array(here.axial())).tolist()
        found.append((vertex, 1.0 if wild else _along(a, b, heading)))
    return found


def _hex_steps(path: list[Cell], wild: bool, heading: float) -> list[tuple[Cell, float]]:
    q, r = path[-1]
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    return [((q + a, r + b), 1.0 if wild else _along(a, b, heading)) for a, b in steps]


def _along(a: float, b: float, heading: float) -> float:
    """Return the weight of a step for a line that mostly keeps its heading."""
    x, y = a * math.sqrt(3) / 2, b + a / 2
    return math.exp(3.0 * (x * math.cos(heading) + y * math.sin(heading)) / math.hypot(x, y))


def _self_avoiding(
    rng: np.random.Generator,
    start: T,
    length: int,
    wild: bool,
    steps: Callable[[list[T], bool, float], list[tuple[T, float]]],
) -> list[T]:
    while True:
        chain, seen, heading = [start], {start}, rng.uniform(0, 2 * math.pi)
        while len(chain) <= length:
            free = [(cell, weight) for cell, weight in steps(chain, wild, heading) if cell not in seen]
            if not free:
                break
            weights = np.array([weight for _, weight in free])
            chosen = free[int(rng.choice(len(free), p=weights / weights.sum()))][0]
            chain.append(chosen)
            seen.add(chosen)
            heading += 0.0 if wild else rng.normal(0, 0.3)
        else:
            return chain


def draw(rng: np.random.Generator, corners: np.ndarray, kind: str, d: float) -> Drawn:
    """Return a line drawn along the corners of a truth, at the greatest distance `d`.

    Kinds
    -----
    random : every point anywhere within d.
    saturated : every point exactly d away, in any direction.
    one-sided : every point d to the left.
    cut corners : the longest chords that stay within d.
    sparse clicks : a click every one to four steps, wherever that is within d.
    """
    if kind == "cut corners":
        return _chords(rng, corners, d, jitter=0.0, longest=8)
    if kind == "sparse clicks":
        return _chords(rng, corners, d, jitter=0.5, longest=4)
    place = np.linspace(0, len(corners) - 1, (len(corners) - 1) * _PIECES + 1)
    truth = _at(corners, place)
    if kind == "one-sided":
        off = _left(truth)
    else:
        angle = rng.uniform(0, 2 * math.pi, len(truth))
        off = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        if kind == "random":
            off *= np.sqrt(rng.uniform(0, 1, len(truth)))[:, None]
    return Drawn(truth + off * (d / np.hypot(*off.T).max()), truth)


def _at(corners: np.ndarray, place: np.ndarray) -> np.ndarray:
    index = np.arange(len(corners))
    return np.stack([np.interp(place, index, corners[:, k]) for k in (0, 1)], axis=1)


def _left(points: np.ndarray) -> np.ndarray:
    run = np.diff(points, axis=0)
    run /= np.hypot(*run.T)[:, None]
    both = np.concatenate([run[:1], run]) + np.concatenate([run, run[-1:]])
    both /= np.hypot(*both.T)[:, None]
    return np.stack([both[:, 1], -both[:, 0]], axis=1)


def _chords(rng: np.random.Generator, corners: np.ndarray, d: float, jitter: float, longest: int) -> Drawn:
    """Replace the truth by chords, each as long as keeps matched points within d of each other."""
    # A chord may begin and end at so many places of a step; small corners need small steps.
    stops = max(4, math.ceil(1.2 / d))
    fine = np.linspace(0, len(corners) - 1, (len(corners) - 1) * stops + 1)
    line = _at(corners, fine)
    angle = rng.uniform(0, 2 * math.pi, len(line))
    spread = jitter * d * np.sqrt(rng.uniform(0, 1, len(line)))
    clicks = line + spread[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points, truth, here = [clicks[:1]], [line[:1]], 0
    while here < len(line) - 1:
        wanted = int(rng.integers(stops, longest * stops + 1)) if jitter else longest * stops
        end, chord = here + 1, clicks[here : here + 2]
        # A chord may fail where a slightly longer one fits again.
        for tried in range(here + 2, min(len(line) - 1, here + wanted) + 1):
            longer = _chord(clicks[here], clicks[tried], line[here : tried + 1])
            if np.hypot(*(longer - line[here : tried + 1]).T).max() <= d:
                end, chord = tried, longer
            elif tried - end > stops:
                break
        points.append(chord[1:])
        truth.append(line[here + 1 : end + 1])
        here = end
    return Drawn(np.concatenate(points), np.concatenate(truth))


def _chord(start: np.ndarray, end: np.ndarray, part: np.ndarray) -> np.ndarray:
    """Return points of a chord that stand for the points of a part of the truth, in order."""
    run = end - start
    square = float(run @ run)
    if square == 0.0:
        return np.repeat(start[None, :], len(part), axis=0)
    share = np.clip((part - start) @ run / square, 0, 1)
    # The nearest points of the chord, but never going back.
    share = np.maximum.accumulate(share)
    share[0], share[-1] = 0.0, 1.0
    return start + share[:, None] * run


def frechet(first: np.ndarray, second: np.ndarray, step: float = 0.1) -> float:
    """Return the discrete Fréchet distance of two lines cut into pieces of at most `step`.

    The continuous distance is at most this and at least this less `step`.
    """
    a, b = _fine(first, step), _fine(second, step)
    apart = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    rows, columns = apart.shape
    before, last = np.full(rows, np.inf), np.full(rows, np.inf)
    # Diagonal by diagonal: cell (i, k - i) follows (i - 1, .), (., k - i - 1) and both.
    for k in range(rows + columns - 1):
        i = np.arange(max(0, k - columns + 1), min(rows, k + 1))
        up = np.where(i > 0, last[i - 1], np.inf)
        both = np.where(i > 0, before[i - 1], np.inf)
        best = np.minimum(np.minimum(up, last[i]), both) if k else np.array([0.0])
        now = np.full(rows, np.inf)
        now[i] = np.maximum(best, apart[i, k - i])
        before, last = last, now
    return float(last[rows - 1])


def _fine(line: np.ndarray, step: float) -> np.ndarray:
    length = np.hypot(*np.diff(line, axis=0).T)
    count = np.maximum(1, np.ceil(length / step)).astype(int)
    place = np.concatenate([i + np.arange(n) / n for i, n in enumerate(count.tolist())] + [[len(line) - 1.0]])
    return _at(line, place)
