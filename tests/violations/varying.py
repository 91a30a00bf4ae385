"""One way to break clauses for all games: an action varied, and the second reading says what it breaks.

In place of the legal action a player does it with another unit, area, card or number, or does what is due at
another time.  Which clause this breaks says the second reading of the rulebook (`tests.oracle`); it counts
where every setting of the unclear points makes it illegal, by this clause alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import lru_cache, partial
from types import NoneType, UnionType
from typing import Any, Generic, Literal, Protocol, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tests.violations.mutation import Mutator
from toolkit.rules.protocol import Copied

Board = TypeVar("Board", bound=Copied)
Act = TypeVar("Act")
_Board_co = TypeVar("_Board_co", bound=Copied, covariant=True)
_Act_co = TypeVar("_Act_co", covariant=True)

_TRIES = 24
_AT_HAND = 0.5
_AS_USUAL = 0.75
"""How often a field that need not be given is left out of an action that is made anew."""


class Moment(Protocol[_Board_co, _Act_co]):
    """A moment of a legal game."""

    @property
    def position(self) -> _Board_co:
        """Not to be changed."""

    @property
    def action(self) -> _Act_co:
        """What the players do next."""

    @property
    def rng(self) -> random.Random:
        """Chance, for the same seed the same."""


@dataclass(frozen=True)
class Variety(Generic[Board, Act]):
    """What a game brings to vary its actions.

    Attributes
    ----------
    values : callable
        Position and name of a field → what of the game can stand in it.
    broken : callable
        The second reading: the clauses that an action breaks under every setting.
    at_hand : callable
        Position and name of a field → what players would think of there, tried half the time.
    """

    values: Callable[[Board, str], Sequence[object]]
    broken: Callable[[Board, Act], Collection[str]]
    at_hand: Callable[[Board, str], Sequence[object]] = lambda _position, _name: ()

    def mutator(self, clause: str, kind: type, *on: type, field: str = "") -> Mutator[Any, Act]:
        """Return the way to break a clause by an action of a kind.

        Parameters
        ----------
        on : tuple of type
            Kinds of the legal action; its own, unless given.
        field : str
            The one that is varied; any, unless given.
        """
        return Mutator(clause, on or (kind,), partial(self.varied, kind, field, clause=clause))

    def varied(
        self, kind: type, field: str, scene: Moment[Board, Act], *, clause: str
    ) -> tuple[Act, ...] | None:
        """Return an action of a kind that breaks a clause and no other."""
        for _ in range(_TRIES):
            made = self._variant(scene.position, scene.action, kind, field, scene.rng)
            if set(self.broken(scene.position, made)) == {clause}:
                return (made,)
        return None

    def _variant(self, position: Board, action: Act, kind: type, field: str, rng: random.Random) -> Act:
        """Return an action with another value in one of its fields; one of another kind is made anew."""
        hints, alike = _hints(kind), isinstance(action, kind)
        if alike and not hints:
            return action
        if alike:
            new = [field or rng.choice(list(hints))]
        else:
            needless = {one.name for one in fields(kind) if one.default is not MISSING}
            new = [name for name in hints if name not in needless or rng.random() > _AS_USUAL]
        values = {name: getattr(action, name) for name in hints if alike and name not in new}
        for name in new:
            values[name] = self._value(position, name, hints[name], getattr(action, name, None), rng)
        return cast(Act, kind(**values))

    def _value(self, position: Board, name: str, hint: Any, old: object, rng: random.Random) -> object:
        """Return a value that a field can have; many things are like the old ones but for one."""
        parts = get_args(hint)
        if get_origin(hint) in (Union, UnionType):
            part = rng.choice(parts)
            return None if part is NoneType else self._value(position, name, part, old, rng)
        if get_origin(hint) is Literal:
            return rng.choice(parts)
        if get_origin(hint) is tuple and Ellipsis not in parts:
            return tuple(self._value(position, name, part, None, rng) for part in parts)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return rng.choice(list(hint))
        if hint is bool:
            return not old
        known = (rng.random() < _AT_HAND and self.at_hand(position, name)) or self.values(position, name)
        if get_origin(hint) is tuple:
            return _changed(old if isinstance(old, tuple) else (), known, rng)
        return rng.choice(known) if known and isinstance(known[0], hint) else _number(old, rng)


def _changed(old: tuple[object, ...], known: Sequence[object], rng: random.Random) -> tuple[object, ...]:
    """Return several things with one of them left out or replaced, or with one more."""
    things, new = list(old), [thing for thing in known if thing not in old]
    how = rng.choice(("less", "other", "more"))
    if things and how == "less":
        things.pop(rng.randrange(len(things)))
    elif things and how == "other" and new:
        things[rng.randrange(len(things))] = rng.choice(new)
    elif new:
        things.insert(rng.randint(0, len(things)), rng.choice(new))
    return tuple(things)


def _number(old: object, rng: random.Random) -> int:
    return (old if isinstance(old, int) else 1) + rng.choice((-2, -1, 1, 2))


@lru_cache
def _hints(kind: type) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
