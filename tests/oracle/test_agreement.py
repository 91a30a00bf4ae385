"""The checker and the independent reading say the same (short form of ``python -m tests.oracle.compare``)."""

from __future__ import annotations

from tests.oracle.gj47 import comparing
from tests.oracle.tally import Tally
from toolkit.compile.compiled import CompiledGame


def test_a_game_of_the_random_player(game: CompiledGame) -> None:
    tally = Tally()
    comparing.games(game, range(3, 4), tally, asked=0.05, steps=150)
    assert tally.differing == []
    assert tally.results >= 150
    assert sum(count for (_, theirs, _), count in tally.verdicts.items() if theirs == "illegal") >= 10


def test_crowded_positions_on_scrambled_maps(game: CompiledGame) -> None:
    tally = Tally()
    comparing.explorations(game, range(60, 64), tally, length=12, asked=8)
    assert tally.differing == []
    assert sum(tally.verdicts.values()) >= 100
