"""The declared games: those of source_data, the example of the docs, the starters of `toolkit new`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.rules.declared import Position, rules_of
from toolkit.rules.declared.actions import Action
from toolkit.rules.protocol import Game
from toolkit.source.game import load_game

ROOT = Path(__file__).parents[3]
FOLDERS: Mapping[str, Path] = {
    "battle_for_moscow": ROOT / "source_data" / "battle_for_moscow",
    "causeway": ROOT / "source_data" / "causeway",
    "lindau": ROOT / "docs" / "examples" / "lindau",
    "two_harbours": ROOT / "docs" / "examples" / "two_harbours",
    "highpass": ROOT / "docs" / "examples" / "highpass",
    "two_crowns": ROOT / "docs" / "examples" / "two_crowns",
    "sedan": ROOT / "docs" / "examples" / "sedan",
    "orel": ROOT / "docs" / "examples" / "orel",
    "narrows": ROOT / "docs" / "examples" / "narrows",
    "black_coast": ROOT / "docs" / "examples" / "black_coast",
    "hollin": ROOT / "docs" / "examples" / "hollin",
    "isles": ROOT / "docs" / "examples" / "isles",
    "hex": ROOT / "toolkit" / "starters" / "hex",
    "area": ROOT / "toolkit" / "starters" / "area",
}


def folder_of(name: str) -> Path:
    """Return the folder of a declared game: one of `FOLDERS`, of source_data, or wherever it is."""
    own = ROOT / "source_data" / name
    return FOLDERS.get(name, own if own.is_dir() else Path(name))


@cache
def compiled(name: str) -> CompiledGame:
    """Return a declared game, compiled."""
    source, _ = load_game(folder_of(name))
    game, _ = compile_game(source)
    return game


@cache
def rules(name: str) -> Game[Position, Action]:
    """Return a declared game's rules."""
    return rules_of(compiled(name))


def defaults(name: str) -> dict[str, str]:
    """Return the proposed reading of every unclear point of a game."""
    return {option.id: option.default for option in compiled(name).options}


def begin(name: str, setup: str, fixed: Mapping[str, str] | None = None) -> Position:
    """Return the position of a set-up, every unclear point at its proposed value unless others are given."""
    return rules(name).begin(setup, defaults(name) if fixed is None else fixed)
