"""The games that are installed with code of their own, found through the entry points ``toolkit.games``.

An entry point names a package.  Its rooms have the same names in every game, and each is loaded when it is
asked for:

* ``rules``: ``RULE_BOOK``, and ``whole.rules_of`` (a compiled game → `toolkit.rules.protocol.Game`);
* ``audit``: ``audit.audit_games`` (logs, a module's data → `toolkit.audit.audited.Audited`);
* ``module``: ``build.make_parts`` (a compiled game, its equipment → the parts of its module), and where it
  has charts of its own ``charts.draw_charts`` (a compiled game → SVG by name);
* ``play``: ``recording.record`` and what goes with it (a seed → a log of the module).

The sources of a game that another package brings, with code or without, are found by its entry point
``toolkit.sources``: a package whose folder holds the ``game.yaml``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType

GROUP = "toolkit.games"
SOURCES_GROUP = "toolkit.sources"


@cache
def packages() -> Mapping[str, str]:
    """Return the package of each installed game, by the game's id in alphabetical order."""
    found = {point.name: point.value for point in entry_points(group=GROUP)}
    return MappingProxyType(dict(sorted(found.items())))


def games() -> tuple[str, ...]:
    """Return the ids of the games that have code."""
    return tuple(packages())


def room(game: str, name: str) -> ModuleType:
    """Return a room of a game's package, such as ``rules`` or ``play.recording``.

    Raises
    ------
    ValueError
        If no game of this id is installed.
    """
    if game not in packages():
        raise ValueError(f"no rules for the game {game!r}; there are rules for {', '.join(games())}")
    return importlib.import_module(f"{packages()[game]}.{name}")


@cache
def source_packages() -> Mapping[str, Path]:
    """Return the folder of the sources of each game that another package brings, by the game's id."""
    found: dict[str, Path] = {}
    for point in entry_points(group=SOURCES_GROUP):
        spec = find_spec(point.value)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            found[point.name] = Path(folder)
    return MappingProxyType(found)
