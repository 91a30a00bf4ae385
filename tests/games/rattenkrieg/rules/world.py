"""A hand-made Rattenkrieg: areas, ways and units of the reference, to try rules without files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tests.real_area_games import RATTENKRIEG, compiled
from toolkit.games.rattenkrieg.rules.data import Area, RulesData, Terrain, Unit, UnitClass
from toolkit.games.rattenkrieg.rules.figures import figures_of
from toolkit.games.rattenkrieg.rules.from_game import card_uses
from toolkit.games.rattenkrieg.rules.points import points_of
from toolkit.games.rattenkrieg.rules.sides import Side

NORMAL = ("orlovka", "rynok", "gorodishche", "airfield", "mamayev_kurgan", "minina")
URBAN = ("tractor_factory", "workers_settlement", "factory_district", "tennis_racket", "red_square")
LAST_URBAN = "south_stalingrad"
WAYS = """
orlovka tractor_factory, airfield mamayev_kurgan, tractor_factory workers_settlement,
mamayev_kurgan factory_district, workers_settlement mamayev_kurgan, workers_settlement factory_district,
german_rear airfield, german_rear orlovka, soviet_rear factory_district, soviet_rear tennis_racket,
soviet_rear red_square, rynok orlovka, rynok tractor_factory, german_rear rynok, orlovka gorodishche,
orlovka workers_settlement, gorodishche workers_settlement, gorodishche airfield, german_rear gorodishche,
tractor_factory factory_district, mamayev_kurgan tennis_racket, mamayev_kurgan red_square,
factory_district tennis_racket, tennis_racket red_square, airfield red_square, airfield minina,
german_rear minina, red_square minina, red_square south_stalingrad, minina south_stalingrad,
german_rear south_stalingrad
"""
GERMANS = {
    "14pz": (UnitClass.PANZER, 7, 4, 1),
    "24pz": (UnitClass.PANZER, 7, 4, 1),
    "29mot": (UnitClass.MOTORISED, 5, 3, 1),
    "71": (UnitClass.INFANTRY, 3, 2, 1),
    "295": (UnitClass.INFANTRY, 3, 2, 1),
    "389": (UnitClass.INFANTRY, 3, 2, 1),
    "16pz": (UnitClass.PANZER, 7, 4, 2),
    "100j": (UnitClass.INFANTRY, 3, 1, 2),
}
SOVIETS = {
    "13gds": (UnitClass.GUARDS, 4, 3, 1),
    "39gds": (UnitClass.GUARDS, 4, 3, 3),
    "t34": (UnitClass.TANK, 2, 0, 1),
    **{f"rifle_{n}": (UnitClass.RIFLE, 2, 1, 1) for n in range(1, 7)},
}


def ways() -> list[tuple[str, str]]:
    """Return the pairs of neighbours."""
    pairs = [pair.split() for pair in WAYS.split(",")]
    return [(one, other) for one, other in pairs]


def areas(*, sourced: bool = False) -> list[Area]:
    """Return the twelve areas and the rears."""
    return [
        *(Area(id, id, Terrain.NORMAL, None, sourced) for id in NORMAL),
        *(Area(id, id, Terrain.URBAN, None, sourced) for id in (*URBAN, LAST_URBAN)),
        Area("german_rear", "german_rear", Terrain.REAR, Side.GERMAN, sourced),
        Area("soviet_rear", "soviet_rear", Terrain.REAR, Side.SOVIET, sourced),
    ]


def units(*, sourced: bool = False) -> list[Unit]:
    """Return the seventeen units."""
    sides = ((Side.GERMAN, GERMANS), (Side.SOVIET, SOVIETS))
    return [Unit(id, side, *values, sourced=sourced) for side, found in sides for id, values in found.items()]


def data(fixed: Mapping[str, str] = MappingProxyType({})) -> RulesData:
    """Return the game, with some unclear points fixed."""
    game = compiled(RATTENKRIEG)[0]
    points = points_of(None, fixed)
    return RulesData.of(areas(), ways(), units(), figures_of(game), card_uses(game), points=points)
