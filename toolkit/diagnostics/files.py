"""Files of the user's: read without hanging, written whole or not at all, never by another name or link."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from toolkit.diagnostics.errors import InputError
from toolkit.diagnostics.finding import Place


def plain(text: str) -> str:
    """Return a text that every file and terminal takes: what was no UTF-8 where it was read is ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")


# What moves a terminal's cursor, ends a line or turns the direction of writing; a tab is a blank.
_CONTROLS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]")


def shown(text: str) -> str:
    """Return a text of a stranger's for one line of a terminal or report: control characters are written out.

    A name or a chat line can then neither begin a line of its own nor change what stands before it.
    """
    return _CONTROLS.sub(_written_out, plain(text))


def _written_out(found: re.Match[str]) -> str:
    return {"\n": "\\n", "\r": "\\r", "\t": " "}.get(found[0]) or f"\\u{ord(found[0]):04x}"


def json_shown(text: str) -> str:
    """Return JSON or a page whose control characters are written as escapes; its own line ends stay."""
    return _CONTROLS.sub(
        lambda found: found[0] if found[0] in "\n\t" else f"\\u{ord(found[0]):04x}", plain(text)
    )


# Reading --------------------------------------------------------------------------------------------


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, or one that a link leads to.

    Raises
    ------
    OSError
        Also of a pipe or a device, whose opening could wait for ever.
    """
    # Windows has neither flag, and no pipes among its files.
    waitless, raw = getattr(os, "O_NONBLOCK", 0), getattr(os, "O_BINARY", 0)
    handle = os.open(path, os.O_RDONLY | waitless | raw)
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "a pipe or a device, no file", str(path))


def read_regular(path: Path) -> bytes:
    """Return what a regular file holds; errors as in `open_regular`."""
    with open_regular(path) as stream:
        return stream.read()


def packed_file(folder: Path, path: Path) -> bytes:
    """Return a file that is to go into a module.

    Parameters
    ----------
    folder : Path
        The game's folder: a link that leads out of it would publish a file that is no part of the game.

    Raises
    ------
    OSError
        Also of such a link, a pipe or a device.
    """
    if not _real(path).is_relative_to(_real(folder)):
        raise OSError(errno.EPERM, "a link that leads out of the game's folder", str(path))
    return read_regular(path)


# Writing --------------------------------------------------------------------------------------------


def write_atomically(path: Path, content: str | bytes, *, parents: bool = False) -> None:
    """Write a file beside its target, under a name nobody has, and put it in its place.

    Parameters
    ----------
    parents : bool
        Whether folders that are missing are made; when nothing is written they are gone again.

    Raises
    ------
    InputError
        OUT001 where it cannot be written; what stood there before still stands.
    """
    data = plain(content).encode("utf-8") if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "a folder, a pipe or a device stands there")
        part = _fresh_name(path)
        missing = [folder for folder in path.parents if parents and not folder.exists()]
        try:
            if missing:
                path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("xb") as stream:
                stream.write(data)
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
                for folder in missing:
                    folder.rmdir()
            raise
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise InputError.single("OUT001", message, Place(file=path.as_posix())) from None


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a new folder beside its place, where nobody else can write, and put it there.

    Parameters
    ----------
    folder : Path
        Missing, or empty.
    files : mapping of str to bytes
        Path in the folder to content.

    Raises
    ------
    InputError
        OUT001 where it cannot be written; nothing of it is left.
    """
    target = _real(folder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        private = _fresh_name(target)
        private.mkdir(mode=0o700)
        try:
            inner = private / "new"
            inner.mkdir()
            for name, content in files.items():
                path = inner / name
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as stream:
                    stream.write(content)
            if target.exists():
                target.rmdir()
            inner.rename(target)
        finally:
            shutil.rmtree(private, ignore_errors=True)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise InputError.single("OUT001", message, Place(file=folder.as_posix())) from None


def _fresh_name(path: Path) -> Path:
    # Cut short, because a name has at most 255 bytes and its own may have all of them.
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}.part")


def keep_apart(output: Path | None, inputs: Iterable[Path], *, force: bool = True) -> None:
    """Refuse an output that would replace an input, or a file of an input's folder.

    Parameters
    ----------
    output : Path or None
        Nothing is written to None.
    force : bool
        Whether a file that stands there already may be replaced.

    Raises
    ------
    InputError
        OUT002 for an input, OUT003 for a file that stands there.
    """
    if output is None:
        return
    place = Place(file=output.as_posix())
    for path in inputs:
        if output.is_file() and path.is_dir() and _real(output).is_relative_to(_real(path)):
            text = f"is a file of the folder {path.as_posix()}, which is read; name another one"
            raise InputError.single("OUT002", text, place)
        if _same(output, path):
            raise InputError.single("OUT002", "is a file that is read; name another one", place)
    if not force and os.path.lexists(output):
        raise InputError.single("OUT003", "stands there already; --force replaces it", place)


def _same(one: Path, other: Path) -> bool:
    """Return whether two paths are one file, also through links; of missing ones whether they would be."""
    try:
        return one.samefile(other)
    except OSError:
        return _real(one) == _real(other)


def _real(path: Path) -> Path:
    # `Path.resolve` raises an error of its own for links that go round.
    return Path(os.path.realpath(path))
