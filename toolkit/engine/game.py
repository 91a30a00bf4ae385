"""The driver's operations with their types: a module that is open in a running engine."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, cast

from toolkit.diagnostics import InputError, Place
from toolkit.engine.process import Engine
from toolkit.engine.table import EngineTable
from toolkit.source.extension import extensions_folder

_VERSION = re.compile(rb"<VassalVersion>\s*([^<\s]+)|VassalVersion=\"([^\"]+)\"")
_OPEN_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Area:
    """A board on a map: its name and its rectangle in map pixels."""

    name: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class GameMap:
    """A map window: its name, its id (what moves are logged with), its size and boards.

    A map has a size and boards only while a game is going.
    """

    name: str
    id: str
    width: int
    height: int
    boards: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined set-up: its menu name and the save inside the module, None for an empty start."""

    name: str
    file: str | None


@dataclass(frozen=True, slots=True)
class Location:
    """What the engine says about a pixel of a map.

    Attributes
    ----------
    name : str
        Location name at the pixel.
    snapped_name : str
        Location name at the point it snaps to.
    snapped : (int, int)
        That point.
    """

    name: str
    snapped_name: str
    snapped: tuple[int, int]


def newer(a: str, b: str) -> str:
    """Return the later of two version texts."""
    return a if version_key(a) >= version_key(b) else b


