"""What a log is compared by: its module, its players, the tables it begins and ends with, its steps.

Tables and steps are kept as rows of 64-bit hashes, one for each piece, property or step, so that thousands
of logs can be held against each other in little memory.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from toolkit.archive.files import Candidate
from toolkit.audit.identity import digest_of
from toolkit.diagnostics import ToolkitError
from toolkit.diagnostics.budget import Budget, running
from toolkit.diagnostics.files import shown
from toolkit.vassal.commands import AddPlayer, Chat, Null
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.table import Table

_WIDTH = 8


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat where: a player by a salted hash of the id, never the id."""

    player: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A log as others are compared with it.

    Attributes
    ----------
    content : str
        SHA-256 of the file.
    name : str
        What reports call the file.
    status : str
        ``"log"``, ``"save"`` (no steps) or ``"unreadable"``.
    reason : str
        Why it is no log.
    module, module_version : str
        As the log names them.
    digest : str
        Of the data the game was set up with, where the module wrote it.
    engine : str
        The VASSAL that wrote it.
    saved_ms : int
        Milliseconds since 1970 (UTC) when it was written, 0 where it does not say.
    begin, end : array of uint64
        Hashes of the pieces and properties on the first and the last table, sorted.
    moves : array of uint64
        A hash for each step that does something besides chat.
    """

    content: str
    name: str = ""
    status: str = "log"
    reason: str = ""
    module: str = ""
    module_version: str = ""
    digest: str = ""
    engine: str = ""
    steps: int = 0
    saved_ms: int = 0
    seats: tuple[Seat, ...] = ()
    begin: array[int] = field(default_factory=lambda: array("Q"), repr=False)
    end: array[int] = field(default_factory=lambda: array("Q"), repr=False)
    moves: array[int] = field(default_factory=lambda: array("Q"), repr=False)


def read(file: Candidate) -> Log | Fingerprint:
    """Return the log in a file; of what cannot be read a fingerprint that says why."""
    if file.reason:
        return Fingerprint(file.content, file.name, "unreadable", file.reason)
    try:
        with running(Budget()):
            return read_log(file.path, name=file.name)
    except ToolkitError as error:
        return Fingerprint(file.content, file.name, "unreadable", error.findings[0].message)


def closed(opened: Fingerprint, log: Log, end: Table | None = None) -> Fingerprint:
    """Return a fingerprint with the table that the log ends with, which is played here unless it is given."""
    if end is None:
        end = Table(undoable=False)
        end.apply(log.begin)
        for step in log.steps:
            end.apply(step.commands)
    return replace(opened, end=_table(end))


def opening(log: Log, content: str, salt: bytes) -> Fingerprint:
    """Return the fingerprint of a log but for the table that it ends with.

    Parameters
    ----------
    salt : bytes
        The archive's, for the hashes of player ids.
    """
    table = Table(undoable=False)
    table.apply(log.begin)
    begin = _table(table)
    for step in log.steps:
        for command in step.commands:
            if isinstance(command, AddPlayer):
                table.people.join(command)
    return Fingerprint(
        content,
        log.name,
        "log" if log.steps else "save",
        "" if log.steps else "holds no steps: a saved game, or a log ended before anything was done",
        (log.module.name or "") if log.module else "",
        log.module.version if log.module else "",
        digest_of(log),
        log.metadata.vassal_version if log.metadata else "",
        len(log.steps),
        log.metadata.saved_ms if log.metadata else 0,
        tuple(_seats(table, salt)),
        begin,
        moves=array("Q", _moves(log)),
    )


def _hash(*parts: object) -> int:
    text = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=_WIDTH).digest(), "little")


def _table(table: Table) -> array[int]:
    """Return hashes of places and faces of pieces, and of properties; the order of stacks is left out."""
    pieces = (
        _hash(thing.id, *table.spot(thing.id), "\t".join(thing.states[:-1])) for thing in table.counters()
    )
    properties = (_hash("property", *key, value) for key, value in table.properties.items())
    return array("Q", sorted((*pieces, *properties)))


def _moves(log: Log) -> Iterator[int]:
    for step in log.steps:
        done = [command.encode() for command in step.commands if not isinstance(command, Chat | Null)]
        if done:
            yield _hash(*done)


def _seats(table: Table, salt: bytes) -> Iterable[Seat]:
    for id_, actor in table.people.roster.items():
        yield Seat(_player(id_ or f"\x1f{actor.name}", salt), shown(actor.name), actor.side or "")


@lru_cache(maxsize=4096)
def _player(id_: str, salt: bytes) -> str:
    """Return what stands for a player: a hash that is slow on purpose, because ids are short words."""
    digest = hashlib.scrypt(id_.encode("utf-8", "surrogatepass"), salt=salt, n=1 << 12, r=8, p=1, dklen=8)
    return digest.hex()
