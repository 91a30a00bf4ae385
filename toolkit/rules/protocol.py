"""What every game's rules offer, whatever its kind: for batteries of tests, for benches, for new games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from toolkit.rules.registry import RuleBook
from toolkit.rules.verdict import Verdict

P = TypeVar("P", bound="Copied")
A = TypeVar("A")
_P_co = TypeVar("_P_co", covariant=True)

_LONGEST = 20_000
"""No game that ends has as many actions: a player that goes on and on is given up."""


class Copied(Protocol):
    """A position that can be copied and compared."""

    def copy(self) -> Any:
        """Return an independent position."""

    def key(self) -> object:
        """Return a hashable value that is equal for equal positions."""


class Begin(Protocol[_P_co]):
    """How a game begins."""

    def __call__(self, setup: str, fixed: Mapping[str, str] = MappingProxyType({}), /) -> _P_co:
        """Return the position of a set-up, under these settings of the unclear points."""


def played(
    position: P,
    choose: Callable[[], A],
    apply: Callable[[P, A], None],
    over: Callable[[P], bool],
) -> Iterator[A]:
    """Yield what a player chooses; each action is carried out when the next is asked for.

    Raises
    ------
    RuntimeError
        When the game does not end within 20,000 actions.
    """
    for _ in range(_LONGEST):
        if over(position):
            return
        action = choose()
        yield action
        apply(position, action)
    raise RuntimeError(f"no end after {_LONGEST} actions")


@dataclass(frozen=True, slots=True)
class Game(Generic[P, A]):
    """One game's rules: its functions under the names that all games share.

    A position is everything the rules need to know; an action is one thing a player does, or what chance
    gave, and states facts only, so that `apply` can carry out illegal ones as well.

    Attributes
    ----------
    begin : callable
        Set-up, and settings of the unclear points → position.
    check : callable
        Judges an action in a position.
    apply : callable
        Carries an action out, legal or not.
    play : callable
        Position and seed → the actions of a legal game by chance; each is carried out when the next is
        asked for.
    over : callable
        Whether the game has ended in a position.
    faults : callable
        Which invariants a position breaks; [] for a sound one.
    write, read : callable
        An action as JSON, and back.
    follow : callable, optional
        Position → a fast `check` that follows it as it changes, where the plain one is not fast enough.
    """

    book: RuleBook
    begin: Begin[P]
    check: Callable[[P, A], Verdict]
    apply: Callable[[P, A], None]
    play: Callable[[P, int], Iterator[A]]
    over: Callable[[P], bool]
    faults: Callable[[P], list[str]]
    write: Callable[[A], dict[str, Any]]
    read: Callable[[Mapping[str, Any]], A]
    follow: Callable[[P], Callable[[A], Verdict]] | None = None

    def checker(self, position: P) -> Callable[[A], Verdict]:
        """Return the fastest `check` that follows this position as it changes."""
        return partial(self.check, position) if self.follow is None else self.follow(position)
