"""Keys as VASSAL writes them: real key strokes, and named commands that no keyboard sends."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.vassal.sequence import encode

Key = str
"""A key stroke as traits and components store it: ``"70,130"`` or ``"57348,0,name"``; empty for none."""

NO_KEY: Key = ""

# java.awt.event.InputEvent: old and extended modifier bits together, as KeyStroke.getModifiers gives them.
_CONTROL, _ALT, _SHIFT = 130, 520, 65
# Code of the placeholder that stands for "named": VASSAL.tools.NamedKeyManager.
_NAMED = "57348,0,"


def ctrl(letter: str, *, shift: bool = False) -> Key:
    """Return Ctrl with a letter or digit."""
    return f"{ord(letter)},{_CONTROL + (_SHIFT if shift else 0)}"


def alt(letter: str, *, shift: bool = False) -> Key:
    """Return Alt with a letter or digit."""
    return f"{ord(letter)},{_ALT + (_SHIFT if shift else 0)}"


def named(name: str) -> Key:
    """Return the named command `name`; a comma has no place in it.

    Raises
    ------
    ValueError
        If the name is empty or holds a comma.
    """
    if not name or "," in name:
        raise ValueError(f"no name of a command: {name!r}")
    return _NAMED + name


def is_named(key: Key) -> bool:
    """Return whether a key is a named command."""
    return key.count(",") == 2


def key_list(keys: Iterable[Key]) -> str:
    """Return several keys in one field."""
    return encode(keys, ",") or ""


def shown(key: Key) -> str:
    """Return a key as people read it: ``"Ctrl-F"``, ``"Alt-Shift-R"``; empty for named commands."""
    parts = key.split(",")
    if len(parts) != 2:
        return ""
    code, modifiers = int(parts[0]), int(parts[1])
    words = [word for bit, word in ((2, "Ctrl"), (8, "Alt"), (1, "Shift")) if modifiers & bit]
    return "-".join([*words, chr(code)])
