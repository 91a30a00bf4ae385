"""Properties of the module, of maps and of zones.

Source: ``GlobalProperty`` and ``ChangePropertyCommandEncoder`` of ``VASSAL.build.module.properties``,
release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.vassal.commands.base import Command, read_as
from toolkit.vassal.sequence import decode, encode, joins_back

DICE_ENDINGS = ("_result", "_total", "_keep", "_summary")
"""With the name of dice before them the properties that a `DiceButton` writes; the last from 3.7 on."""


@dataclass(frozen=True, slots=True)
class ChangeProperty(Command):
    """A property changes during play.

    Attributes
    ----------
    container : str or None
        Id of the module, map or zone that holds it; None in files of engines before 3.2.
    """

    name: str
    old: str
    new: str
    container: str | None = None

    def canonical(self) -> str:
        """Return ``MutableProperty`` and the fields."""
        fields = (self.name, self.old, self.new)
        tokens = fields if self.container is None else (*fields, self.container)
        return f"MutableProperty\t{encode(tokens, chr(9))}"


@dataclass(frozen=True, slots=True)
class GlobalPropertyState(Command):
    """A property's value when a game was saved; `container` as in `ChangeProperty`."""

    name: str
    value: str
    container: str | None = None

    def canonical(self) -> str:
        """Return ``GlobalProperty`` and the fields."""
        fields = ("GlobalProperty\t", self.name, self.value)
        return encode(fields if self.container is None else (*fields, self.container), ";") or ""


@dataclass(frozen=True, slots=True)
class LockOptions(Command):
    """A tab of scenario options is locked; `password` is the id of the player who did it, never to be
    shown.
    """

    tab: str
    by: str
    password: str = field(repr=False)
    date: str

    def canonical(self) -> str:
        """Return ``LOCKSPOTAB`` and the fields."""
        return encode(("LOCKSPOTAB", self.tab, self.by, self.password, self.date), "\t") or ""


def decode_change_property(text: str) -> ChangeProperty:
    """Read ``MutableProperty…``."""
    fields = text[16:]
    tokens = decode(fields, "\t")
    name, old, new = tokens[:3]
    command = ChangeProperty(name, old, new, tokens[3] if len(tokens) > 3 else None)
    return command if len(tokens) < 5 and joins_back(fields, tokens, "\t") else read_as(command, text)


def decode_global_property(text: str) -> GlobalPropertyState:
    """Read ``GlobalProperty…``."""
    tokens = decode(text, ";")
    if len(tokens) < 2:
        raise ValueError("no name")
    value = tokens[2] if len(tokens) > 2 else ""
    return GlobalPropertyState(tokens[1], value, tokens[3] if len(tokens) > 3 else None)


def decode_lock_options(text: str) -> LockOptions:
    """Read ``LOCKSPOTAB…``."""
    tokens = (decode(text, "\t") + [""] * 4)[1:5]
    return LockOptions(*tokens)
