"""Keys and key commands inside traits.

Source: ``NamedHotKeyConfigurer``, ``DynamicKeyCommandConfigurer``, ``PropertyChangerConfigurer``,
release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from toolkit.vassal import sequence

# Java writes the old and the new mask of a modifier together.
SHIFT = 65
CTRL = 130
ALT = 520
_NAMED = 0xE000


@dataclass(frozen=True, slots=True)
class Key:
    """A key with modifiers, or a name that stands for one.

    Attributes
    ----------
    code : int
        Java key code, the ASCII code for letters and digits; 0 for no key.
    modifiers : int
        Sum of `SHIFT`, `CTRL`, `ALT`.
    name : str or None
        A named command; the engine replaces the code by one of its own.
    source : str or None
        The text it was read from where it is written differently.
    """

    code: int = 0
    modifiers: int = 0
    name: str | None = None
    source: str | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return self.code != 0

    def write(self) -> str:
        """Return ``code,modifiers`` or ``code,modifiers,name``; empty for no key."""
        if self.source is not None:
            return self.source
        if not self:
            return ""
        plain = f"{self.code},{self.modifiers}"
        return plain if self.name is None else f"{plain},{self.name}"

    @classmethod
    def read(cls, token: str) -> Key:
        """Read a key; old files write Ctrl and a letter as that letter."""
        parts = token.split(",")
        if len(parts) < 2:
            return cls(ord(token[0]), CTRL, source=token) if token else NO_KEY
        try:
            code, modifiers = int(parts[0]), int(parts[1])
        except ValueError:
            return cls(source=token)
        found = cls(code, modifiers, parts[2] if len(parts) > 2 else None)
        return found if found.write() == token else cls(code, modifiers, found.name, token)


NO_KEY = Key()


def ctrl(letter: str) -> Key:
    """Return Ctrl and a letter or digit."""
    return Key(ord(letter.upper()), CTRL)


def alt(letter: str) -> Key:
    """Return Alt and a letter or digit."""
    return Key(ord(letter.upper()), ALT)


def named(name: str) -> Key:
    """Return a named command, which no key of the keyboard sends.

    Raises
    ------
    ValueError
        A comma in the name: the engine would cut it there.
    """
    if "," in name or not name:
        raise ValueError(f"a named command needs a name without commas: {name!r}")
    return Key(_NAMED, 0, name)


class Change(StrEnum):
    """How a key command changes a property."""

    SET = "P"
    ASK = "R"
    CHOOSE = "E"
    ADD = "I"


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """A menu entry and key that change a property.

    Attributes
    ----------
    menu : str
        Empty: no entry in the menu.
    arguments : tuple of str
        The value or expression to set, the amount to add, the question to ask, and for CHOOSE the choices.
    """

    menu: str
    key: Key
    change: Change = Change.SET
    arguments: tuple[str, ...] = ()
    source: str | None = field(default=None, compare=False, repr=False)

    def write(self) -> str:
        """Return the text the engine writes."""
        if self.source is not None:
            return self.source
        how = sequence.encode((self.change.value, *self.arguments), ",")
        return sequence.encode((self.menu, self.key.write(), how), ":") or ""

    @classmethod
    def read(cls, token: str) -> KeyCommand:
        """Read one key command."""
        tokens = sequence.Tokens(token, ":")
        menu, stroke, how = tokens.text(), Key.read(tokens.text()), tokens.text()
        code, *arguments = sequence.decode(how, ",")
        try:
            change = Change(code[:1] or "P")
        except ValueError:
            change = Change.SET
        found = cls(menu, stroke, change, tuple(arguments))
        return found if found.write() == token else cls(menu, stroke, change, tuple(arguments), token)


def change_value(key: Key, value: str, *, menu: str = "", change: Change = Change.SET) -> KeyCommand:
    """Return a key command that sets a property to `value`, a text or a ``{expression}``, or adds it."""
    return KeyCommand(menu, key, change, (value,))
