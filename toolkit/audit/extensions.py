"""A game played with extensions of its module: their counters and set-ups are part of what judges it.

A saved game names each extension that was loaded, by its file and version.  Looked for are those that our own
tools wrote, where the engine looks: in the folder beside the module, also among those switched off.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from toolkit.audit.module_data import SHAPELESS, ModuleData
from toolkit.audit.report import Notice
from toolkit.compile.fit import misfit
from toolkit.diagnostics import InputError, Place, ToolkitError
from toolkit.source.extension import CONTENT, FORMAT, VERSION, Extension, extensions_folder
from toolkit.vassal import commands as c
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log


def named_in(log: Log) -> dict[str, str]:
    """Return the versions of the extensions that a log was played with, by their files' names."""
    return {item.name: item.version for item in log.begin if isinstance(item, c.Extension)}


def extensions_beside(module: Path) -> dict[str, Path]:
    """Return the extensions that lie where the engine looks for a module's, by name; active ones first."""
    folder = extensions_folder(module)
    found = (*sorted(folder.glob("inactive/*.vmdx")), *sorted(folder.glob("*.vmdx")))
    return {path.stem: path for path in found}


@lru_cache(maxsize=16)
def _read(path: Path, *stamp: int) -> tuple[Extension, str] | None:  # noqa: ARG001
    container = open_container(path, name=str(path))
    if CONTENT not in container:
        return None
    try:
        data = json.loads(container.read(CONTENT).decode("utf-8"))
        if data["format"] != FORMAT or data["format_version"] != VERSION:
            raise ValueError(f"{data['format']!r} version {data['format_version']!r}")
        extension, digest = Extension.from_json(data), data["digest"]
        wrong = misfit(extension, Extension) or misfit(digest, str)
        if wrong is not None:
            raise ValueError(wrong)
    except SHAPELESS as error:
        text = f"its data do not fit this version of the toolkit: {error}"
        raise InputError.single("AUD001", text, Place(file=str(path))) from None
    return extension, digest


def read_extension(path: Path) -> tuple[Extension, str] | None:
    """Return an extension's data and the digest of the game that it was made for; None for one of others.

    Raises
    ------
    InputError
        ``AUD001`` when its data do not fit, or what `open_container` raises.
    """
    stat = path.stat()
    return _read(path, stat.st_mtime_ns, stat.st_size)


def with_extensions(
    logs: Sequence[Log], data: ModuleData, given: Iterable[Path] = ()
) -> tuple[ModuleData, list[Notice]]:
    """Return a module's data with the extensions that logs were played with, and what is to be said of them.

    Parameters
    ----------
    given : iterable of Path
        Extensions that are added whatever the logs name, and before those beside the module.

    Raises
    ------
    InputError
        ``AUD001`` for an extension that does not fit the module.
    """
    wanted = [(number, *item) for number, log in enumerate(logs) for item in named_in(log).items()]
    asked = {path.stem: path for path in given}
    beside = {} if data.file is None else extensions_beside(data.file)
    paths = {**{name: beside[name] for _, name, _ in wanted if name in beside}, **asked}
    found = {name: read for name in sorted(paths) if (read := _readable(paths[name], name in asked))}
    notices = [
        notice
        for number, name, version in wanted
        if (notice := _said(number, (name, version), found, data, name in paths)) is not None
    ]
    if not found:
        return data, notices
    return extended(data, [extension for extension, _ in found.values()]), notices


def extended(data: ModuleData, extensions: Sequence[Extension]) -> ModuleData:
    """Return a module's data with extensions; ``AUD001`` (InputError) for one that does not fit."""
    from toolkit.compile.extension import extend  # noqa: PLC0415  (the compiler is slow to load)

    try:
        game = extend(data.game, extensions)
    except ValueError as error:
        raise InputError.single("AUD001", str(error), Place(file=str(data.file))) from None
    versions = {extension.file: extension.version for extension in extensions}
    # Logs name the digest of the module's own data, and each extension by its version.
    own = {"digest": data.digest, "whole_digest": data.game.whole_digest}
    return replace(data, game=game, extensions=versions, kept=own)


def _readable(path: Path, is_asked: bool) -> tuple[Extension, str] | None:
    """Return an extension's data; one that lies there by chance and cannot be read is as none."""
    try:
        return read_extension(path)
    except (ToolkitError, OSError):
        if is_asked:
            raise
        return None


def _said(
    number: int,
    played: tuple[str, str],
    found: Mapping[str, tuple[Extension, str]],
    data: ModuleData,
    is_there: bool,
) -> Notice | None:
    """Return what is said of an extension that a log names; nothing of one that fits."""
    name, version = played
    facts: dict[str, object] = {"extension": name, "version": version}
    if name not in found:
        where = "carries no data of its counters" if is_there else "is not at hand (--extension)"
        text = f"the log was played with the extension '{name}' {version}, which {where}"
        return Notice("AUD014", None, f"{text}: what it brought is not judged", facts, log=number)
    extension, digest = found[name]
    if extension.version != version:
        text = f"the log was played with the extension '{name}' {version}, this is {extension.version}"
        return Notice("AUD014", None, f"{text}: nothing is called illegal", facts, log=number)
    if not data.is_of(digest):
        text = f"the extension '{name}' {version} was made for other data of the game than this module has"
        return Notice("AUD014", None, text, facts, log=number)
    return None
