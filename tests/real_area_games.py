"""Games but GJ47 (`tests.real_game`) as their sources give them, read, compiled and made once a process.

Tests change copies only.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import Equipment, load_equipment
from toolkit.module.parts import ModuleParts
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


@cache
def equipment(sources: Path) -> tuple[Equipment, tuple[Finding, ...]]:
    found, findings = load_equipment(sources)
    return found, tuple(findings)


@cache
def parts(sources: Path) -> ModuleParts:
    return game_parts(compiled(sources)[0], equipment(sources)[0])


@cache
def entries(sources: Path) -> dict[str, bytes]:
    """Return the files of a game's module but its pictures."""
    return text_entries(parts(sources))
