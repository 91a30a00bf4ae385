"""Scrambled maps and crowded positions: every feature of the rules within a few hexes of every other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules.actions import Move
from toolkit.games.gj47.rules.course import Box, Command, Phase
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.geometry.map import Map, Place

TERRAIN = {"clear": 60, "forest": 14, "marsh": 10, "mountain": 10, "sea": 6}
SIDES = {"river": 0.14, "great_river": 0.08, "impassable": 0.03}
PATHS = {"road": 90, "rail": 60}


def scrambled(game: CompiledGame, seed: int) -> CompiledGame:
    """Return the same game on another map: the same hexes, everything on them thrown anew."""
    random = Random(seed)
    m = game.map
    n, sides = len(m.terrain), len(m.sides)
    kinds = random.choices([m.terrain_kinds.index(kind) for kind in TERRAIN], list(TERRAIN.values()), k=n)
    links = {name: _paths(m, random, PATHS.get(name, 0)) for name in m.links}
    wet = np.array([random.random() for _ in range(sides)])
    features = {name: np.zeros(sides, dtype=np.bool_) for name in m.side_features}
    low = 0.0
    for name, share in SIDES.items():
        features[name] = (wet >= low) & (wet < low + share)
        low += share
    land = [h for h, kind in enumerate(kinds) if m.terrain_kinds[kind] != "sea"]
    spots = random.sample(land, 260)
    clear = m.terrain_kinds.index("clear")
    west = {h for h in range(n) if m.grid.column_row(h)[0] <= m.grid.columns // 2}
    places = tuple(
        Place(
            f"p{k}",
            {"en": f"P{k}"},
            "major_city" if k % 3 == 0 and kinds[h] == clear else "town",
            h,
            _side(h in west),
            (0.0, 0.0),
        )
        for k, h in enumerate(spots)
    )
    on_rail = sorted({int(h) for s in links["rail"].nonzero()[0] for h in m.sides[s]} & set(land))
    layers = {name: np.zeros(n, dtype=np.bool_) for name in m.hex_features}
    for name, hexes in {
        "vp": spots[:12] + random.sample(land, 3),
        "supply_axis": random.sample(on_rail, min(7, len(on_rail))),
        "supply_soviet": random.sample(land, 7),
        "start_axis": sorted(west),
        "start_soviet": sorted(set(range(n)) - west),
    }.items():
        layers[name][hexes] = True
    board = replace(
        m,
        terrain=np.array(kinds, dtype=np.uint8),
        side_features=features,
        links=links,
        hex_features=layers,
        places=places,
        chains=(),
        paths=(),
    )
    return replace(game, hex_map=board)


def _side(west: bool) -> str:
    return "axis" if west else "soviet"


def _paths(m: Map, random: Random, count: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    flags = np.zeros(len(m.sides), dtype=np.bool_)
    for _ in range(count):
        h, direction = random.randrange(len(m.terrain)), random.randrange(6)
        for _ in range(random.randint(3, 16)):
            if random.random() < 0.25:
                direction = (direction + random.choice((-1, 1))) % 6
            following = int(m.neighbours[h, direction])
            if following < 0:
                break
            flags[int(m.side_of[h, direction])] = True
            h = following
    return flags


def crowded(data: RulesData, seed: int, *, each: int = 22, radius: int = 6, forts: int = 2) -> Position:
    """Return a position with units of both sides thrown into one corner of the map."""
    random = Random(seed)
    board = data.board
    middle = random.randrange(len(board))
    ring = board.distances(middle)
    land = [h for h in range(len(board)) if ring[h] <= radius and board.terrain[h].name != "SEA"]
    position = Position(data)
    held: dict[int, Owner] = {}
    for owner in Owner:
        units = [u for u, unit in enumerate(data.units) if unit.owner is owner]
        heads = [u for u in units if data.units[u].headquarters]
        chosen = random.sample(heads, 4) + random.sample([u for u in units if u not in heads], each)
        for u in chosen:
            free = [h for h in land if held.get(h, owner) is owner and len(position.stacks[h]) < 2]
            if not free:
                continue
            h = random.choice(free)
            held[h] = owner
            position.place(u, h)
            if data.units[u].steps > 1 and random.random() < 0.3:
                position.reduced[u] = 1
    for u, unit in enumerate(data.units):
        if position.hex_of[u] < 0:
            boxes = [box for box in _boxes(unit.owner) if box is Box.POOL or not unit.headquarters]
            position.send(u, random.choice(boxes))
    towns = [h for h in land if h in board.towns and held.get(h) is not Owner.AXIS]
    for h in random.sample(towns, min(forts, len(towns))):
        position.forts[h] = random.choice((1, 2))
        position.take_control(Owner.SOVIET, h, moving=True)
    for h, owner in held.items():
        position.take_control(owner, h, moving=True)
    left = 2 - len(position.forts)
    position.turn = replace(position.turn, phase=Phase.CHOICE, fort_markers=left)
    return position


def _boxes(owner: Owner) -> list[Box]:
    boxes = [Box.POOL, Box.POOL, Box.POOL, Box.ELIMINATED]
    return [*boxes, Box.RAIL] if owner is Owner.AXIS else boxes


def in_command(position: Position, hq: int, phase: Phase) -> Position:
    """Return the position with a headquarters just activated by its first chit."""
    data = position.data
    chit = next(
        (id for id, known in sorted(data.chits.items()) if known.hq == hq),
        "chit-stavka" if data.units[hq].owner is Owner.SOVIET else "",
    )
    command = Command(chit=chit, hq=hq, hexes_then=tuple(position.hex_of))
    position.turn = replace(
        position.turn,
        phase=phase,
        ready=frozenset(Owner),
        chosen=frozenset({chit, "chit-supply"}),
        cup=frozenset({"chit-supply"}),
        drawn=(chit,),
        command=command,
    )
    return position


__all__ = ["Move", "crowded", "in_command", "scrambled"]
