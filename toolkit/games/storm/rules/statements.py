"""1.0, 2.0, 2.1, 2.1.1 and SEED 移動1: what the game is and is played with.  Statements: the data hold them.

Each function takes the compiled game and says whether its data hold what is printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.storm.rules.data import Side
from toolkit.rules.registry import stated

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.source.counters import Counter

TURNS = 6
CARDS = 27
DICE = 2


def units(game: CompiledGame) -> list[Counter]:
    """Return the units among the counters."""
    return [counter for counter in game.counters if counter.kind == "unit"]


@stated(
    "1.0",
    "A game for two, German and Soviet, on the battle for Stalingrad, in six turns.",
    place="The sides of counters/*.yaml; the turn table.",
    against="Units of a third side; seven turns.",
)
def two_sides(game: CompiledGame) -> bool:
    """Return whether the units belong to the two sides, and there are six turns."""
    return {unit.side for unit in units(game)} == {side.id for side in Side} and len(game.turns) == TURNS


@stated(
    "2.0",
    "It is played with a map, counters, a deck of cards a side and two dice.",
    place="map/, counters/, action_cards.yaml, charts/figures.yaml.",
    against="A side without cards.",
)
def components(game: CompiledGame) -> bool:
    """Return whether the map, 27 cards a side and two dice are there."""
    decks = [[card for card in game.action_cards if card.side == side.id] for side in Side]
    whole = all(len(deck) == CARDS for deck in decks)
    return game.area_map is not None and whole and game.figure("dice") == DICE


@stated(
    "2.1",
    "Counters are units and markers.",
    place="The kind of each counter in counters/*.yaml.",
    against="A counter that is neither.",
)
def units_and_markers(game: CompiledGame) -> bool:
    """Return whether each counter is a unit or a marker, and both are there."""
    return {counter.kind for counter in game.counters} == {"unit", "marker"}


@stated(
    "2.1.1",
    "A unit has a fresh and a spent side; black German counters are the ones that withdraw.",
    place="`fresh`, `spent_defence` and `withdraws` of each unit.",
    against="A unit without a spent side; a black Soviet unit.",
)
def two_faces(game: CompiledGame) -> bool:
    """Return whether each unit has both faces, and some German ones and no others are black."""
    faces = all(unit.fresh is not None and unit.spent_defence is not None for unit in units(game))
    return faces and {unit.side for unit in units(game) if unit.withdraws} == {Side.GERMAN.id}


@stated(
    "SEED 移動1",
    "A unit shows attack, defence and movement, from left to right.",
    place="`fresh` of each unit: attack, defence, movement.",
    against="A unit without movement value.",
)
def three_values(game: CompiledGame) -> bool:
    """Return whether each unit has the three values, none below zero, and can move."""
    fresh = [unit.fresh for unit in units(game)]
    return all(f is not None and min(f.attack, f.defence) >= 0 and f.movement >= 1 for f in fresh)
