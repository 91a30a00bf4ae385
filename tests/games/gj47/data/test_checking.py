from __future__ import annotations

from dataclasses import replace

import pytest

from toolkit.games.gj47.data.checking import check_data
from toolkit.geometry.map import Map
from toolkit.source.game import GameSource


def test_the_parts_of_the_game_fit(game: tuple[GameSource, Map]) -> None:
    assert [finding.key() for finding in check_data(*game)] == []


def test_an_army_without_symbols(game: tuple[GameSource, Map]) -> None:
    source, built = game
    counters = tuple(
        replace(counter, assignment="16A") if counter.id == "ger-inf-44" else counter
        for counter in source.counters
    )
    found = check_data(replace(source, counters=counters), built)
    assert [(finding.code, finding.data["counter"]) for finding in found] == [("OOB010", "ger-inf-44")]
    assert "did you mean" in found[0].message


def test_a_class_without_counters(game: tuple[GameSource, Map]) -> None:
    source, built = game
    table = {**source.charts["withdrawal"], "classes": ["Pz", "SS", "Inff"]}
    broken = replace(source, charts={**source.charts, "withdrawal": table})
    found = check_data(broken, built)
    assert [(finding.code, finding.data["class"]) for finding in found] == [("CHT010", "Inff")]
    assert "'Inf'" in found[0].message


@pytest.mark.parametrize("kind", ["clear", "town", "road"])
def test_a_kind_of_the_map_without_a_row(game: tuple[GameSource, Map], kind: str) -> None:
    source, built = game
    rows = [row for row in source.charts["terrain_effects"]["effects"] if row["kind"] != kind]
    broken = replace(source, charts={**source.charts, "terrain_effects": {"effects": rows}})
    found = check_data(broken, built)
    assert [(finding.code, finding.data["kind"]) for finding in found] == [("CHT011", kind)]


def test_a_game_without_charts_and_set_ups(game: tuple[GameSource, Map]) -> None:
    source, built = game
    bare = replace(source, charts={}, setups=(), setup_hexes=(), counters=(), boxes=())
    assert check_data(bare, built) == []
