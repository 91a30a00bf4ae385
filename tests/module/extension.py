"""The example of an extension, one more division for GJ47, read and compiled once in each process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests import real_game
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.extension import compile_extension
from toolkit.module import extension
from toolkit.module.build import game_parts
from toolkit.module.parts import ModuleParts
from toolkit.source.extension import Extension, load_extension

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "one_more_division"
SETUP = "ex1-june-28-1942"


@cache
def read() -> Extension:
    found, findings = load_extension(EXAMPLE, real_game.read()[0])
    assert findings == []
    return found


@cache
def compiled() -> CompiledGame:
    game, findings = compile_extension(real_game.read()[0], read(), ())
    assert findings == []
    return game


@cache
def parts() -> ModuleParts:
    """Return the parts of the module of the game with the extension."""
    return game_parts(compiled(), real_game.equipment()[0])


def write_extension(out: Path) -> Path:
    """Write the ``.vmdx`` into a folder."""
    return extension.write_extension(read(), real_game.parts(), parts(), out)
