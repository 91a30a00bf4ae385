"""The files of an archive: what lies below some folders, told apart by content and not by name."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import open_regular

_CHUNK = 1 << 20
_MODULES = (".vmod", ".vmdx")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that may be a log.

    Attributes
    ----------
    name : str
        As reports call it: below the folder that was given.
    content : str
        SHA-256 of its bytes; where they cannot be read, of its name.
    size : int
        In bytes.
    reason : str
        Why it cannot be read, "" where it can.
    """

    path: Path
    name: str
    content: str
    size: int
    reason: str = ""


def candidates(folders: Iterable[Path]) -> Iterator[Candidate]:
    """Yield every file below some folders but modules and hidden ones, in the order of their names.

    Raises
    ------
    InputError
        ARC004 for a folder that is not there.
    """
    for folder in folders:
        if not folder.exists():
            raise InputError.single("ARC004", "there is no such file or folder", Place(folder.as_posix()))
        if folder.is_dir():
            yield from (_candidate(path, path.relative_to(folder).as_posix()) for path in _files(folder))
        else:
            yield _candidate(folder, folder.name)


def modules(folders: Iterable[Path]) -> list[Path]:
    """Return the modules below some folders, in the order of their names."""
    return [path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.vmod"))]


def _files(folder: Path) -> Iterator[Path]:
    for parent, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and not name.lower().endswith(_MODULES):
                yield Path(parent, name)


def _candidate(path: Path, name: str) -> Candidate:
    digest = hashlib.sha256()
    size = 0
    try:
        with open_regular(path) as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        unread = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()
        return Candidate(path, name, unread, size, error.strerror or str(error))
    return Candidate(path, name, digest.hexdigest(), size)
