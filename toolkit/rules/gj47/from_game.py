"""Rules data from a compiled game: the one door between the game's data and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.diagnostics import InputError
from toolkit.rules.gj47.board import Board, Side, Terrain
from toolkit.rules.gj47.data import RulesData
from toolkit.rules.gj47.settings import Settings
from toolkit.rules.gj47.units import Owner, UnitType

if TYPE_CHECKING:
    from toolkit.compile.game import CompiledGame
    from toolkit.geometry.map import Map
    from toolkit.source.counters import Counter

_TERRAIN = {
    "clear": Terrain.CLEAR,
    "forest": Terrain.FOREST,
    "marsh": Terrain.MARSH,
    "mountain": Terrain.MOUNTAIN,
    "sea": Terrain.SEA,
}
_SIDES = {"river": Side.RIVER, "great_river": Side.GREAT_RIVER, "impassable": Side.IMPASSABLE}
_LINKS = {"road": Side.ROAD, "rail": Side.RAIL}
_OWNERS = {"axis": Owner.AXIS, "soviet": Owner.SOVIET}
_PRINTED = frozenset({"rules", "published"})
MAJOR_CITY = "major_city"


def board_of(game_map: Map) -> Board:
    """Return the board of a compiled map.

    Raises
    ------
    InputError
        ``RUL001`` for a terrain kind that the rules have no price for.
    """
    unknown = sorted(set(game_map.terrain_kinds) - set(_TERRAIN))
    if unknown:
        message = f"the rules know no terrain '{unknown[0]}'; they know {', '.join(_TERRAIN)}"
        raise InputError.single("RUL001", message)
    terrain = [_TERRAIN[game_map.terrain_kinds[int(kind)]] for kind in game_map.terrain]
    for place in game_map.places:
        if place.kind == MAJOR_CITY and terrain[place.hex] != Terrain.SEA:
            terrain[place.hex] = Terrain.CITY
    features: dict[tuple[int, int], int] = {}
    layers = [(_SIDES, game_map.side_features), (_LINKS, game_map.links)]
    pairs = game_map.sides.tolist()
    for flags, masks in layers:
        for name, flag in flags.items():
            for side in masks[name].nonzero()[0].tolist() if name in masks else ():
                a, b = pairs[side]
                features[a, b] = features.get((a, b), 0) | int(flag)
    numbers = [game_map.grid.number(h) for h in range(len(terrain))]
    return Board.from_arrays(numbers, terrain, game_map.neighbours.tolist(), features)


def unit_of(counter: Counter) -> UnitType | None:
    """Return a counter as a unit; None for chits, markers and counters without factors or side."""
    if counter.kind not in ("unit", "hq") or counter.full is None or counter.side not in _OWNERS:
        return None
    back = counter.reduced or counter.full
    origin = counter.provenance.get("full")
    return UnitType(
        id=counter.id,
        owner=_OWNERS[counter.side],
        mechanised=counter.mechanised,
        mountain=counter.mountain,
        allowance=counter.full.movement,
        reduced_allowance=back.movement,
        headquarters=counter.kind == "hq",
        nationality=counter.nationality or "",
        name=counter.names.en,
        sourced=origin is not None and str(origin.kind) in _PRINTED,
    )


def rules_data(game: CompiledGame, fixed: Mapping[str, str] = MappingProxyType({})) -> RulesData:
    """Return what the rules need of a compiled game.

    Parameters
    ----------
    game : CompiledGame
    fixed : mapping of str to str
        Unclear points that the played game fixed, e.g. ``{"U-54": "exact"}``.
    """
    units = [unit for unit in map(unit_of, game.counters) if unit is not None]
    return RulesData.of(board_of(game.map), units, Settings.of(fixed), sourced=_sourced(game.map))


def _sourced(game_map: Map) -> bool:
    """Return whether every origin of the map's data is printed."""
    return all(str(origin.provenance.kind) in _PRINTED for origin in game_map.provenance.origins)
