"""The battery on GJ47: random whole games; more of them with ``python -m tests.rules.gj47.games``."""

from __future__ import annotations

import pytest

from tests.rules.battery import Tally, play_through, replay
from tests.rules.gj47.deeds import deeds, wrong_choice
from tests.rules.gj47.games import house_rules
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.gj47.actions import Choose
from toolkit.rules.gj47.game import check
from toolkit.rules.gj47.player import play_on
from toolkit.rules.gj47.start import start
from toolkit.rules.gj47.whole import rules_of
from toolkit.rules.verdict import Outcome


@pytest.mark.parametrize("seed", [3, 104])
def test_a_random_game_is_legal_and_can_be_replayed(game: CompiledGame, seed: int) -> None:
    """Every action legal, every position sound; the written actions lead to the same end."""
    rules, tally = rules_of(game), Tally()
    position = rules.begin("june-28-1942", house_rules(game, seed))
    first = position.copy()
    assert first.key() == position.key()
    actions = play_through(rules, position, seed, tally, deeds=deeds, deliberate=wrong_choice)
    assert tally.findings == []
    assert rules.over(position)
    assert min(tally.deeds["Move"], tally.deeds["Roll"]) > 5
    assert first.key() != position.key()
    written = [rules.write(action) for action in actions]
    assert [rules.read(found) for found in written] == actions
    assert replay(rules, first, written).key() == position.key()


def test_the_same_seed_plays_the_same_game(game: CompiledGame) -> None:
    """Chance comes from the seed alone."""
    rules = rules_of(game)

    def opening(seed: int) -> list[dict[str, object]]:
        played = rules.play(rules.begin("june-28-1942"), seed)
        return [rules.write(action) for action, _ in zip(played, range(60), strict=False)]

    assert opening(5) == opening(5)
    assert opening(5) != opening(6)


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
