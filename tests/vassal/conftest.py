"""Real files written by others, where they are at hand: read, never copied."""

from __future__ import annotations

from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
_GAMES = (".vsav", ".vlog", ".sav", ".log")


def corpus_games() -> list[Path]:
    """Return all saves and logs of the corpus; none where there is no corpus."""
    return sorted(path for path in CORPUS.glob("*/*") if path.suffix in _GAMES)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the corpus, or skip and say so."""
    if not CORPUS.is_dir():
        pytest.skip("no corpus of real VASSAL files beside the checkout (../shared/corpus)")
    return CORPUS
