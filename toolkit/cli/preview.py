"""``toolkit preview``: what a game's map has become, over the scan it was traced on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click
from rich.table import Table

from toolkit.cli.games import GameName, folder_of
from toolkit.cli.numbers import pitch_option
from toolkit.cli.output import console, output_option, print_findings
from toolkit.compile.area_map import compile_area_map
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.compile.map import lay_scan
from toolkit.compile.projection import make_grid
from toolkit.compile.scan import Scan, compile_scan
from toolkit.diagnostics import InputError, Place, Severity, ToolkitError
from toolkit.diagnostics.files import write_atomically
from toolkit.diagnostics.render import summary
from toolkit.geometry.calibration import describe
from toolkit.geometry.grid import HexGrid
from toolkit.render.area_preview import draw_areas
from toolkit.render.drift import draw_drift
from toolkit.render.layout import BoardLayout
from toolkit.render.preview import draw_preview
from toolkit.render.raster import rasterise
from toolkit.render.scan import lay_straight, scan_layout
from toolkit.render.template import draw_template
from toolkit.source.area_map import AreaMapSource
from toolkit.source.game import GameSource, load_game, load_ground
from toolkit.source.layers import layer_kinds
from toolkit.source.pictures import read_pixels

_EVERY = 0.5
_Stamp = Mapping[str, tuple[int, int]]


@click.command(name="preview")
@click.argument("game", type=GameName())
@output_option("Folder; build/GAME/preview by default.", folder=True)
@pitch_option("Pixels from hex to hex in the map's picture.")
@click.option("--watch", is_flag=True, help="Draw anew whenever a file of the game changes, until Ctrl+C.")
@click.option(
    "--template",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a drawing to trace in (scan, grid, a layer for every kind) and nothing else.",
)
def command(game: str, output: Path | None, pitch: float, watch: bool, template: Path | None) -> int:
    """Draw the compiled map of GAME over its scan, and how its grid lies on the scan.

    GAME is a name below source_data, a folder that holds a game.yaml, or an installed game.  Pictures are
    drawn in spite of findings.  Exit status: 0 nothing but notes, 1 errors or warnings, 2 unreadable files.
    """
    folder = folder_of(game)
    target = output if output is not None else Path("build") / folder.resolve().name / "preview"
    if template is not None:
        return _write_template(folder, template)
    if not watch:
        return _preview(folder, target, pitch)
    for _ in changes(lambda: snapshot(folder, target), lambda: time.sleep(_EVERY)):
        _shown(folder, target, pitch)
    return 0


def _shown(folder: Path, target: Path, pitch: float) -> None:
    """Draw once; what stops it is shown, and the next change tried."""
    try:
        _preview(folder, target, pitch)
    except ToolkitError as error:
        print_findings(error.findings, err=True)
    console().print("watching; Ctrl+C ends", soft_wrap=True)


def _preview(folder: Path, target: Path, pitch: float) -> int:
    source, findings = load_game(folder)
    compiled, more = compile_game(source, strict=False)
    grid = None if source.definition.hex_grid is None else make_grid(source.definition.hex_grid)
    scan = None if grid is None else lay_scan(source, grid)[0]
    written = write_previews(source, compiled, scan, target, pitch)
    found = [*findings, *more]
    if scan is not None and grid is not None:
        _print_fit(scan, grid)
    for path in written:
        click.echo(path.as_posix())
    print_findings(found, err=True)
    console(err=True).print(summary(found), soft_wrap=True)
    return 1 if any(finding.severity is not Severity.INFO for finding in found) else 0


def write_previews(
    source: GameSource, game: CompiledGame, scan: Scan | None, target: Path, pitch: float
) -> list[Path]:
    """Write ``map.png`` of hexes, ``calibration.png`` of a scan, ``areas.png``; return their paths."""
    pictures = {} if game.hex_map is None else _hex_pictures(source, game, scan, pitch)
    if source.area_map is not None:
        pictures["areas.png"] = _areas(source.area_map)
    target.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures.items():
        write_atomically(target / name, rasterise(svg))
    return [target / name for name in pictures]


def _hex_pictures(source: GameSource, game: CompiledGame, scan: Scan | None, pitch: float) -> dict[str, str]:
    """Return the pictures of a map of hexes by file name."""
    grid = game.map.grid
    pixels = None
    ground = None
    layout = BoardLayout.for_grid(grid, pitch)
    if scan is not None:
        layout = scan_layout(grid, scan.calibration, scan.size_px, pitch)
        if scan.image is not None and source.scan is not None:
            pixels = read_pixels(scan.image, source.scan.image_place)
            ground = lay_straight(pixels, scan.calibration, layout)
    pictures = {"map.png": draw_preview(game, layout, ground)}
    if scan is not None:
        pictures["calibration.png"] = draw_drift(scan, grid, pixels)
    return pictures


def _areas(source: AreaMapSource) -> str:
    """Return the picture of a game's areas, over what they were drawn on."""
    ground = None
    if source.image is not None and source.image.exists():
        ground = read_pixels(source.image, source.place)
    return draw_areas(compile_area_map(source), source.size_px, ground)


