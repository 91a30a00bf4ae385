"""The battery every game's rules must pass: whole games by chance, judged, replayed, written and read."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from types import CodeType, FrameType
from typing import Any

from tests.mutants.mutate import function_of
from toolkit.rules.protocol import Game
from toolkit.rules.registry import RuleBook
from toolkit.rules.verdict import Outcome

Occurrences = Callable[[Any, Any], Iterable[str]]
"""Position before an action, the action → what it is an example of."""


@dataclass
class Tally:
    """What a number of games showed.

    Attributes
    ----------
    findings : list of str
        Verdicts on actions that should have been legal, and broken invariants.
    expected : Counter
        Rules that deliberate faults broke (a wrong choice has its own penalty and is no mistake of the game).
    occurrences : Counter
        How often each thing worth counting was done.
    rules : Counter
        How often each rule's function was asked about an action that was legal.
    ends : Counter
        How the games ended.
    """

    games: int = 0
    actions: int = 0
    findings: list[str] = field(default_factory=list)
    expected: Counter[str] = field(default_factory=Counter)
    occurrences: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)


def play_through(
    game: Game[Any, Any],
    position: Any,
    seed: int,
    tally: Tally,
    *,
    occurrences: Occurrences = lambda _position, _action: (),
    deliberate: Callable[[Any, Any], bool] = lambda _position, _action: False,
    plain: bool = False,
) -> list[Any]:
    """Play a game, judge each action before it is done, look at each position; return the actions.

    `deliberate` names actions that are wrong on purpose and have a penalty in the rules; `plain` judges by
    the readable statement of the rules instead of the fast paths.
    """
    check = partial(game.check, position) if plain else game.checker(position)
    done = []
    for action in game.play(position, seed):
        wrong = deliberate(position, action)
        verdict = check(action)
        if verdict.outcome is not Outcome.LEGAL:
            if wrong:
                tally.expected.update(verdict.rules[:1])
            else:
                tally.findings.append(f"seed {seed}: {game.write(action)}: {verdict}")
        elif wrong:
            tally.findings.append(f"seed {seed}: {game.write(action)}: wrong on purpose, not found")
        tally.findings += [
            f"seed {seed}, before {game.write(action)}: {why}" for why in game.faults(position)
        ]
        tally.occurrences.update(occurrences(position, action))
        done.append(action)
    tally.findings += [f"seed {seed}, at the end: {why}" for why in game.faults(position)]
    tally.games += 1
    tally.actions += len(done)
    return done


def replay(game: Game[Any, Any], position: Any, actions: Iterable[Mapping[str, Any]]) -> Any:
    """Carry written actions out on a position and return it."""
    for found in actions:
        game.apply(position, game.read(found))
    return position


def check_replay(
    game: Game[Any, Any],
    position: Any,
    seed: int,
    *,
    occurrences: Occurrences,
    deliberate: Callable[[Any, Any], bool] = lambda _position, _action: False,
) -> Tally:
    """Play a game: every action legal, every position sound; the written actions lead to the same end."""
    tally, first = Tally(), position.copy()
    assert first.key() == position.key()
    actions = play_through(game, position, seed, tally, occurrences=occurrences, deliberate=deliberate)
    assert tally.findings == []
    assert game.over(position)
    assert first.key() != position.key()
    written = json.loads(json.dumps([game.write(action) for action in actions]))
    assert [game.read(found) for found in written] == actions
    assert replay(game, first, written).key() == position.key()
    return tally


def check_chance(game: Game[Any, Any], setup: str) -> None:
    """Play openings: chance comes from the seed alone."""

    def opening(seed: int) -> list[dict[str, Any]]:
        return [game.write(action) for action in islice(game.play(game.begin(setup), seed), 60)]

    assert opening(5) == opening(5)
    assert opening(5) != opening(6)


@contextmanager
def counting(book: RuleBook, tally: Tally) -> Iterator[None]:
    """Count, for the time of the context, how often the functions of a rule book are called."""
    numbers: dict[CodeType, list[str]] = {}
    for entry in filter(lambda entry: entry.function, book):
        numbers.setdefault(function_of(entry.function).__code__, []).append(entry.number)

    def profile(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in numbers:
            tally.rules.update(numbers[frame.f_code])

    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
