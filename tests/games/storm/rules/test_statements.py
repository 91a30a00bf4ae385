"""1.0, 2.0, 2.1, 2.1.1, SEED 移動1: what the data hold; each with data that contradict it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules import statements
from toolkit.source.counters import Counter


def changed(game: CompiledGame, **values: Any) -> CompiledGame:
    """Return the game with a first unit of other values."""
    first = next(counter for counter in game.counters if counter.kind == "unit")
    other: Counter = replace(first, **values)
    rest = tuple(counter for counter in game.counters if counter is not first)
    return replace(game, counters=(other, *rest))


STATEMENTS = (
    ("1.0", statements.two_sides, {"side": "italian"}),
    ("2.0", statements.components, None),
    ("2.1", statements.units_and_markers, {"kind": "chit"}),
    ("2.1.1", statements.two_faces, {"spent_defence": None}),
    ("SEED 移動1", statements.three_values, {"fresh": None}),
)


@pytest.mark.parametrize(("number", "holds", "against"), STATEMENTS, ids=[row[0] for row in STATEMENTS])
def test_the_data_hold_it(
    game: CompiledGame, number: str, holds: object, against: dict[str, object] | None
) -> None:
    assert callable(holds)
    assert holds(game), number
    other = replace(game, action_cards=game.action_cards[1:]) if against is None else changed(game, **against)
    assert not holds(other), number
