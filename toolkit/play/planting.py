"""What the benches of all games share that plant violations in games and write them as logs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from toolkit.audit.report import JudgedAction, Report
from toolkit.play.desk import Desk
from toolkit.rules.verdict import Outcome
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    GlobalPropertyState,
    MovePiece,
    RemovePiece,
    SetTurn,
    decode_commands,
    encode_commands,
    leaves,
)
from toolkit.vassal.log import Log, Step
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of

AFTER = 12
"""Actions after a mutant, so that what is due and left out shows."""


class Recorded(Protocol):
    """A game that is being written."""

    @property
    def desk(self) -> Desk:
        """The table it is played at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What an audit said of a mutant's log.

    Attributes
    ----------
    shown : bool
        Whether the table shows anything of it.
    named : mapping of str to None
        Rules of the findings, the decisive ones of each first.
    hedged : tuple of str
        Other outcomes than legal and illegal.
    beside : int
        Findings about something else, where they are counted: accusations of what nobody planted.
    """

    shown: bool
    named: Mapping[str, None]
    hedged: tuple[str, ...] = ()
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """A run: mutants of a mutator, the first seed, clauses (empty for all), the most games and seconds."""

    wanted: int = 2
    seed: int = 1
    clauses: frozenset[str] = frozenset()
    games: int = 40
    seconds: float = 3600.0


def log_of(game: Recorded) -> Log:
    """Return the log of a game as far as it was played."""
    desk = game.desk
    steps = tuple(Step(number, tuple(leaves(group))) for number, group in enumerate(desk.steps, 1))
    module = Metadata(name=desk.data.name, version=desk.data.version, vassal_version="3.6.0")
    script = decode_commands(encode_commands([]))
    return Log("mutant", None, module, Codec.PLAIN, script, desk.begin, steps, ())


_ANEW = (AddPiece, ChangePiece, ChangeProperty, Chat, GlobalPropertyState, MovePiece, RemovePiece, SetTurn)
"""What a saved table says in its own words, or no longer."""


def saved(table: Table, begin: Iterable[Command]) -> tuple[Command, ...]:
    """Return a table as a log begins with it, without what led to it.

    Parameters
    ----------
    table : Table
    begin : iterable of Command
        What it was laid out with: players, boards and notes are taken over.
    """
    rest = [leaf for command in begin for leaf in leaves(command) if not isinstance(leaf, _ANEW)]
    pieces = [AddPiece(thing.id, thing.type, state_of(thing)) for thing in table.counters()]
    # Stacks that a table made have ids that every table counts anew.
    stacks = [
        AddPiece(thing.id.replace("~", "stack"), thing.type, state_of(thing))
        for thing in table.things.values()
        if thing.is_stack
    ]
    known = table.properties.items()
    properties = [GlobalPropertyState(name, value, container or None) for (container, name), value in known]
    turns = [SetTurn(id_, state) for id_, state in table.turns.items()]
    return (*rest, *pieces, *stacks, *properties, *turns)


def findings(report: Report) -> list[JudgedAction]:
    """Return what a report holds against somebody."""
    return [action for action in report.actions if action.outcome is Outcome.ILLEGAL]


def hedged(report: Report) -> tuple[str, ...]:
    """Return the outcomes of a report other than legal and illegal."""
    sure = (Outcome.LEGAL, Outcome.ILLEGAL)
    return tuple(sorted({str(action.outcome) for action in report.actions if action.outcome not in sure}))
