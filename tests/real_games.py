"""What the modules of our games are made of, by the id of the game, made once in each process."""

from __future__ import annotations

from pathlib import Path

from tests import real_area_games, real_game
from toolkit.module.parts import ModuleParts

SOURCES = Path(__file__).resolve().parents[1] / "source_data"


def parts(game: str) -> ModuleParts:
    return real_game.parts() if game == "gj47" else real_area_games.parts(SOURCES / game)


def entries(game: str) -> dict[str, bytes]:
    """Return the files of a module but its pictures."""
    return real_game.entries() if game == "gj47" else real_area_games.entries(SOURCES / game)
