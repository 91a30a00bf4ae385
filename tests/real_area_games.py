"""Games on areas as their sources give them, read and compiled once in each process.

Tests change copies only.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import GameSource, load_game
from toolkit.vassal.packing import write_container

_SOURCES = Path(__file__).resolve().parents[1] / "source_data"
RATTENKRIEG = _SOURCES / "rattenkrieg"
STORM = _SOURCES / "storm"


@cache
def read(sources: Path) -> tuple[GameSource, tuple[Finding, ...]]:
    """Return the source of a game and what was found in it."""
    source, findings = load_game(sources)
    return source, tuple(findings)


@cache
def compiled(sources: Path) -> tuple[CompiledGame, tuple[Finding, ...]]:
    """Return a game and what was found on the way."""
    game, findings = compile_game(read(sources)[0])
    return game, tuple(findings)


def bare_module(game: str, folder: Path) -> Path:
    """Write a game's module without its pictures: nothing that an audit reads is in them."""
    sources = _SOURCES / game
    parts = game_parts(compiled(sources)[0], load_equipment(sources)[0])
    return write_container(folder / f"{game}.vmod", text_entries(parts))
