"""What every game's rules offer, whatever its kind: for batteries of tests, for benches, for new games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from toolkit.rules.registry import RuleBook
from toolkit.rules.verdict import Verdict

P = TypeVar("P")
A = TypeVar("A")


class Game(Protocol[P, A]):
    """One game's rules.

    A position is everything the rules need to know; an action is one thing a player does, or what chance
    gave, and states facts only, so that `apply` can carry out illegal ones as well.
    """

    book: RuleBook

    def begin(self, setup: str, fixed: Mapping[str, str]) -> P:
        """Return the position of a set-up, under these settings of the unclear points."""

    def check(self, position: P, action: A) -> Verdict:
        """Judge an action."""

    def checker(self, position: P) -> Callable[[A], Verdict]:
        """Return a fast `check` that follows this position as it changes."""

    def apply(self, position: P, action: A) -> None:
        """Carry an action out, legal or not."""

    def play(self, position: P, seed: int) -> Iterator[A]:
        """Yield the actions of a legal game by chance; each is carried out when the next is asked for."""

    def copy(self, position: P) -> P:
        """Return an independent position."""

    def key(self, position: P) -> object:
        """Return a hashable value that is equal for equal positions."""

    def over(self, position: P) -> bool:
        """Return whether the game has ended."""

    def faults(self, position: P) -> list[str]:
        """Return which invariants a position breaks; [] for a sound one."""

    def write(self, action: A) -> dict[str, Any]:
        """Return an action as JSON."""

    def read(self, found: Mapping[str, Any]) -> A:
        """Return the action that `write` wrote."""
