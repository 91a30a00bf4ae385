"""``toolkit render``: a game's pictures as files."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.games import GameName, folder_of
from toolkit.cli.numbers import pitch_option
from toolkit.cli.output import output_option, print_findings
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics.files import write_atomically
from toolkit.plugins import room
from toolkit.render.action_card_sheet import draw_action_card_sheet
from toolkit.render.area_board import draw_area_map
from toolkit.render.area_marks import area_letters
from toolkit.render.card_sheet import draw_card_sheet
from toolkit.render.free_charts import draw_free_charts
from toolkit.render.layout import BoardLayout
from toolkit.render.map import draw_map
from toolkit.render.raster import rasterise
from toolkit.render.sheet import draw_counter_sheet
from toolkit.render.style import game_style
from toolkit.source.game import load_game


@click.command(name="render")
@click.argument("game", type=GameName())
@output_option("Folder; build/GAME/pictures by default.", folder=True)
@pitch_option("Pixels from hex to hex.")
@click.option("--clean", is_flag=True, help="Leave the set-up symbols out of the map.")
def command(game: str, output: Path | None, pitch: float, clean: bool) -> int:
    """Draw the map, the counter sheet, the cards and the charts of GAME as SVG and PNG.

    GAME is a name below source_data, a folder that holds a game.yaml, or an installed game.
    """
    folder = folder_of(game)
    source, findings = load_game(folder)
    compiled, more = compile_game(source)
    target = output if output is not None else Path("build") / compiled.id / "pictures"
    written = write_pictures(compiled, target, pitch=pitch, clean=clean)
    print_findings([*findings, *more], err=True)
    for path in written:
        click.echo(path.as_posix())
    return 0


def write_pictures(game: CompiledGame, target: Path, *, pitch: float, clean: bool) -> list[Path]:
    """Write all pictures of a game into a folder and return their paths."""
    drawn: dict[str, str] = {}
    style = game_style(game)
    if game.hex_map is not None:
        layout = BoardLayout.for_grid(game.hex_map.grid, pitch)
        drawn["map"] = draw_map(game, layout, setup_marks=not clean)
    else:
        drawn["map"] = draw_area_map(game)
    letters = None if game.area_map is None else area_letters(game.area_map)
    if game.counters:
        drawn["counters"] = draw_counter_sheet(game.counters, game.names.en, style, letters)
    if game.deck is not None:
        drawn["cards"] = draw_card_sheet(game.deck, game.names.en, style)
    if game.action_cards:
        drawn["cards"] = draw_action_card_sheet(game.action_cards, game.names.en, style)
    if game.charts:
        drawn |= {f"chart_{name}": svg for name, svg in _charts(game).items()}
    drawn |= {f"chart_{name}": svg for name, svg in draw_free_charts(game.free_charts).items()}
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for name, svg in drawn.items():
        written.append(_write(target / f"{name}.svg", svg.encode()))
        written.append(_write(target / f"{name}.png", rasterise(svg)))
    return written


def _charts(game: CompiledGame) -> dict[str, str]:
    """Return a game's own charts as it draws them in its module."""
    drawn: dict[str, str] = room(game.id, "module.charts").draw_charts(game)
    return drawn


def _write(path: Path, data: bytes) -> Path:
    write_atomically(path, data)
    return path