def _print_fit(scan: Scan, grid: HexGrid) -> None:
    straight = describe(scan.calibration, grid.pitch)
    target = console()
    target.print(
        f"model {scan.calibration.model.value}: pitch {straight.pitch_px:.2f} px, rotation "
        f"{straight.rotation:+.3f}°, skew {straight.skew:+.3f}°, stretch {straight.stretch - 1:+.2%}",
        soft_wrap=True,
    )
    table = Table(box=None, pad_edge=False)
    for title in ("control point", "missed by", "of a hex", "if left out", "straight grid"):
        table.add_column(title, justify="left" if title == "control point" else "right")
    fit = scan.fit
    for i, number in enumerate(scan.numbers):
        dx, dy = fit.residuals[i].tolist()
        table.add_row(
            number,
            f"{dx:+.2f} {dy:+.2f} px",
            f"{fit.shares[i]:.2%}",
            f"{fit.foretold_shares[i]:.2%}",
            f"{fit.straight_shares[i]:.2%}",
        )
    target.print(table)


def _write_template(folder: Path, template: Path) -> int:
    if template.exists():
        raise InputError.single("SRC036", "exists already and is not written over", Place(file=str(template)))
    definition, scan_source = load_ground(folder)
    if scan_source is None:
        text = "names no scan, so there is nothing to draw on"
        raise InputError.single("SRC036", text, Place(file=(folder / "game.yaml").as_posix()))
    grid = make_grid(definition.grid)
    scan, found = compile_scan(scan_source, definition.grid, grid)
    print_findings(found, err=True)
    if scan is None:
        return 1
    image = ""
    if scan_source.image is not None:
        image = Path(os.path.relpath(scan_source.image.resolve(), template.resolve().parent)).as_posix()
    write_atomically(template, draw_template(scan, grid, layer_kinds(definition), image), parents=True)
    click.echo(template.as_posix())
    return 0


def snapshot(folder: Path, leave_out: Path) -> _Stamp:
    """Return size and time of every file of a folder but hidden ones and those below `leave_out`."""
    found: dict[str, tuple[int, int]] = {}
    skip = leave_out.resolve()
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        if Path(root).resolve() == skip:
            folders.clear()
            continue
        for name in files:
            path = Path(root) / name
            try:
                state = path.stat()
            except OSError:
                continue
            # Editors write beside the file first; only finished ones count.
            if not name.startswith(".") and not name.endswith(("~", ".part", ".swp", ".tmp")):
                found[path.as_posix()] = (state.st_size, state.st_mtime_ns)
    return found


def changes(look: Callable[[], _Stamp], wait: Callable[[], None]) -> Iterator[_Stamp]:
    """Yield the first look, and then each one that differs from the last yielded and has come to rest.

    Asking a few dozen files for their time twice a second costs nothing, works on every system and on
    network drives, and needs no library (decision 005).
    """
    last: _Stamp | None = None
    while True:
        now = look()
        if now != last:
            wait()
            after = look()
            while after != now:
                now = after
                wait()
                after = look()
            last = now
            yield now
        wait()
