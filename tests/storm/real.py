"""Storm as its sources give it, read and compiled once in each process; tests change copies only."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.source.game import GameSource, load_game

STORM = Path(__file__).resolve().parents[2] / "source_data" / "storm"


@cache
def read() -> tuple[GameSource, tuple[Finding, ...]]:
    """Return the source and what was found in it."""
    source, findings = load_game(STORM)
    return source, tuple(findings)


@cache
def compiled() -> tuple[CompiledGame, tuple[Finding, ...]]:
    """Return the game and what was found on the way."""
    game, findings = compile_game(read()[0])
    return game, tuple(findings)
