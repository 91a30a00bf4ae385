"""1.0, 2.0, 2.1, 2.1.1, SEED 移動1: what the data hold; each with data that contradict it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules.sides import Side
from toolkit.source.counters import Counter

TURNS = 6
CARDS = 27
DICE = 2


def units(game: CompiledGame) -> list[Counter]:
    """Return the units among the counters."""
    return [counter for counter in game.counters if counter.kind == "unit"]


def two_sides(game: CompiledGame) -> bool:
    """Return whether the units belong to the two sides, and there are six turns."""
    return {unit.side for unit in units(game)} == {side.id for side in Side} and len(game.turns) == TURNS


def components(game: CompiledGame) -> bool:
    """Return whether the map, 27 cards a side and two dice are there."""
    decks = [[card for card in game.action_cards if card.side == side.id] for side in Side]
    whole = all(len(deck) == CARDS for deck in decks)
    return game.area_map is not None and whole and game.figure("dice") == DICE


def units_and_markers(game: CompiledGame) -> bool:
    """Return whether each counter is a unit or a marker, and both are there."""
    return {counter.kind for counter in game.counters} == {"unit", "marker"}


def two_faces(game: CompiledGame) -> bool:
    """Return whether each unit has both faces, and some German ones and no others are black."""
    faces = all(unit.fresh is not None and unit.spent_defence is not None for unit in units(game))
    return faces and {unit.side for unit in units(game) if unit.withdraws} == {Side.GERMAN.id}


def three_values(game: CompiledGame) -> bool:
    """Return whether each unit has the three values, none below zero, and can move."""
    fresh = [unit.fresh for unit in units(game)]
    return all(f is not None and min(f.attack, f.defence) >= 0 and f.movement >= 1 for f in fresh)


def changed(game: CompiledGame, **values: Any) -> CompiledGame:
    """Return the game with a first unit of other values."""
    first = next(counter for counter in game.counters if counter.kind == "unit")
    other: Counter = replace(first, **values)
    rest = tuple(counter for counter in game.counters if counter is not first)
    return replace(game, counters=(other, *rest))


STATEMENTS = (
    ("1.0", two_sides, {"side": "italian"}),
    ("2.0", components, None),
    ("2.1", units_and_markers, {"kind": "chit"}),
    ("2.1.1", two_faces, {"spent_defence": None}),
    ("SEED 移動1", three_values, {"fresh": None}),
)


@pytest.mark.parametrize(("number", "holds", "against"), STATEMENTS, ids=[row[0] for row in STATEMENTS])
def test_the_data_hold_it(
    game: CompiledGame, number: str, holds: object, against: dict[str, object] | None
) -> None:
    assert callable(holds)
    assert holds(game), number
    other = replace(game, action_cards=game.action_cards[1:]) if against is None else changed(game, **against)
    assert not holds(other), number
