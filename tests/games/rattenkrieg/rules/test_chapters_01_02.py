"""Chapters 1 and 2: what the game's data hold of what is printed, and data that contradict it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.rules.cards import DECK, colour, number
from toolkit.games.rattenkrieg.rules.data import Terrain, UnitClass
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.source.figures import Figure

Change = Callable[[CompiledGame], CompiledGame]

CITY_AREAS = 12
# 3.3; the one Jaeger division has a step less than other infantry.
STEPS = {
    UnitClass.PANZER: (4,),
    UnitClass.MOTORISED: (3,),
    UnitClass.GUARDS: (3,),
    UnitClass.INFANTRY: (1, 2),
    UnitClass.RIFLE: (1,),
    UnitClass.TANK: (0,),
}


def two_sides(game: CompiledGame) -> bool:
    """Return whether the units belong to the two sides, and both have some."""
    return {counter.side for counter in game.counters if counter.kind == "unit"} == {side.id for side in Side}


def twelve_areas_and_two_rears(game: CompiledGame) -> bool:
    """Return whether there are twelve normal or urban areas and two rears."""
    if game.area_map is None:
        return False
    kinds = list(game.area_map.kinds)
    city = kinds.count(Terrain.NORMAL) + kinds.count(Terrain.URBAN)
    return city == CITY_AREAS and kinds.count(Terrain.REAR) == len(Side) == len(kinds) - city


def no_stacking_limit(game: CompiledGame) -> bool:
    """Return whether the data name no limit for units in an area."""
    return not any("stack" in figure.id for figure in game.figures)


def units_have_name_and_strength(game: CompiledGame) -> bool:
    """Return whether every unit has a name, a strength, and the steps of its class."""
    units = [counter for counter in game.counters if counter.kind == "unit"]
    return bool(units) and all(
        unit.names.en
        and unit.combat is not None
        and unit.unit_class in list(UnitClass)
        and unit.steps in STEPS[UnitClass(unit.unit_class)]
        for unit in units
    )


def fifty_two_cards(game: CompiledGame) -> bool:
    """Return whether the deck holds the 52 cards with their colours and numbers."""
    if game.deck is None:
        return False
    found = {card.id: (card.colour, card.value) for card in game.deck.cards}
    return found == {card: (colour(card), number(card)) for card in DECK}


def third_side(game: CompiledGame) -> CompiledGame:
    return replace(game, counters=(replace(game.counters[0], side="hungarian"), *game.counters[1:]))


def eleven_areas(game: CompiledGame) -> CompiledGame:
    kinds = list(game.areas.kinds)
    kinds[-1] = "marsh"
    return replace(game, area_map=replace(game.areas, kinds=tuple(kinds)))


def stacking(game: CompiledGame) -> CompiledGame:
    limit = replace(game.figures[0], id="stacking_limit")
    assert isinstance(limit, Figure)
    return replace(game, figures=(*game.figures, limit))


def no_strength(game: CompiledGame) -> CompiledGame:
    return replace(game, counters=(replace(game.counters[0], combat=None), *game.counters[1:]))


def five_steps(game: CompiledGame) -> CompiledGame:
    """A rifle with the steps of a panzer division."""
    units = [replace(c, unit_class="panzer") if c.id == "rifle_1" else c for c in game.counters]
    return replace(game, counters=tuple(units))


def a_card_less(game: CompiledGame) -> CompiledGame:
    assert game.deck is not None
    return replace(game, deck=replace(game.deck, ranks=game.deck.ranks[1:]))


CASES: tuple[tuple[str, Callable[[CompiledGame], bool], Change], ...] = (
    ("1.0", two_sides, third_side),
    ("2.1", twelve_areas_and_two_rears, eleven_areas),
    ("2.1", twelve_areas_and_two_rears, lambda game: replace(game, area_map=None)),
    ("2.2", no_stacking_limit, stacking),
    ("2.3", units_have_name_and_strength, no_strength),
    ("2.3", units_have_name_and_strength, five_steps),
    ("2.4", fifty_two_cards, a_card_less),
    ("2.4", fifty_two_cards, lambda game: replace(game, deck=None)),
)


@pytest.mark.parametrize(("clause", "statement", "change"), CASES)
def test_the_data_hold_what_is_printed(
    game: CompiledGame, clause: str, statement: Callable[[CompiledGame], bool], change: Change
) -> None:
    assert statement(game), clause
    assert not statement(change(game)), clause
