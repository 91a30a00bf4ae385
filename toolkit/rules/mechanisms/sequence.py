"""The sequence of play: turns, kinds of turns, phases in order, who acts in them and with what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.forces import ALL, Unit, Units

Task = Literal[
    "set_up", "reinforce", "replace", "move", "fight", "supply", "weather", "draw", "change", "deal"
]


@dataclass(frozen=True, slots=True)
class Turns:
    """The game lasts a number of turns.

    Attributes
    ----------
    count : int
    """

    count: int


@dataclass(frozen=True, slots=True)
class TurnKinds:
    """Some turns are of kinds that other clauses name with `when`: mud, snow, night; one may be of several.

    Attributes
    ----------
    kinds : mapping of str to tuple of int
        Kind → turns.
    """

    kinds: Mapping[str, tuple[int, ...]]

    def of(self, turn: int) -> frozenset[str]:
        """Return the kinds of a turn; none for a plain one."""
        return frozenset(kind for kind, turns in self.kinds.items() if turn in turns)


@dataclass(frozen=True, slots=True)
class Weather:
    """Dice say of which kind the time up to the next roll is: weather, events, initiative, who arrives.

    It is rolled for once in each phase that does ``weather``.  Before the first roll it is of none.  Several
    things are rolled for by clauses with an `id` each; of those with the same one the last that holds counts.

    Attributes
    ----------
    dice : str
        As a chart writes them: ``1d6``.
    kinds : mapping of str to tuple of int
        Kind → sums of the dice that give it; a sum may stand nowhere, or with several kinds.
    id : str
        What is rolled for, as players call it: events; "" for the weather.
    phases : tuple of str
        Phases in which it is rolled for; all that do ``weather`` when left out.
    when : tuple of str
        Kinds of turns, or states, in which it is rolled for; what the last roll gave stays otherwise.
    """

    dice: str
    kinds: Mapping[str, tuple[int, ...]]
    id: str = ""
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def of(self, dice: tuple[int, ...]) -> frozenset[str]:
        """Return the kinds that a roll gives; none without a roll."""
        return frozenset(kind for kind, sums in self.kinds.items() if dice and sum(dice) in sums)


def holds_when(when: tuple[str, ...], kinds: frozenset[str]) -> bool:
    """Return whether a clause with this `when` holds: in every turn, or in one of a kind that it names.

    ``not mud`` names all that are not of that kind.
    """
    return not when or any((kind_in(word) in kinds) is not word.startswith(_NOT) for word in when)


_NOT = "not "


def kind_in(word: str) -> str:
    """Return the kind that a word of `when` is about."""
    return word.removeprefix(_NOT)


def holds_in(rule: object, phase: str, kinds: frozenset[str]) -> bool:
    """Return whether a clause holds in a phase: one that names no phases, or kinds of turns, does in all."""
    phases: tuple[str, ...] = getattr(rule, "phases", ())
    return (not phases or phase in phases) and holds_when(getattr(rule, "when", ()), kinds)


def overlapping(phases: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether two clauses with these phases may hold in one; without any they hold in all."""
    one, other = set(phases), set(others)
    return not one or not other or not one.isdisjoint(other)


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the turn.

    Attributes
    ----------
    id : str
        What other clauses call it in `phases`.
    sides : tuple of str
        Who acts in it; with several, each ends it for itself.
    does : tuple of str
        What may be done: ``set_up``, ``reinforce``, ``replace``, ``move``, ``fight``; ``supply``: losses by
        `attrition` are taken; ``weather``: it is rolled for; ``draw``: `chits` are drawn; ``deal``: `cards`
        are; ``change``: units take on a `status`.  Phases with ``set_up`` come once, before turn 1, where a
        game begins with a set-up that has `empty: true`.
    name : str
        What players call it.
    when : tuple of str
        Kinds of turns, or states, in which it comes, as they are when the phase before ends; every turn when
        left out.
    """

    id: str
    sides: tuple[str, ...]
    does: tuple[Task, ...]
    name: str = ""
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phases:
    """A turn runs through phases, in this order; nothing else may be done in them.

    Attributes
    ----------
    phases : tuple of Phase
    """

    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class FirstPhase:
    """A turn begins with a later phase than the others.

    Attributes
    ----------
    begins : str
        Id of the phase.
    turn : int
    """

    begins: str
    turn: int = 1


@dataclass(frozen=True, slots=True)
class PhaseUnits:
    """Only these units may act in a phase, and no more of them than a limit.

    Attributes
    ----------
    phases : tuple of str
    units : Units
    limit : int or None
        So many units of a side; any number when left out.
    """

    phases: tuple[str, ...]
    units: Units = ALL
    limit: int | None = None

    def bars(self, phase: str, unit: Unit) -> bool:
        """Return whether a unit may not act in a phase."""
        return phase in self.phases and not self.units.take(unit)


Doing = Literal["arrive", "move", "attack", "support", "retreat", "advance"]


@dataclass(frozen=True, slots=True)
class NotAfter:
    """Units that have done something in this turn may not do something else: who moved may not fire.

    Attributes
    ----------
    did : tuple of {"arrive", "move", "attack", "support", "retreat", "advance"}
        One of these is enough.
    then : tuple of {"move", "attack", "support"}
        What they may not do.
    units : Units
    did_in : tuple of str
        Phases in which it was done; whichever when left out.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    did: tuple[Doing, ...]
    then: tuple[Literal["move", "attack", "support"], ...]
    units: Units = ALL
    did_in: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def bars(self, unit: Unit, doings: Iterable[tuple[str, str]]) -> bool:
        """Return whether a unit has done, as (phase, doing), what this asks."""
        return self.units.take(unit) and any(
            doing in self.did and (not self.did_in or phase in self.did_in) for phase, doing in doings
        )


