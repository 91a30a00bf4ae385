"""Whether the engine's hexes are ours: every centre, and pixels all over the board."""

from __future__ import annotations

import json
import math
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from toolkit.diagnostics import Severity
from toolkit.engine.game import GameMap, OpenModule, version_key
from toolkit.engine.places import check_places
from toolkit.geometry.grid import HexGrid, Orientation
from toolkit.render.layout import BoardLayout, FloatArray

IntArray = npt.NDArray[np.int64]

if TYPE_CHECKING:
    from toolkit.engine.report import EngineReport

PIXELS = 2000
# The engine keeps hex centres in whole pixels, so the line between two hexes can lie this much beside ours.
_TIE_PIXELS = 1.5
_SHOWN = 10


def own_data(module: Path) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Return manifest and game of a module of ours, None for a module of others."""
    with zipfile.ZipFile(module) as archive:
        if not {"toolkit/manifest.json", "toolkit/game.json"} <= archive.NameToInfo.keys():
            return None
        manifest, game = (json.loads(archive.read(f"toolkit/{n}.json")) for n in ("manifest", "game"))
        return cast("Mapping[str, Any]", manifest), cast("Mapping[str, Any]", game)


@dataclass(frozen=True, slots=True)
class _Hexes:
    """Our hexes on a map of the engine."""

    map_id: str
    grid: HexGrid
    layout: BoardLayout
    corner: FloatArray  # of the board on the map, pixels

    def on_map(self, board_pixels: FloatArray) -> list[tuple[float, float]]:
        """Return board pixels as map pixels."""
        return [(x, y) for x, y in np.rint(board_pixels + self.corner).tolist()]


def check_numbering(report: EngineReport, game: OpenModule) -> None:
    """Compare the engine's location names with our printed numbers; says so where the module is not ours."""
    own = own_data(report.module)
    if own is None:
        message = "no map data of ours in the module: hexes are not compared"
        report.add("ENG032", Severity.INFO, message)
        return
    manifest, data = own
    if "spots" in manifest:
        check_places(report, game, manifest)
        return
    layout = BoardLayout.from_json(manifest["layout"])
    target = _map(game, str(manifest["map_name"]))
    if target is None or not target.boards:
        report.add("ENG033", Severity.ERROR, f"the module shows no map {manifest['map_name']!r} with a board")
        return
    board = target.boards[0]
    if (board.width, board.height) != layout.size_px:
        message = f"the board is {board.width}x{board.height} pixels, our layout {layout.size_px}"
        report.add("ENG034", Severity.ERROR, message)
    corner = np.array([board.x, board.y], dtype=np.float64)
    hexes = _Hexes(target.id, HexGrid.from_json(data["map"]["grid"]), layout, corner)
    _centres(report, game, hexes)
    _pixels(report, game, hexes)


def _map(game: OpenModule, name: str) -> GameMap | None:
    return next((m for m in game.maps() if name in (m.name, m.id)), None)


def _centres(report: EngineReport, game: OpenModule, hexes: _Hexes) -> None:
    pixels = hexes.on_map(hexes.layout.to_pixels(hexes.grid.centres()))
    said = game.locate(hexes.map_id, pixels)
    wrong = 0
    for h, (location, (x, y)) in enumerate(zip(said, pixels, strict=True)):
        number = hexes.grid.number(h)
        far = math.hypot(location.snapped[0] - x, location.snapped[1] - y)
        if location.name == number == location.snapped_name and far <= _TIE_PIXELS:
            continue
        wrong += 1
        if wrong <= _SHOWN:
            message = (
                f"at the centre of hex {number} the engine says {location.name!r} and snaps to "
                f"{location.snapped_name!r}, {far:.1f} px away"
            )
            report.add("ENG030", Severity.ERROR, message, hex=number, said=location.name)
    report.facts |= {"hexes_compared": len(said), "hexes_wrong": wrong}


def _pixels(report: EngineReport, game: OpenModule, hexes: _Hexes) -> None:
    # More than are compared, since a board's margins and legend are no hexes.
    points = spread(4 * PIXELS, hexes.layout.size_px)
    true = hexes.grid.nearest(hexes.layout.to_plane(points))
    expected = true
    if version_key(game.engine.home.version) < (3, 7):
        expected = brick(points, hexes.grid, hexes.layout)
    inside = np.flatnonzero(expected >= 0)[:PIXELS]
    points, true, expected = points[inside], true[inside], expected[inside]
    gaps = boundary_gap(points, expected, hexes.grid, hexes.layout)
    said = game.locate(hexes.map_id, hexes.on_map(points))
    wrong = 0
    for point, h, gap, location in zip(points.tolist(), expected.tolist(), gaps.tolist(), said, strict=True):
        number = hexes.grid.number(h)
        if location.snapped_name == number or gap <= _TIE_PIXELS:
            continue
        wrong += 1
        if wrong <= _SHOWN:
            message = (
                f"pixel {point} belongs to hex {number}, the engine snaps it to {location.snapped_name!r}"
            )
            report.add("ENG031", Severity.ERROR, message, hex=number, said=location.snapped_name)
    report.facts |= {
        "pixels_compared": len(said),
        "pixels_wrong": wrong,
        "pixels_cut_off": int((true != expected).sum()),
    }


def spread(count: int, size: tuple[int, int]) -> FloatArray:
    """Return whole pixels all over a board, random but the same each time, shape ``(count, 2)``."""
    random = np.random.default_rng(0)
    pixels: FloatArray = np.floor(random.random((count, 2)) * np.array(size))
    return pixels


def brick(points: FloatArray, grid: HexGrid, layout: BoardLayout) -> IntArray:
    """Return the hex that an engine before 3.7 snaps to, shape ``(k, 2)`` to ``(k,)``, -1 outside.

    Those engines cut the plane in rectangles: first the nearest column of centres, then in it the nearest
    centre (sideways grids the other way round), so that a hex loses its corners to its neighbours.
    Source: ``HexGrid.snapToHex`` at 3.6.0.
    """
    flat = grid.orientation is Orientation.FLAT
    across, along = (0, 1) if flat else (1, 0)
    offset = points - np.asarray(layout.origin_px)
    line = np.floor(offset[:, across] / (layout.pitch_px * math.sqrt(3.0) / 2) + 0.5).astype(np.int64)
    first = grid.first_column if flat else grid.first_row
    shifted = (line + first) % 2 == (0 if grid.shifted == "even" else 1)
    # The first line's own shift is in the origin already.
    first_shifted = (first % 2 == 0) == (grid.shifted == "even")
    shift = (shifted.astype(np.float64) - float(first_shifted)) / 2
    place = np.floor(offset[:, along] / layout.pitch_px - shift + 0.5).astype(np.int64)
    return grid.at(line, place) if flat else grid.at(place, line)


def boundary_gap(points: FloatArray, hexes: IntArray, grid: HexGrid, layout: BoardLayout) -> FloatArray:
    """Return how far pixels are from the nearest place where another hex could begin, shape ``(k,)``.

    That is the hex's own outline, and for the cells of `brick` their rectangle's.
    """
    offset = points - layout.to_pixels(grid.centres())[hexes]
    if grid.orientation is Orientation.POINTY:
        offset = offset[:, ::-1]
    half = layout.pitch_px / 2
    angles = np.radians([90.0, 30.0, -30.0])
    outline = half - np.abs(offset @ np.array([np.cos(angles), np.sin(angles)]))
    sides = np.abs(half * math.sqrt(3.0) / 2 - np.abs(offset[:, :1]))
    gaps: FloatArray = np.min(np.abs(np.hstack([outline, sides])), axis=1)
    return gaps
