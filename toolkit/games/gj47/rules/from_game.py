"""Rules data from a compiled game: the one door between the game's data and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.diagnostics import InputError
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.rules.board import Board, SetupHex
from toolkit.games.gj47.rules.data import ChitType, Forts, RulesData
from toolkit.games.gj47.rules.prices import Chart, read_chart
from toolkit.games.gj47.rules.terrain import CHART_ROW, SideFeature, Terrain
from toolkit.games.gj47.rules.units import Owner, UnitType
from toolkit.rules.rulings import Points

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.geometry.map import BoolArray, Map
    from toolkit.source.counters import Counter
    from toolkit.source.options import Option
    from toolkit.source.setups import SetupHex as PrintedSymbol

_TERRAIN = {name: terrain for terrain, name in CHART_ROW.items() if terrain != Terrain.CITY}
_FLAGS = {str(flag.name).lower(): int(flag) for flag in SideFeature}
_OWNERS = {owner.id: owner for owner in Owner}
_PRINTED = frozenset({"rules", "published"})


def board_of(game_map: Map, chart: Chart) -> Board:
    """Return the board of a compiled map, with what steps cost on it.

    Raises
    ------
    InputError
        ``RUL001`` for a terrain kind that the rules have no price for.
    """
    unknown = sorted(set(game_map.terrain_kinds) - set(_TERRAIN))
    if unknown:
        message = f"the rules know no terrain '{unknown[0]}'; they know {', '.join(_TERRAIN)}"
        raise InputError.single("RUL001", message)
    terrain: list[Terrain] = [_TERRAIN[game_map.terrain_kinds[int(kind)]] for kind in game_map.terrain]
    for place in game_map.places:
        if place.kind == CHART_ROW[Terrain.CITY] and terrain[place.hex] != Terrain.SEA:
            terrain[place.hex] = Terrain.CITY
    features: dict[tuple[int, int], int] = {}
    masks = {**game_map.side_features, **game_map.links}
    pairs = game_map.sides.tolist()
    for name, flag in _FLAGS.items():
        for side in _marked(masks, name):
            a, b = pairs[side]
            features[a, b] = features.get((a, b), 0) | flag
    numbers = [game_map.grid.number(h) for h in range(len(terrain))]
    board = Board.from_arrays(numbers, terrain, game_map.neighbours.tolist(), features, chart)
    marks = game_map.hex_features
    return replace(
        board,
        towns=frozenset(place.hex for place in game_map.places),
        vp_hexes=_marked(marks, "vp"),
        sources=(_marked(marks, "supply_axis"), _marked(marks, "supply_soviet")),
        start_axis=_start_axis(game_map, _marked(marks, "start_axis")),
        hex_names=_hex_names(game_map, terrain),
        side_names=_side_names(game_map),
    )


def _marked(masks: Mapping[str, BoolArray], layer: str) -> frozenset[int]:
    """Return the hexes or hexsides that a layer marks; none where the map has no such layer."""
    return frozenset(masks[layer].nonzero()[0].tolist()) if layer in masks else frozenset()


def _hex_names(game_map: Map, terrain: Sequence[Terrain]) -> dict[int, str]:
    """Return what hexes are called: by their towns, else by the sea or the mountains they lie in."""
    named = (h for h, kind in enumerate(terrain) if kind in (Terrain.SEA, Terrain.MOUNTAIN))
    found = {h: game_map.name_of("terrain", h).get("en", "") for h in named}
    found |= {place.hex: place.names["en"] for place in reversed(game_map.places)}
    return {h: name for h, name in found.items() if name}


def _side_names(game_map: Map) -> dict[tuple[int, int], str]:
    """Return what the rivers and barriers on hexsides are called; a barrier names the side before a river."""
    found: dict[tuple[int, int], str] = {}
    for layer in ("river", "great_river", "impassable"):
        for side in _marked(game_map.side_features, layer):
            a, b = game_map.sides[side].tolist()
            found[a, b] = game_map.name_of(f"side:{layer}", side).get("en") or found.get((a, b), "")
    return found


def _start_axis(game_map: Map, west: frozenset[int]) -> frozenset[int]:
    """Return what the Axis holds at start: the hexes west of the line, but for towns that say otherwise."""
    axis = frozenset(place.hex for place in game_map.places if place.control == "axis")
    return west - (frozenset(place.hex for place in game_map.places) - axis) | axis


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
        steps=1 if counter.reduced is None else 2,
        attack=(counter.full.attack, back.attack),
        defence=(counter.full.defence, back.defence),
        command_range=counter.command_range or 0,
        pool_type=counter.pool_type or "",
        assignment=counter.assignment,
        symbol=counter.symbol or "",
        short=counter.short,
    )


def rules_data(game: CompiledGame, fixed: Mapping[str, str] = MappingProxyType({})) -> RulesData:
    """Return what the rules need of a compiled game.

    Parameters
    ----------
    fixed : mapping of str to str
        Unclear points that the played game fixed, e.g. ``{"U-54": "exact"}``.
    """
    units = [unit for unit in map(unit_of, game.counters) if unit is not None]
    charts = charts_of(game)
    board = _laid_out(game.map, game.setup_hexes, read_chart(charts.terrain_effects))
    sourced = all(str(origin.provenance.kind) in _PRINTED for origin in game.map.provenance.origins)
    data = RulesData(board, tuple(units), charts, points_of(game.options, fixed), sourced)
    return replace(data, chits=_chits(game, data), forts=forts_of(game.counters))


def under(data: RulesData, game: CompiledGame, fixed: Mapping[str, str]) -> RulesData:
    """Return a game's data for a match that fixed these points; board and units are the same objects."""
    return replace(data, points=points_of(game.options, fixed))


