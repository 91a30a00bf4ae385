"""A game with an extension: its counters and set-ups beside the game's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.source.counters import Counter
from toolkit.source.extension import Extension, numbered
from toolkit.source.game import GameSource
from toolkit.source.setups import Setup

NUMBERS = 10_000
"""More than any number of a source: counters of the first extension begin here, of the next at twice it."""


def compile_extension(
    source: GameSource, extension: Extension, known: Sequence[Finding]
) -> tuple[CompiledGame, list[Finding]]:
    """Return a game with an extension's counters and set-ups, and what is wrong with these.

    The set-ups of the extension are held against the rules of the start with all its counters; the game's
    own know nothing of them.  `known` is what was found in the game without it.
    """
    counters = (*source.counters, *numbered(extension, NUMBERS))
    game, found = compile_game(replace(source, counters=counters, setups=extension.setups), strict=False)
    return (
        replace(game, setups=(*source.setups, *extension.setups)),
        [finding for finding in found if finding not in known],
    )


def extend(game: CompiledGame, extensions: Sequence[Extension]) -> CompiledGame:
    """Return a compiled game with extensions, as `compile_extension` does.

    Raises
    ------
    ValueError
        For an extension of another game, or one whose counters or set-ups are there already.
    """
    for index, extension in enumerate(extensions, start=1):
        if extension.game != game.id:
            raise ValueError(f"'{extension.file}' is an extension of {extension.game}, not of {game.id}")
        taken = _ids(game.counters, game.setups) & _ids(extension.counters, extension.setups)
        if taken:
            raise ValueError(f"'{extension.file}' brings {min(taken)}, which is there already")
        counters = (*game.counters, *numbered(extension, NUMBERS * index))
        game = replace(game, counters=counters, setups=(*game.setups, *extension.setups))
    return game


def _ids(counters: Sequence[Counter], setups: Sequence[Setup]) -> set[str]:
    return {counter.id for counter in counters} | {setup.id for setup in setups}
