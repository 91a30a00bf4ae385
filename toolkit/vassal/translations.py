"""Names in other languages that a module carries: ``Module_<language>.properties``.

Source: ``Localization``, ``VassalResourceBundle``; the file format is that of ``java.util.Properties``.
"""

from __future__ import annotations

import re

from toolkit.vassal.containers import Container

_PIECE = "Piece."
_WINDOW = re.compile(r"\w*(?:Map|Hand)\.(.+)\.(?:buttonName|mapName)")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PAIR = re.compile(r"((?:\\.|[^\\:=\s])*)\s*[:=]?\s*(.*)", re.DOTALL)
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def names_in(container: Container, language: str) -> dict[str, str]:
    """Return what a module's windows and pieces are called in a language, by their own names.

    Parameters
    ----------
    container : Container
        The module's file.
    language : str
        ``"ja"``, ``"zh"`` …
    """
    entry = f"Module_{language}.properties"
    if entry not in container:
        return {}
    found: dict[str, str] = {}
    for key, text in read_properties(container.read(entry)).items():
        window = _WINDOW.fullmatch(key)
        name = key.removeprefix(_PIECE) if key.startswith(_PIECE) else window[1] if window else ""
        if name and text:
            found.setdefault(name, text)
    return found


def read_properties(content: bytes) -> dict[str, str]:
    """Return the keys and values of a Java properties file; lines that are none are passed over."""
    found: dict[str, str] = {}
    held = ""
    for line in content.decode("latin-1").splitlines():
        text = held + line.lstrip(" \t\f")
        held = ""
        if not text or text[0] in "#!":
            continue
        if (len(text) - len(text.rstrip("\\"))) % 2:
            held = text[:-1]
            continue
        pair = _PAIR.fullmatch(text)
        if pair is not None:
            found[_plain(pair[1])] = _plain(pair[2])
    return found


def _plain(text: str) -> str:
    """Return a text without its escapes."""
    bare = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _CONTROLS.get(m[2], m[2]), text)
    # Characters beyond the sixteen bits of Java come as two halves.
    return bare.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
