"""The map of GJ47 against what the reference says of it: numbers, control, banks, bridges, counts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.compile.conftest import GJ47, compiled
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.compile.projection import make_grid, make_projection
from toolkit.diagnostics import Severity
from toolkit.geometry.map import Map
from toolkit.source.game import GameSource, load_game

GRID_NUMBERS = json.loads((Path(__file__).parent / "gj47_town_hexes.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def built(gj47: CompiledGame) -> Map:
    return gj47.map


def hex_of(built: Map, town: str) -> int:
    return next(place.hex for place in built.places if place.id == town)


def river_sides(built: Map, river: str) -> set[int]:
    chains = [c for c in built.chains if c.id == river or c.id.startswith(f"{river}/")]
    assert chains, river
    return {int(s) for chain in chains for s in chain.sides if s >= 0}


def test_the_sources_give_nothing_but_notes() -> None:
    _, findings = compiled(GJ47)
    assert [f.key() for f in findings if f.severity is not Severity.INFO] == []


def test_every_listed_town_falls_into_its_listed_hex(gj47_source: GameSource) -> None:
    grid = make_grid(gj47_source.definition.grid)
    towns = gj47_source.map.towns
    degrees = np.array([(town.at.lon, town.at.lat) for town in towns], dtype=np.float64)
    plane = make_projection(gj47_source.definition.projection).forward(degrees)
    found = {town.id: grid.number(int(h)) for town, h in zip(towns, grid.nearest(plane), strict=True)}
    assert len(found) == 157
    assert found == GRID_NUMBERS


def test_three_pairs_of_towns_share_a_hex(built: Map) -> None:
    places = {place.id: place for place in built.places}
    assert len(places) == 154
    assert len({place.hex for place in places.values()}) == 154
    assert {id: place.names["other"] for id, place in places.items() if "other" in place.names} | {
        "krasny_liman": "Slavyansk",
        "ostrogozhsk": "Korotoyak",
        "rostov": "Bataisk",
    } == {id: place.names["other"] for id, place in places.items() if "other" in place.names}
    assert not {"slavyansk", "korotoyak", "bataisk"} & set(places)


def test_control_follows_the_start_line_and_agrees_with_the_list(gj47_source: GameSource, built: Map) -> None:
    listed = {town.id: town.control_reference for town in gj47_source.map.towns}
    assert {place.id: place.control for place in built.places} == {
        place.id: listed[place.id] for place in built.places
    }
    assert not any(town.control for town in gj47_source.map.towns), "no town needs an override"


def test_there_are_two_classes_of_town(built: Map) -> None:
    kinds = {place.id: place.kind for place in built.places}
    assert {id for id, kind in kinds.items() if kind == "major_city"} == {
        "kharkov", "stalino", "rostov", "voronezh", "saratov", "stalingrad", "astrakhan", "krasnodar",
        "grozny",
    }  # fmt: skip
    assert set(kinds.values()) == {"town", "major_city"}


def test_counts_of_the_lists(gj47_source: GameSource, built: Map) -> None:
    rivers = gj47_source.map.rivers
    listed_rivers = [river for river in rivers if Path(river.place.file or "").name == "rivers.yaml"]
    assert len(listed_rivers) == 25
    assert {river.kind for river in rivers if river not in listed_rivers} == {"river"}
    own = [line for line in gj47_source.map.lines if line.id[1:].isdigit()]
    listed = {kind: [line for line in own if line.kind == kind] for kind in ("rail", "road")}
    assert len([line for line in listed["rail"] if line.id[0] == "r"]) == 31
    assert {f"h{i}" for i in range(1, 24)} <= {line.id for line in listed["road"]}
    assert (built.grid.columns, built.grid.rows) == (37, 43)


def test_every_town_on_a_road_or_railway_is_linked(gj47_source: GameSource, built: Map) -> None:
    parts = {town.id: town.part_of or town.id for town in gj47_source.map.towns}
    linked = np.zeros(len(built.grid), dtype=bool)
    for mask in built.links.values():
        linked[built.sides[mask]] = True
    named = {parts[p.town] for line in gj47_source.map.lines for p in line.through if p.town is not None}
    assert sorted(id for id in named if not linked[hex_of(built, id)]) == []


# Which bank a town stood on: both towns on one bank, or on two, of a river between their hexes.
@pytest.mark.parametrize(
    ("river", "one", "other"),
    [
        ("don", "semiluki", "voronezh"),
        ("don", "kalach", "surovikino"),
        ("don", "rostov", "azov"),
        ("don", "rostov", "kushchevskaya"),
        ("don", "serafimovich", "veshenskaya"),
        ("don", "sirotinskaya", "ilovlya"),
        ("volga", "stalingrad", "leninsk"),
        ("volga", "astrakhan", "khulkhuta"),
        ("donets", "kamensk", "millerovo"),
        ("kuban", "kropotkin", "armavir"),
        ("kuban", "krasnodar", "novorossiysk"),
        ("terek", "mozdok", "malgobek"),
    ],
)
def test_a_river_parts_two_towns(built: Map, river: str, one: str, other: str) -> None:
    assert parted(built, river, one, other)


@pytest.mark.parametrize(
    ("river", "one", "other"),
    [
        ("don", "rostov", "novocherkassk"),
        ("don", "kletskaya", "sirotinskaya"),
        ("volga", "stalingrad", "kamyshin"),
        ("volga", "stalingrad", "yenotayevka"),
        ("donets", "voroshilovgrad", "kamensk"),
        ("kuban", "krasnodar", "kropotkin"),
        ("terek", "mozdok", "prokhladny"),
    ],
)
def test_two_towns_stand_on_one_bank(built: Map, river: str, one: str, other: str) -> None:
    assert not parted(built, river, one, other)


def parted(built: Map, river: str, one: str, other: str) -> bool:
    """Whether no way, of four hexes more than the straight one, avoids crossing the river."""
    blocked = river_sides(built, river) | set(np.flatnonzero(built.side_features["impassable"]).tolist())
    goal = hex_of(built, other)
    seen, border = {hex_of(built, one)}, [hex_of(built, one)]
    for _ in range(built.grid.distance(hex_of(built, one), goal) + 4):
        near: list[int] = []
        for h in border:
            for n, s in zip(built.neighbours[h].tolist(), built.side_of[h].tolist(), strict=True):
                if n >= 0 and n not in seen and s not in blocked and built.terrain_of(n) != "sea":
                    seen.add(n)
                    near.append(n)
        border = near
    return goal not in seen


def test_bridges_that_mattered_exist_and_the_volga_has_one(gj47_source: GameSource, built: Map) -> None:
    parts = {town.id: town.part_of or town.id for town in gj47_source.map.towns}
    statements = gj47_source.map.bridges
    assert len(statements) == 17
    for item in statements:
        sides = set(built.side_of[hex_of(built, parts[item.town])].tolist()) & river_sides(built, item.river)
        assert any(bool(built.bridge[s]) for s in sides) == item.bridge, item.id
    over_volga = [s for s in river_sides(built, "volga") if built.bridge[s]]
    saratov = hex_of(built, "saratov")
    assert over_volga
    assert all(saratov in built.sides[s] for s in over_volga)


def test_terrain_is_dense_enough_to_decide_moves(built: Map) -> None:
    """The share of woods and marshes, and no wide country without either, a town or a river (issue 2, 3)."""
    land = [h for h in range(len(built.grid)) if built.terrain_of(h) != "sea"]
    share = {kind: sum(built.terrain_of(h) == kind for h in land) / len(land) for kind in ("forest", "marsh")}
    assert 0.12 <= share["forest"] <= 0.18
    assert 0.04 <= share["marsh"] <= 0.07
    water = built.side_features["river"] | built.side_features["great_river"]
    towns = {place.hex for place in built.places}
    marked = np.array(
        [
            built.terrain_of(h) != "clear" or h in towns or bool(water[s[s >= 0]].any())
            for h, s in enumerate(built.side_of)
        ]
    )
    column = np.array([built.grid.column_row(h)[0] for h in range(len(built.grid))])
    # East of the lower Volga and Manych lies the dry steppe; west of it the country is broken.
    west = np.array([h for h in land if column[h] <= 26])
    assert marked[west].mean() > 0.6


def test_no_road_or_railway_changes_banks_for_nothing(built: Map) -> None:
    """Between two towns a line crosses one river once at most."""
    rivers = {chain.id.split("/")[0]: river_sides(built, chain.id.split("/")[0]) for chain in built.chains}
    towns = {place.hex for place in built.places}
    twice = []
    for path in built.paths:
        crossed: list[str] = []
        for link, there in zip(path.links, path.hexes[1:], strict=True):
            crossed += [id for id, sides in rivers.items() if int(link) in sides]
            if int(there) in towns:
                crossed = []
            twice += [(path.id, id) for id in crossed if crossed.count(id) > 1]
    assert sorted(set(twice)) == []


def test_great_rivers_are_the_lower_courses(built: Map) -> None:
    kinds = {chain.id: chain.kind for chain in built.chains}
    assert {id for id, kind in kinds.items() if kind == "great_river"} == {"don", "volga", "kuban", "terek"}
    assert kinds["don/1"] == kinds["kuban/1"] == kinds["terek/1"] == "river"
    both = built.side_features["river"] & built.side_features["great_river"]
    assert not both.any()


def test_nobody_crosses_the_kerch_strait(built: Map) -> None:
    def crimea(h: int) -> bool:
        column, row = built.grid.column_row(h)
        return column <= 2 and row >= 31

    for a, b in built.sides.tolist():
        dry = built.terrain_of(a) != "sea" and built.terrain_of(b) != "sea"
        if dry and crimea(a) != crimea(b):
            side = built.side(a, b)
            assert built.side_features["impassable"][side], (built.grid.number(a), built.grid.number(b))


def test_mountains_can_be_crossed_by_road(built: Map) -> None:
    road = built.sides[built.links["road"]]
    mountain = [built.terrain_of(h) == "mountain" for h in range(len(built.grid))]
    assert sum(mountain[a] and mountain[b] for a, b in road.tolist()) >= 5
    assert not any(
        built.terrain_of(int(h)) == "sea" for mask in built.links.values() for h in built.sides[mask].flat
    )


def test_victory_and_supply_marks(built: Map) -> None:
    control = {place.hex: place.control for place in built.places}
    victory = np.flatnonzero(built.hex_features["vp"]).tolist()
    assert len(victory) == 14
    assert sum(control[h] == "axis" for h in victory) == 4
    rail = np.zeros(len(built.grid), dtype=bool)
    rail[built.sides[built.links["rail"]]] = True
    axis = built.hex_features["supply_axis"]
    assert axis.any()
    assert rail[axis].all(), "Axis LOC runs over railways from its source (3.3(5))"
    assert built.hex_features["supply_soviet"].sum() >= 6


def test_provenance_of_every_datum_is_kept(built: Map) -> None:
    store = built.provenance
    for h in range(len(built.grid)):
        assert store.of("terrain", h) is not None
    for name, layer in {**built.side_features, **built.links}.items():
        group = "link" if name in built.links else "side"
        for s in np.flatnonzero(layer).tolist():
            origin = store.of(f"{group}:{name}", s)
            assert origin is not None, (name, built.grid.numbers(built.sides[s].tolist()))
    millerovo = next(i for i, place in enumerate(built.places) if place.id == "millerovo")
    origin = store.of("place", millerovo)
    assert origin is not None
    assert origin.provenance.kind == "published"


def test_json_round_trip_and_digest(gj47: CompiledGame) -> None:
    again = CompiledGame.from_json(json.loads(gj47.to_bytes()))
    assert again.digest == gj47.digest
    assert again.to_bytes() == gj47.to_bytes()


def test_a_new_town_in_the_real_sources_touches_nothing_else(gj47: CompiledGame, tmp_path: Path) -> None:
    """Show 2 of the second issue: one more town in the file, its hex and nothing else."""
    shutil.copytree(GJ47, tmp_path / "gj47")
    towns = tmp_path / "gj47" / "map" / "towns.yaml"
    entry = "\n  debrovka:\n    name: Debrovka\n    lat: 52.0\n    lon: 46.9\n    class: town\n"
    towns.write_text(towns.read_text(encoding="utf-8") + entry, encoding="utf-8")
    source, _ = load_game(tmp_path / "gj47")
    game, _ = compile_game(source)
    before, after = gj47.to_json(), game.to_json()
    old, new = before.pop("map"), after.pop("map")
    assert before == after, "counters, set-ups and charts are as they were"
    added = [place for place in new["places"] if place not in old["places"]]
    assert [(place["id"], place["control"]) for place in added] == [("debrovka", "soviet")]
    assert [place for place in new["places"] if place not in added] == old["places"]
    for key in set(old) - {"places", "provenance"}:
        assert old[key] == new[key], key
    assert gj47.digest != game.digest