# Points the register got after modules were built without them; such a module's games leave them open.
LATER_POINTS: Mapping[str, tuple[str, ...]] = {
    "U-65": ("own-unit",),
    "U-66": ("by-road", "any-way"),
    "U-67": ("quiet-way-first", "short-way-first"),
}


def points_of(options: Iterable[Option], fixed: Mapping[str, str]) -> Points:
    """Return the unclear points with the values that count.

    A point counts with all its values when nothing supports its proposal and the game did not fix it, or
    when the game fixed a value that the register does not know.
    """
    options = list(options)
    readings = {option.id: tuple(value.id for value in option.values) for option in options}
    return Points(MappingProxyType({**LATER_POINTS, **Points.of(readings, (), options, fixed).values}))


@lru_cache(maxsize=8)
def _laid_out(game_map: Map, symbols: tuple[PrintedSymbol, ...], chart: Chart) -> Board:
    """Return the board of a map with its set-up symbols: one for all matches, and so what it keeps."""
    board = board_of(game_map, chart)
    index = {number: h for h, number in enumerate(board.numbers)}
    marks = tuple(SetupHex(index[mark.hex], mark.army, mark.kind) for mark in symbols)
    return replace(board, setup_hexes=marks)


def _chits(game: CompiledGame, data: RulesData) -> Mapping[str, ChitType]:
    return {
        counter.id: ChitType(
            counter.id,
            _OWNERS.get(counter.side or ""),
            counter.chit.order,
            counter.chit.group,
            data.index.get(counter.chit.hq or ""),
            counter.names.en,
        )
        for counter in game.counters
        if counter.chit is not None
    }


def forts_of(counters: Iterable[Counter]) -> Forts:
    """Return the fort markers among counters: the reduced face is level 1, the full one level 2 (14.1)."""
    forts = (c for c in counters if c.role == "fort")
    adds = [(0, c.reduced.defence, c.full.defence) for c in forts if c.reduced and c.full]
    return Forts(len(adds), adds[0] if adds else (0,))
