"""The data a game was played with: inside the module, or inside a known build of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from toolkit.audit.boxes import BoxMap, box_map
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.render.layout import BoardLayout
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.containers import Container, open_container
from toolkit.vassal.log import Log

GAME = "toolkit/game.json"
MANIFEST = "toolkit/manifest.json"


@dataclass(frozen=True, slots=True, eq=False)
class ModuleData:
    """What a module carries for its referee.

    Attributes
    ----------
    game : CompiledGame
    hex_layout : BoardLayout or None
        Plane to pixels of the main map's board; None for a board without hexes.
    map_name : str
        Main map, as logs spell it.
    name, version : str
        Of the module, as logs written with it say.
    manifest : mapping
        The rest of ``toolkit/manifest.json``.
    boxes : BoxMap
        Where the boxes beside the map lie.
    windows : BuildFile or None
        The module's maps, which name every place on them; None where they cannot be read.
    kept : dict
        What was worked out of all this once, for the next log.
    """

    game: CompiledGame
    hex_layout: BoardLayout | None
    map_name: str
    name: str
    version: str
    manifest: Mapping[str, Any]
    boxes: BoxMap = field(default_factory=lambda: BoxMap({}))
    windows: BuildFile | None = None
    kept: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def layout(self) -> BoardLayout:
        """The layout of a board of hexes.

        Raises
        ------
        InputError
            ``AUD001`` for a board without hexes.
        """
        if self.hex_layout is None:
            raise InputError.single("AUD001", f"the board of '{self.game.id}' has no hexes")
        return self.hex_layout

    @property
    def digest(self) -> str:
        """The digest of the game's data (`CompiledGame.digest`)."""
        if "digest" not in self.kept:
            self.kept["digest"] = self.game.digest
        found: str = self.kept["digest"]
        return found

    def knows_any(self, counters: Iterable[str]) -> bool:
        """Return whether one of these ids is a counter of the game; no ids, or those of others, are not."""
        own = {counter.id for counter in self.game.counters}
        return any(counter in own for counter in counters)


def read_module(path: Path) -> ModuleData:
    """Read the data inside a module.

    Raises
    ------
    InputError
        ``AUD001`` when the module carries no such data or it does not fit, or what `open_container` raises.
    """
    container = open_container(path, name=str(path))
    if GAME not in container or MANIFEST not in container:
        raise _error("holds no rules data; only modules built by this toolkit can be audited", path)
    try:
        manifest = _json(container, MANIFEST)
        game = _game(container.read(GAME))
        layout = None if game.hex_map is None else BoardLayout.from_json(manifest["layout"])
        map_name = str(manifest["map_name"])
    except (ValueError, KeyError, TypeError) as error:
        raise _error(f"rules data does not fit this version of the toolkit: {error}", path) from None
    metadata = container.module
    name = (metadata.name if metadata else None) or game.names.en
    windows = _build_file(container)
    boxes = box_map(windows, manifest.get("boxes", {}))
    version = metadata.version if metadata else ""
    return ModuleData(game, layout, map_name, name, version, manifest, boxes, windows)


def _build_file(container: Container) -> BuildFile | None:
    """Return the module's windows; None where they cannot be read: the rules data are what counts."""
    try:
        return open_module(container)
    except ToolkitError:
        return None


@lru_cache(maxsize=4)
def _game(content: bytes) -> CompiledGame:
    """Return a game by its text, once: what the rules work out of its map is kept with the map."""
    return CompiledGame.from_json(json.loads(content.decode("utf-8")))


def _json(container: Container, entry: str) -> Any:
    return json.loads(container.read(entry).decode("utf-8"))


def _error(message: str, path: Path) -> InputError:
    return InputError.single("AUD001", message, Place(file=str(path)))


def require_own(logs: Iterable[Log], data: ModuleData, known: Iterable[bool]) -> None:
    """Stop at logs of another module that hold no counter of this one; all of them are named.

    Parameters
    ----------
    logs : iterable of Log
    data : ModuleData
    known : iterable of bool
        Whether a counter of the module is on the table of each.

    Raises
    ------
    InputError
        ``AUD007``.
    """
    foreign = []
    for log, own in zip(logs, known, strict=True):
        if log.module is not None and log.module.name != data.name and not own:
            message = f"a log of '{log.module.name}', and no counter of '{data.name}' is in it"
            foreign.append(Finding("AUD007", Severity.ERROR, message, Place(file=log.name)))
    if foreign:
        raise InputError(foreign)


def find_module(name: str | None, version: str, known: Iterable[Path]) -> Path:
    """Return the known build that a log was written with, by the name and version that the log gives.

    Parameters
    ----------
    name, version
        From the log's ``moduledata``.
    known : iterable of Path
        Modules to look through, in this order and no further than the one that fits.

    Raises
    ------
    InputError
        ``AUD002`` when none fits.
    """
    found = module_of(name, version, known)
    if found is None:
        raise _none_fits(name, version, [])
    return found


def module_of(name: str | None, version: str, known: Iterable[Path]) -> Path | None:
    """Return the known build that a log was written with; None where no known one has that name.

    Parameters as in `find_module`.

    Raises
    ------
    InputError
        ``AUD002`` when only other versions are known.
    """
    others = []
    for path in known:
        try:
            metadata = open_container(path, name=str(path)).module
        except ToolkitError:
            continue
        if metadata is None or metadata.name != name:
            continue
        if metadata.version == version:
            return path
        others.append(f"{path} ({metadata.version})")
    if others:
        raise _none_fits(name, version, others)
    return None


def _none_fits(name: str | None, version: str, others: Sequence[str]) -> InputError:
    wanted = f"'{name}' {version}".rstrip() if name else "a module it does not name"
    found = f"; of other versions there are {', '.join(others)}" if others else ""
    message = (
        f"the log was written with {wanted}, and none of the modules at hand is that one{found}: "
        "give it with --module, or run `toolkit build` in the folder of its game"
    )
    return InputError.single("AUD002", message)