@dataclass(frozen=True, slots=True)
class Impulses:
    """In these phases the sides act in turn, an impulse each; who does nothing in his impulse passes.

    A unit acts in one impulse of the phase.  The phase ends when all sides have passed one after the other.

    Attributes
    ----------
    phases : tuple of str
        Phases of several sides; the first of them begins.
    one_place : bool
        Whether all units of an impulse begin it in one place.
    units : int or None
        So many units an impulse; any number when left out.
    most : int or None
        So many impulses of all sides together; any number when left out.
    """

    phases: tuple[str, ...]
    one_place: bool = True
    units: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit in the cup.

    Attributes
    ----------
    id : str
        What players and logs call it.
    units : Units or None
        Who acts when it is drawn; nobody when left out.
    count : int
        How many of it there are.
    ends : bool
        Whether the phase ends when it is drawn.
    """

    id: str
    units: Units | None = None
    count: int = 1
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Chits:
    """In these phases chits are drawn from a cup: whom one names acts until he ends, then the next is drawn.

    Nobody else acts.  With each chit movement and battles begin anew.  The phase ends when the cup is empty.
    All chits are in it when the phase begins.

    Attributes
    ----------
    phases : tuple of str
        Phases that do ``draw`` beside what units do in them.
    chits : tuple of Chit
    """

    phases: tuple[str, ...]
    chits: tuple[Chit, ...]

    @property
    def drawn_from(self) -> tuple[str, ...]:
        """The ids in the full cup, one for each chit."""
        return tuple(chit.id for chit in self.chits for _ in range(chit.count))


@dataclass(frozen=True, slots=True)
class Sequence:
    """The whole sequence, put together from its clauses.

    Attributes
    ----------
    phases : tuple of Phase
    turns : int
    kinds : TurnKinds
    first : mapping of int to str
        Turn → phase with which it begins, where it is not the first.
    """

    phases: tuple[Phase, ...]
    turns: int
    kinds: TurnKinds
    first: Mapping[int, str]

    def opening(self, setting_up: bool) -> tuple[int, int]:
        """Return turn and phase of the beginning: of the set-up if there is one to be made."""
        if setting_up:
            for index, phase in enumerate(self.phases):
                if "set_up" in phase.does:
                    return 0, index
        return self._begin(1)

    def after(self, turn: int, phase: int, states: frozenset[str] = frozenset()) -> tuple[int, int]:
        """Return turn and phase that follow; turn ``turns + 1`` when the game is over.

        Parameters
        ----------
        turn, phase : int
        states : frozenset of str
            What holds beside the kinds of the turn: states, and what dice gave.
        """
        following = self._next(turn, phase + 1, states)
        return self._begin(turn + 1, states) if following is None else (turn, following)

    def _begin(self, turn: int, states: frozenset[str] = frozenset()) -> tuple[int, int]:
        if turn > self.turns:
            return turn, 0
        ids = [phase.id for phase in self.phases]
        start = ids.index(self.first[turn]) if turn in self.first else 0
        found = self._next(turn, start, states)
        return self._begin(turn + 1, states) if found is None else (turn, found)

    def _next(self, turn: int, start: int, states: frozenset[str]) -> int | None:
        kinds = self.kinds.of(turn) | states
        for index in range(start, len(self.phases)):
            phase = self.phases[index]
            if ("set_up" in phase.does) == (turn == 0) and holds_when(phase.when, kinds):
                return index
        return None
