"""The frame in which a reading of a game on areas is held against the checker, whatever the game.

Whole games of the random player, judged action by action, and games that the reading plays itself.  Beside
what is done other things are asked, and what is done with one fact changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import Generic, Protocol, Self, TypeVar

from tests.oracle.tally import Tally
from tests.oracle.variants import some_variants
from toolkit.rules.verdict import Verdict

_AROUND = 6
"""Other actions asked beside one of a game."""
_ROUNDS = 8
"""How often actions are made up before nothing is called legal."""


class Board(Protocol):
    """A position of the checker."""

    def copy(self) -> Self:
        """Return one to be played on apart."""


P = TypeVar("P", bound=Board)
W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")
_A_co = TypeVar("_A_co", covariant=True)


class Walk(Protocol[_A_co]):
    """Makes up actions for a state."""

    def candidates(self) -> Iterable[_A_co]:
        """Return actions of every kind, good and bad ones, in a random order."""


@dataclass(frozen=True)
class Frame(Generic[P, W, S, A]):
    """A game, read twice.

    Attributes
    ----------
    check, apply : callable
        The checker: its verdict on an action, and what it makes of one.
    judge, after : callable
        The reading: outcome and broken clauses of an action, and the state after a legal one.
    world, state : callable
        Position → what the reading knows of the game; world and position → the state that it judges.
    told, differences : callable
        What two states must agree on, and where two such tellings differ.
    walk : callable
        World, state and chance → actions.
    values : callable
        Position and name of a field → what of the game can stand in it.
    play, over : callable
        Position and seed → the actions of the checker's random player; whether there is nothing more to do.
    lazy : tuple of type
        Actions that bring a game no further; with the chance `busy` another one is done.
    stuck : callable
        World and position where nothing is legal → what is said of it, None where that is no wonder.
    passed_over : callable
        Whether the reading has no answer to an action, whatever the checker says.
    """

    check: Callable[[P, A], Verdict]
    apply: Callable[[P, A], None]
    judge: Callable[[W, P, A], tuple[str, Collection[str]]]
    after: Callable[[W, S, A], S]
    world: Callable[[P], W]
    state: Callable[[W, P], S]
    told: Callable[[W, S], dict[str, object]]
    differences: Callable[[dict[str, object], dict[str, object]], list[str]]
    walk: Callable[[W, S, Random], Walk[A]]
    values: Callable[[P, str], Sequence[object]]
    play: Callable[[P, int], Iterable[A]]
    over: Callable[[P], bool]
    lazy: tuple[type, ...]
    busy: float
    stuck: Callable[[W, P], str | None] = lambda _world, _position: ""
    passed_over: Callable[[P, A, str], bool] = lambda _position, _action, _outcome: False

    def compare_verdict(self, world: W, position: P, action: A, tally: Tally, name: str) -> str | None:
        """Ask both about an action; return the answer when they agree."""
        theirs = self.check(position, action)
        said = str(theirs.outcome.value)
        if self.passed_over(position, action, said):
            return said
        mine, broken = self.judge(world, position, action)
        agree = tally.verdict(action, said, mine, (*theirs.rules, theirs.reason, *sorted(broken)), name)
        if mine == said == "illegal":
            tally.named(action, theirs.rules, broken)
        return mine if agree else None

    def compare_result(self, world: W, position: P, action: A, tally: Tally, name: str) -> None:
        """Carry a legal action out in both ways and compare."""
        want = self.told(world, self.after(world, self.state(world, position), action))
        self.apply(position, action)
        tally.result(action, self.differences(want, self.told(world, self.state(world, position))), name)

    def games(
        self,
        begun: Callable[[int], P],
        seeds: Iterable[int],
        tally: Tally,
        *,
        asked: float = 0.2,
        seconds: float = 1e9,
        steps: int = 10**9,
    ) -> None:
        """Compare whole games of the random player; at a share `asked` of steps other things are asked too.

        Parameters
        ----------
        begun : callable
            Seed → table.
        """
        for seed, until in _seeded(seeds, seconds):
            position, random = begun(seed), Random(seed)
            world, twin = self.world(position), position.copy()
            for n, action in enumerate(self.play(position, seed)):
                name = f"game {seed} step {n}"
                self.compare_verdict(world, position, action, tally, name)
                if random.random() < asked:
                    self._compare_around(world, position, action, random, tally, name=name)
                self.compare_result(world, twin, action, tally, name)
                if time.monotonic() > until or n >= steps:
                    break

    def _compare_around(
        self, world: W, position: P, action: A, random: Random, tally: Tally, *, name: str
    ) -> None:
        """Ask about other actions than the one that is done."""
        around = islice(self.walk(world, self.state(world, position), random).candidates(), _AROUND)
        for other in (*around, *self._variants(position, action, random)):
            self.compare_verdict(world, position, other, tally, name)

    def _variants(self, position: P, action: A, random: Random) -> Iterator[A]:
        """Return an action with each of its fields changed."""
        return some_variants(action, partial(self.values, position), random)

    def walks(
        self,
        begun: Callable[[int, Random], P],
        seeds: Iterable[int],
        tally: Tally,
        *,
        name: str = "walk",
        seconds: float = 1e9,
        asked: int = 10,
        length: int = 4000,
    ) -> None:
        """Compare games that the reading plays by chance.

        Parameters
        ----------
        begun : callable
            Seed and chance → table.
        """
        for seed, until in _seeded(seeds, seconds):
            random = Random(seed)
            position = begun(seed, random)
            world = self.world(position)
            for n in range(length):
                if self.over(position) or time.monotonic() > until:
                    break
                if not self.step(world, position, random, tally, name=f"{name} {seed} step {n}", asked=asked):
                    break

    def step(self, world: W, position: P, random: Random, tally: Tally, *, name: str, asked: int) -> bool:
        """Ask some candidates until one is legal, and carry it out; return whether the game goes on."""
        good, sure = self._good(world, position, random, tally, name=name, asked=asked)
        if not good:
            stuck = self.stuck(world, position)
            if stuck is not None:
                tally.differing.append(f"{name}: nothing is legal for both{stuck}")
            return False
        active = [action for action in good if not isinstance(action, self.lazy)]
        pool = active if active and random.random() < self.busy else good
        # By kind first, so that what can seldom be done is done.
        kind = random.choice(sorted({type(action).__name__ for action in pool}))
        action = random.choice([action for action in pool if type(action).__name__ == kind])
        for other in self._variants(position, action, random):
            self.compare_verdict(world, position, other, tally, name)
        if action in sure:
            self.compare_result(world, position, action, tally, name)
        else:
            self.apply(position, action)
        return True

    def _good(
        self, world: W, position: P, random: Random, tally: Tally, *, name: str, asked: int
    ) -> tuple[list[A], set[A]]:
        """Return actions that are not illegal for both, and those that are legal."""
        walk = self.walk(world, self.state(world, position), random)
        good: list[A] = []
        sure: set[A] = set()
        for n, action in enumerate(action for _ in range(_ROUNDS) for action in walk.candidates()):
            if good and n >= asked:
                break
            answer = self.compare_verdict(world, position, action, tally, name)
            if answer in ("legal", "unclear"):
                good.append(action)
                sure |= {action} if answer == "legal" else set()
        return good, sure


def any_rulings(
    usual: Mapping[str, str], readings: Mapping[str, Sequence[str]], random: Random
) -> dict[str, str]:
    """Return settings as some players could fix them: half of the points at any of their values."""
    found = dict(usual)
    for point, values in readings.items():
        if random.random() < 0.5:
            found[point] = random.choice(values)
    return found


def _seeded(seeds: Iterable[int], seconds: float) -> Iterator[tuple[int, float]]:
    """Yield seeds until the time is up, each with the moment when it is."""
    until = time.monotonic() + seconds
    for seed in seeds:
        if time.monotonic() > until:
            return
        yield seed, until
