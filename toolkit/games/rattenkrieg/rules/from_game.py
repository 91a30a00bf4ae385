"""Rules data from a compiled game: the one door between the game's data and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.rattenkrieg.rules.data import (
    FACTORY,
    KURGAN,
    Area,
    CardUses,
    RulesData,
    Terrain,
    Unit,
    UnitClass,
)
from toolkit.games.rattenkrieg.rules.figures import figures_of
from toolkit.games.rattenkrieg.rules.points import points_of
from toolkit.games.rattenkrieg.rules.sides import SIDES, Side
from toolkit.rules.area_data import PRINTED, neighbouring, unknown

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.geometry.area_map import AreaMap
    from toolkit.source.counters import Counter


def rules_data(game: CompiledGame, fixed: Mapping[str, str] = MappingProxyType({})) -> RulesData:
    """Return what the rules need of a compiled game.

    Parameters
    ----------
    fixed : mapping of str to str
        Unclear points that the played game fixed, e.g. ``{"U09": "literal"}``.

    Raises
    ------
    InputError
        ``RUL001`` for an area, a kind of area or a class of unit that the rules need and do not find, or find
        and do not know.
    """
    board = game.areas
    areas = list(_areas(board))
    for wanted in (FACTORY, KURGAN):
        if wanted not in board.ids:
            raise unknown(f"the rules speak of the area '{wanted}', which the map does not have")
    for side in Side:
        if sum(area.owner is side for area in areas) != 1:
            raise unknown(f"the map needs one area of kind 'rear' that the {side.id} side controls")
    ways = list(neighbouring(board))
    sourced = [(one, other) for one, other, kind in ways if kind in PRINTED]
    units = [unit for unit in map(unit_of, game.counters) if unit is not None]
    pairs = [(one, other) for one, other, _ in ways]
    figures, cards = figures_of(game), card_uses(game)
    points = points_of(game.options, fixed)
    return RulesData.of(areas, pairs, units, figures, cards, points=points, ways_sourced=sourced)


def card_uses(game: CompiledGame) -> CardUses:
    """Return what the cards of a compiled game are to the two sides."""
    uses = {(SIDES[use.side], card): use.id for use in game.cards.uses for card in use.cards}
    german, soviet = (game.cards.colours[side.id] for side in Side)
    return CardUses((german, soviet), MappingProxyType(uses))


def _areas(board: AreaMap) -> Iterator[Area]:
    for id, kind, names, properties, origin in zip(
        board.ids, board.kinds, board.names, board.properties, board.provenance, strict=True
    ):
        if kind not in list(Terrain):
            raise unknown(f"the rules know no area of kind '{kind}'; they know {', '.join(Terrain)}")
        owner = SIDES.get(properties.get("control", "")) if kind == Terrain.REAR else None
        yield Area(id, names.get("en", id), Terrain(kind), owner, str(origin.kind) in PRINTED)


def unit_of(counter: Counter) -> Unit | None:
    """Return a counter as a unit; None for markers and for counters without side.

    Raises
    ------
    InputError
        ``RUL001`` for a class of units that the rules do not know.
    """
    side = SIDES.get(counter.side or "")
    if counter.kind != "unit" or side is None:
        return None
    if counter.unit_class not in list(UnitClass) or counter.combat is None:
        text = f"the unit '{counter.id}' needs a combat value and one of the classes {', '.join(UnitClass)}"
        raise unknown(text)
    origin = counter.provenance.get("combat")
    return Unit(
        id=counter.id,
        side=side,
        kind=UnitClass(counter.unit_class),
        strength=counter.combat,
        steps=counter.steps or 0,
        enters=counter.enters or 1,
        name=counter.names.en,
        sourced=origin is not None and str(origin.kind) in PRINTED,
    )
