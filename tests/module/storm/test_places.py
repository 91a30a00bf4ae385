"""Zones and slots: what our own reader of VASSAL's grids calls each place."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely

from toolkit.compile.game import CompiledGame
from toolkit.module.area_parts import AreaParts
from toolkit.vassal.buildfile import BuildFile

MAIN = "Main Map"


@pytest.fixture(scope="module")
def manifest(storm_entries: dict[str, bytes]) -> dict[str, dict[str, list[list[object]]]]:
    found: dict[str, dict[str, list[list[object]]]] = json.loads(storm_entries["toolkit/manifest.json"])
    return found


def test_every_point_of_an_area_has_the_areas_name(
    storm_game: CompiledGame, manifest: dict[str, dict[str, list[list[object]]]], storm_built: BuildFile
) -> None:
    assert set(manifest["spots"]) == set(storm_game.areas.ids)
    for area, points in manifest["spots"].items():
        name = storm_game.areas.names[storm_game.areas.index(area)]["en"]
        assert {storm_built.maps[MAIN].location(x, y) for x, y in points} == {name}, area  # type: ignore[arg-type]


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


def test_slots_have_their_names(
    manifest: dict[str, dict[str, list[list[object]]]], storm_built: BuildFile, storm_game: CompiledGame
) -> None:
    names: dict[str, set[str]] = {}
    for window, slots in manifest["slots"].values():
        for name, x, y in slots:  # type: ignore[misc,str-unpack]
            assert storm_built.maps[str(window)].location(x, y) == name  # type: ignore[has-type]
            names.setdefault(str(window), set()).add(name)  # type: ignore[has-type]
    assert set(names) == {MAIN, "German cards", "Soviet cards", "German bid", "Soviet bid", "Unit pool"}
    assert {"German hand-1", "German desk"} <= names["German cards"]
    assert {"Fire desk", "Attack", "German deck", "Soviet discards", "Withdrawn", "German bid"} <= names[MAIN]
    assert names["German bid"] == {"German bid"}
    assert names["Unit pool"] == {"German units", "Soviet units"}


def test_a_box_of_units_has_one_name_and_room_for_those_who_wait(
    manifest: dict[str, dict[str, list[list[object]]]], storm_game: CompiledGame
) -> None:
    waiting = storm_game.setups[0].by_box()
    for box, counters in waiting.items():
        if box.startswith("turn-") and len(box) > len("turn-1"):
            slots = manifest["slots"][box][1]
            assert len({name for name, _, _ in slots}) == 1  # type: ignore[misc,str-unpack]
            places = {(x, y) for _, x, y in slots}  # type: ignore[misc,str-unpack]
            assert len(places) >= len(counters)


def test_cards_are_seen_by_all_and_bids_by_their_side(storm_parts: AreaParts) -> None:
    maps = {item.get("mapName"): item for item in storm_parts.root.children if item.get("mapName")}
    for name in ("German cards", "Soviet cards", "German bid", "Soviet bid"):
        for report in ("moveToFormat", "moveWithinFormat", "createFormat", "changeFormat"):
            assert maps[name].get(report) == ""
    assert maps["German cards"].tag.endswith(".Map")
    for side in ("German", "Soviet"):
        window = maps[f"{side} bid"]
        assert window.tag.endswith(".PrivateMap")
        assert window.get("side") == f"{side},Solitaire,Referee"
        assert window.get("visible") == "false"
