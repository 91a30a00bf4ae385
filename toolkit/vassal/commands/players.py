"""Who plays: the roster, who may unmask, chess clocks.

A player's id is that player's password in clear.  It is in these values because it must be written back and
because moves name it; nothing may show it (`toolkit.vassal.privacy`).

Source: ``VASSAL.build.module`` (``PlayerRoster``, ``ObscurableOptions``, ``ChessClockControl``,
``InternetDiceButton``), ``VASSAL.chat.SoundEncoder``, release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.vassal.commands.base import Command
from toolkit.vassal.sequence import decode, encode


def _flag(value: bool) -> str:
    return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class AddPlayer(Command):
    """A player takes a side."""

    id: str = field(repr=False)
    name: str
    side: str

    def canonical(self) -> str:
        """Return ``PLAYER`` and the fields."""
        return f"PLAYER\t{encode((self.id, self.name, self.side), chr(9))}"


@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    """A player leaves the roster."""

    id: str = field(repr=False)

    def canonical(self) -> str:
        """Return ``PYREMOVE`` and the id."""
        return f"PYREMOVE\t{encode((self.id,), chr(9))}"


@dataclass(frozen=True, slots=True)
class Unmaskers(Command):
    """The ids of players whose masked pieces others may unmask."""

    ids: tuple[str, ...] = field(repr=False)

    def canonical(self) -> str:
        """Return ``UNMASK`` and the ids; with none the engine writes the word ``null``."""
        return f"UNMASK\t{encode(self.ids, chr(9)) if self.ids else 'null'}"


@dataclass(frozen=True, slots=True)
class Clock(Command):
    """A chess clock's state; `who` set it (a player's id in some engines), times in tenths of a second."""

    who: str = field(repr=False)
    name: str
    elapsed: str
    verified: str
    ticking: bool
    restore: bool

    def canonical(self) -> str:
        """Return ``CLOCK`` and the fields."""
        fields = (self.who, self.name, self.elapsed, self.verified, _flag(self.ticking), _flag(self.restore))
        return f"CLOCK\t{encode(fields, chr(9))}"


@dataclass(frozen=True, slots=True)
class ClockControl(Command):
    """Whether the chess clocks are shown, and used on line."""

    showing: bool
    online: bool

    def canonical(self) -> str:
        """Return ``CLOCKCONTROL`` and the flags."""
        return f"CLOCKCONTROL\t{_flag(self.showing)}\t{_flag(self.online)}"


@dataclass(frozen=True, slots=True)
class DiceMail(Command):
    """The second address to which an Internet dice server sends its rolls: a player's, never to be shown."""

    address: str = field(repr=False)

    def canonical(self) -> str:
        """Return ``SEMAIL`` and the address."""
        return f"SEMAIL\t{self.address}"


@dataclass(frozen=True, slots=True)
class WakeUp(Command):
    """A player on line calls another; `sender` is how the server knows the player, never to be shown."""

    sound: str
    sender: str = field(repr=False)

    def canonical(self) -> str:
        """Return ``PLAY``, the sound and the sender."""
        return f"PLAY\t{encode((self.sound, self.sender), chr(9))}"


def decode_dice_mail(text: str) -> DiceMail:
    """Read ``SEMAIL…``."""
    return DiceMail(text[7:])


def decode_wake_up(text: str) -> WakeUp:
    """Read ``PLAY…``."""
    sound, *others = decode(text[5:], "\t")
    return WakeUp(sound, others[0] if others else "")


def decode_player(text: str) -> AddPlayer:
    """Read ``PLAYER…``."""
    _, id_, name, side = decode(text, "\t")[:4]
    return AddPlayer(id_, name, side)


def decode_remove_player(text: str) -> RemovePlayer:
    """Read ``PYREMOVE…``."""
    return RemovePlayer(decode(text, "\t")[1])


def decode_unmaskers(text: str) -> Unmaskers:
    """Read ``UNMASK…``."""
    return Unmaskers(tuple(decode(text[7:], "\t")))


def decode_clock(text: str) -> Clock:
    """Read ``CLOCK…``."""
    _, who, name, elapsed, verified, ticking, restore = (decode(text, "\t") + ["false"] * 2)[:7]
    return Clock(who, name, elapsed, verified, ticking == "true", restore == "true")


def decode_clock_control(text: str) -> ClockControl:
    """Read ``CLOCKCONTROL…``."""
    _, showing, online = (decode(text, "\t") + ["false"] * 2)[:3]
    return ClockControl(showing == "true", online == "true")
