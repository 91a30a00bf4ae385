"""Violations planted in legal games: what the mutators make of the positions of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from toolkit.compile.game import CompiledGame
from toolkit.play.rattenkrieg.mutators import MUTATORS, Mutation, Mutator, Scene
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg import game as rules
from toolkit.rules.rattenkrieg.from_game import rules_data, set_ups
from toolkit.rules.rattenkrieg.player import play_on
from toolkit.rules.rattenkrieg.position import Position
from toolkit.rules.verdict import Outcome

_IN_ONE_GAME = 2
"""Mutants that a mutator makes of one game, so that they come from several."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A planted violation.

    Attributes
    ----------
    clause : str
    actions : tuple of Action
        The last one breaks the clause.
    seed, moment : int
        Of the game, and how many actions were done before.
    position : Position
        A copy, before the actions.
    legal : Action
        What was done in the game instead.
    way : int
        Number of the mutator.
    """

    clause: str
    actions: Mutation
    seed: int
    moment: int
    position: Position
    legal: a.Action
    way: int


@dataclass(slots=True)
class Harvest:
    """Mutants of games, up to a number for each mutator.

    Attributes
    ----------
    wanted : int
    clauses : frozenset of str
        Empty for all.
    found : Counter of int
        Number of the mutator → mutants.
    """

    wanted: int
    clauses: frozenset[str] = frozenset()
    found: Counter[int] = field(default_factory=Counter)
    _here: Counter[tuple[int, int]] = field(default_factory=Counter)

    def of(self, position: Position, seed: int, moment: int, action: a.Action) -> Iterator[Mutant]:
        """Yield the mutants of one moment."""
        for way, mutator in enumerate(MUTATORS):
            if not self._asked(way, mutator, seed, action):
                continue
            # Seeded by the moment, so that the same mutants come whatever other clauses are asked.
            rng = random.Random(f"{way} {seed} {moment}")
            # Any moment of a game is as good as its first: most are passed over.
            if self._here[way, seed] == 0 and rng.random() < self._patience(mutator):
                continue
            made = mutator.make(Scene(position, action, rng))
            if made is not None:
                self.found[way] += 1
                self._here[way, seed] += 1
                yield Mutant(mutator.clause, made, seed, moment, position.copy(), action, way)

    def _asked(self, way: int, mutator: Mutator, seed: int, action: a.Action) -> bool:
        if self.clauses and mutator.clause not in self.clauses:
            return False
        enough = self.found[way] >= self.wanted or self._here[way, seed] >= _IN_ONE_GAME
        return not enough and isinstance(action, mutator.on)

    @staticmethod
    def _patience(mutator: Mutator) -> float:
        often = a.MoveFriendly in mutator.on or a.Pass in mutator.on
        return 0.8 if often and not mutator.rare else 0.0

    @property
    def complete(self) -> bool:
        """Whether every mutator has its number."""
        ways = [way for way, m in enumerate(MUTATORS) if not self.clauses or m.clause in self.clauses]
        return all(self.found[way] >= self.wanted for way in ways)


def settled(game: CompiledGame) -> dict[str, str]:
    """Return every unclear point at its default."""
    return {option.id: option.default for option in game.options}


def begun(game: CompiledGame, seed: int) -> Position:
    """Return a table before the cards are shuffled; every second one without units."""
    position = Position(rules_data(game, settled(game)))
    setups = set_ups(game)
    if seed % 2 and setups:
        for unit, area in next(iter(setups.values())).items():
            position.put(unit, area)
    return position


def played(position: Position, seed: int) -> Iterator[tuple[int, a.Action]]:
    """Play a legal game to its end: yield each action and its number before it is carried out."""
    yield from enumerate(play_on(position, seed))


def judged(mutant: Mutant) -> tuple[Outcome, Mapping[str, None]]:
    """Return what the rules say of a mutant: the gravest outcome, and every rule named by a finding."""
    position = mutant.position.copy()
    named: dict[str, None] = {}
    outcome = Outcome.LEGAL
    for number, action in enumerate(mutant.actions, 1):
        verdict = rules.check(position, action)
        if verdict.outcome is Outcome.ILLEGAL:
            named |= dict.fromkeys(verdict.rules)
            outcome = Outcome.ILLEGAL
        elif verdict.outcome is not Outcome.LEGAL and outcome is Outcome.LEGAL:
            outcome = verdict.outcome
        if number < len(mutant.actions):
            rules.apply(position, action)
    return outcome, named
