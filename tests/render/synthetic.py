"""A small map with everything a map can show, made without files and without the builder."""

from __future__ import annotations

import numpy as np

from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.geometry.lattice import Vertex
from toolkit.geometry.map import Chain, Map, Path, Place, Topology, make_chain, make_path
from toolkit.geometry.provenance import ProvenanceRecorder
from toolkit.render.marks import SetupMark

KINDS = ("clear", "forest", "marsh", "mountain", "sea")

TOWNS = {
    "Kursk": ("0102", "town", "axis"),
    "Voronezh": ("0403", "major_city", "soviet"),
    "Millerovo": ("0506", "town", "soviet"),
    "Rostov": ("0409", "major_city", "soviet"),
    "Bataisk": ("0410", "town", "soviet"),
    "Stalingrad": ("1107", "major_city", "soviet"),
    "Novocherkassk": ("0509", "town", "soviet"),
    "Tsimlyanskaya": ("0808", "town", "soviet"),
    "Semikarakorskaya": ("0608", "town", "soviet"),
    "Liski": ("0704", "town", "soviet"),
    "Rossosh & Son": ("0605", "town", "soviet"),
    "Kalach": ("1006", "town", "soviet"),
}


def grid(orientation: Orientation = Orientation.FLAT, columns: int = 14, rows: int = 12) -> HexGrid:
    return HexGrid(orientation, 28.8, (-400.0, 250.0), 1, columns, 1, rows, "even")


def walk_vertices(on: HexGrid, start: Vertex, goal: tuple[float, float]) -> tuple[Vertex, ...]:
    """Go from a vertex to the one nearest to a point, always to the neighbour nearest to it."""
    end = on.vertex_at(goal)
    nodes = [start]
    while nodes[-1] != end:
        options = [node for node in nodes[-1].neighbours() if node not in nodes]
        nodes.append(min(options, key=lambda node: _gap(on.vertex_position(node), goal)))
    return tuple(nodes)


def _gap(a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def river(on: HexGrid, topology: Topology, id: str, kind: str, *points: tuple[float, float]) -> Chain:
    nodes = (on.vertex_at(points[0]),)
    for point in points[1:]:
        nodes += walk_vertices(on, nodes[-1], point)[1:]
    return make_chain(id, {"en": id.title()}, kind, nodes, grid=on, topology=topology)


def path(on: HexGrid, topology: Topology, id: str, kind: str, *towns: str) -> Path:
    stops = [on.hex(TOWNS[town][0]) for town in towns]
    around = on.neighbours()
    hexes = [stops[0]]
    for stop in stops[1:]:
        while hexes[-1] != stop:
            options = [h for h in around[hexes[-1]].tolist() if h >= 0]
            hexes.append(min(options, key=lambda h: (on.distance(h, stop), h)))
    return make_path(id, {}, kind, hexes, topology)


def mask(size: int, ids: list[int]) -> np.ndarray:
    found = np.zeros(size, dtype=np.bool_)
    found[ids] = True
    return found


def make_map(orientation: Orientation = Orientation.FLAT) -> Map:
    on = grid(orientation)
    topology = Topology.of(on)
    n, m = len(on), len(topology.sides)
    centres = (on.centres() - np.array(on.origin)) / on.pitch
    x, y = centres[:, 0], centres[:, 1]
    terrain = np.zeros(n, dtype=np.uint8)
    terrain[(np.hypot(x - 2, y - 4) < 1.6) | (np.hypot(x - 8, y - 2) < 1.8)] = 1
    terrain[np.hypot(x - 9, y - 5) < 1.4] = 2
    terrain[(y > 9.2) & (x > 6)] = 3
    terrain[(y > 8.6) & (x < 2.5)] = 4
    sea = terrain == 4
    around = topology.neighbours
    coast = ~sea & (sea[np.maximum(around, 0)] & (around >= 0)).any(axis=1)

    def at(column: float, row: float) -> tuple[float, float]:
        return on.origin[0] + column * on.pitch, on.origin[1] + row * on.pitch

    don = river(
        on, topology, "don", "great_river", at(5, -0.5), at(4.6, 3), at(6.5, 5), at(5, 7.2), at(2.5, 9)
    )
    meeting = don.vertices[len(don.vertices) // 2]
    chir = river(on, topology, "chir", "river", at(10, 1), at(9, 3), (float(meeting[0]), float(meeting[1])))
    chains = (don, chir)
    paths = (
        path(
            on, topology, "r1", "rail", "Kursk", "Voronezh", "Liski", "Rossosh & Son", "Millerovo", "Rostov"
        ),
        path(on, topology, "r2", "rail", "Stalingrad", "Kalach", "Tsimlyanskaya", "Novocherkassk", "Rostov"),
        path(on, topology, "h1", "road", "Voronezh", "Liski", "Rossosh & Son", "Millerovo", "Rostov"),
        path(on, topology, "h2", "road", "Millerovo", "Kalach", "Stalingrad"),
    )
    sides = {
        kind: mask(m, [s for c in chains if c.kind == kind for s in c.sides.tolist() if s >= 0])
        for kind in ("river", "great_river")
    }
    sides["impassable"] = mask(
        m, np.flatnonzero((terrain[topology.sides] == 3).sum(axis=1) == 1)[:4].tolist()
    )
    west = x < 3.4
    features = {
        "coast": coast,
        "vp": mask(n, [on.hex(number) for number in ("0102", "0403", "0409", "1107")]),
        "supply_axis": mask(n, [on.hex("0101")]),
        "supply_soviet": mask(n, [on.hex("1301")]),
        "start_axis": west & ~sea,
        "start_soviet": ~west & ~sea,
    }
    recorder = ProvenanceRecorder()
    return Map(
        grid=on,
        terrain_kinds=KINDS,
        terrain=terrain,
        topology=topology,
        side_features=sides,
        links={
            kind: mask(m, [s for p in paths if p.kind == kind for s in p.links.tolist()])
            for kind in ("road", "rail")
        },
        hex_features=features,
        places=tuple(
            Place(name.lower(), {"en": name}, kind, on.hex(number), control, (0.0, 0.0))
            for name, (number, kind, control) in TOWNS.items()
        ),
        chains=chains,
        paths=paths,
        provenance=recorder.store(),
        water_layers=("river", "great_river"),
    )


def make_setup(on: HexGrid) -> list[SetupMark]:
    marks = [
        ("0103", "army", "6A"),
        ("0203", "army", "6A"),
        ("0203", "panzer", "4PzA"),
        ("0204", "army", "4PzA"),
    ]
    marks += [("0102", "hq", "6A"), ("0205", "army", "H2A")]
    axis = [SetupMark(on.hex(number), kind, army, "axis") for number, kind, army in marks]
    soviet = [SetupMark(on.hex(number), "front", "front", "soviet") for number in ("0303", "0304", "0305")]
    return [*axis, *soviet, SetupMark(on.hex("0403"), "hq", "VrnzFront", "soviet")]
