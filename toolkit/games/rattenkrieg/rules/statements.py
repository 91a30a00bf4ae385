"""Chapters 1 and 2: what the game is and what it is played with.  Statements: the data hold them.

Each function takes the compiled game and says whether its data hold what the rulebook prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.rattenkrieg.rules.cards import DECK, colour, number
from toolkit.games.rattenkrieg.rules.data import Side, Terrain, UnitClass
from toolkit.rules.registry import stated

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

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


@stated(
    "1.0",
    "A game for two, German and Soviet, on the battle for Stalingrad.",
    place="The sides of counters/*.yaml.",
    against="Units of a third side.",
)
def two_sides(game: CompiledGame) -> bool:
    """Return whether the units belong to the two sides, and both have some."""
    return {counter.side for counter in game.counters if counter.kind == "unit"} == {side.id for side in Side}


@stated(
    "2.1",
    "The map has a German rear, a Soviet rear and twelve areas of Stalingrad, normal or urban.",
    place="map/: areas with their kinds; the rears are of kind rear.",
    against="An eleventh area left out, or a third kind of terrain in the city.",
    unclear=("U11",),
)
def twelve_areas_and_two_rears(game: CompiledGame) -> bool:
    """Return whether there are twelve normal or urban areas and two rears."""
    if game.area_map is None:
        return False
    kinds = list(game.area_map.kinds)
    city = kinds.count(Terrain.NORMAL) + kinds.count(Terrain.URBAN)
    return city == CITY_AREAS and kinds.count(Terrain.REAR) == len(Side) == len(kinds) - city


@stated(
    "2.2",
    "Any number of units may be in an area.",
    place="No chart limits it: charts/figures.yaml has no number for stacking.",
    against="A number called stacking_limit among the figures.",
)
def no_stacking_limit(game: CompiledGame) -> bool:
    """Return whether the data name no limit for units in an area."""
    return not any("stack" in figure.id for figure in game.figures)


@stated(
    "2.3",
    "Units show their name and their combat strength.",
    place="names, combat and steps in counters/*.yaml.",
    against="A division without a combat strength, or one with more steps than its class has.",
)
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


@stated(
    "2.4",
    "The game is played with 52 playing cards, without jokers.",
    place="cards.yaml.",
    against="A deck with a joker, or one in which diamonds are black.",
)
def fifty_two_cards(game: CompiledGame) -> bool:
    """Return whether the deck holds the 52 cards with their colours and numbers."""
    if game.deck is None:
        return False
    found = {card.id: (card.colour, card.value) for card in game.deck.cards}
    return found == {card: (colour(card), number(card)) for card in DECK}
