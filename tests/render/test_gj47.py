"""The pictures of the real game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import shapely
from click.testing import CliRunner

from tests import real_game
from tests.render.overlaps import overlapping
from tests.render.synthetic import grid, make_map
from toolkit.cli.main import main
from toolkit.cli.render import command, write_pictures
from toolkit.compile.compiled import CompiledGame
from toolkit.render.board import Plan, plan_board
from toolkit.render.counters import draw_counter
from toolkit.render.layout import BoardLayout
from toolkit.render.map import board_notice, draw_map, setup_symbols
from toolkit.render.style import game_style
from toolkit.render.view import MapView
from toolkit.source.branches import branch_of, branches

SMALL = {grid().number(h) for h in range(len(grid()))}


def game() -> CompiledGame:
    return real_game.compiled()


@cache
def planned() -> tuple[MapView, Plan]:
    view = MapView(game().map, BoardLayout.for_grid(game().map.grid))
    return view, plan_board(view, setup_symbols(game()))


def test_no_name_covers_another() -> None:
    _, plan = planned()
    assert len(plan.labels) == len(game().map.places)
    assert overlapping(plan.labels) == []


def test_names_are_near_their_towns() -> None:
    view, plan = planned()
    for placed, place in zip(plan.labels, game().map.places, strict=True):
        box = shapely.box(*placed.box)
        assert box.distance(shapely.Point(view.centres[place.hex])) < 0.5 * view.pitch


def test_every_hex_number_is_in_its_hex() -> None:
    view, plan = planned()
    boxes = shapely.box(*plan.numbers.T)
    assert shapely.contains(view.polygons, boxes).all()


def test_links_are_drawn_where_they_are() -> None:
    view, plan = planned()
    for segment in (*plan.roads, *plan.rails):
        owners = view.map.grid.nearest(view.layout.to_plane(segment.points(30)))
        assert set(owners.tolist()) == set(view.map.sides[segment.side].tolist())


def test_the_map_says_that_it_is_a_reconstruction() -> None:
    assert "RECONSTRUCTION" in board_notice(game())


def test_set_up_symbols_stand_in_their_hexes() -> None:
    view, plan = planned()
    assert len(plan.setup) == len(game().setup_hexes)
    marked = np.array([mark.hex for mark, _ in plan.setup])
    boxes = shapely.box(*np.array([box for _, box in plan.setup]).T)
    assert shapely.contains(view.polygons[marked], boxes).all()


def test_every_counter_is_drawn_and_units_with_their_own_symbol() -> None:
    style = game_style(game())
    for counter in game().counters:
        assert draw_counter(counter, "full", style)
        if counter.kind == "unit":
            assert branch_of(counter.symbol) in branches(), counter.id
        if counter.assignment not in (None, "front", "second") and counter.side == "axis":
            assert counter.assignment in style.armies


def test_unknown_game_is_wrong_usage(tmp_path: Path) -> None:
    assert main(["render", "no-such-game", "-o", str(tmp_path)]) == 2
    assert not any(tmp_path.iterdir())


def test_help_of_the_command() -> None:
    result = CliRunner().invoke(command, ["--help"])
    assert result.exit_code == 0
    assert "--pitch" in result.output


def test_all_pictures_are_written_whole_and_the_same_twice(tmp_path: Path) -> None:
    # Some of the real game on a small map: the whole takes seconds.
    small = replace(game(), hex_map=make_map(), setup_hexes=(), counters=game().counters[:12])
    folders = [tmp_path / "one", tmp_path / "deep" / "two"]
    written = [write_pictures(small, folder, pitch=80, clean=False) for folder in folders]
    names = sorted(path.name for path in written[0])
    assert names == sorted(path.name for path in folders[1].iterdir())
    assert {"map.svg", "map.png", "counters.svg", "counters.png", "chart_crt.png"} <= set(names)
    for name in names:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()


def test_map_counters_and_sheet_agree_on_army_colours() -> None:
    colours = game_style(game()).armies
    armies = {mark.army for mark in setup_symbols(game()) if mark.kind == "army"}
    assert armies <= colours.keys()
    assert len({colours[army] for army in armies}) == len(armies)
    small = tuple(item for item in game().setup_hexes if item.hex in SMALL)
    shown = {item.army for item in small if item.kind == "army"}
    assert len(shown) > 1
    svg = draw_map(replace(game(), hex_map=make_map(), setup_hexes=small))
    assert all(f'stroke="{colours[army]}"' in svg for army in shown)
