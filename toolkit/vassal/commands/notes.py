"""Notes: the scenario's, public ones, those of one player, secret ones that are revealed later.

Source: ``VASSAL.build.module.NotesWindow`` and ``noteswindow``, release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.vassal.commands.base import Command
from toolkit.vassal.sequence import decode, encode


@dataclass(frozen=True, slots=True)
class ScenarioNote(Command):
    """The note of the scenario; line breaks are ``|``."""

    text: str

    def canonical(self) -> str:
        """Return ``NOTES`` and the text."""
        return f"NOTES\t{self.text}"


@dataclass(frozen=True, slots=True)
class PublicNote(Command):
    """The note all players edit."""

    text: str

    def canonical(self) -> str:
        """Return ``PNOTES`` and the text."""
        return f"PNOTES\t{self.text}"


@dataclass(frozen=True, slots=True)
class PrivateNote(Command):
    """A note for its owner's eyes; `owner` is an id, never to be shown."""

    owner: str = field(repr=False)
    text: str

    def canonical(self) -> str:
        """Return ``PNOTE``, owner and text."""
        return f"PNOTE\t{encode((self.owner, self.text), chr(9))}"


@dataclass(frozen=True, slots=True)
class SecretNote(Command):
    """A note that others see from the day its owner reveals it.

    Attributes
    ----------
    owner : str
        An id, never to be shown.
    handle : str or None
        The owner's name.
    """

    name: str
    owner: str = field(repr=False)
    hidden: bool
    text: str
    date: str | None = None
    handle: str | None = None

    def canonical(self) -> str:
        """Return ``SNOTE`` and the fields."""
        fields: list[str] = [self.name, self.owner, "true" if self.hidden else "false", self.text]
        for extra in (self.date, self.handle):
            if extra is None:
                break
            fields.append(extra)
        return f"SNOTE\t{encode(fields, chr(9))}"


def decode_scenario_note(text: str) -> ScenarioNote:
    """Read ``NOTES…``."""
    return ScenarioNote(text[6:])


def decode_public_note(text: str) -> PublicNote:
    """Read ``PNOTES…``."""
    return PublicNote(text[7:])


def decode_private_note(text: str) -> PrivateNote:
    """Read ``PNOTE…``."""
    tokens = decode(text[6:], "\t")
    return PrivateNote(tokens[0], tokens[1] if len(tokens) > 1 else "")


def decode_secret_note(text: str) -> SecretNote:
    """Read ``SNOTE…``."""
    tokens = decode(text[6:], "\t")
    name, owner, hidden, note = tokens[:4]
    date = tokens[4] if len(tokens) > 4 else None
    return SecretNote(name, owner, hidden == "true", note, date, tokens[5] if len(tokens) > 5 else None)
