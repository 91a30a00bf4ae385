"""The compiled game: the one thing that pictures, modules, rules and audits read."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.compile.area_map import compile_area_map
from toolkit.compile.area_pieces import check_area_pieces
from toolkit.compile.area_units import check_area_units
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.errata import correct_borders
from toolkit.compile.figures import check_read
from toolkit.compile.free_setups import check_free_setups
from toolkit.compile.map import compile_map
from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.geometry.area_map import AreaMap
from toolkit.geometry.map import Map
from toolkit.plugins import optional_room
from toolkit.source.game import GameSource
from toolkit.source.names import Names


def compile_game(source: GameSource, *, strict: bool = True) -> tuple[CompiledGame, list[Finding]]:
    """Compile a game's source.

    Parameters
    ----------
    strict : bool
        Stop at findings of severity ERROR; when False they are only returned with a game that
        leaves out what cannot be used.

    Returns
    -------
    game : CompiledGame
    findings : list of Finding

    Raises
    ------
    ToolkitError
        Findings of severity ERROR (all findings are in it); exit status 1.
    """
    built = None
    findings: list[Finding] = []
    if source.definition.hex_grid is not None:
        built, findings = compile_map(source)
    drawn, corrected = correct_borders(source, lambda bare: compile_area_map(bare).map)
    findings += corrected
    areas = None if drawn is None else compile_area_map(drawn)
    findings += areas.findings if areas is not None else ()
    own = optional_room(source.definition.id, "data.checking")
    if own is not None and built is not None:
        findings += own.check_data(source, built)
    elif source.rules or built is not None:
        findings += check_free_setups(source, _places(built, None if areas is None else areas.map))
    elif areas is not None:
        findings += check_area_pieces(source, areas.map)
        findings += check_area_units(source, areas.map)
    findings += check_read(source)
    if strict and any(finding.severity is Severity.ERROR for finding in findings):
        raise ToolkitError(findings)
    return assembled(source, built, None if areas is None else areas.map), findings


def assembled(source: GameSource, hexes: Map | None, areas: AreaMap | None = None) -> CompiledGame:
    """Return the compiled game of a source and its maps, whatever is wrong with them."""
    return CompiledGame(
        id=source.definition.id,
        names=source.definition.names,
        version=source.definition.version,
        hex_map=hexes,
        labels=_labels(source),
        setup_hexes=source.setup_hexes,
        counters=source.counters,
        charts=source.charts,
        setups=source.setups,
        boxes=source.boxes,
        options=source.options,
        errata=source.errata,
        area_map=areas,
        deck=source.deck,
        figures=source.figures,
        turns=source.turns,
        action_cards=source.action_cards,
        style=source.definition.style,
        rules=source.rules,
        free_charts=source.free_charts,
    )


def _places(hexes: Map | None, areas: AreaMap | None) -> frozenset[str]:
    """Return every place of the maps: printed hex numbers and ids of areas."""
    found = set() if areas is None else set(areas.ids)
    if hexes is not None:
        found |= {hexes.grid.number(h) for h in range(len(hexes.grid))}
    return frozenset(found)


def _labels(source: GameSource) -> dict[str, Mapping[str, Names]]:
    definition = source.definition
    areas = source.area_map
    kinds = {} if areas is None else {"area_kind": dict(areas.kinds), "link_kind": dict(areas.link_kinds)}
    return {
        **kinds,
        "side": dict(definition.sides),
        "terrain": {kind.id: kind.names for kind in definition.terrain},
        "town_class": dict(definition.town_classes),
        "side_layer": {layer.id: layer.names for layer in definition.side_layers},
        "link_layer": {layer.id: layer.names for layer in definition.link_layers},
        "hex_layer": {layer.id: layer.names for layer in definition.hex_layers},
        "area": {area.id: area.names for area in source.map.areas},
    }
