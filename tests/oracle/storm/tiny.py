"""A small invented board, not the game's, on which every clause of the text can be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.oracle.readings import Readings
from tests.oracle.storm.world import FERRY, GERMAN, MAMAYEV, SOVIET, Fire, Piece, State, World, register

WAYS = ("west-hill", "west-plant", "hill-plant", "hill-park", "plant-park", "park-quay", "plant-quay")
"""West is where the Germans come in; the quay lies on the river, and the ferry box beyond it."""


def board(pieces: Iterable[Piece] = (), **fixed: str) -> World:
    """Return the board with some units, read by default but for what is `fixed` (``St_1="once"``)."""
    names = {"hill": MAMAYEV}
    near: dict[str, set[str]] = {}
    for way in WAYS:
        one, two = (names.get(end, end) for end in way.split("-"))
        near.setdefault(one, set()).add(two)
        near.setdefault(two, set()).add(one)
    near["ferry"] = {"quay"}
    kinds = {area: FERRY if area == "ferry" else "area" for area in near}
    terrain = {"west": 0, MAMAYEV: 2, "plant": 3, "park": 1, "quay": 3, "ferry": 0}
    draws = {(turn, side): (2, 4) for turn in range(1, 7) for side in (GERMAN, SOVIET)}
    return World(
        kinds,
        terrain,
        {area: frozenset(beside) for area, beside in near.items()},
        frozenset({"plant", "quay"}),
        {piece.id: piece for piece in pieces},
        draws,
        Readings(register(), {id.replace("_", "-"): value for id, value in fixed.items()}),
    )


def german(id: str, attack: int = 4, movement: int = 2, **more: Any) -> Piece:
    return Piece(id, GERMAN, "infantry", attack, 5, movement, 4, **more)


def soviet(id: str, attack: int = 0, movement: int = 2, **more: Any) -> Piece:
    return Piece(id, SOVIET, "infantry", attack, 6, movement, 5, **more)


def table(
    world: World, where: Mapping[str, str], *, spent: Iterable[str] = (), german: Iterable[str] = ("west",)
) -> State:
    """Return a table; Soviet control but for the areas named."""
    control = {area: GERMAN if area in german else SOVIET for area in world.areas}
    return State(where=dict(where), spent=set(spent), control=control)


def under_fire(state: State, target: str, shot: Iterable[str], left: int) -> State:
    """Lay points on the table that have to be taken."""
    state.fire = Fire(target, SOVIET, frozenset(shot), left, SOVIET)
    return state
