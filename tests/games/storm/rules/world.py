"""A hand-made Storm: nine areas, two ferry boxes, a few units and a card of every kind, without files.

The city, west at the left, the river at the right; nothing of it is the game's own map::

    west ─ park ─ kurgan ─ works   ~ north_ferry
      │      │  ╲    │       │
    camp ─ house ─ silo ─ station  ~ south_ferry
                      ╲     │
                       marsh
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from tests.real_area_games import STORM, compiled
from toolkit.games.storm.rules.data import (
    KURGAN,
    Area,
    Card,
    Effect,
    HandSize,
    RulesData,
    Timing,
    Unit,
    Use,
    Where,
)
from toolkit.games.storm.rules.figures import Figures, figures_of
from toolkit.games.storm.rules.points import points_of
from toolkit.games.storm.rules.sides import Side

G, S = Side.GERMAN, Side.SOVIET
# Terrain, start control, further properties.
AREAS = (
    Area("west", "West", 0, G, entry=True),
    Area("camp", "Camp", 0, G, entry=True),
    Area("park", "Park", 1, S),
    Area("house", "House", 2, S),
    Area(KURGAN, "Mamayev Kurgan", 2, S),
    Area("silo", "Silo", 3, S, victory=True),
    Area("works", "Works", 3, S, victory=True, riverside=True),
    Area("station", "Station", 3, S, victory=True, riverside=True),
    Area("marsh", "Marsh", 0, S),
    Area("north_ferry", "North ferry", 0, S, ferry=True),
    Area("south_ferry", "South ferry", 0, S, ferry=True),
)
WAYS = f"""
west park, west camp, camp house, park house, park {KURGAN}, park silo, house silo, {KURGAN} works,
{KURGAN} silo, silo station, works station, silo marsh, station marsh,
north_ferry works, south_ferry station
"""
# Attack, defence, movement, spent defence.
GERMANS = (
    Unit("a1", G, 5, 4, 2, 3, "infantry", "71", starts="west"),
    Unit("a2", G, 4, 4, 2, 3, "infantry", "71", starts="west"),
    Unit("a3", G, 3, 3, 3, 2, "engineers", "71", starts="west"),
    Unit("b1", G, 6, 4, 4, 3, "motorised", "29", withdraws=True, starts="west"),
    Unit("b2", G, 7, 5, 4, 3, "armour", "29", withdraws=True, starts="west"),
    Unit("i1", G, 8, 3, 4, 2, "armour", starts="camp"),
    Unit("i2", G, 0, 2, 1, 1, "infantry", starts="camp"),
    Unit("c1", G, 4, 4, 2, 3, "infantry", "94", starts="camp"),
    Unit("c2", G, 3, 5, 2, 4, "infantry", "94", enters=1, entry=("west", "camp")),
    Unit("c3", G, 2, 4, 2, 2, "infantry", "94", enters=2, entry=("camp",)),
)
SOVIETS = (
    Unit("r1", S, 0, 8, 1, 6, "infantry", "10", starts="park"),
    Unit("r2", S, 1, 6, 2, 5, "infantry", "10", starts="house"),
    Unit("r3", S, 2, 7, 2, 5, "guards", "13", starts=KURGAN),
    Unit("r4", S, 3, 5, 2, 4, "infantry", "13", starts="silo"),
    Unit("m1", S, 0, 9, 1, 7, "militia", starts="works"),
    Unit("t1", S, 4, 5, 3, 3, "tank", starts="station"),
    Unit("t2", S, 4, 4, 3, 2, "tank", starts="station"),
    Unit("f1", S, 2, 8, 2, 6, "guards", "13", starts="north_ferry"),
    Unit("f2", S, 1, 7, 2, 5, "guards", "13", starts="north_ferry"),
    Unit("e1", S, 2, 7, 3, 6, "marines", enters=1, entry=("north_ferry", "south_ferry")),
    Unit("e2", S, 0, 9, 1, 8, "infantry", "10", enters=3, entry=("south_ferry",)),
)


ANYWHERE = Where()


def _card(
    id: str, side: Side, timing: Timing, use: Use, amount: int = 0, *, points_of_attacker: bool = False,
    back: bool = False, discards: int = 0, spends: str = "", where: Where = ANYWHERE, **units: Any,
) -> Card:  # fmt: skip
    effect = Effect(use, amount, points_of_attacker, back)
    return Card(id, side, timing, effect, discards, spends, where, name=id, **units)


T, D = Timing, Use
CARDS = (
    _card("bomber", G, T.ACTION, D.BOMBARD, 8, where=Where(terrain_most=2)),
    _card("howitzer", G, T.ACTION, D.BOMBARD, 5, where=Where(beside_own=True)),
    _card("guns", G, T.OWN_FIRE, D.FIRE_BONUS, 3, classes=("infantry", "engineers")),
    _card("flames", G, T.OWN_FIRE, D.NO_TERRAIN, spends="engineers"),
    _card("aimed", G, T.OWN_FIRE, D.ATTACKER_ALLOTS, where=Where(victory=True)),
    _card("panzers_forward", G, T.ACTION, D.OVERRUN, classes=("armour", "motorised")),
    _card("march", G, T.OWN_MOVE, D.MARCH, 2, most=2),
    _card("kampfgruppe", G, T.OWN_FIRE, D.JOINT),
    _card("column", G, T.OWN_MOVE, D.JOINT),
    _card("drill", G, T.OWN_FIRE, D.UNSPENT, 1, discards=1),
    _card("rest", G, T.ACTION, D.RALLY, 2, where=Where(own_control=True)),
    _card("convalescents", G, T.ACTION, D.REPLACE, classes=("infantry",)),
    _card("orders", G, T.ACTION, D.DRAW, 2),
    _card("smoke", G, T.ENEMY_FIRE, D.WEAKEN, 4),
    _card("shortage", G, T.ENEMY_FIRE, D.CANCEL),
    _card("medics", G, T.ENEMY_LOSS, D.SPARE, 2, division="71"),
    _card("sharpshooter", G, T.ACTION, D.SNIPE, 1, points_of_attacker=True),
    _card("heavy_guns", S, T.ACTION, D.BOMBARD, 7, where=Where(riverside=True)),
    _card("sniper", S, T.ACTION, D.SNIPE, 1),
    _card("sewers", S, T.OWN_MOVE, D.INFILTRATE, most=3),
    _card("barges", S, T.OWN_MOVE, D.FERRY, 3),
    _card("counterblow", S, T.OWN_MOVE, D.UNSPENT, 2, where=Where(own_units=True)),
    _card("rubble", S, T.ENEMY_FIRE, D.RUBBLE, 2, where=Where(terrain_least=2)),
    _card("dug_in", S, T.ENEMY_FIRE, D.DIG_IN, 3),
    _card("order_227", S, T.ENEMY_LOSS, D.SPARE, 3, discards=1),
    _card("minefield", S, T.ENEMY_MOVE, D.MINES, 2, where=Where(own_control=False)),
    _card("wire", S, T.ENEMY_MOVE, D.MINES, 0, back=True),
    _card("volunteers", S, T.ACTION, D.REPLACE),
    _card("rations", S, T.ACTION, D.RALLY, 3, where=Where(areas=("works", "station", "silo"))),
    _card("headquarters", S, T.ACTION, D.DRAW, 2),
    _card("katyusha", S, T.OWN_FIRE, D.FIRE_BONUS, 4, spends="tank"),
    Card("strange", S, Timing.ACTION, None, name="Strange"),
    Card("rumour", G, Timing.OWN_FIRE, None, name="Rumour"),
)
TURNS = ((HandSize(4, 5), HandSize(3, 4)),) + ((HandSize(2, 5), HandSize(2, 4)),) * 5


def ways() -> list[tuple[str, str]]:
    """Return the pairs of neighbours."""
    pairs = [pair.split() for pair in WAYS.split(",")]
    return [(one, other) for one, other in pairs]


@cache
def figures() -> Figures:
    """Return the numbers that the game's data give."""
    return figures_of(compiled(STORM)[0])


def data(fixed: Mapping[str, str] = MappingProxyType({})) -> RulesData:
    """Return the game, with some unclear points fixed."""
    return RulesData.of(
        AREAS, ways(), (*GERMANS, *SOVIETS), CARDS, TURNS, figures=figures(), points=points_of(None, fixed)
    )
