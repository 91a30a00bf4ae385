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
from toolkit.compile.fit import misfit
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.render.layout import BoardLayout
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.containers import Container, open_container
from toolkit.vassal.log import Log

GAME = "toolkit/game.json"
MANIFEST = "toolkit/manifest.json"
# What reading JSON of another shape than expected comes to: a stranger's module may hold anything.
SHAPELESS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_FAR = 1 << 31


@dataclass(frozen=True, slots=True, eq=False)
class ModuleData:
    """What a module carries for its referee.

    Attributes
    ----------
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
    file : Path or None
        The module.
    extensions : mapping of str to str
        Versions of the extensions whose counters and set-ups `game` has beside the module's, by file name.
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
    file: Path | None = None
    extensions: Mapping[str, str] = field(default_factory=dict)
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
        return self._digest("digest")

    def is_of(self, digest: str) -> bool:
        """Return whether a log or an extension names these data, in the way of now or of older modules."""
        return digest in (self.digest, self._digest("whole_digest"))

    def _digest(self, name: str) -> str:
        # Of the module's own data, whatever extensions it is judged with.
        if name not in self.kept:
            self.kept[name] = getattr(self.game, name)
        found: str = self.kept[name]
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
    windows = _build_file(container)
    try:
        manifest = _manifest(json.loads(container.read(MANIFEST).decode("utf-8")))
        game = _game(container.read(GAME))
        layout = None if game.hex_map is None else BoardLayout.from_json(manifest["layout"])
        map_name = str(manifest["map_name"])
        boxes = box_map(windows, manifest.get("boxes", {}))
    except SHAPELESS as error:
        raise _error(f"rules data does not fit this version of the toolkit: {error}", path) from None
    metadata = container.module
    name = (metadata.name if metadata else None) or game.names.en
    version = metadata.version if metadata else ""
    return ModuleData(game, layout, map_name, name, version, manifest, boxes, windows, path)


def _build_file(container: Container) -> BuildFile | None:
    """Return the module's windows; None where they cannot be read: the rules data are what counts."""
    try:
        return open_module(container)
    except ToolkitError:
        return None


@lru_cache(maxsize=4)
def _game(content: bytes) -> CompiledGame:
    """Return a game by its text, once: what the rules work out of its map is kept with the map."""
    game = CompiledGame.from_json(json.loads(content.decode("utf-8")))
    wrong = misfit(game, CompiledGame)
    if wrong is not None:
        raise ValueError(wrong)
    if game.is_declared:
        from toolkit.rules.declared import declaration_of  # noqa: PLC0415  (games with code do without)

        errors = [item for item in declaration_of(game).findings if item.severity is Severity.ERROR]
        if errors:
            raise InputError(errors)
    return game


def _manifest(data: object) -> dict[str, Any]:
    """Return a manifest whose parts have the shapes that their readers expect.

    Raises
    ------
    TypeError
        Naming the part that has not.
    """
    if not isinstance(data, dict):
        raise TypeError(f"the manifest is {str(data)[:60]!r}")
    _texts(data.get("areas", {}), "areas")
    for box, place in _mapping(data.get("boxes", {}), "boxes"):
        _texts(dict(enumerate(_row(place, 2, f"boxes.{box}"))), f"boxes.{box}")
    for area, spots in _mapping(data.get("spots", {}), "spots"):
        for spot in _row(spots, None, f"spots.{area}"):
            _numbers(_row(spot, 2, f"spots.{area}"), f"spots.{area}")
    for box, place in _mapping(data.get("slots", {}), "slots"):
        window, slots = _row(place, 2, f"slots.{box}")
        _texts({"0": window}, f"slots.{box}")
        for slot in _row(slots, None, f"slots.{box}"):
            name, *spot = _row(slot, 3, f"slots.{box}")
            _texts({"0": name}, f"slots.{box}")
            _numbers(spot, f"slots.{box}")
    return data


def _mapping(value: object, where: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(value, dict):
        raise TypeError(f"{where} is {str(value)[:60]!r}")
    return value.items()


def _row(value: object, length: int | None, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != (len(value) if length is None else length):
        raise TypeError(f"{where} is {str(value)[:60]!r}")
    return value


def _texts(values: object, where: str) -> None:
    for key, value in _mapping(values, where):
        if not isinstance(value, str):
            raise TypeError(f"{where}.{key} is {str(value)[:60]!r}")


def _numbers(values: Iterable[object], where: str) -> None:
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _FAR:
            raise TypeError(f"{where} has {str(value)[:60]!r}")


def _error(message: str, path: Path) -> InputError:
    return InputError.single("AUD001", message, Place(file=str(path)))


def require_own(logs: Iterable[Log], data: ModuleData, known: Iterable[bool]) -> None:
    """Stop at logs of another module that hold no counter of this one; all of them are named.

    Parameters
    ----------
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
