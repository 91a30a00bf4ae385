"""Violations planted in legal games: what the mutators make of the positions of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from toolkit.play.gj47.mutators import MUTATORS, Mutation, Mutator, Scene
from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47 import game
from toolkit.rules.gj47.player import Player
from toolkit.rules.gj47.position import Phase, Position
from toolkit.rules.gj47.units import Owner
from toolkit.rules.verdict import Outcome

_ATTEMPTS = 2
"""Times a mutator is asked under one chit."""
_UNITS = 8
_LIMIT = 20_000
_UNSHOWN = 400
"""Mutants of a clause that no table shows, before no more are waited for."""


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
    """

    clause: str
    actions: Mutation
    seed: int
    moment: int
    position: Position
    legal: a.Action


@dataclass(slots=True)
class Harvest:
    """Mutants of games, up to a number for each clause.

    Attributes
    ----------
    wanted : int
        For each clause.
    clauses : frozenset of str
        Empty for all.
    found, unshown : Counter of str
        Mutants that count, and those that were given back.
    """

    wanted: int
    clauses: frozenset[str] = frozenset()
    found: Counter[str] = field(default_factory=Counter)
    unshown: Counter[str] = field(default_factory=Counter)
    _tried: Counter[tuple[str, int, int, int]] = field(default_factory=Counter)

    def of(self, position: Position, seed: int, moment: int, action: a.Action) -> Iterator[Mutant]:
        """Yield the mutants of one moment; at most one a clause under one chit."""
        turn = position.turn
        for mutator in self._asked(action):
            # While the players set up there are no chits: every so many units count as one.
            part = moment // _UNITS if turn.phase is Phase.SETUP else len(turn.drawn)
            key = (mutator.clause, seed, turn.number, part)
            if self.found[mutator.clause] >= self.wanted or self._tried[key] >= _ATTEMPTS:
                continue
            # Moves are many: a few of them, anywhere in the segment, are enough.
            if isinstance(action, a.Move) and (moment * 7919 + seed) % 5:
                continue
            # Seeded by the moment, so that the same mutants come whatever other clauses are asked.
            rng = random.Random(f"{mutator.clause} {seed} {moment}")
            made = mutator.make(Scene(position, action, rng))
            self._tried[key] += 1 if isinstance(action, (a.Move, a.EndMovement)) else 0
            if made is not None:
                self._tried[key] += _ATTEMPTS
                self.found[mutator.clause] += 1
                yield Mutant(mutator.clause, made, seed, moment, position.copy(), action)

    def give_back(self, mutant: Mutant) -> None:
        """Let a mutant not count, because no table shows it."""
        self.found[mutant.clause] -= 1
        self.unshown[mutant.clause] += 1

    def _asked(self, action: a.Action) -> list[Mutator]:
        known = [m for m in MUTATORS if isinstance(action, m.on)]
        return [m for m in known if not self.clauses or m.clause in self.clauses]

    def missing(self) -> set[str]:
        """Return the clauses that have not their number, but for those that no table seems to show."""
        clauses = self.clauses or {mutator.clause for mutator in MUTATORS}
        return {
            clause
            for clause in clauses
            if self.found[clause] < self.wanted and self.unshown[clause] < _UNSHOWN
        }

    @property
    def complete(self) -> bool:
        """Whether every clause has its number."""
        return not self.missing()


def sober(player: Player) -> Player:
    """Let a player choose no chit against the numbers."""
    player.tempers = {owner: replace(player.tempers[owner], carelessness=0.0) for owner in Owner}
    return player


def played(
    position: Position,
    seed: int,
    turns: int = 99,
    seen: Callable[[Position, a.Action, int], None] = lambda _position, _action, _moment: None,
) -> Iterator[tuple[int, a.Action]]:
    """Play a legal game to its end: yield each action and its number before it is carried out."""
    player = sober(Player(position, seed))
    for moment in range(_LIMIT):
        if position.turn.phase is Phase.OVER or position.turn.number > turns:
            return
        action = player.next()
        seen(position, action, moment)
        yield moment, action
        game.apply(position, action)


def judged(mutant: Mutant) -> tuple[Outcome, Mapping[str, None]]:
    """Return what the rules say of a mutant: the gravest outcome, and every rule named by a finding."""
    position = mutant.position.copy()
    named: dict[str, None] = {}
    outcome = Outcome.LEGAL
    for number, action in enumerate(mutant.actions, 1):
        verdict = game.check(position, action)
        if verdict.outcome is Outcome.ILLEGAL:
            named |= dict.fromkeys(verdict.rules)
            outcome = Outcome.ILLEGAL
        elif verdict.outcome is not Outcome.LEGAL and outcome is Outcome.LEGAL:
            outcome = verdict.outcome
        if number < len(mutant.actions):
            game.apply(position, action)
    return outcome, named
