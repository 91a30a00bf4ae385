from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from tests.bench.synthetic import synthetic_map
from tests.geometry.hexsides import hexes_of, joining
from tests.geometry.strategies import grids
from toolkit.geometry.build import build_map
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.map import Map, Topology, hexes_across
from toolkit.geometry.provenance import Provenance, ProvenanceRecorder, ProvenanceStore


@pytest.fixture(scope="module")
def compiled() -> Map:
    return build_map(*synthetic_map(2500))[0]


@given(grids(most=7))
@settings(max_examples=40)
def test_topology_lists_every_hexside_once(grid: HexGrid) -> None:
    topology, neighbours = Topology.of(grid), grid.neighbours()
    pairs = sorted(
        {(min(h, o), max(h, o)) for h in range(len(grid)) for o in neighbours[h].tolist() if o >= 0}
    )
    assert topology.sides.tolist() == [list(pair) for pair in pairs]
    for h in range(len(grid)):
        for direction, other in enumerate(neighbours[h].tolist()):
            side = int(topology.side_of[h, direction])
            assert (side >= 0) == (other >= 0)
            if other >= 0:
                assert set(topology.sides[side].tolist()) == {h, other}
    if pairs:
        reverse = np.array(pairs)[:, ::-1]
        assert topology.side_ids(reverse).tolist() == list(range(len(pairs)))
    assert topology.side_ids(np.array([[0, 0], [-1, 0], [0, -1]])).tolist() == [-1, -1, -1]


def test_side_refuses_hexes_that_do_not_touch(compiled: Map) -> None:
    with pytest.raises(ValueError, match="do not touch"):
        compiled.side(0, 1000)


def test_bridges_are_links_over_water(compiled: Map) -> None:
    water = compiled.side_features["river"] | compiled.side_features["great_river"]
    links = compiled.links["road"] | compiled.links["rail"]
    assert compiled.bridge.tolist() == (water & links).tolist()
    assert compiled.bridge.any()


def test_json_round_trip_keeps_everything(compiled: Map) -> None:
    again = Map.from_json(json.loads(compiled.to_bytes()))
    assert again.to_bytes() == compiled.to_bytes()
    assert again.digest() == compiled.digest()
    assert (again.terrain == compiled.terrain).all()
    assert again.places == compiled.places
    for name in ("side_features", "links", "hex_features"):
        ours, theirs = getattr(compiled, name), getattr(again, name)
        assert sorted(ours) == sorted(theirs)
        assert all((ours[layer] == theirs[layer]).all() for layer in ours)
    for ours, theirs in zip(compiled.chains, again.chains, strict=True):
        assert ours.nodes == theirs.nodes
        assert ours.sides.tolist() == theirs.sides.tolist()
        assert (ours.vertices == theirs.vertices).all()
    for ours, theirs in zip(compiled.paths, again.paths, strict=True):
        assert (ours.hexes.tolist(), ours.links.tolist()) == (theirs.hexes.tolist(), theirs.links.tolist())
    assert list(again.provenance.items("terrain")) == list(compiled.provenance.items("terrain"))


def test_the_same_features_give_the_same_digest() -> None:
    first, second = (build_map(*synthetic_map(2500))[0].digest() for _ in range(2))
    assert first == second
    assert len(first) == 64


def test_every_change_changes_the_digest(compiled: Map) -> None:
    terrain = compiled.terrain.copy()
    terrain[5] = (terrain[5] + 1) % len(compiled.terrain_kinds)
    changed = [
        replace(compiled, terrain=terrain),
        replace(compiled, places=compiled.places[1:]),
        replace(compiled, chains=compiled.chains[1:]),
        replace(compiled, provenance=ProvenanceStore()),
        replace(compiled, grid=replace(compiled.grid, pitch=2.0)),
    ]
    assert len({compiled.digest(), *(one.digest() for one in changed)}) == len(changed) + 1


@pytest.mark.parametrize("change", [{"version": 99}, {"format": "map"}, {"terrain": [0, 3]}])
def test_what_is_no_map_of_this_version_is_refused(compiled: Map, change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"no map|terrain of 3 hexes"):
        Map.from_json({**json.loads(compiled.to_bytes()), **change})


def test_chains_and_paths_name_their_hexsides(compiled: Map) -> None:
    for chain in compiled.chains:
        for a, b, side in zip(chain.nodes, chain.nodes[1:], chain.sides.tolist(), strict=False):
            pair = hexes_of(compiled.grid, joining(a, b))
            assert side == (-1 if -1 in pair else compiled.side(*pair))
        assert all(compiled.side_features[chain.kind][side] for side in chain.sides.tolist() if side >= 0)
    for path in compiled.paths:
        steps = zip(path.hexes.tolist(), path.hexes.tolist()[1:], strict=False)
        assert [compiled.side(a, b) for a, b in steps] == path.links.tolist()
        assert compiled.links[path.kind][path.links].all()


def test_hexes_across_matches_the_value_types(compiled: Map) -> None:
    for chain in compiled.chains[:3]:
        rows = np.array([(v.q, v.r, v.half) for v in chain.nodes])
        for a, b, pair in zip(chain.nodes, chain.nodes[1:], hexes_across(rows).tolist(), strict=False):
            assert {tuple(pair[0]), tuple(pair[1])} == set(joining(a, b).hexes())


def test_every_datum_has_its_origin(compiled: Map) -> None:
    known = compiled.provenance
    assert [index for index, _ in known.items("terrain")] == list(range(len(compiled.grid)))
    for group, layers in (
        ("side", compiled.side_features),
        ("link", compiled.links),
        ("hex", compiled.hex_features),
    ):
        for name, mask in layers.items():
            assert [index for index, _ in known.items(f"{group}:{name}")] == np.flatnonzero(mask).tolist()
    first = known.of("chain", 0)
    assert first is not None
    assert first.feature == compiled.chains[0].id
    assert known.of("nothing", 0) is None
    assert known.of("chain", 10**6) is None


def test_the_last_note_of_an_origin_counts() -> None:
    recorder = ProvenanceRecorder()
    rules, guess = Provenance("rules", "2.1"), Provenance("invented")
    recorder.record("terrain", [0, 1, 2, 3], recorder.row("all", guess))
    recorder.record("terrain", [2], recorder.row("one", rules))
    store = recorder.store({"terrain": np.array([True, False, True, True])})
    assert [(i, origin.feature) for i, origin in store.items("terrain")] == [
        (0, "all"),
        (2, "one"),
        (3, "all"),
    ]
    again = ProvenanceStore.from_json(json.loads(json.dumps(store.to_json())))
    assert list(again.items("terrain")) == list(store.items("terrain"))
    assert again.to_json() == store.to_json()
