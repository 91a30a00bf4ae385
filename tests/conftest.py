"""What tests of every room may ask for: the real VASSAL, and the modules of our games, each built once.

Also how properties are drawn: the same cases each time (`make test`), or others each time (`make explore`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import providers

from tests import real_games
from tests.real_games import SOURCES
from toolkit.compile.game import compile_game
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.packing import write_container

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
BuiltModule = Callable[[str], Path]

# What tests keep stays with the clone.
os.environ.setdefault("TOOLKIT_CACHE", str(SOURCES.parent / ".venv" / "cache"))

settings.register_profile("everyday", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile(
    "explore",
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    deadline=None,
    print_blob=True,
    report_multiple_bugs=False,
)
settings.load_profile("everyday")

# Hypothesis also draws constants that it finds in our own modules, in those that happen to be loaded: what a
# test draws would hang on the tests that ran before it.
_constants_of_loaded_modules = providers._get_local_constants
providers._get_local_constants = lambda: (
    providers.Constants() if settings().derandomize else _constants_of_loaded_modules()
)


def required() -> bool:
    """Return whether a missing engine is a failure (continuous integration) and not a reason to skip."""
    return os.environ.get("VASSAL_ENGINE_REQUIRED", "") not in ("", "0")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for the corpus, before marks choose what is run."""
    for item in items:
        if "corpus" in getattr(item, "fixturenames", ()):
            item.add_marker("corpus")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Stop where tests of the corpus are wanted and there is none."""
    if not CORPUS.is_dir() and any(item.get_closest_marker("corpus") for item in session.items):
        pytest.exit(f"there is no corpus of real VASSAL files at {CORPUS}", returncode=2)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of files that others wrote; see `make corpus`."""
    return CORPUS


@pytest.fixture(scope="session")
def home() -> EngineHome:
    """Return the engine; without one the test is skipped with the reason, or fails if it is required."""
    try:
        return find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")


@pytest.fixture(scope="session")
def built_module(tmp_path_factory: pytest.TempPathFactory) -> BuiltModule:
    """Return what builds the module of a game by its id, pictures and all, once."""

    @cache
    def build(game: str) -> Path:
        folder = SOURCES / game
        compiled = compile_game(load_game(folder)[0])[0]
        return build_module(compiled, load_equipment(folder)[0], tmp_path_factory.mktemp(game))

    return build


@pytest.fixture(scope="session")
def undrawn_module(tmp_path_factory: pytest.TempPathFactory) -> BuiltModule:
    """Return what gives the module of a game by its id, made once in a run and without its pictures.

    Nothing that is read to judge a log is in them.
    """
    base = tmp_path_factory.getbasetemp()
    # All processes of a run share what the first has made.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "undrawn"
    folder.mkdir(exist_ok=True)

    def made(game: str) -> Path:
        path = folder / f"{game}.vmod"
        if not path.exists():
            write_container(path, real_games.entries(game))
        return path

    return made
