"""Keys as the module uses them: strokes with Shift as well, key lists, and how a person reads a key."""

from __future__ import annotations

from toolkit.vassal.traits import ALT, CTRL, NO_KEY, SHIFT, Key, alt, named
from toolkit.vassal.traits import ctrl as _ctrl

__all__ = ["NO_KEY", "Key", "alt", "ctrl", "named", "read_key", "shown"]


def ctrl(letter: str, *, shift: bool = False) -> Key:
    """Return Ctrl, or Ctrl and Shift, with a letter or digit."""
    return Key(ord(letter.upper()), CTRL + SHIFT) if shift else _ctrl(letter)


def shown(key: Key) -> str:
    """Return a key as people read it, ``"Ctrl-Shift-F"``; empty for named commands."""
    if key.name is not None or not key:
        return ""
    words = [word for bits, word in ((CTRL, "Ctrl"), (ALT, "Alt"), (SHIFT, "Shift")) if _has(key, bits)]
    return "-".join([*words, chr(key.code)])


def read_key(text: str) -> Key:
    """Return the key that people read so, ``"Ctrl-Shift-F"``.

    Raises
    ------
    ValueError
        Where the last part is no single character, or another no modifier.
    """
    *words, letter = text.split("-")
    bits = {"Ctrl": CTRL, "Alt": ALT, "Shift": SHIFT}
    if len(letter) != 1 or not set(words) <= bits.keys():
        raise ValueError(f"'{text}' is no key; one is written as 'Ctrl-Shift-F'")
    return Key(ord(letter.upper()), sum(bits[word] for word in words))


def _has(key: Key, bits: int) -> bool:
    return key.modifiers & bits == bits
