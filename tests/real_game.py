"""GJ47 as its sources give it, read, compiled and furnished once in each process, whatever asks first.

Reading and compiling take a second or two: tests share these and change copies only.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.games.gj47.module.build import make_parts
from toolkit.module.build import text_entries
from toolkit.module.equipment import Equipment, load_equipment
from toolkit.module.parts import ModuleParts
from toolkit.source.game import GameSource, load_game

GJ47 = Path(__file__).resolve().parents[1] / "source_data" / "gj47"


@cache
def read() -> tuple[GameSource, tuple[Finding, ...]]:
    """Return the source and what was found in it."""
    source, findings = load_game(GJ47)
    return source, tuple(findings)


@cache
def compiled() -> CompiledGame:
    return compile_game(read()[0])[0]


@cache
def equipment() -> tuple[Equipment, tuple[Finding, ...]]:
    found, findings = load_equipment(GJ47)
    return found, tuple(findings)


@cache
def parts() -> ModuleParts:
    return make_parts(compiled(), equipment()[0])


@cache
def entries() -> dict[str, bytes]:
    """Return the files of the module but its pictures."""
    return text_entries(parts())
