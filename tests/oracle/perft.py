"""Reachability counts, counted by trying everything; ``python -m tests.oracle.perft`` writes the files anew.

A file holds a whole small board, so nothing but the rules can change its numbers:

* `terrain` by hex number (what is not named is clear), `cities`, and hexsides as pairs of hex numbers;
* `units`: id, side, hex, allowance, mechanised, mountain;
* `pairs`: for each unit of `side` the number of hexes where it may end a move (stacking judged at once);
* `after_1`, `after_2`: how many different positions one move, and two moves of two units, lead to.

All unclear points stand at their register default, but U-64 at "each-move".
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tests.oracle.gj47.ch09_movement import destinations
from tests.oracle.gj47.tiny import a_fort, board, infantry, readings, scene
from tests.oracle.gj47.world import AXIS, SOVIET, Piece, Side, State, World, side, units

FOLDER = Path(__file__).with_name("perft")
SIDE_KINDS = ("river", "great", "impassable", "road", "rail")
CASES = {
    "open": {"terrain": 0.0, "wet": 0.0, "roads": 0},
    "rivers": {"terrain": 0.15, "wet": 0.3, "roads": 2},
    "roads": {"terrain": 0.3, "wet": 0.15, "roads": 14},
    "mountains": {"terrain": 0.75, "wet": 0.1, "roads": 8},
    "crowded": {"terrain": 0.3, "wet": 0.2, "roads": 6},
}


def invented(name: str, seed: int, *, terrain: float, wet: float, roads: int) -> dict[str, Any]:
    """Throw one case."""
    random = Random(seed)
    empty = board(columns=12, rows=12)
    hexes = list(empty.terrain)
    kinds = {
        h: random.choice(("forest", "marsh", "mountain", "sea")) for h in hexes if random.random() < terrain
    }
    sides = sorted({side(h, n) for h in hexes for n in empty.neighbours(h)}, key=sorted)
    layers: dict[str, set[Side]] = {kind: set() for kind in SIDE_KINDS}
    for s in sides:
        if random.random() < wet:
            layers[random.choice(("river", "river", "great", "impassable"))].add(s)
    for n in range(roads):
        h = random.choice(hexes)
        for _ in range(9):
            following = random.choice(empty.neighbours(h))
            layers["rail" if n % 4 == 3 else "road"].add(side(h, following))
            h = following
    land = [h for h in hexes if kinds.get(h) != "sea"]
    count = 16 if name == "crowded" else 8
    standing: list[dict[str, Any]] = []
    held: dict[str, str] = {}
    for owner in (AXIS, SOVIET):
        for k in range(count):
            free = [h for h in land if held.get(h, owner) == owner]
            room = [h for h in free if sum(unit["hex"] == h for unit in standing) < 2]
            h = random.choice(room)
            held[h] = owner
            mech, mountain = k % 3 == 0, k % 5 == 4
            standing.append(
                {
                    "id": f"{owner}-{k}",
                    "side": owner,
                    "hex": h,
                    "allowance": random.randint(3, 8),
                    "mechanised": mech and not mountain,
                    "mountain": mountain,
                }
            )
    return {
        "name": name,
        "columns": 12,
        "rows": 12,
        "terrain": kinds,
        "cities": sorted(random.sample([h for h in land if h not in kinds], 5)),
        **{kind: sorted(sorted(s) for s in layers[kind]) for kind in SIDE_KINDS},
        "units": standing,
        "forts": {},
        "side": AXIS if seed % 2 else SOVIET,
    }


def scene_of(case: dict[str, Any]) -> tuple[World, State]:
    """Return the world and the position of a case."""
    ground = board(
        columns=case["columns"],
        rows=case["rows"],
        terrain=case["terrain"],
        place=dict.fromkeys(case["cities"], "major_city"),
        **{kind: frozenset(side(a, b) for a, b in case[kind]) for kind in SIDE_KINDS},
    )
    stand: dict[str, list[Piece]] = {}
    for unit in case["units"]:
        piece = infantry(
            unit["id"],
            unit["side"],
            moves=unit["allowance"],
            mech=unit["mechanised"],
            mountain=unit["mountain"],
        )
        stand.setdefault(unit["hex"], []).append(piece)
    for n, h in enumerate(sorted(case["forts"])):
        stand.setdefault(h, []).append(a_fort(f"fort-{n}"))
    return scene(ground, stand)


def moves(world: World, state: State, owner: str) -> dict[str, set[str]]:
    """Return where each unit of a side may end a move."""
    r = readings(U_64="each-move")
    return {
        id: destinations(world, state, id, r)
        for h in sorted(set(state.where.values()))
        for id in units(world, state, h, owner)
    }


def counts(case: dict[str, Any]) -> dict[str, Any]:
    """Count a case."""
    world, state = scene_of(case)
    first = moves(world, state, case["side"])
    after_1 = {(id, h) for id, ends in first.items() for h in ends}
    after_2 = set()
    for id, h in sorted(after_1):
        then = state.copy()
        then.where[id] = h
        for other, ends in moves(world, then, case["side"]).items():
            if other != id:
                after_2 |= {frozenset(((id, h), (other, end))) for end in ends}
    return {
        "pairs": {id: len(ends) for id, ends in sorted(first.items())},
        "after_1": len(after_1),
        "after_2": len(after_2),
    }


def main() -> None:
    """Write every file."""
    for n, (name, values) in enumerate(CASES.items()):
        case = invented(name, 47 + n, **values)  # type: ignore[arg-type]
        text = json.dumps({**case, **counts(case)}, indent=1, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
