"""The battery on GJ47: random whole games; more of them with ``python -m tests.games.gj47.rules.games``."""

from __future__ import annotations

import pytest

from tests.games.gj47.rules.games import house_rules
from tests.games.gj47.rules.occurrences import occurrences, wrong_choice
from tests.rules.battery import check_chance, check_replay
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.actions import Choose
from toolkit.games.gj47.rules.game import check
from toolkit.games.gj47.rules.player import play_on
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.whole import rules_of
from toolkit.rules.verdict import Outcome


@pytest.mark.parametrize("seed", [3, 104])
def test_a_random_game_is_legal_and_can_be_replayed(game: CompiledGame, seed: int) -> None:
    """Every action legal, every position sound; the written actions lead to the same end."""
    rules = rules_of(game)
    position = rules.begin("june-28-1942", house_rules(game, seed))
    tally = check_replay(rules, position, seed, occurrences=occurrences, deliberate=wrong_choice)
    assert min(tally.occurrences["Move"], tally.occurrences["Roll"]) > 5


def test_the_same_seed_plays_the_same_game(game: CompiledGame) -> None:
    check_chance(rules_of(game), "june-28-1942")


@pytest.mark.parametrize("careful", [True, False])
def test_only_a_careless_player_chooses_against_the_numbers(game: CompiledGame, careful: bool) -> None:
    """6.2: seed 4 has a player who forgets a chit on turn 3, when nobody is asked to be careful."""
    position = start(game, "june-28-1942")
    wrong = False
    for action in play_on(position, 4, careful=careful):
        if position.turn.number > 3:
            break
        chosen = isinstance(action, Choose)
        wrong |= chosen and check(position, action).outcome is not Outcome.LEGAL
    assert wrong is not careful
