"""The games that are installed with code of their own, found through the entry points ``toolkit.games``.

An entry point names a package.  Its rooms have the same names in every game, and each is loaded when it is
asked for:

* ``rules``: ``RULE_BOOK``, and ``whole.rules_of`` (a compiled game → `toolkit.rules.protocol.Game`);
* ``audit``: ``audit.audit_games`` (logs, a module's data → `toolkit.audit.audited.Audited`);
* ``gestures``: ``GESTURES``, how each decision is made at its module (`toolkit.module.gestures`);
* ``module``: ``build.make_parts`` (a compiled game, its equipment → the parts of its module) and
  ``build.make_pictures`` (the same → its drawings and words), and where it
  has charts of its own ``charts.draw_charts`` (a compiled game → SVG by name);
* ``play``: ``recording.record`` and what goes with it (a seed → a log of the module);
* ``data``, of a game that has charts of kinds of its own: ``charts.CHART_FILES``, their names,
  ``charts.load_charts`` (the source folder, a reader of documents → JSON values), and ``checking.check_data``
  (the source, its compiled map → findings of counters, charts and set-ups).

A file ``checks.yaml`` beside them has the pages of findings whose examples are changes to this game, and
``sentences.yaml`` what the rules say in Japanese and Chinese.

The sources of a game that another package brings, with code or without, are found by its entry point
``toolkit.sources``: a package whose folder holds the ``game.yaml``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType

GROUP = "toolkit.games"
SOURCES_GROUP = "toolkit.sources"


@cache
def packages() -> Mapping[str, str]:
    """Return the package of each installed game, by the game's id in alphabetical order."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to load)

    found = {point.name: point.value for point in entry_points(group=GROUP)}
    return MappingProxyType(dict(sorted(found.items())))


def games() -> tuple[str, ...]:
    """Return the ids of the games that have code."""
    return tuple(packages())


def package(game: str) -> ModuleType:
    """Return a game's package.

    Raises
    ------
    ValueError
        If no game of this id is installed.
    """
    if game not in packages():
        raise ValueError(f"no rules for the game {game!r}; there are rules for {', '.join(games())}")
    return importlib.import_module(packages()[game])


def room(game: str, name: str) -> ModuleType:
    """Return a room of a game's package, such as ``rules`` or ``play.recording``; raises as `package`."""
    return importlib.import_module(f"{package(game).__name__}.{name}")


def optional_room(game: str, name: str) -> ModuleType | None:
    """Return a room that not every game has; None for a game without it, or without code."""
    if game not in packages():
        return None
    found = find_spec(f"{package(game).__name__}.{name.partition('.')[0]}")
    return None if found is None else room(game, name)


@cache
def source_packages() -> Mapping[str, Path]:
    """Return the folder of the sources of each game that another package brings, by the game's id."""
    from importlib.metadata import entry_points  # noqa: PLC0415

    found: dict[str, Path] = {}
    for point in entry_points(group=SOURCES_GROUP):
        spec = find_spec(point.value)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            found[point.name] = Path(folder)
    return MappingProxyType(found)
