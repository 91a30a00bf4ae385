"""Violations planted in whole games on paper: what follows from one accuses nobody else.

Many more: ``python -m tests.games.rattenkrieg.audit.planted --count 20``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rattenkrieg.audit.planted import judged

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("seed", [1, 12, 9028])
def test_exactly_the_planted_violations_of_a_game_are_found(rk_module: Path, seed: int) -> None:
    result = judged(rk_module, seed, 40)
    assert (result.missed, result.accused) == ([], [])
    assert result.found >= 25
