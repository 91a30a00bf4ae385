"""How a log wraps other commands: logged steps, groups, brackets of an undo.

Source: ``VASSAL.build.module.BasicLogger``, ``VASSAL.build.GameModule``, release-3.7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.vassal.commands.base import ESC, Command
from toolkit.vassal.sequence import encode


@dataclass(frozen=True, slots=True)
class Null(Command):
    """A command that does nothing.

    Attributes
    ----------
    word : str
        Empty for the engine's own null command; ``"null"`` for one it could not write, which it does not
        read back either.
    """

    word: str = ""

    def canonical(self) -> str:
        """Return the word."""
        return self.word


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """The commands between ``begins`` True and False take back earlier ones."""

    begins: bool

    def canonical(self) -> str:
        """Return ``UNDO`` and ``true`` or ``false``."""
        return "UNDO\ttrue" if self.begins else "UNDO\tfalse"


@dataclass(frozen=True, slots=True)
class Logged(Command):
    """A command that a log keeps for its Step button."""

    command: Command

    def canonical(self) -> str:
        """Return ``LOG`` and the command."""
        return f"LOG\t{self.command.encode()}"


@dataclass(frozen=True, slots=True)
class Group(Command):
    """A command with those that follow from it, in the order they are executed."""

    commands: tuple[Command, ...]

    def canonical(self) -> str:
        """Return the commands as a nested sequence."""
        return encode([command.encode() for command in self.commands], ESC) or ""


def leaves(command: Command) -> Iterator[Command]:
    """Yield the commands inside groups and logged steps, in the order they are executed."""
    stack = [command]
    while stack:
        item = stack.pop()
        if isinstance(item, Group):
            stack.extend(reversed(item.commands))
        elif isinstance(item, Logged):
            stack.append(item.command)
        else:
            yield item


def decode_undo(text: str) -> Undo:
    """Read ``UNDO…``."""
    return Undo(text[5:] == "true")
