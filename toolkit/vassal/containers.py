"""The files around VASSAL's data: zip archives, unpacked folders, lone ``savedGame`` and buildFile entries.

Reading never writes to disk, so names inside an archive are keys and nothing more; names that would leave a
folder are refused all the same, because users unpack modules.

Source: ``VASSAL.tools.DataArchive``, ``VASSAL.build.module.GameState``, release-3.7.
"""

from __future__ import annotations

import io
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.diagnostics.budget import ExhaustedError, budget, capped
from toolkit.diagnostics.files import open_regular
from toolkit.vassal.codecs import Decoded, decode_saved_game
from toolkit.vassal.metadata import Metadata, parse_metadata

BUILD_FILES = ("buildFile.xml", "buildFile")
SAVED_GAME = "savedGame"
_CHUNK = 1 << 20
# What zipfile and its decompressors raise for a broken archive; RuntimeError: encrypted, and, as
# NotImplementedError, an unknown compression.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
_MAGICS = (
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"version https://git-lfs.", "a pointer of Git LFS (`git lfs pull` fetches the file)"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x1f\x8b", "a gzip file"),
    (b"<!DOCTYPE html", "a web page"),
    (b"<html", "a web page"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)


_WRAPPINGS = (b"!VCSK", b"!VCSZ", b"!VOXZ", b"VOBS", b"\xfd7zXZ\x00", b"begin")
# The root of a buildFile: the module's class, an extension's, or what old engines started.
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}\?>)?\s*(?:<!--.{0,2000}?-->\s*)?<VASSAL\.", re.DOTALL
)
_HEAD = 4096


class Kind(StrEnum):
    """What a container holds."""

    MODULE = "module"
    EXTENSION = "extension"
    GAME = "game"


