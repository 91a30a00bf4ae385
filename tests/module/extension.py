"""The example of an extension, one more division for GJ47, read and compiled once in each process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests import real_game
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.extension import compile_extension
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
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
def found_in_the_game() -> tuple[Finding, ...]:
    return tuple(compile_game(real_game.read()[0])[1])


def with_game(added: Extension) -> tuple[CompiledGame, list[Finding]]:
    """Return GJ47 with an extension, and what is wrong with this."""
    return compile_extension(real_game.read()[0], added, found_in_the_game())


@cache
def compiled() -> CompiledGame:
    game, findings = with_game(read())
    assert findings == []
    return game


@cache
def parts() -> ModuleParts:
    """Return the parts of the module of the game with the extension."""
    return game_parts(compiled(), real_game.equipment()[0])


def write_extension(out: Path) -> Path:
    """Write the ``.vmdx`` into a folder."""
    return extension.write_extension(read(), real_game.parts(), parts(), out)
