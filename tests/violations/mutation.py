"""Violations planted in legal games, for any game: ways to break a clause, their harvest, and what is found.

A game brings its mutators and its scene, the moment of a legal game as its mutators look at it; what is
planted where, and how it is counted, is the same for all.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import lru_cache, partial
from inspect import signature
from typing import Generic, TypeVar

from toolkit.rules.protocol import Copied
from toolkit.rules.verdict import Outcome, Verdict

Act = TypeVar("Act")
Board = TypeVar("Board", bound=Copied)
Look = TypeVar("Look")
T = TypeVar("T")

_SAMPLES = 3
_IN_ONE_GAME = 2
"""Mutants that a mutator makes of one game, so that they come from several."""


@dataclass(frozen=True)
class Mutator(Generic[Look, Act]):
    """A way to break a clause.

    Attributes
    ----------
    clause : str
        Printed number.
    on : tuple of type
        Kinds of the legal action in whose place it can stand.
    make : callable
        Gives the actions that take the place of the legal one, the last of which breaks the clause; None
        where this moment gives no chance for it.  Takes the moment, and the legal action if it asks for it.
    rare : bool
        Whether no chance to use it should be passed over.
    """

    clause: str
    on: tuple[type, ...]
    make: Callable[..., tuple[Act, ...] | None]
    rare: bool = False

    def made(self, look: Look, action: Act) -> tuple[Act, ...] | None:
        """Return what it makes of a moment and of the legal action there."""
        return self.make(look, action) if _asks_for_action(self.make) else self.make(look)

    @property
    def name(self) -> str:
        """Return how the way is called: its function, and what that was told."""
        make = self.make
        if not isinstance(make, partial):
            return _words(make.__name__)
        asked = zip(signature(make.func).parameters, make.args, strict=False)
        return " ".join([_words(make.func.__name__), *(_said(name, told) for name, told in asked)]).strip()


@lru_cache
def _asks_for_action(make: Callable[..., object]) -> bool:
    return any(name.strip("_") == "action" for name in signature(make).parameters)


def _words(name: str) -> str:
    return name.strip("_").replace("_", " ").lower()


def _said(name: str, told: object) -> str:
    """Return what a mutator was told under a name, in a word or two."""
    if isinstance(told, bool):
        return _words(name) if told else f"not {_words(name)}"
    if isinstance(told, tuple):
        return " ".join(_said(name, one) for one in told)
    if isinstance(told, Enum):
        return _words(told.name)
    return told.__name__ if isinstance(told, type) else str(told)


@dataclass(frozen=True, slots=True)
class Moment(Generic[Board, Act]):
    """A moment of a legal game.

    Attributes
    ----------
    position : object
        Not to be changed.
    action : object
        What the players do next.
    """

    position: Board
    action: Act
    rng: random.Random

    def mixed(self, found: Iterable[T]) -> list[T]:
        """Return things in a random order, for a seed always the same."""
        listed = sorted(found, key=str) if isinstance(found, Set) else list(found)
        self.rng.shuffle(listed)
        return listed

    def one(self, found: Sequence[T]) -> T | None:
        """Return one of several by chance, None for none."""
        return self.rng.choice(found) if found else None


@dataclass(frozen=True)
class Mutant(Generic[Board, Act]):
    """A planted violation.

    Attributes
    ----------
    actions : tuple
        The last one breaks the clause.
    seed, moment : int
        Of the game, and how many actions were done before.
    position : object
        A copy, before the actions.
    legal : object
        What was done in the game instead.
    way : int
        Number of the mutator.
    """

    clause: str
    actions: tuple[Act, ...]
    seed: int
    moment: int
    position: Board
    legal: Act
    way: int


@dataclass
class Harvest(Generic[Board, Look, Act]):
    """Mutants of games, up to a number for each mutator.

    Attributes
    ----------
    scene : callable
        Position, legal action and a source of chance → what a mutator looks at.
    clauses : frozenset of str
        Empty for all.
    usual : tuple of type
        Actions so frequent that most chances beside them are passed over.
    spare : int
        How many that are of no use are made anew, at most, for each one wanted.
    found : Counter of int
        Number of the mutator → mutants.
    """

    mutators: Sequence[Mutator[Look, Act]]
    scene: Callable[[Board, Act, random.Random], Look]
    wanted: int
    clauses: frozenset[str] = frozenset()
    usual: tuple[type, ...] = ()
    spare: int = 1
    found: Counter[int] = field(default_factory=Counter)
    _here: Counter[tuple[int, int]] = field(default_factory=Counter)
    _replaced: Counter[int] = field(default_factory=Counter)

    def of(self, position: Board, seed: int, moment: int, action: Act) -> Iterator[Mutant[Board, Act]]:
        """Yield the mutants of one moment."""
        for way, mutator in enumerate(self.mutators):
            if not self._asked(way, mutator, seed, action):
                continue
            # Seeded by the moment, so that the same mutants come whatever other clauses are asked.
            rng = random.Random(f"{way} {seed} {moment}")
            # Any moment of a game is as good as its first: most are passed over.
            if self._here[way, seed] == 0 and rng.random() < self._patience(mutator):
                continue
            made = mutator.made(self.scene(position, action, rng), action)
            if made is not None:
                self.found[way] += 1
                self._here[way, seed] += 1
                yield Mutant(mutator.clause, made, seed, moment, position.copy(), action, way)

    def renew(self, mutant: Mutant[Board, Act]) -> None:
        """Ask for another mutant in place of one that is of no use, as long as there are spare ones."""
        if self._replaced[mutant.way] < self.spare * self.wanted:
            self._replaced[mutant.way] += 1
            self.found[mutant.way] -= 1

    def promised(self, game: Iterable[tuple[Board, Act]], seed: int) -> bool:
        """Return whether a game gives a chance to a way that has not its number yet.

        Parameters
        ----------
        game : iterable of (position, action)
            What is done in it, and the position before; played as far as the first chance.
        """
        ahead = replace(self, found=Counter(self.found), _here=Counter(), _replaced=Counter())
        moments = enumerate(game)
        return any(True for moment, (position, act) in moments for _ in ahead.of(position, seed, moment, act))

    def _asked(self, way: int, mutator: Mutator[Look, Act], seed: int, action: Act) -> bool:
        if self.clauses and mutator.clause not in self.clauses:
            return False
        enough = self.found[way] >= self.wanted or self._here[way, seed] >= _IN_ONE_GAME
        return not enough and isinstance(action, mutator.on)

    def _patience(self, mutator: Mutator[Look, Act]) -> float:
        often = any(kind in mutator.on for kind in self.usual)
        return 0.8 if often and not mutator.rare else 0.0

    @property
    def missing(self) -> frozenset[str]:
        """The clauses of which a mutator has not its number."""
        few = {m.clause for way, m in enumerate(self.mutators) if self.found[way] < self.wanted}
        return frozenset(few & self.clauses if self.clauses else few)

    @property
    def complete(self) -> bool:
        """Whether every mutator has its number."""
        return not self.missing


class Kind(StrEnum):
    """What became of a mutant; the values are the columns of the table."""

    FIRST = "decisive"
    NAMED = "named"
    TWIN = "twin"
    OTHER = "other rule"
    HEDGED = "not sure"
    MISSED = "missed"
    NOT_IN_LOGS = "not shown"


FOUND = (Kind.FIRST, Kind.NAMED, Kind.TWIN)
Twins = Mapping[str, tuple[tuple[str, ...], str]]
"""Clauses whose violation has a second printed number: naming that one is an answer as well; why."""


@dataclass
class Tally(Generic[Board, Act]):
    """What was found.

    Attributes
    ----------
    counts : dict of str to Counter of Kind
        Clause → what became of its mutants.
    places : dict of str to set
        Clause → positions (seed, moment) they were planted in.
    samples : dict of str to list of str
        Clause → a few that were not named, for people.
    doubted : list of Mutant
        Not confirmed by another reading, and so not counted.
    false : list of str
        Findings on actions that were not tampered with.
    untouched : int
        How many of those were judged.
    beside : Counter of str
        Clause → findings in its logs about something that was not planted, where they are counted.
    ways : Counter of (int, bool)
        Number of the mutator, and whether it was shown → how many mutants.
    """

    counts: dict[str, Counter[Kind]] = field(default_factory=lambda: defaultdict(Counter))
    places: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    samples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    doubted: list[Mutant[Board, Act]] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    untouched: int = 0
    beside: Counter[str] = field(default_factory=Counter)
    ways: Counter[tuple[int, bool]] = field(default_factory=Counter)

    def add(self, mutant: Mutant[Board, Act], kind: Kind, said: object) -> None:
        """Count a mutant."""
        self.counts[mutant.clause][kind] += 1
        self.ways[mutant.way, kind is not Kind.NOT_IN_LOGS] += 1
        if kind is not Kind.NOT_IN_LOGS:
            self.places[mutant.clause].add((mutant.seed, mutant.moment))
        if kind not in (*FOUND, Kind.NOT_IN_LOGS) and len(self.samples[mutant.clause]) < _SAMPLES:
            what = f"seed {mutant.seed}, action {mutant.moment}: {mutant.actions}; said {said}"
            self.samples[mutant.clause].append(what)

    def planted(self, clause: str | None = None) -> int:
        """Return how many mutants were judged, of a clause or of all; without those that no table shows."""
        chosen = self.counts if clause is None else (clause,)
        return sum(self.counts[name].total() - self.counts[name][Kind.NOT_IN_LOGS] for name in list(chosen))

    def found(self, clause: str | None = None) -> int:
        """Return how many were found: the clause or its twin named."""
        chosen = self.counts if clause is None else (clause,)
        return sum(self.counts[name][kind] for name in list(chosen) for kind in FOUND)


def kind_of(clause: str, named: Collection[str], twins: Twins, *, sure: bool) -> Kind:
    """Return what became of a mutant, from the rules that were named, the decisive one first."""
    if clause in list(named)[:1]:
        return Kind.FIRST
    if clause in named:
        return Kind.NAMED
    if clause in twins and set(twins[clause][0]) & set(named):
        return Kind.TWIN
    if named:
        return Kind.OTHER
    return Kind.MISSED if sure else Kind.HEDGED


Check = Callable[[Board, Act], Verdict]
Apply = Callable[[Board, Act], None]


def judged(
    mutant: Mutant[Board, Act], check: Check[Board, Act], apply: Apply[Board, Act]
) -> tuple[Outcome, Mapping[str, None]]:
    """Return what the rules say of a mutant: the gravest outcome, and every rule named by a finding."""
    position: Board = mutant.position.copy()
    named: dict[str, None] = {}
    outcome = Outcome.LEGAL
    for number, action in enumerate(mutant.actions, 1):
        verdict = check(position, action)
        if verdict.outcome is Outcome.ILLEGAL:
            named |= dict.fromkeys(verdict.rules)
            outcome = Outcome.ILLEGAL
        elif verdict.outcome is not Outcome.LEGAL and outcome is Outcome.LEGAL:
            outcome = verdict.outcome
        if number < len(mutant.actions):
            apply(position, action)
    return outcome, named


def at_rules(
    games: Iterable[tuple[int, Board, Iterable[tuple[int, Act]]]],
    harvest: Harvest[Board, Look, Act],
    rules: tuple[Check[Board, Act], Apply[Board, Act]],
    twins: Twins,
    confirmed: Callable[[Mutant[Board, Act]], bool],
) -> Tally[Board, Act]:
    """Ask the rules about each mutant, and about what was really done.

    Parameters
    ----------
    games : iterable of (int, position, iterable of (int, action))
        Seed, table, and what is done on it with its number, carried out when the next is asked for; taken
        until the harvest is complete.
    rules : pair of callable
        Judges an action; carries one out.
    confirmed : callable
        Another reading: whether a mutant breaks the rules at all.
    """
    tally: Tally[Board, Act] = Tally()
    check, apply = rules
    for seed, position, played in games:
        if harvest.complete:
            break
        for moment, action in played:
            verdict = check(position, action)
            tally.untouched += 1
            if not verdict.legal:
                tally.false.append(f"seed {seed}, action {moment}: {action}: {verdict.rules}")
            for mutant in harvest.of(position, seed, moment, action):
                if not confirmed(mutant):
                    tally.doubted.append(mutant)
                    continue
                outcome, named = judged(mutant, check, apply)
                kind = kind_of(mutant.clause, named, twins, sure=outcome is Outcome.LEGAL)
                tally.add(mutant, kind, list(named) or outcome)
    return tally