def version_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, ``"3.7.26"`` as ``(3, 7, 26)``; what follows a dash does not count."""
    return tuple(int(part) for part in re.findall(r"\d+", version.split("-", maxsplit=1)[0]))


def vassal_version(module: Path) -> str:
    """Return the engine version that a module was made for, ``"0"`` where it does not say.

    Raises
    ------
    InputError
        ``ENG005`` when the file cannot be read or is no zip file.
    """
    try:
        with zipfile.ZipFile(module) as archive:
            for name in ("moduledata", "extensiondata", "buildFile.xml", "buildFile"):
                if name in archive.NameToInfo:
                    found = _VERSION.search(archive.read(name))
                    if found:
                        return (found[1] or found[2]).decode("utf-8", "replace")
    except (OSError, zipfile.BadZipFile) as error:
        message = f"this is no VASSAL module: {error}"
        raise InputError.single("ENG005", message, Place(file=module.as_posix())) from None
    return "0"


class OpenModule:
    """A module open in an engine.

    Attributes
    ----------
    name, version : str
        What the module calls itself.
    presented : str
        The engine version that was presented to the module.
    setups : tuple of Setup
    sides, extensions : tuple of str
    """

    def __init__(self, engine: Engine, presented: str, facts: Mapping[str, Any]) -> None:
        self.engine = engine
        self.presented = presented
        self.name = str(facts["name"])
        self.version = str(facts["version"])
        self.setups = tuple(Setup(str(s["name"]), s["file"]) for s in facts["setups"])
        self.sides = tuple(str(s) for s in facts["sides"])
        self.extensions = tuple(str(s) for s in facts["extensions"])

    @classmethod
    def open(
        cls, engine: Engine, module: Path, extensions: Sequence[Path] = (), *, edit: bool = False
    ) -> Self:
        """Open a module, as a player or (on a copy: it may be written) as the editor does.

        Raises
        ------
        EngineFailure
            When the engine does not open it.
        InputError
            When it is no zip file.
        """
        presented = newer(engine.home.version, vassal_version(module))
        given, beside = [path.resolve() for path in extensions], extensions_folder(module.resolve())
        facts = engine.call(
            "open",
            seconds=_OPEN_SECONDS,
            module=str(module.resolve()),
            version=presented,
            # Those in the folder beside the module the engine loads itself.
            extensions=[str(path) for path in given if path.parent != beside],
            edit=edit,
            played=engine.played,
        )
        return cls(engine, presented, cast("Mapping[str, Any]", facts))

    def maps(self) -> tuple[GameMap, ...]:
        """Return the map windows as they are now."""
        found = cast("list[Mapping[str, Any]]", self.engine.call("maps"))
        return tuple(
            GameMap(
                m["name"], m["id"], m["width"], m["height"], tuple(Area(**board) for board in m["boards"])
            )
            for m in found
        )

    def start(self, setup: int | None = None) -> list[str]:
        """Start a set-up by its index, or a new game; return the set-up questions left to the players."""
        answer = self.engine.call("start", setup=-1 if setup is None else setup, seconds=_OPEN_SECONDS)
        return list(cast("Mapping[str, Any]", answer)["open_steps"])

    def load(self, file: Path) -> int:
        """Load a save or log; return the number of steps that wait for the Step button."""
        answer = self.engine.call("load", file=str(file.resolve()), seconds=_OPEN_SECONDS)
        return int(cast("Mapping[str, Any]", answer)["steps"])

    def save(self, file: Path) -> None:
        """Save the game."""
        self.engine.call("save", file=str(file.resolve()), seconds=_OPEN_SECONDS)

    def step(self, count: int = -1) -> list[list[str]]:
        """Press Step `count` times (-1: to the end); return the chat lines of each step."""
        return cast("list[list[str]]", self.engine.call("step", count=count, seconds=_OPEN_SECONDS))

    def table(self, properties: Iterable[str] = (), *, types: bool = False) -> EngineTable:
        """Return everything on the table, with the named properties of each piece (``"*"``: all)."""
        raw = self.engine.call("table", properties=list(properties), types=types, seconds=_OPEN_SECONDS)
        return EngineTable.from_raw(cast("Mapping[str, Any]", raw))

    def locate(self, map_name: str, points: Sequence[tuple[float, float]]) -> list[Location]:
        """Return what the engine says about pixels of a map."""
        raw = self.engine.call(
            "locate", map=map_name, points=[list(p) for p in points], seconds=_OPEN_SECONDS
        )
        return [Location(str(n), str(s), (x, y)) for n, s, x, y in cast("list[list[Any]]", raw)]

    def draw(
        self,
        map_name: str,
        file: Path,
        region: tuple[int, int, int, int] | None = None,
        scale: float = 1.0,
    ) -> None:
        """Save a map as the engine draws it, pieces and all.

        Parameters
        ----------
        file : Path
            PNG.
        region : (left, top, right, bottom), optional
            Map pixels; the whole map by default.
        scale : float
            Of the picture, by averaging; not the engine's zoom.
        """
        file.parent.mkdir(parents=True, exist_ok=True)
        arguments: dict[str, object] = {"map": map_name, "file": str(file.resolve()), "scale": scale}
        if region is not None:
            arguments["region"] = [list(region[:2]), list(region[2:])]
        self.engine.call("draw", seconds=_OPEN_SECONDS, **arguments)

    def missing_images(self) -> tuple[int, list[str]]:
        """Return how many images the module names that are there, and the names of those that are not."""
        raw = cast("Mapping[str, Any]", self.engine.call("images", seconds=_OPEN_SECONDS))
        return int(raw["found"]), list(raw["missing"])

    def draw_slots(self) -> list[Mapping[str, Any]]:
        """Make and draw each piece of each palette once; return what was made."""
        return cast("list[Mapping[str, Any]]", self.engine.call("slots", seconds=_OPEN_SECONDS))

    def refresh(self, *options: str) -> Mapping[str, int]:
        """Run Refresh Counters on the game; return the engine's counts, ``updatedCount`` among them.

        Parameters
        ----------
        options : str
            What its dialog ticks, as the engine calls it: ``UseName`` looks for unknown numbers by name.
        """
        found = self.engine.call("refresh", seconds=_OPEN_SECONDS, options=list(options))
        return cast("Mapping[str, int]", found)

    def refresh_setups(self) -> list[str]:
        """Run Refresh Predefined Setups; the module must have been opened for editing.  Writes the module."""
        return cast("list[str]", self.engine.call("refresh_setups", seconds=_OPEN_SECONDS))
