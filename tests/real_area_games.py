"""Games on areas as their sources give them, read and compiled once in each process.

Tests change copies only.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.source.game import GameSource, load_game

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