_SAID = {Kind.MODULE: "a module", Kind.EXTENSION: "an extension", Kind.GAME: "a saved game or log"}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read before a file is called hostile, in bytes and in entries."""

    entry: int = 1 << 29
    total: int = 1 << 32
    entries: int = 200_000


_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Container:
    """An opened file.

    Attributes
    ----------
    name : str
        What messages call it.
    names : tuple of str
        Entries, sorted.
    findings : tuple of Finding
        What is odd about the container itself, such as unsafe entry names.
    """

    name: str
    kind: Kind
    names: tuple[str, ...]
    findings: tuple[Finding, ...]
    _chunks: Callable[[str], Iterator[bytes]] = field(repr=False, compare=False)
    _heads: Callable[[Iterable[str], int], Iterator[tuple[str, bytes]]] | None = field(
        default=None, repr=False, compare=False
    )
    _contents: Callable[[Iterable[str]], Iterator[tuple[str, bytes]]] | None = field(
        default=None, repr=False, compare=False
    )

    def __contains__(self, entry: object) -> bool:
        return entry in self.names

    def read(self, entry: str) -> bytes:
        """Return one entry's bytes.

        Raises
        ------
        KeyError
            No such entry.
        InputError
            LOG003 broken, too large, encrypted.
        """
        return b"".join(self._chunks(entry))

    def chunks(self, entry: str) -> Iterator[bytes]:
        """Yield one entry's bytes piece by piece; errors as in `read`, raised where they are met."""
        return self._chunks(entry)

    def heads(self, entries: Iterable[str], size: int) -> Iterator[tuple[str, bytes]]:
        """Yield entries with their first bytes, `size` at most; one that is broken counts as empty.

        The archive is opened once for all of them, where `read` opens it for each.
        """
        if self._heads is not None:
            yield from self._heads(entries, size)
            return
        for entry in entries:
            yield entry, next(self.chunks(entry), b"")[:size]

    def contents(self, entries: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield entries with their bytes; errors as in `read`, raised where they are met.

        The archive is opened once for all of them, where `read` opens it for each: its list of entries is
        read at every opening, which makes a big module's pictures, one by one, a quadratic affair.
        """
        if self._contents is not None:
            yield from self._contents(entries)
            return
        for entry in entries:
            yield entry, self.read(entry)

    def build_file(self) -> bytes | None:
        """Return ``buildFile.xml`` (older modules: ``buildFile``), or None when there is none."""
        entry = next((name for name in BUILD_FILES if name in self.names), None)
        return None if entry is None else self.read(entry)

    def saved_game(self) -> Decoded:
        """Return the saved game's text.

        Raises
        ------
        InputError
            LOG004 when there is none, LOG001 when its wrapping is broken.
        """
        if SAVED_GAME not in self.names:
            raise no_saved_game(self)
        return decode_saved_game(self.read(SAVED_GAME), name=self.name)

    def metadata(self, entry: str) -> Metadata | None:
        """Return ``moduledata``, ``savedata`` or ``extensiondata``; None when missing or no XML."""
        if entry not in self.names:
            return None
        try:
            return parse_metadata(self.read(entry), name=f"{self.name}:{entry}")
        except ExhaustedError:
            raise
        except InputError:
            # As in the engine: a file without readable metadata is an old file, not a broken one.
            return None

    @property
    def module(self) -> Metadata | None:
        """The module the file is, or was written with."""
        return self.metadata("moduledata")

    @property
    def save(self) -> Metadata | None:
        """The saved game's own metadata: the engine that wrote it, when, its comment."""
        return self.metadata("savedata")


def no_saved_game(container: Container) -> InputError:
    """Return the error of a file that a saved game or a log was meant by, with what it is instead."""
    what = f"is {_SAID[container.kind]}, and holds no saved game: a save or a log is wanted"
    return InputError.single("LOG004", what, Place(file=container.name))


def _error(code: str, message: str, name: str) -> InputError:
    return InputError.single(code, message, Place(file=name))


def unsafe_name(name: str) -> bool:
    """Return whether an entry of this name would be unpacked outside its folder."""
    parts = name.replace("\\", "/").split("/")
    return name.startswith(("/", "\\")) or ".." in parts or "\0" in name or (len(name) > 1 and name[1] == ":")


def _kind(names: frozenset[str], display: str) -> Kind:
    if SAVED_GAME in names:
        return Kind.GAME
    if "extensiondata" in names:
        return Kind.EXTENSION
    if names.intersection(BUILD_FILES):
        return Kind.EXTENSION if display.lower().endswith((".vmdx", ".mdx")) else Kind.MODULE
    raise _error("LOG003", "a zip archive without savedGame or buildFile.xml: no VASSAL file", display)


def _open_zip(data: bytes | Path, name: str, limits: Limits) -> Container:
    source: io.BytesIO | Path = io.BytesIO(data) if isinstance(data, bytes) else data
    try:
        with zipfile.ZipFile(source) as archive:
            infos = archive.infolist()
    except _BROKEN as error:
        raise _error("LOG003", f"broken zip archive, cut off or damaged: {error}", name) from None
    if len(infos) > limits.entries:
        raise _error("LOG003", f"{len(infos)} entries; more than {limits.entries} are not read", name)
    budget().take("entries", len(infos), name)
    total = sum(info.file_size for info in infos)
    if total > limits.total:
        raise _error("LOG003", f"unpacks to {total} bytes; more than {limits.total} are not read", name)
    findings = []
    entries: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        if info.filename.endswith("/"):
            continue
        if not info.filename or unsafe_name(info.filename):
            message = f"entry {info.filename!r} would be unpacked outside its folder; ignored"
            findings.append(Finding("LOG005", Severity.WARNING, message, Place(file=name)))
            continue
        if info.filename in entries:
            message = f"two entries named {info.filename!r}; the last one counts"
            findings.append(Finding("LOG006", Severity.WARNING, message, Place(file=name)))
        entries[info.filename] = info

    def read(entry: str) -> Iterator[bytes]:
        return _zip_chunks(data, entries[entry], name, limits)

    def heads(wanted: Iterable[str], size: int) -> Iterator[tuple[str, bytes]]:
        return _zip_heads(data, [entries[entry] for entry in wanted], size, name)

    def contents(wanted: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        with _archive(data, name) as archive:
            for entry in wanted:
                yield entry, b"".join(_entry_chunks(archive, entries[entry], name, limits))

    kind = _kind(frozenset(entries), name)
    return Container(name, kind, tuple(sorted(entries)), tuple(capped(findings)), read, heads, contents)


@contextmanager
def _archive(data: bytes | Path, place: str) -> Iterator[zipfile.ZipFile]:
    source: io.BytesIO | Path = io.BytesIO(data) if isinstance(data, bytes) else data
    try:
        archive = zipfile.ZipFile(source)
    except _BROKEN as error:
        raise _error("LOG003", f"cannot be unpacked: {error}", place) from None
    with archive:
        yield archive


def _zip_heads(
    data: bytes | Path, infos: Sequence[zipfile.ZipInfo], size: int, name: str
) -> Iterator[tuple[str, bytes]]:
    source: io.BytesIO | Path = io.BytesIO(data) if isinstance(data, bytes) else data
    try:
        with zipfile.ZipFile(source) as archive:
            for info in infos:
                yield info.filename, _head(archive, info, size)
    except _BROKEN as error:
        raise _error("LOG003", f"broken zip archive, cut off or damaged: {error}", name) from None


def _head(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int) -> bytes:
    try:
        with archive.open(info) as stream:
            return stream.read(size)
    except _BROKEN:
        return b""


def _zip_chunks(data: bytes | Path, info: zipfile.ZipInfo, name: str, limits: Limits) -> Iterator[bytes]:
    with _archive(data, f"{name}:{info.filename}") as archive:
        yield from _entry_chunks(archive, info, name, limits)


def _entry_chunks(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, limits: Limits
) -> Iterator[bytes]:
    place = f"{name}:{info.filename}"
    if info.file_size > limits.entry:
        raise _error(
            "LOG003", f"unpacks to {info.file_size} bytes; more than {limits.entry} are not read", place
        )
    left = limits.entry
    spending = budget()
    try:
        with archive.open(info) as stream:
            while chunk := stream.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise _error("LOG003", f"unpacks to more than {limits.entry} bytes", place)
                spending.take("bytes", len(chunk), place)
                spending.entry(limits.entry - left, info.compress_size, place)
                yield chunk
    except _BROKEN as error:
        raise _error("LOG003", f"cannot be unpacked: {error}", place) from None


def _bare_entry(head: bytes) -> str | None:
    """Return what a lone file would be called in an archive; None when it is nothing of VASSAL's."""
    if head.startswith(_WRAPPINGS):
        return SAVED_GAME
    return BUILD_FILES[0] if _ROOT.match(head) is not None else None


def container_of(entries: Mapping[str, bytes], name: str) -> Container:
    """Return entries in memory as a container.

    Parameters
    ----------
    name : str
        What messages call it.

    Raises
    ------
    InputError
        LOG003 when no entry makes it a file of VASSAL's.
    """

    def read(wanted: str) -> Iterator[bytes]:
        whole = entries[wanted]
        return (whole[at : at + _CHUNK] for at in range(0, len(whole), _CHUNK))

    return Container(name, _kind(frozenset(entries), name), tuple(sorted(entries)), (), read)


def together(container: Container, others: Iterable[Container]) -> Container:
    """Return a container that has the entries of others as well, as the engine adds extensions."""
    owners = {name: each for each in (*reversed(tuple(others)), container) for name in each.names}

    def read(wanted: str) -> Iterator[bytes]:
        return owners[wanted].chunks(wanted)

    return Container(container.name, container.kind, tuple(sorted(owners)), container.findings, read)


def _open_bare(data: bytes, entry: str, name: str) -> Container:
    return container_of({entry: data}, name)


def _open_folder(folder: Path, name: str, limits: Limits) -> Container:
    found: dict[str, Path] = {}
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(entry for entry in folders if not entry.startswith("."))
        for file in files:
            path = Path(base) / file
            if path.is_file() and not path.is_symlink():
                found[path.relative_to(folder).as_posix()] = path
        if len(found) > limits.entries:
            raise _error("LOG003", f"more than {limits.entries} files", name)

    def read(entry: str) -> Iterator[bytes]:
        if found[entry].stat().st_size > limits.entry:
            raise _error("LOG003", f"larger than {limits.entry} bytes", f"{name}/{entry}")
        budget().read(found[entry].stat().st_size)
        return _file_chunks(found[entry])

    names = frozenset(found)
    if not names.intersection((*BUILD_FILES, SAVED_GAME)):
        raise _error("LOG003", "a folder without buildFile.xml or savedGame: no unpacked VASSAL file", name)
    return Container(name, _kind(names, name), tuple(sorted(names)), (), read)


def _file_chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk


def _not_vassal(head: bytes, name: str) -> InputError:
    what = next((text for magic, text in _MAGICS if head.startswith(magic)), None)
    if not head:
        what = "an empty file"
    return _error("LOG003", f"{what or 'neither a zip archive nor a saved game'}: no VASSAL file", name)


def open_container(
    source: Path | str | bytes, *, name: str | None = None, limits: Limits = _LIMITS
) -> Container:
    """Open a module, extension, save or log, whatever its file name says.

    Parameters
    ----------
    source : path or bytes
        A file, also one taken out of an archive; an unpacked folder; or a file's content.
    name : str, optional
        What messages call it; the path by default.

    Raises
    ------
    InputError
        LOG003 when it is no VASSAL file, broken or too large.
    """
    if isinstance(source, bytes):
        display = name or "<bytes>"
        if source.startswith(b"PK"):
            return _open_zip(source, display, limits)
        entry = _bare_entry(source[:_HEAD])
        if entry is None:
            raise _not_vassal(source[:_HEAD], display)
        return _open_bare(source, entry, display)
    path = Path(source)
    display = name or path.as_posix()
    try:
        if path.is_dir():
            return _open_folder(path, display, limits)
        with open_regular(path) as stream:
            head = stream.read(_HEAD)
        budget().read(path.stat().st_size)
        if head.startswith(b"PK"):
            return _open_zip(path, display, limits)
        entry = _bare_entry(head)
        if entry is None:
            raise _not_vassal(head, display)
        if path.stat().st_size > limits.entry:
            raise _error("LOG003", f"larger than {limits.entry} bytes", display)
        return _open_bare(path.read_bytes(), entry, display)
    except OSError as error:
        raise _error("LOG003", f"cannot be read: {error.strerror or error}", display) from None
