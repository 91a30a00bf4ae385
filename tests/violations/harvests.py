"""What the mutation benches of both games on areas must show in short."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from tests.violations.mutation import Harvest, Tally, Twins
from toolkit.rules.registry import Enforcement, RuleBook


def check_lists(book: RuleBook, clauses: Collection[str], unbreakable: Collection[str], twins: Twins) -> None:
    """Every checked clause has a mutator or a reason; lists name clauses with mutators."""
    checked = {rule.number for rule in book if rule.enforcement is Enforcement.CHECKED}
    assert checked - set(clauses) == set(unbreakable)
    assert set(clauses) <= {rule.number for rule in book}
    assert set(twins) <= set(clauses)


def check_found(tally: Tally[Any, Any]) -> None:
    """Mutants are illegal for an independent reading; the rules name what they break, and nothing else."""
    assert tally.doubted == []
    assert len(tally.counts) > 40
    assert dict(tally.samples) == {}
    assert tally.found() == tally.planted() > 60
    assert tally.untouched > 500
    assert tally.false == []


def check_chance(
    begun: Callable[[], Any],
    play: Callable[[Any, int], Iterable[Any]],
    harvest: Callable[[], Harvest[Any, Any, Any]],
) -> None:
    """The same seed plants the same mutants."""

    def planted() -> list[object]:
        position, fresh = begun(), harvest()
        found: list[object] = []
        for moment, action in enumerate(play(position, 5)):
            found += [(m.clause, m.moment, m.actions) for m in fresh.of(position, 5, moment, action)]
            if moment > 100:
                break
        return found

    assert planted() == planted() != []
