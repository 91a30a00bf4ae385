"""Changed sources give a map with findings or a clear refusal, never another exception."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.compile.conftest import GAME, MAP
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import InputError
from toolkit.source.definition import read_definition
from toolkit.source.document import Document
from toolkit.source.game import GameSource
from toolkit.source.map_reading import read_map
from toolkit.source.schema import check_schema

FULL: dict[str, Any] = {
    **MAP,
    "hex_overrides": {"wood": {"hex": "0303", "terrain": "forest", "reason": "test"}},
    "side_overrides": {"wall": {"side": ["0202", "0302"], "layer": "impassable", "reason": "test"}},
    "bridges": {"here": {"town": "beta", "river": "stream", "bridge": False}},
}
VALUES: list[Any] = [
    None, True, 0, -1, 1, 3.5, 1e6, 1e300, "", "alpha", "beta", "stream", "road", "sea", "impassable",
    "0303", "0505", "9999", "off_map", [], {}, [0, 0], {"lat": 0, "lon": 0}, {"lat": 2.0, "lon": -1.73},
    {"hex": "0404"},
]  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def mutate(content: dict[str, Any], chance: random.Random) -> None:
    *path, last = chance.choice(list(paths(content)))
    holder: Any = content
    for part in path:
        holder = holder[part]
    how = chance.random()
    if how < 0.2:
        del holder[last]
    elif how < 0.35 and isinstance(holder, list):
        holder.insert(last, copy.deepcopy(chance.choice(holder)))
    elif isinstance(holder[last], int | float) and how < 0.7:
        holder[last] = holder[last] + chance.choice([-4, -1, -0.5, 0.25, 1, 5, 60])
    else:
        holder[last] = copy.deepcopy(chance.choice(VALUES))


def compile_content(game: dict[str, Any], content: dict[str, Any]) -> CompiledGame:
    game_document, map_document = Document("game.yaml", game, {}, {}), Document("map.yaml", content, {}, {})
    check_schema(game_document, "game.schema.json")
    check_schema(map_document, "map.schema.json")
    definition = read_definition(game_document)
    source, _ = read_map([map_document])
    return compile_game(GameSource("game.yaml", definition, source), strict=False)[0]


@pytest.mark.parametrize("seed", range(8))
def test_changed_sources_never_crash(seed: int) -> None:
    chance = random.Random(seed)
    outcomes = {"compiled": 0, "refused": 0}
    for _ in range(25):
        game, content = copy.deepcopy(GAME), copy.deepcopy(FULL)
        for _ in range(chance.choice([1, 1, 2])):
            mutate(content if chance.random() < 0.8 else game, chance)
        try:
            built = compile_content(game, content)
        except InputError as refused:
            outcomes["refused"] += len(refused.findings) > 0
            continue
        built.to_bytes()
        outcomes["compiled"] += 1
    assert min(outcomes.values()) > 0, outcomes
