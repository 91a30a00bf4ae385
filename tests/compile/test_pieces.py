from __future__ import annotations

from dataclasses import replace

import pytest

from tests import real_game
from toolkit.compile.pieces import check_pieces
from toolkit.geometry import Map
from toolkit.source.game import GameSource


@pytest.fixture(scope="module")
def game() -> tuple[GameSource, Map]:
    return real_game.read()[0], real_game.compiled().map


def test_the_parts_of_the_game_fit(game: tuple[GameSource, Map]) -> None:
    assert [finding.key() for finding in check_pieces(*game)] == []


def test_an_army_without_symbols(game: tuple[GameSource, Map]) -> None:
    source, built = game
    counters = tuple(
        replace(counter, assignment="16A") if counter.id == "ger-inf-44" else counter
        for counter in source.counters
    )
    found = check_pieces(replace(source, counters=counters), built)
    assert [(finding.code, finding.data["counter"]) for finding in found] == [("OOB010", "ger-inf-44")]
    assert "did you mean" in found[0].message


def test_a_class_without_counters(game: tuple[GameSource, Map]) -> None:
    source, built = game
    assert source.charts is not None
    table = replace(source.charts.withdrawal, classes=("Pz", "SS", "Inff"))
    broken = replace(source, charts=replace(source.charts, withdrawal=table))
    found = check_pieces(broken, built)
    assert [(finding.code, finding.data["class"]) for finding in found] == [("CHT010", "Inff")]
    assert "'Inf'" in found[0].message


@pytest.mark.parametrize("kind", ["clear", "town", "road"])
def test_a_kind_of_the_map_without_a_row(game: tuple[GameSource, Map], kind: str) -> None:
    source, built = game
    assert source.charts is not None
    rows = tuple(row for row in source.charts.terrain_effects if row.kind != kind)
    broken = replace(source, charts=replace(source.charts, terrain_effects=rows))
    found = check_pieces(broken, built)
    assert [(finding.code, finding.data["kind"]) for finding in found] == [("CHT011", kind)]


def test_a_game_without_charts_and_set_ups(game: tuple[GameSource, Map]) -> None:
    source, built = game
    bare = replace(source, charts=None, setups=(), setup_hexes=(), counters=(), boxes=())
    assert check_pieces(bare, built) == []
