"""A saved game or log, read: the table it begins with and the steps that follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import (
    Command,
    Group,
    Logged,
    Null,
    Raw,
    Script,
    decode_commands,
    leaves,
)
from toolkit.vassal.containers import Container, open_container
from toolkit.vassal.metadata import Metadata

__all__ = ["Log", "Step", "read_log"]


@dataclass(frozen=True, slots=True)
class Step:
    """What one press of the Step button does.

    Attributes
    ----------
    number : int
        One-based, as the Step button counts.
    commands : tuple of Command
        In the order they are executed; no groups, no `Logged` around them.
    """

    number: int
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """A save or log.

    Attributes
    ----------
    name : str
        What messages call it.
    metadata : Metadata or None
        Its own: engine, time, comment.  Many old files have none.
    module : Metadata or None
        The module it was written with.
    codec : Codec
    script : Script
        Everything, in the file's own structure; `Script.encode` writes it back.
    begin : tuple of Command
        What sets up the table, in the order of execution.
    steps : tuple of Step
        Empty for a save.
    findings : tuple of Finding
        Commands that break their family's form, oddities of the container.  A command of an unknown family
        is none: modules bring their own.
    """

    name: str
    metadata: Metadata | None
    module: Metadata | None
    codec: Codec
    script: Script
    begin: tuple[Command, ...]
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]

    def encode(self) -> str:
        """Return the text it was read from."""
        return self.script.encode()


def _is_logged(command: Command) -> bool:
    if isinstance(command, Group):
        return any(_is_logged(item) for item in command.commands)
    return isinstance(command, Logged)


def _is_step(found: tuple[Command, ...]) -> bool:
    """Return whether the engine would keep it: what it writes as ``null`` is nothing when it reads it."""
    return any(not (isinstance(item, Null) and item.word == "null") for item in found)


def _broken(command: Command, place: Place) -> Iterator[Finding]:
    if isinstance(command, Raw) and command.reason is not None:
        message = f"command {command.prefix!r} cannot be read and is left out: {command.reason}"
        yield Finding("LOG010", Severity.WARNING, message, place, data={"prefix": command.prefix})


def read_log(source: Path | str | bytes | Container, *, name: str | None = None) -> Log:
    """Read a save or log.

    Parameters
    ----------
    source : path, bytes or Container
        A ``.vsav``, ``.vlog``, ``.sav``, ``.log`` or bare ``savedGame``.
    name : str, optional
        What messages call it; the path by default.

    Raises
    ------
    InputError
        When it is no VASSAL file, or its container or wrapping is broken.  A broken command is no such
        error: it is kept raw and reported in ``findings``.
    """
    container = source if isinstance(source, Container) else open_container(source, name=name)
    decoded = container.saved_game()
    script = decode_commands(decoded.text)
    begin: list[Command] = []
    steps: list[Step] = []
    findings = list(container.findings)
    for command in script:
        found = tuple(leaves(command))
        number = None
        if not _is_logged(command):
            begin.extend(found)
        elif _is_step(found):
            number = len(steps) + 1
            steps.append(Step(number, found))
        for item in found:
            findings.extend(_broken(item, Place(file=container.name, step=number)))
    return Log(
        name=container.name,
        metadata=container.save,
        module=container.module,
        codec=decoded.codec,
        script=script,
        begin=tuple(begin),
        steps=tuple(steps),
        findings=tuple(findings),
    )
