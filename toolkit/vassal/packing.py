"""Writing zip archives around VASSAL's data: the same bytes for the same entries, put in place in one step.

Source: ``VASSAL.build.module.GameState``, release-3.7.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.diagnostics import InputError
from toolkit.diagnostics.files import write_atomically
from toolkit.vassal.codecs import Codec, encode_saved_game
from toolkit.vassal.containers import SAVED_GAME, unsafe_name
from toolkit.vassal.metadata import Metadata

_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = (stat.S_IFREG | 0o644) << 16
# As the engine's own writer: the highest takes six times as long for a log, and a fifth off its size.
_LEVEL = 6
# Already compressed: deflating again costs time and gains nothing.
_STORED = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".mp3", ".ogg", ".vsav", ".vlog", ".vmdx", ".zip")


def game_entries(
    text: str, *, save: Metadata, module: Metadata | bytes | None, codec: Codec = Codec.VCSK
) -> Mapping[str, bytes]:
    """Return the entries of a ``.vsav`` or ``.vlog`` for `write_container`.

    Parameters
    ----------
    text : str
        Commands, as `toolkit.vassal.commands.encode_commands` writes them.
    save : Metadata
        The saved game's own.
    module : Metadata, bytes or None
        The module's, which engines compare with the open module.
    """
    entries = {SAVED_GAME: encode_saved_game(text, codec, 0), "savedata": save.to_xml()}
    if module is not None:
        entries["moduledata"] = module if isinstance(module, bytes) else module.to_xml()
    return MappingProxyType(entries)


def container_bytes(entries: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of `entries`, sorted, with one fixed time and mode: equal input, equal bytes.

    Raises
    ------
    InputError
        LOG007: a name that would leave the folder it is unpacked in.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(entries):
            if unsafe_name(name) or not _writable(name):
                raise InputError.single("LOG007", f"no safe name for an entry: {name!r}")
            info = zipfile.ZipInfo(name, _FIXED_TIME)
            info.create_system = 3
            info.external_attr = _MODE
            stored = name.lower().endswith(_STORED)
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, entries[name], compresslevel=_LEVEL)
    return buffer.getvalue()


def _writable(name: str) -> bool:
    """Return whether an archive can hold an entry of this name."""
    try:
        return 0 < len(name.encode("utf-8")) < 1 << 16
    except UnicodeEncodeError:
        return False


def write_container(path: Path | str, entries: Mapping[str, bytes], *, parents: bool = False) -> Path:
    """Write a zip archive beside its target and put it in place in one step; nothing half-written stays.

    Parameters
    ----------
    entries : mapping of str to bytes
        Entry name, with forward slashes, to content.
    parents : bool
        Whether folders that are missing are made.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    InputError
        OUT001 where it cannot be written, LOG007 as in `container_bytes`.
    """
    target = Path(path)
    write_atomically(target, container_bytes(entries), parents=parents)
    return target
