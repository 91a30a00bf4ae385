"""Real files written by others, where they are at hand: read, never copied."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import CORPUS

_GAMES = (".vsav", ".vlog", ".sav", ".log")


def corpus_games() -> list[Path]:
    """Return all saves and logs of the corpus; none where there is no corpus."""
    return sorted(path for path in CORPUS.glob("*/*") if path.suffix in _GAMES)
