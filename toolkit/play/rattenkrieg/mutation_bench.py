"""The bench of the rules: games are played, violations planted, and counted what is found of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum

from toolkit.compile.game import CompiledGame
from toolkit.play.rattenkrieg.mutants import Harvest, Mutant, begun, judged, played
from toolkit.play.rattenkrieg.mutation_lists import TWINS
from toolkit.play.rattenkrieg.mutators import MUTATORS
from toolkit.rules.rattenkrieg import game as rules

CLAUSES: tuple[str, ...] = tuple(dict.fromkeys(mutator.clause for mutator in MUTATORS))
_SAMPLES = 3


class Kind(StrEnum):
    """What became of a mutant; the values are the columns of the table."""

    FIRST = "decisive"
    NAMED = "named"
    TWIN = "twin"
    OTHER = "other rule"
    HEDGED = "not sure"
    MISSED = "missed"
    UNSHOWN = "not shown"


FOUND = (Kind.FIRST, Kind.NAMED, Kind.TWIN)


@dataclass(slots=True)
class Tally:
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
    """

    counts: dict[str, Counter[Kind]] = field(default_factory=lambda: defaultdict(Counter))
    places: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    samples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    doubted: list[Mutant] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    untouched: int = 0

    def add(self, mutant: Mutant, kind: Kind, said: object) -> None:
        """Count a mutant."""
        self.counts[mutant.clause][kind] += 1
        self.places[mutant.clause].add((mutant.seed, mutant.moment))
        if kind not in FOUND and len(self.samples[mutant.clause]) < _SAMPLES:
            what = f"seed {mutant.seed}, action {mutant.moment}: {mutant.actions}; said {said}"
            self.samples[mutant.clause].append(what)

    def planted(self, clause: str | None = None) -> int:
        """Return how many mutants were judged, of a clause or of all; without those that no table shows."""
        counts = [self.counts[name] for name in (CLAUSES if clause is None else (clause,))]
        return sum(count.total() - count[Kind.UNSHOWN] for count in counts)

    def found(self, clause: str | None = None) -> int:
        """Return how many were found: the clause or its twin named."""
        chosen = CLAUSES if clause is None else (clause,)
        return sum(self.counts[name][kind] for name in chosen for kind in FOUND)


def kind_of(clause: str, named: Collection[str], *, sure: bool) -> Kind:
    """Return what became of a mutant, from the rules that were named, the decisive one first."""
    if clause in list(named)[:1]:
        return Kind.FIRST
    if clause in named:
        return Kind.NAMED
    if clause in TWINS and set(TWINS[clause][0]) & set(named):
        return Kind.TWIN
    if named:
        return Kind.OTHER
    return Kind.MISSED if sure else Kind.HEDGED


def at_rules(
    game: CompiledGame,
    harvest: Harvest,
    seeds: range,
    confirmed: Callable[[Mutant], bool] = lambda _mutant: True,
) -> Tally:
    """Ask the rules about each mutant, and about what was really done.

    Parameters
    ----------
    game : CompiledGame
    harvest : Harvest
    seeds : range
        Of the games, played until the harvest is complete.
    confirmed : callable
        Another reading: whether a mutant breaks the rules at all.
    """
    tally = Tally()
    for seed in seeds:
        if harvest.complete:
            break
        position = begun(game, seed)
        for moment, action in played(position, seed):
            verdict = rules.check(position, action)
            tally.untouched += 1
            if not verdict.legal:
                tally.false.append(f"seed {seed}, action {moment}: {action}: {verdict.rules}")
            for mutant in harvest.of(position, seed, moment, action):
                if not confirmed(mutant):
                    tally.doubted.append(mutant)
                    continue
                outcome, named = judged(mutant)
                kind = kind_of(mutant.clause, named, sure=outcome == "legal")
                tally.add(mutant, kind, list(named) or outcome)
    return tally
