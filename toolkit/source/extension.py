"""An extension of a game: counters and set-ups of its own, in a folder apart, written as a game's are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.diagnostics import Finding, InputError
from toolkit.resources import EXTENSION, GAME, game_folder
from toolkit.source.counters import Counter, load_counters
from toolkit.source.json_value import JsonValue
from toolkit.source.names import Names
from toolkit.source.reading import read_document
from toolkit.source.setups import Setup, load_setups
from toolkit.source.values import Known, mapping

if TYPE_CHECKING:
    from toolkit.source.game import GameSource

FOLDER = "extensions"
"""Of a game's own folder: each folder in it is an extension that is built with the game."""

CONTENT = "toolkit/extension.json"
"""What an extension carries for a referee: its counters and set-ups, and the digest of the game's data."""

FORMAT = "toolkit-extension"
VERSION = 1


def extensions_folder(module: Path) -> Path:
    """Return the folder beside a module in which the engine looks for its extensions."""
    return module.with_name(f"{module.stem}_ext")


@dataclass(frozen=True, slots=True)
class Extension(JsonValue):
    """What is added to a game that is there.

    Attributes
    ----------
    id : str
        Never changes: the numbers of its pieces begin with it.
    game : str
        Id of the game.
    file : str
        File name without its ending, by which saved games name it.
    counters : tuple of Counter
        Their `gpid` counts within the extension, from 1.
    """

    id: str
    game: str
    file: str
    names: Names
    version: str
    description: str = ""
    counters: tuple[Counter, ...] = ()
    setups: tuple[Setup, ...] = ()


def extended_game(folder: Path) -> Path:
    """Return the folder of the game that an extension's folder adds to.

    Raises
    ------
    InputError
        SRC001 to SRC012 for a file that cannot be read; SRC001 where there is no such game.
    """
    document = read_document(folder / EXTENSION, "extension.schema.json")
    named = mapping(document).get("game")
    home = folder.resolve().parent.parent
    if named is None:
        if folder.resolve().parent.name == FOLDER and (home / GAME).is_file():
            return home
        text = f"says no `game`, and does not lie in {FOLDER}/ of a game's folder"
        raise InputError.single("SRC001", text, document.place())
    found = next(filter(None, (game_folder(str(folder / named)), game_folder(named))), None)
    if found is None:
        text = f"there is no game '{named}', as a path from here, below source_data or installed"
        raise InputError.single("SRC001", text, document.place("game"))
    return found


def load_extension(folder: Path, game: GameSource) -> tuple[Extension, list[Finding]]:
    """Read an extension's folder: ``extension.yaml``, ``counters/*.yaml``, ``setups/*.yaml``.

    Parameters
    ----------
    game : GameSource
        What it adds to (`extended_game`).

    Returns
    -------
    extension : Extension
    findings : list of Finding
        Of its own files, as `load_counters` and `load_setups` give them.

    Raises
    ------
    InputError
        As `load_game`.
    """
    data = mapping(read_document(folder / EXTENSION, "extension.schema.json"))
    known = Known(game.definition.sides, game.definition.nations)
    counters, found = load_counters(folder, known=known, others=game.counters)
    setups, more = load_setups(folder, others=game.setups)
    extension = Extension(
        id=data["id"],
        game=game.definition.id,
        file=data["file"],
        names=Names.from_json(data["names"]),
        version=data["version"],
        description=data.get("description", ""),
        counters=counters,
        setups=setups,
    )
    return extension, [*found, *more]


def extensions_of(folder: Path) -> tuple[Path, ...]:
    """Return the folders of the extensions that lie in a game's folder, by name."""
    return tuple(sorted(path.parent for path in (folder / FOLDER).glob(f"*/{EXTENSION}")))


def numbered(extension: Extension, base: int) -> tuple[Counter, ...]:
    """Return the counters with numbers that lie above all of a game's own: each its own and `base`."""
    return tuple(replace(counter, gpid=base + counter.gpid) for counter in extension.counters)
