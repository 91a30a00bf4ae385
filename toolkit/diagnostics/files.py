"""Writing a report: whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from toolkit.diagnostics.errors import InputError
from toolkit.diagnostics.finding import Place

__all__ = ["plain", "write_atomically"]


def plain(text: str) -> str:
    """Return a text that every file and terminal takes: what was no UTF-8 where it was read is ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file beside its target and put it in its place.

    Raises
    ------
    InputError
        OUT001 where it cannot be written; what stood there before still stands.
    """
    data = plain(content).encode("utf-8") if isinstance(content, str) else content
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        message = f"cannot be written: {error.strerror or error}"
        raise InputError.single("OUT001", message, Place(file=path.as_posix())) from None
