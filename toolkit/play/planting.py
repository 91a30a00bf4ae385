"""What the benches of all games share that plant violations in games and write them as logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from toolkit.audit.report import JudgedAction, Report
from toolkit.play.desk import Desk
from toolkit.rules.verdict import Outcome
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import decode_commands, encode_commands, leaves
from toolkit.vassal.log import Log, Step
from toolkit.vassal.metadata import Metadata

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
    """

    shown: bool
    named: Mapping[str, None]
    hedged: tuple[str, ...] = ()


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


def findings(report: Report) -> list[JudgedAction]:
    """Return what a report holds against somebody."""
    return [action for action in report.actions if action.outcome is Outcome.ILLEGAL]


def hedged(report: Report) -> tuple[str, ...]:
    """Return the outcomes of a report other than legal and illegal."""
    sure = (Outcome.LEGAL, Outcome.ILLEGAL)
    return tuple(sorted({str(action.outcome) for action in report.actions if action.outcome not in sure}))
