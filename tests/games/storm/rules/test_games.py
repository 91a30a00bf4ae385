"""The battery on Storm: random whole games; more with ``python -m tests.games.storm.rules.games``."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.storm.rules import world
from tests.games.storm.rules.games import SETUP, house_rules
from tests.games.storm.rules.golden_game import FILE, lines
from tests.games.storm.rules.occurrences import occurrences
from tests.games.storm.rules.table import WRITTEN
from tests.rules.area_battery import check_notation, check_proposals
from tests.rules.battery import check_chance, check_replay
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules.choices import candidates, legal_actions
from toolkit.games.storm.rules.game import breaches
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.whole import rules_of, rules_over
from toolkit.rules.verdict import Outcome


@pytest.mark.parametrize("seed", [2, 3])
def test_a_random_game_is_legal_and_can_be_replayed(game: CompiledGame, seed: int) -> None:
    """Every action legal, every position sound; the written actions lead to the same end."""
    rules = rules_of(game)
    position = rules.begin(SETUP if seed % 2 else "", house_rules(seed))
    tally = check_replay(rules, position, seed, occurrences=occurrences)
    assert min(tally.occurrences["Fire"], tally.occurrences["Move"], tally.occurrences["Play"]) > 5


def test_the_set_up_is_what_the_counters_say(game: CompiledGame) -> None:
    rules = rules_of(game)
    assert rules.begin("").key() == rules.begin(SETUP).key()
    assert not any(rules.begin("empty").where.values())
    with pytest.raises(KeyError):
        rules.begin("spring_1945")


def test_the_same_seed_plays_the_same_game() -> None:
    check_chance(rules_over(world.data()), "")


def test_positions_are_written_and_read_and_copied() -> None:
    """At every third action; copies do not change with the original."""
    rules = rules_over(world.data())
    position = rules.begin("", house_rules(1))
    for before, again in check_notation(rules, position, 1, every=3, written=WRITTEN):
        for area in before.data.areas:
            assert [again.units_in(area, side) for side in Side] == [
                before.units_in(area, side) for side in Side
            ]


def test_with_every_point_open_nothing_proposed_is_illegal() -> None:
    """A game by the proposed readings, judged while nothing is settled."""
    rules = rules_over(world.data(dict.fromkeys(READINGS, "open")))
    position = rules.begin("")
    outcomes = Counter(rules.check(position, action).outcome for action in rules.play(position, 8))
    assert set(outcomes) == {Outcome.LEGAL, Outcome.UNCLEAR}
    assert outcomes[Outcome.LEGAL] > outcomes[Outcome.UNCLEAR]


def test_what_can_be_done_is_legal_and_never_nothing() -> None:
    """`legal_actions` against every candidate, and no dead end but the end."""
    rules = rules_over(world.data())
    check_proposals(rules, rules.begin("", house_rules(4)), 4, (candidates, legal_actions), breaches)


def test_the_golden_game() -> None:
    """Written anew by ``python -m tests.games.storm.rules.golden_game``; a change of it is read in review."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(lines())
