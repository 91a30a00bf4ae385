"""Zones and slots: what our own reader of VASSAL's grids calls each place."""

from __future__ import annotations

import json

import numpy as np
import shapely

from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.gestures import CARD
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import BuildFile

MAIN = "Main Map"


def _manifest(entries: dict[str, bytes]) -> dict[str, dict[str, list[list[object]]]]:
    found: dict[str, dict[str, list[list[object]]]] = json.loads(entries["toolkit/manifest.json"])
    return found


def test_every_point_of_an_area_has_the_areas_name(
    rk_game: CompiledGame, rk_entries: dict[str, bytes], rk_built: BuildFile
) -> None:
    spots = _manifest(rk_entries)["spots"]
    assert set(spots) == set(rk_game.areas.ids)
    for area, points in spots.items():
        name = rk_game.areas.names[rk_game.areas.index(area)]["en"]
        assert {rk_built.maps[MAIN].location(x, y) for x, y in points} == {name}, area  # type: ignore[arg-type]


def test_pixels_belong_to_the_area_they_are_drawn_in(rk_game: CompiledGame, rk_built: BuildFile) -> None:
    areas = rk_game.areas
    random = np.random.default_rng(5)
    points = np.floor(random.random((1500, 2)) * [1960, 1450])
    found = areas.locate(points)
    edges = shapely.union_all([shape.boundary for shape in areas.shapes])
    clear = shapely.distance(edges, shapely.points(points)) > 2
    main = rk_built.maps[MAIN]
    said = [main.location(round(x), round(y)) for x, y in points[clear].tolist()]
    drawn = [areas.names[i]["en"] if i >= 0 else "offboard" for i in found[clear].tolist()]
    inside = [(a, b) for a, b in zip(said, drawn, strict=True) if b != "offboard"]
    assert len(inside) > 900
    assert [pair for pair in inside if pair[0] != pair[1]] == []
    names = {names["en"] for names in areas.names}
    assert [a for a, b in zip(said, drawn, strict=True) if b == "offboard" and a in names] == []


def test_slots_have_their_names_and_no_name_is_there_twice(
    rk_entries: dict[str, bytes], rk_built: BuildFile
) -> None:
    names: dict[str, list[str]] = {}
    for box, (window, slots) in _manifest(rk_entries)["slots"].items():
        for name, x, y in slots:  # type: ignore[misc,str-unpack]
            assert rk_built.maps[str(window)].location(x, y) == name  # type: ignore[has-type]
        own = [str(slot[0]) for slot in slots]  # type: ignore[index]
        # In a box of units all places have the box's name.
        several = not box.startswith(("turn-", "eliminated-"))
        names.setdefault(str(window), []).extend(own if several else set(own))
    assert set(names) == {MAIN, "German cards", "Soviet cards"}
    for found in names.values():
        assert len(found) == len(set(found))
    assert {"German hand-1", "14th Panzer Division-1", "14th Panzer Division-4", "German desk"} <= set(
        names["German cards"]
    )
    assert {"A1", "A8", "D1", "Event", "Drawn", "Deck", "Pile", "Hidden pile", "Turn 2"} <= set(names[MAIN])


def test_each_unit_has_as_many_places_as_steps(rk_game: CompiledGame, rk_entries: dict[str, bytes]) -> None:
    slots = _manifest(rk_entries)["slots"]
    for counter in rk_game.counters:
        if counter.kind == "unit":
            strip = slots.get(f"steps-{counter.id}")
            assert (len(strip[1]) if strip else 0) == counter.steps, counter.id


def test_windows_are_open_to_all_and_name_no_hidden_card(rk_parts: ModuleParts) -> None:
    maps = {item.get("mapName"): item for item in rk_parts.root.children if item.get("mapName")}
    assert set(maps) == {MAIN, "German cards", "Soviet cards"}
    for name in ("German cards", "Soviet cards"):
        for report in ("moveToFormat", "moveWithinFormat", "createFormat"):
            assert maps[name].get(report) == ""
        assert maps[name].get("changeFormat") == "$message$", "what a key says is heard"
    for word in ("play", "take_back", "lose"):
        assert "Name$" not in CARD[word].says.replace("$LocationName$", ""), "the card stays hidden"
