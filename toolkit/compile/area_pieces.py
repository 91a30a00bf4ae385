"""Counters, cards and set-ups of a game that is played on areas, against each other and against the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import shapely

from toolkit.compile.free_setups import unknown_names
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.area_map import AreaMap
from toolkit.source.game import GameSource
from toolkit.source.schema import suggestion
from toolkit.source.setups import Setup


def check_area_pieces(source: GameSource, areas: AreaMap) -> list[Finding]:
    """Return what is wrong between the parts of a game's source that are not its map.

    Parameters
    ----------
    areas : AreaMap
        Compiled from the same source.

    Returns
    -------
    list of Finding
        ``SET010`` unknown counter, ``SET011`` unknown area or box, ``SET012`` counter without a place;
        ``SET031`` a unit that enters later stands on the map, or one that is there at start does not;
        ``SET032`` (warning) a box on the board lies beyond its edge, over an area or over another box;
        ``CRD005`` a card has the piece number of a counter; ``SRC020`` an area is controlled by a side that
        the game does not have.
    """
    findings = [finding for setup in source.setups for finding in _check_setup(source, areas, setup)]
    findings += _check_boxes(source, areas)
    findings += _check_control(source, areas)
    findings += _check_numbers(source)
    return findings


def _check_setup(source: GameSource, areas: AreaMap, setup: Setup) -> Iterator[Finding]:
    for name, where in setup.on_map.items():
        text = f"{name} stands in the hex {where}, but the game has areas: write it under `areas`"
        yield _error("SET011", text, setup.where.get(name, Place()), name)
    yield from unknown_names(source, replace(setup, on_map={}), areas.ids, "area")
    for counter in source.counters:
        place = setup.where.get(counter.id, setup.where.get("", Place()))
        if counter.id not in setup.placements:
            yield _error("SET012", f"set-up {setup.id} has no place for {counter.id}", place, counter.id)
        elif counter.kind != "unit" or setup.empty:
            continue
        elif counter.enters is not None and counter.id in setup.in_areas:
            text = f"{counter.id} enters in turn {counter.enters} and stands in {setup.in_areas[counter.id]}"
            yield _error("SET031", text, place, counter.id)
        elif counter.enters is None and counter.id in setup.in_boxes:
            text = f"{counter.id} is there at start and stands in the box {setup.in_boxes[counter.id]}"
            yield _error("SET031", text, place, counter.id)


def _check_boxes(source: GameSource, areas: AreaMap) -> Iterator[Finding]:
    """Judge the places of boxes on the board, where its size is known."""
    placed = [
        (box, shapely.box(x, y, x + w, y + h))
        for box in source.boxes
        if box.rect
        for x, y, w, h in [box.rect]
    ]
    board = None if areas.size_px is None else shapely.box(0, 0, *areas.size_px)
    place = Place(file=source.file)
    for index, (box, shape) in enumerate(placed):
        words = []
        if board is not None and not shapely.covers(board, shape):
            words.append("beyond the board's edge")
        words += [
            f"over the area {areas.ids[i]}"
            for i in range(len(areas))
            if shapely.area(shapely.intersection(shape, areas.shapes[i])) > 1.0
        ]
        words += [
            f"over the box {other.id}"
            for other, taken in placed[:index]
            if shapely.area(shapely.intersection(shape, taken)) > 1.0
        ]
        if words:
            text = f"the box {box.id} lies {' and '.join(words)}"
            yield Finding("SET032", Severity.WARNING, text, place, data={"box": box.id})


def _check_control(source: GameSource, areas: AreaMap) -> Iterator[Finding]:
    places = {} if source.area_map is None else {area.id: area.place for area in source.area_map.areas}
    sides = source.definition.sides
    for id, properties in zip(areas.ids, areas.properties, strict=True):
        side = properties.get("control")
        if side is not None and side not in sides:
            text = f"area {id} is controlled by '{side}', no side of the game{suggestion(side, sides)}"
            yield Finding("SRC020", Severity.ERROR, text, places.get(id, Place()))


def _check_numbers(source: GameSource) -> Iterator[Finding]:
    owners = {counter.gpid: counter.id for counter in source.counters}
    cards = [
        *(
            (card.id, card.gpid, Place(file=source.file))
            for card in (source.deck.cards if source.deck else ())
        ),
        *((card.id, card.gpid, card.place) for card in source.action_cards),
    ]
    for id, gpid, place in cards:
        if gpid in owners:
            text = f"the card {id} has number {gpid}, which belongs to {owners[gpid]}"
            yield Finding("CRD005", Severity.ERROR, text, place, data={"card": id})


def _error(code: str, message: str, place: Place, counter: str) -> Finding:
    return Finding(code, Severity.ERROR, message, place, data={"counter": counter})
