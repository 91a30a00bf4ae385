"""What players read and hear.

Source: ``VASSAL.build.module.Chatter``, ``VASSAL.command.PlayAudioClipCommand``, release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.vassal.commands.base import Command


@dataclass(frozen=True, slots=True)
class Chat(Command):
    """A line in the chat window: typed by a player, or a report that starts with ``*``."""

    text: str

    def canonical(self) -> str:
        """Return ``CHAT`` and the line."""
        return f"CHAT{self.text}"


@dataclass(frozen=True, slots=True)
class PlayAudio(Command):
    """A sound is played."""

    clip: str

    def canonical(self) -> str:
        """Return ``AUDIO`` and the clip's name."""
        return f"AUDIO\t{self.clip}"


def decode_chat(text: str) -> Chat:
    """Read ``CHAT…``."""
    return Chat(text[4:])


def decode_audio(text: str) -> PlayAudio:
    """Read ``AUDIO…``."""
    return PlayAudio(text[6:])
