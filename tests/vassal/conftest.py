"""Real files written by others, where they are at hand: read, never copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine, required

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


def need_engine() -> EngineHome:
    """Return the engine, or skip and say why; where it is required, fail."""
    try:
        return find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")
