"""Counters, charts and set-ups against each other and against the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.games.gj47.data.charts import Charts
from toolkit.games.gj47.data.setups import check_setups, check_starts
from toolkit.geometry.map import Map
from toolkit.source.counters import Counter
from toolkit.source.game import GameSource
from toolkit.source.reading import read_document
from toolkit.source.schema import suggestion


def check_data(source: GameSource, game_map: Map) -> list[Finding]:
    """Return what is wrong between the parts of a game's source that are not its map.

    Parameters
    ----------
    game_map : Map
        Compiled from the same source.

    Returns
    -------
    list of Finding
        ``SETnnn`` of `check_setups`, and of `check_starts` where nothing else is wrong; ``OOB010`` a
        counter's set-up army or line has no symbol on the map; ``CHT010`` (warning) a table names a class
        that no counter has; ``CHT011`` the terrain effects chart has no row for a kind on the map; ``CHT015``
        another number of VP hexes is Axis at start than the map shows; ``OOB014`` a fort marker says what no
        rule reads.
    """
    findings = check_setups(source, game_map)
    findings += _check_assignments(source)
    findings += _check_forts(source.counters)
    if source.charts:
        place, charts = Place(file=source.file), Charts.from_json(source.charts)
        findings += _check_classes(charts, source.counters, place)
        findings += _check_effects(charts, game_map, place)
        findings += _check_start(charts, source, game_map)
    sound = all(finding.severity is not Severity.ERROR for finding in findings)
    if sound and source.charts and source.setup_hexes:
        findings += check_starts(source, game_map)
    return findings


def _check_assignments(source: GameSource) -> Iterator[Finding]:
    """Judge the words that tie a counter to set-up symbols; ``second`` needs none, its places are towns."""
    known = {symbol.army for symbol in source.setup_hexes}
    if not known:
        return
    for counter in source.counters:
        name = counter.assignment
        if name is None or name in known | {"second"}:
            continue
        text = f"{counter.id} is assigned to {name}, which has no set-up symbol{suggestion(name, known)}"
        data = {"counter": counter.id, "assignment": name}
        yield Finding("OOB010", Severity.ERROR, text, Place(file=source.file), "2.21(4)", data)


def _check_classes(charts: Charts, counters: Sequence[Counter], place: Place) -> Iterator[Finding]:
    known = {counter.pool_type for counter in counters if counter.pool_type is not None}
    tables = {
        "withdrawal": charts.withdrawal.classes,
        "axis_reinforcement": charts.axis_reinforcement.classes,
        "soviet_reinforcement": charts.soviet_reinforcement.classes,
    }
    for table, classes in tables.items():
        for name in classes:
            if name not in known:
                text = f"chart {table} names the class {name}, which no counter has{suggestion(name, known)}"
                data = {"chart": table, "class": name}
                yield Finding("CHT010", Severity.WARNING, text, place, data=data)


def _check_effects(charts: Charts, game_map: Map, place: Place) -> Iterator[Finding]:
    rows = {row.kind for row in charts.terrain_effects}
    used = sorted({int(kind) for kind in game_map.terrain})
    kinds = [game_map.terrain_kinds[kind] for kind in used]
    kinds += sorted({town.kind for town in game_map.places})
    kinds += [name for name in game_map.water_layers if game_map.side_features[name].any()]
    kinds += [name for name, flags in game_map.links.items() if flags.any()]
    for kind in kinds:
        if kind not in rows:
            text = f"the map has {kind}, the terrain effects chart does not{suggestion(kind, rows)}"
            yield Finding("CHT011", Severity.ERROR, text, place, data={"kind": kind})


def _check_start(charts: Charts, source: GameSource, game_map: Map) -> Iterator[Finding]:
    """Judge what the victory chart says of the start against the towns on VP hexes."""
    vp = game_map.hex_features.get("vp", ())
    held = sum(town.control == "axis" and bool(vp[town.hex]) for town in game_map.places) if len(vp) else 0
    if charts.victory.start_hexes != held:
        text = f"the chart has {charts.victory.start_hexes} VP hexes that are Axis at start, the map {held}"
        document = read_document(Path(source.file).parent / "charts" / "victory.yaml")
        yield Finding("CHT015", Severity.ERROR, text, document.place("start_hexes"), "15.0")


def _check_forts(counters: Sequence[Counter]) -> Iterator[Finding]:
    """Judge the markers of forts: all alike, and only their defence counts (14.1, 14.2(1))."""
    forts = [counter for counter in counters if counter.role == "fort"]
    for fort in forts:
        faces = [face for face in (fort.full, fort.reduced) if face is not None]
        alike = (fort.full, fort.reduced) == (forts[0].full, forts[0].reduced)
        if fort.side != "soviet" or not alike or any(face.attack or face.movement for face in faces):
            text = (
                f"{fort.id} is no Soviet fort like the others, with a defence and neither attack nor movement"
            )
            yield Finding("OOB014", Severity.ERROR, text, fort.place, "14.1", {"counter": fort.id})
