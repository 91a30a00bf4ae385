"""A saved game or log, read: the table it begins with and the steps that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.diagnostics.budget import capped
from toolkit.vassal.codecs import Codec, unwrap
from toolkit.vassal.commands import (
    Command,
    Group,
    Logged,
    Null,
    Raw,
    Script,
    decode_commands,
    iter_commands,
    read_script,
)
from toolkit.vassal.containers import SAVED_GAME, Container, no_saved_game, open_container
from toolkit.vassal.memory import without_collector
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.oddities import Oddities, later_engine


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


def _unwrap(command: Command, found: list[Command]) -> bool:
    """Add the commands inside groups and logged steps to `found`; return whether any of them is logged."""
    if isinstance(command, Group):
        logged = [_unwrap(item, found) for item in command.commands]
        return any(logged)
    if isinstance(command, Logged):
        _unwrap(command.command, found)
        return True
    found.append(command)
    return False


def _is_step(found: Sequence[Command]) -> bool:
    """Return whether the engine would keep it: what it writes as ``null`` is nothing when it reads it."""
    return any(not (isinstance(item, Null) and item.word == "null") for item in found)


def _family(command: Raw) -> str:
    """Return the name of a command's family; of a text without one nothing, for it may be anybody's id."""
    prefix = command.prefix
    return prefix if len(prefix) < min(len(command.text), 24) else ""


def _broken(command: Raw, place: Place) -> Finding:
    family = _family(command)
    message = f"command {family!r} cannot be read and is left out: {command.reason}"
    return Finding("LOG010", Severity.WARNING, message, place, data={"prefix": family})


@dataclass(slots=True)
class LogStream:
    """A save or log that is read as it is asked for: any length in little memory.

    Attributes
    ----------
    name, metadata, module, begin
        As in `Log`.
    steps : iterator of Step
        To be gone through once.
    findings : list of Finding
        Grows while `steps` is gone through.
    """

    name: str
    metadata: Metadata | None
    module: Metadata | None
    begin: tuple[Command, ...]
    steps: Iterator[Step]
    findings: list[Finding]


def _walk(
    commands: Iterable[Command], name: str, findings: list[Finding]
) -> Iterator[tuple[int | None, tuple[Command, ...]]]:
    """Yield what is executed together, with the step's number or None for the set-up; note broken
    commands.
    """
    steps = 0
    odd = Oddities()
    for command in commands:
        found: list[Command] = []
        number = None
        if _unwrap(command, found):
            if not _is_step(found):
                continue
            steps += 1
            number = steps
        for item in found:
            if isinstance(item, Raw) and item.reason is not None:
                findings.append(_broken(item, Place(file=name, step=number)))
            odd.look(item, number)
        yield number, tuple(found)
    findings.extend(odd.findings(name))


def _opened(source: Path | str | bytes | Container, name: str | None) -> Container:
    return source if isinstance(source, Container) else open_container(source, name=name)


def _saved(container: Container) -> Iterator[bytes]:
    if SAVED_GAME not in container:
        raise no_saved_game(container)
    return container.chunks(SAVED_GAME)


def stream_log(source: Path | str | bytes | Container, *, name: str | None = None) -> LogStream:
    """Open a save or log for reading step by step; parameters and errors as in `read_log`.

    An error further inside is raised when the steps come to it.  Commands that an unusual writer puts after
    the first step without logging them are left out.
    """
    container = _opened(source, name)
    findings = [*container.findings, *later_engine(container.save, container.name)]
    _, text = unwrap(_saved(container), name=container.name)
    walk = _walk(iter_commands(text), container.name, findings)
    begin: list[Command] = []
    first: list[Step] = []
    for number, found in walk:
        if number is not None:
            first.append(Step(number, found))
            break
        begin.extend(found)
    later = (Step(number, found) for number, found in walk if number is not None)
    return LogStream(
        container.name, container.save, container.module, tuple(begin), chain(first, later), findings
    )


@without_collector()
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
    container = _opened(source, name)
    codec, text = unwrap(_saved(container), name=container.name)
    script = read_script(text)
    if script is None:
        script = decode_commands(container.saved_game().text)
    begin: list[Command] = []
    steps: list[Step] = []
    findings = [*container.findings, *later_engine(container.save, container.name)]
    for number, found in _walk(script, container.name, findings):
        if number is None:
            begin.extend(found)
        else:
            steps.append(Step(number, found))
    return Log(
        name=container.name,
        metadata=container.save,
        module=container.module,
        codec=codec,
        script=script,
        begin=tuple(begin),
        steps=tuple(steps),
        findings=tuple(capped(findings)),
    )
