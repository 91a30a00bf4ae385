"""Where schemas, examples and the sources of games lie, in the source tree and in an installed package alike.

The source tree keeps them at its top level (``schema/``, ``source_data/``, ``docs/examples/``); a wheel
carries the same folders inside the package, in ``toolkit/data`` (``pyproject.toml`` says which).  Nothing
else in the package knows where they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toolkit.plugins import source_packages

PACKAGE = Path(__file__).resolve().parent
# The user's own games, in the folder where a command runs.
SOURCES = Path("source_data")
GAME = "game.yaml"
IMPORTED = "imported.yaml"
"""The file by which a folder is known as a module of others, read into source data."""
EXTENSION = "extension.yaml"
"""The file by which a folder is known as an extension of a game that is there."""
ANY = (GAME, IMPORTED)
SCHEMA_HOME = "https://wargame-toolkit.example/schema/"
"""What the ids of the schemas begin with: names that never change, on a host that nobody can own."""


def schemas() -> Path:
    """Return the folder of the JSON Schemas."""
    return _data("schema", PACKAGE.parent / "schema")


def examples() -> Path:
    """Return the folder of the documentation's example games and logs."""
    return _data("examples", PACKAGE.parent / "docs" / "examples")


def starters() -> Path:
    """Return the folder of the small games that ``toolkit new`` begins with."""
    return PACKAGE / "starters"


def own_table(path: Path) -> Any:
    """Return what a YAML file of the package holds: data beside the code that reads it, trusted as such."""
    import yaml  # noqa: PLC0415  (most commands read none)

    # Six times as fast as the loader in Python.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader)


def clause_tests() -> Path | None:
    """Return the folder of the games' tests, which only the source tree has."""
    folder = PACKAGE.parent / "tests" / "games"
    return folder if folder.is_dir() else None


def _data(name: str, in_tree: Path) -> Path:
    inside = PACKAGE / "data" / name
    return inside if inside.is_dir() else in_tree


@cache
def shipped() -> Mapping[str, Path]:
    """Return the folders of the installed games, by name: the toolkit's and those of other packages."""
    own = _data("source_data", PACKAGE.parent / "source_data")
    found = {path.parent.name: path.parent for path in own.glob(f"*/{GAME}")}
    return MappingProxyType(dict(sorted(({**source_packages(), **found}).items())))


def game_folders(marks: Iterable[str] = (GAME,)) -> Mapping[str, Path]:
    """Return the folders of all games that have a name here, by name.

    Parameters
    ----------
    marks : iterable of str
        Files of which the folder holds at least one.

    Returns
    -------
    mapping of str to Path
        Those of the current folder, and of ``source_data`` in it, go before installed ones of the same name.
    """
    marks = tuple(marks)
    installed = {name: path for name, path in shipped().items() if _holds(path, marks)}
    return MappingProxyType(dict(sorted((installed | _own(marks)).items())))


def games_here(marks: Iterable[str] = (GAME,)) -> tuple[Path, ...]:
    """Return the games of a command without arguments: those of ``source_data``, else those installed."""
    marks = tuple(marks)
    found = _own(marks) or game_folders(marks)
    return tuple(found[name] for name in sorted(found))


def game_folder(name: str, marks: Iterable[str] = (GAME,)) -> Path | None:
    """Return the folder that a name means: below ``source_data``, a path, or an installed game; else None."""
    marks = tuple(marks)
    candidates = (SOURCES / name, Path(name), shipped().get(name)) if name else ()
    return next((folder for folder in candidates if folder is not None and _holds(folder, marks)), None)


def _own(marks: tuple[str, ...]) -> dict[str, Path]:
    found = (path.parent for base in (Path(), SOURCES) for mark in marks for path in base.glob(f"*/{mark}"))
    return {folder.name: folder for folder in found}


def _holds(folder: Path, marks: tuple[str, ...]) -> bool:
    return any((folder / mark).is_file() for mark in marks)


def cache_folder(part: str) -> Path:
    """Return a folder of this user for what can be made again: ``modules``, ``pictures``, ``engine``.

    ``TOOLKIT_CACHE`` names another place for all of them.  The folder need not exist.
    """
    named = os.environ.get("TOOLKIT_CACHE")
    if named:
        return Path(named) / part
    from platformdirs import user_cache_path  # noqa: PLC0415  (only where nothing is said)

    return user_cache_path("wargame-toolkit", appauthor=False) / part
