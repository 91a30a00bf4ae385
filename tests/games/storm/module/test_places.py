"""Zones and slots: what our own reader of VASSAL's grids calls each place."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely

from toolkit.compile.compiled import CompiledGame
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile

MAIN = "Main Map"
Slots = list[tuple[str, int, int]]


@pytest.fixture(scope="module")
def spots(storm_entries: dict[str, bytes]) -> dict[str, list[tuple[int, int]]]:
    raw = json.loads(storm_entries["toolkit/manifest.json"])["spots"]
    return {area: [(x, y) for x, y in points] for area, points in raw.items()}


@pytest.fixture(scope="module")
def slots(storm_entries: dict[str, bytes]) -> dict[str, tuple[str, Slots]]:
    raw = json.loads(storm_entries["toolkit/manifest.json"])["slots"]
    return {box: (window, [(name, x, y) for name, x, y in found]) for box, (window, found) in raw.items()}


def test_every_point_of_an_area_has_the_areas_name(
    storm_game: CompiledGame, spots: dict[str, list[tuple[int, int]]], storm_built: BuildFile
) -> None:
    assert set(spots) == set(storm_game.areas.ids)
    for area, points in spots.items():
        name = storm_game.areas.names[storm_game.areas.index(area)]["en"]
        assert {storm_built.maps[MAIN].location(x, y) for x, y in points} == {name}, area


def test_pixels_belong_to_the_area_they_are_drawn_in(
    storm_game: CompiledGame, storm_built: BuildFile
) -> None:
    areas = storm_game.areas
    random = np.random.default_rng(6)
    points = np.floor(random.random((1500, 2)) * [2500, 1480])
    found = areas.locate(points)
    edges = shapely.union_all([shape.boundary for shape in areas.shapes])
    clear = (shapely.distance(edges, shapely.points(points)) > 2) & (found >= 0)
    main = storm_built.maps[MAIN]
    said = [main.location(round(x), round(y)) for x, y in points[clear].tolist()]
    drawn = [areas.names[i]["en"] for i in found[clear].tolist()]
    assert len(drawn) > 900
    assert [pair for pair in zip(said, drawn, strict=True) if pair[0] != pair[1]] == []


def test_slots_have_their_names(slots: dict[str, tuple[str, Slots]], storm_built: BuildFile) -> None:
    names: dict[str, set[str]] = {}
    for window, found in slots.values():
        for name, x, y in found:
            assert storm_built.maps[window].location(x, y) == name
            names.setdefault(window, set()).add(name)
    assert set(names) == {MAIN, "German cards", "Soviet cards", "German bid", "Soviet bid", "Unit pool"}
    assert {"German hand-1", "German desk"} <= names["German cards"]
    assert {"Fire desk", "Attack", "German deck", "Soviet discards", "Withdrawn", "German bid"} <= names[MAIN]
    assert names["German bid"] == {"German bid"}
    assert names["Unit pool"] == {"German units", "Soviet units"}


def test_a_box_of_units_has_one_name_and_room_for_those_who_wait(
    slots: dict[str, tuple[str, Slots]], storm_game: CompiledGame
) -> None:
    reinforcements = {box.id for box in storm_game.boxes if box.kind == "reinforcement"}
    waiting = {box: n for box, n in storm_game.setups[0].by_box().items() if box in reinforcements}
    assert waiting
    for box, counters in waiting.items():
        found = slots[box][1]
        assert len({name for name, _, _ in found}) == 1
        assert len({(x, y) for _, x, y in found}) >= len(counters)


def test_cards_are_seen_by_all_and_bids_by_their_side(storm_parts: ModuleParts) -> None:
    maps = {item.get("mapName"): item for item in storm_parts.root.children if item.get("mapName")}
    for name in ("German cards", "Soviet cards", "German bid", "Soviet bid"):
        for report in ("moveToFormat", "moveWithinFormat", "createFormat"):
            assert maps[name].get(report) == ""
        assert maps[name].get("changeFormat") == "$message$", "what a key says is heard"
    assert maps["German cards"].tag.endswith(".Map")
    for side in ("German", "Soviet"):
        window = maps[f"{side} bid"]
        assert window.tag.endswith(".PrivateMap")
        assert window.get("side") == f"{side},Solitaire,Referee"
        assert window.get("visible") == "false"
