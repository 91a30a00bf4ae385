"""``Module_<language>.properties``: the module's words in other languages, under the keys the engine derives.

Pieces: ``Piece.`` and the English text.  Components: class name, the component's name and the attribute, each
under its parents' prefix.  Map names stay English: saved games spell them.
"""

from __future__ import annotations

from collections.abc import Mapping

_ESCAPED = {
    " ": "\\ ",
    ":": "\\:",
    "=": "\\=",
    "#": "\\#",
    "!": "\\!",
    "\\": "\\\\",
    "\t": "\\t",
    "\n": "\\n",
}


def piece_key(text: str) -> str:
    """Return the key of a piece's name or menu line."""
    return f"Piece.{text}"


def properties_file(words: Mapping[str, str]) -> bytes:
    """Return a Java properties file: sorted keys, ASCII only, everything else as ``\\uXXXX``."""
    lines = [f"{_escape(key, keys=True)}={_escape(words[key], keys=False)}" for key in sorted(words)]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _escape(text: str, *, keys: bool) -> str:
    parts = []
    for index, character in enumerate(text):
        special = keys or character in "\\\t\n" or (index == 0 and character in " #!")
        if special and character in _ESCAPED:
            parts.append(_ESCAPED[character])
        elif 0x20 <= ord(character) < 0x7F:
            parts.append(character)
        else:
            units = character.encode("utf-16-be")
            parts += [f"\\u{units[i] << 8 | units[i + 1]:04x}" for i in range(0, len(units), 2)]
    return "".join(parts)
